import type { Analysis } from '@samudra/contract/analyses'
import { MOST_DRAWN_FLOWS, placesByKey } from './flow-option.ts'

type LonLat = [lon: number, lat: number]
/** A line of the map: towards the area, away from it, or between two ports. */
export type FlowLine = { way: 'IN' | 'OUT'; label: string; vessels: number; line: LonLat[] }
export type FlowPoint = { label: string; at: LonLat }

const STEPS = 24
/** Bulge of a line against its length, so that ways there and back lie beside each other. */
const BULGE = 0.12

/** Returns the curve between two places; one across 180 degrees runs past it. */
export function curveBetween([lon, lat]: LonLat, [toLon, toLat]: LonLat): LonLat[] {
  const east = lon + ((((toLon - lon) % 360) + 540) % 360) - 180
  const [dx, dy] = [east - lon, toLat - lat]
  const middle = [(lon + east) / 2 - dy * BULGE, (lat + toLat) / 2 + dx * BULGE] as const
  return Array.from({ length: STEPS + 1 }, (_, i): LonLat => {
    const t = i / STEPS
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
    return [a * lon + b * middle[0] + c * east, a * lat + b * middle[1] + c * toLat]
  })
}

/** Returns the middle of the box of an analysis. */
export function middleOfBox(box: readonly number[]): LonLat {
  const [west = 0, south = 0, east = 0, north = 0] = box
  return [west <= east ? (west + east) / 2 : (west + east + 360) / 2, (south + north) / 2]
}

/**
 * Returns the lines of a map: of an area from each place to its middle and from there on, of a list between ports. Places
 * without a position are left out.
 */
export function flowLines(analysis: Pick<Analysis, 'places' | 'flows' | 'box'>): {
  lines: FlowLine[]
  points: FlowPoint[]
} {
  const places = placesByKey(analysis)
  const at = (key: string): LonLat | null => {
    const place = places.get(key)
    return place?.lat == null || place.lon === null ? null : [place.lon, place.lat]
  }
  const { box } = analysis
  const sums = new Map<
    string,
    { way: 'IN' | 'OUT'; from: LonLat; to: LonLat; label: string; vessels: number }
  >()
  const add = (
    way: 'IN' | 'OUT',
    key: string,
    from: LonLat | null,
    to: LonLat | null,
    label: string,
    n: number,
  ) => {
    if (from === null || to === null) return
    const known = sums.get(`${way} ${key}`) ?? { way, from, to, label, vessels: 0 }
    sums.set(`${way} ${key}`, known)
    known.vessels += n
  }
  const middle = box === null ? null : middleOfBox(box)
  const name = (key: string) => places.get(key)?.label ?? key
  for (const { from, to, vessels } of analysis.flows) {
    if (middle === null) {
      add('IN', `${from}|${to}`, at(from), at(to), `${name(from)} to ${name(to)}`, vessels)
      continue
    }
    add('IN', from, at(from), middle, `From ${name(from)}`, vessels)
    add('OUT', to, middle, at(to), `To ${name(to)}`, vessels)
  }
  const lines = [...sums.values()]
    .sort((a, b) => b.vessels - a.vessels)
    .slice(0, MOST_DRAWN_FLOWS)
    .map(({ from, to, ...line }) => ({ ...line, line: curveBetween(from, to) }))
  const points = analysis.places.flatMap(({ key, label }) => {
    const place = at(key)
    return place === null ? [] : [{ label, at: place }]
  })
  return { lines, points }
}
