import { over } from './payload-reader.ts'
import type { PayloadReader } from './payload-reader.ts'

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

/** IMO SN.1/Circ.289 FI 22 (broadcast) and 23 (addressed): a notice about an area, for a time. */
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

const SUB_AREA_BITS = 87
const SCALES = [1, 10, 100, 1000]
const BEARING_UNKNOWN = 720

export function areaNotice(p: PayloadReader, start: number, end: number): AreaNotice {
  const subAreas: SubArea[] = []
  for (let at = start + 55; at + SUB_AREA_BITS <= end; at += SUB_AREA_BITS) subAreas.push(subArea(p, at))
  return {
    kind: 'areaNotice',
    linkage: p.known(start, 10, 0),
    notice: p.known(start + 10, 7, 127),
    month: p.known(start + 17, 4, 0),
    day: p.known(start + 21, 5, 0),
    hour: p.below(start + 26, 5, 24),
    minute: p.below(start + 31, 6, 60),
    duration: p.known(start + 37, 18, 262_143),
    subAreas,
  }
}

/** The legs follow from the point of the circle sub-area before; an unused leg ends the list. */
function legs(p: PayloadReader, at: number, scale: number) {
  const list: { bearing: number; distance: number }[] = []
  for (let leg = at; leg < at + 80; leg += 20) {
    const bearing = over(p.below(leg, 10, BEARING_UNKNOWN), 2)
    const distance = p.unsigned(leg + 10, 10) * scale
    if (bearing === null || distance === 0) break
    list.push({ bearing, distance })
  }
  return list
}

function subArea(p: PayloadReader, at: number): SubArea {
  const code = p.unsigned(at, 3)
  if (code === 5) return { shape: 'text', text: p.text(at + 3, 14) }
  if (code > 5) return { shape: 'reserved', code }
  const scale = SCALES[p.unsigned(at + 3, 2)]!
  if (code === 3 || code === 4) {
    return { shape: code === 3 ? 'polyline' : 'polygon', legs: legs(p, at + 5, scale) }
  }
  const lon = p.lon(at + 5, 25, 60_000)
  const lat = p.lat(at + 30, 24, 60_000)
  if (code === 1) {
    const east = p.unsigned(at + 57, 8) * scale
    const north = p.unsigned(at + 65, 8) * scale
    return { shape: 'rectangle', lon, lat, east, north, orientation: p.unsigned(at + 73, 9) }
  }
  const radius = p.unsigned(at + 57, 12) * scale
  if (code === 0) return { shape: 'circle', lon, lat, radius }
  const leftBearing = p.unsigned(at + 69, 9)
  return { shape: 'sector', lon, lat, radius, leftBearing, rightBearing: p.unsigned(at + 78, 9) }
}
