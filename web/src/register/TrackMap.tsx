import { getTrackForMmsi } from '@samudra/contract/history'
import type { WholeVessel } from '@samudra/contract/register'
import { useEffect, useMemo, useRef } from 'react'
import { Waiting } from '../kit/States.tsx'
import { applyTheme, createSmallChart } from '../map/chart.ts'
import { onTheme, themeNow } from '../map/theme.ts'
import { useAnswer } from '../wire/use-answer.ts'

const MOST_POINTS = 2000
type Line = { coordinates: [number, number][]; box: [number, number, number, number] }

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
  const line = useMemo(() => lineOf(points ?? []), [points])
  if (contact === undefined) return <p className="dim">Nobody heard her; there is no track.</p>
  if (track.isError) return <p className="dim">{track.error.message}</p>
  if (points === undefined) return <Waiting />
  if (line === null) return <p className="dim">No fix of her is stored in these days.</p>
  return (
    <SmallMap line={line} label={`Track of ${vessel.ship_name ?? contact.mmsi}, ${points.length} fixes`} />
  )
}

function lineOf(points: readonly { lat: number; lon: number }[]): Line | null {
  if (points.length === 0) return null
  const coordinates: [number, number][] = []
  for (const { lat, lon } of points) {
    // Across the 180th meridian the line goes on beyond it.
    const before = coordinates.at(-1)?.[0] ?? lon
    coordinates.push([lon + Math.round((before - lon) / 360) * 360, lat])
  }
  const box: Line['box'] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of coordinates) {
    box[0] = Math.min(box[0], lon)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lon)
    box[3] = Math.max(box[3], lat)
  }
  return { coordinates, box }
}

const featuresOf = ({ coordinates }: Line) => ({
  type: 'FeatureCollection' as const,
  features: [
    { type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates } },
    {
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'Point' as const, coordinates: coordinates.at(-1)! },
    },
  ],
})

function SmallMap({ line, label }: { line: Line; label: string }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chart = createSmallChart(container.current!, themeNow(), line.box)
    chart.on('load', () => {
      chart.addSource('track', { type: 'geojson', data: featuresOf(line) })
      chart.addLayer({
        id: 'track',
        type: 'line',
        source: 'track',
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': '#ff9f43', 'line-width': 2.4 },
      })
      chart.addLayer({
        id: 'track-end',
        type: 'circle',
        source: 'track',
        filter: ['==', ['geometry-type'], 'Point'],
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
