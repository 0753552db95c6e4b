import { PADDING } from './application.ts'
import { over } from '../payload-reader.ts'
import type { PayloadReader } from '../payload-reader.ts'

/** Degrees, metres, degrees true. */
export type SubArea =
  | { shape: 'circle'; lon: number | null; lat: number | null; radius: number }
  | {
      shape: 'rectangle'
      lon: number | null
      lat: number | null
      east: number
      north: number
      orientation: number
    }
  | {
      shape: 'sector'
      lon: number | null
      lat: number | null
      radius: number
      leftBearing: number
      rightBearing: number
    }
  | { shape: 'polyline' | 'polygon'; legs: { bearing: number; distance: number }[] }
  | { shape: 'text'; text: string | null }
  | { shape: 'reserved'; code: number }

/**
 * IMO SN.1/Circ.289 FI 22 (broadcast) and 23 (addressed), and the geographic notice of the US Coast Guard (DAC 367 FI 22):
 * a notice about an area, for a time.
 */
export type AreaNotice = {
  kind: 'areaNotice'
  linkage: number | null
  /** 0-127, table 11.11 of the circular: 0 caution for marine mammals ... 126 cancelled. */
  notice: number | null
  month: number | null
  day: number | null
  hour: number | null
  minute: number | null
  /** Minutes. */
  duration: number | null
  subAreas: SubArea[]
}

/** Where the two kinds of notice differ: the Coast Guard's begins with a version and is finer. */
type Widths = {
  version: number
  head: number
  subArea: number
  lon: number
  lat: number
  perDegree: number
  distance: number
  characters: number
}
const OF_IMO: Widths = {
  version: 0,
  head: 55,
  subArea: 87,
  lon: 25,
  lat: 24,
  perDegree: 60_000,
  distance: 10,
  characters: 14,
}
const OF_COAST_GUARD: Widths = {
  version: 6,
  head: 64,
  subArea: 96,
  lon: 28,
  lat: 27,
  perDegree: 600_000,
  distance: 11,
  characters: 15,
}
const MOST_SUB_AREAS = 10
const SCALES = [1, 10, 100, 1000]
const BEARING_UNKNOWN = 720

/** Returns true if a number of bits is an area notice with whole sub-areas. */
export function isAreaNotice(bits: number, isOfCoastGuard: boolean): boolean {
  const { head, subArea } = isOfCoastGuard ? OF_COAST_GUARD : OF_IMO
  return bits >= head && (bits - head) % subArea < PADDING && bits < head + MOST_SUB_AREAS * subArea + PADDING
}

export function areaNotice(
  p: PayloadReader,
  start: number,
  end: number,
  isOfCoastGuard: boolean,
): AreaNotice {
  const widths = isOfCoastGuard ? OF_COAST_GUARD : OF_IMO
  const subAreas: SubArea[] = []
  for (let at = start + widths.head; at + widths.subArea <= end; at += widths.subArea)
    subAreas.push(subArea(p, at, widths))
  const head = start + widths.version
  return {
    kind: 'areaNotice',
    linkage: p.known(head, 10, 0),
    notice: p.known(head + 10, 7, 127),
    month: p.known(head + 17, 4, 0),
    day: p.known(head + 21, 5, 0),
    hour: p.below(head + 26, 5, 24),
    minute: p.below(head + 31, 6, 60),
    duration: p.known(head + 37, 18, 262_143),
    subAreas,
  }
}

/** The legs follow from the point of the circle sub-area before; an unused leg ends the list. */
function legs(p: PayloadReader, at: number, scale: number, distanceBits: number) {
  const list: { bearing: number; distance: number }[] = []
  const each = 10 + distanceBits
  for (let leg = at; leg < at + 4 * each; leg += each) {
    const bearing = over(p.below(leg, 10, BEARING_UNKNOWN), 2)
    const distance = p.unsigned(leg + 10, distanceBits) * scale
    if (bearing === null || distance === 0) break
    list.push({ bearing, distance })
  }
  return list
}

function subArea(p: PayloadReader, at: number, widths: Widths): SubArea {
  const code = p.unsigned(at, 3)
  if (code === 5) return { shape: 'text', text: p.text(at + 3, widths.characters) }
  if (code > 5) return { shape: 'reserved', code }
  const scale = SCALES[p.unsigned(at + 3, 2)]!
  if (code === 3 || code === 4) {
    const shape = code === 3 ? 'polyline' : 'polygon'
    return { shape, legs: legs(p, at + 5, scale, widths.distance) }
  }
  const lon = p.lon(at + 5, widths.lon, widths.perDegree)
  const lat = p.lat(at + 5 + widths.lon, widths.lat, widths.perDegree)
  // Behind the place and its precision.
  const size = at + 5 + widths.lon + widths.lat + 3
  if (code === 1) {
    const east = p.unsigned(size, 8) * scale
    const north = p.unsigned(size + 8, 8) * scale
    return { shape: 'rectangle', lon, lat, east, north, orientation: p.unsigned(size + 16, 9) }
  }
  const radius = p.unsigned(size, 12) * scale
  if (code === 0) return { shape: 'circle', lon, lat, radius }
  const leftBearing = p.unsigned(size + 12, 9)
  return { shape: 'sector', lon, lat, radius, leftBearing, rightBearing: p.unsigned(size + 21, 9) }
}
