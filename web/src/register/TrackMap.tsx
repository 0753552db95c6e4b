import { getTrackForMmsi } from '@samudra/contract/history'
import type { WholeVessel } from '@samudra/contract/register'
import { useEffect, useMemo, useRef } from 'react'
import { Waiting } from '../kit/States.tsx'
import { applyTheme, createSmallChart } from '../map/chart.ts'
import { onTheme, themeNow } from '../map/theme.ts'
import { useAnswer } from '../wire/use-answer.ts'

const MOST_POINTS = 2000
type Way = [number, number][]
/** What she sailed, what lies between where nobody heard her, and where she was last. */
type Line = { sailed: Way[]; unheard: Way[]; last: Way[number]; box: [number, number, number, number] }

/** Where she went, on a chart of its own. */
export function TrackMap({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const contact = vessel.contacts.find(({ shown }) => shown) ?? vessel.contacts[0]
  const track = useAnswer(
    getTrackForMmsi,
    {
      mmsi: contact?.mmsi ?? '',
      split_id: contact?.split_id ?? 0,
      max_points: MOST_POINTS,
      ...(asOf === undefined ? {} : { as_of: asOf, to: asOf }),
    },
    { enabled: contact !== undefined, keep: true },
  )
  const points = track.data?.points
  const gaps = track.data?.gaps
  const line = useMemo(() => lineOf(points ?? [], gaps ?? []), [points, gaps])
  if (contact === undefined) return <p className="dim">Nobody heard her; there is no track.</p>
  if (track.isError) return <p className="dim">{track.error.message}</p>
  if (points === undefined) return <Waiting />
  if (line === null) return <p className="dim">No fix of her is stored in these days.</p>
  return (
    <SmallMap line={line} label={`Track of ${vessel.ship_name ?? contact.mmsi}, ${points.length} fixes`} />
  )
}

function lineOf(
  points: readonly { t: string; lat: number; lon: number }[],
  gaps: readonly { from: string }[],
): Line | null {
  const first = points[0]
  if (first === undefined) return null
  const endsAt = new Set(gaps.map(({ from }) => from))
  let [before, sailing]: [string, Way] = ['', []]
  const line: Line = {
    sailed: [sailing],
    unheard: [],
    last: [first.lon, first.lat],
    box: [Infinity, Infinity, -Infinity, -Infinity],
  }
  const { box } = line
  for (const { t, lat, lon } of points) {
    // Across the 180th meridian the line goes on beyond it.
    const place: Way[number] = [lon + Math.round((line.last[0] - lon) / 360) * 360, lat]
    if (endsAt.has(before)) {
      line.unheard.push([line.last, place])
      line.sailed.push((sailing = []))
    }
    sailing.push(place)
    line.last = place
    before = t
    box[0] = Math.min(box[0], place[0])
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], place[0])
    box[3] = Math.max(box[3], lat)
  }
  return line
}

const feature = <G extends object>(kind: 'sailed' | 'unheard' | 'last', geometry: G) => ({
  type: 'Feature' as const,
  properties: { kind },
  geometry,
})
const featuresOf = ({ sailed, unheard, last }: Line) => ({
  type: 'FeatureCollection' as const,
  features: [
    ...sailed.map((coordinates) => feature('sailed', { type: 'LineString' as const, coordinates })),
    ...unheard.map((coordinates) => feature('unheard', { type: 'LineString' as const, coordinates })),
    feature('last', { type: 'Point' as const, coordinates: last }),
  ],
})
const only = (kind: string): ['==', ['get', string], string] => ['==', ['get', 'kind'], kind]

function SmallMap({ line, label }: { line: Line; label: string }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chart = createSmallChart(container.current!, themeNow(), line.box)
    // With its style, not with its tiles: where she went is shown at once.
    void chart.once('style.load', () => {
      chart.addSource('track', { type: 'geojson', data: featuresOf(line) })
      chart.addLayer({
        id: 'track',
        type: 'line',
        source: 'track',
        filter: only('sailed'),
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': '#ff9f43', 'line-width': 2.4 },
      })
      chart.addLayer({
        id: 'track-unheard',
        type: 'line',
        source: 'track',
        filter: only('unheard'),
        paint: { 'line-color': '#ff9f43', 'line-width': 1.6, 'line-dasharray': [3, 3], 'line-opacity': 0.8 },
      })
      chart.addLayer({
        id: 'track-end',
        type: 'circle',
        source: 'track',
        filter: only('last'),
        paint: {
          'circle-color': '#ff9f43',
          'circle-radius': 5,
          'circle-stroke-color': '#06121c',
          'circle-stroke-width': 2,
        },
      })
    })
    const stop = onTheme(() => applyTheme(chart, themeNow()))
    return () => {
      stop()
      chart.remove()
    }
  }, [line])
  return <div ref={container} className="track-map" role="img" aria-label={label} />
}
