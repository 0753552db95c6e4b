import { mostKnotsOf } from '@samudra/nautical/tracks/out-of-reach'
import { placeAt } from '@samudra/nautical/tracks/timed-track'
import { agoText } from '../../../kit/text/when-text.ts'
import type { TrackEvents, PlottedFix, PlottedTrack } from './playback.store.ts'

type Position = [lon: number, lat: number]
export type TrackFeature = {
  type: 'Feature'
  properties: Record<string, string | number>
  geometry: { type: 'Point'; coordinates: Position } | { type: 'LineString'; coordinates: Position[] }
}

/** Minimum silence that counts as a gap; the vessel's position meanwhile is unknown. */
export const GAP_MS = 30 * 60_000
const HEARD = {
  yes: ' while other vessels were received there',
  no: ' while no vessel was received there',
  unknown: '',
} as const

const line = (coordinates: Position[], properties: TrackFeature['properties']): TrackFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
})
const point = (coordinates: Position, properties: TrackFeature['properties']): TrackFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
})

/** Longitudes that run on past 180 rather than jump. */
export function pathOf(fixes: readonly { lat: number; lon: number }[]): Position[] {
  let before = fixes[0]?.lon ?? 0
  return fixes.map(({ lat, lon }) => {
    before = lon - 360 * Math.round((lon - before) / 360)
    return [before, lat]
  })
}

/** The lines, gaps and fixes of one track in its colour. */
export function trackFeatures(
  { fixes, gaps, name }: PlottedTrack,
  colour: string,
  isFirst: boolean,
): TrackFeature[] {
  if (fixes.length === 0) return []
  const path = pathOf(fixes)
  const gapFrom = new Map(gaps.map((gap) => [gap.from, gap]))
  const features: TrackFeature[] = []
  let run: Position[] = []
  for (const [i, fix] of fixes.entries()) {
    run.push(path[i]!)
    const gap = gapFrom.get(fix.t)
    if (gap === undefined && i < fixes.length - 1) continue
    if (run.length > 1) features.push(line(run, { role: 'line', colour }))
    run = []
    if (gap === undefined || gap.out_of_reach !== null || i === fixes.length - 1) continue
    const label = `gap ${agoText((gap.to - gap.from) / 1000)}${HEARD[gap.heard]}`
    features.push(line([path[i]!, path[i + 1]!], { role: 'gap', colour, label }))
  }
  if (isFirst)
    features.push(
      ...fixes.map((fix, i) => point(path[i]!, { role: 'fix', colour, i, doubt: fix.isSuspect ? 1 : 0 })),
    )
  features.push(point(path[0]!, { role: 'begin', colour, label: 'start', name }))
  return features
}

const MARKED: readonly TrackEvents['kind'][] = ['GAP', 'STOP', 'TURN', 'QUARANTINED']

/** Where something happened on the way of the first ship. */
export const trackEventFeatures = (happenings: readonly TrackEvents[], colour: string): TrackFeature[] =>
  happenings.flatMap(({ kind, lat, lon }) =>
    lat === null || lon === null || !MARKED.includes(kind)
      ? []
      : [point([lon, lat], { role: 'event', kind, colour })],
  )

/** Where each ship is at the instant; nothing where it was silent. */
export function instantFeatures(
  tracks: readonly PlottedTrack[],
  at: number,
  inks: readonly string[],
): TrackFeature[] {
  return tracks.flatMap(({ fixes, mmsi }, i) => {
    const found = placeAt(fixes, at, GAP_MS, mostKnotsOf(Number(mmsi)))
    if (found === null) return []
    const { lat, lon } = found.place
    return [point([lon, lat], { role: 'now', colour: inks[i % inks.length]!, n: i })]
  })
}

/** A box around tracks, ready for a chart; null without a fix. */
export function boxAround(tracks: readonly { fixes: readonly PlottedFix[] }[]): [Position, Position] | null {
  const path = tracks.flatMap(({ fixes }) => pathOf(fixes))
  if (path.length === 0) return null
  // One after another, since long tracks have more places than a call takes arguments.
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [lon, lat] of path) {
    box.west = Math.min(box.west, lon)
    box.east = Math.max(box.east, lon)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  return [
    [box.west, box.south],
    [box.east, box.north],
  ]
}
