import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import { MOST_M_PER_MS } from '@samudra/nautical/tracks/crossings'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { Box } from './fix-reader.ts'

/** Degrees within which one of two fixes must lie if a vessel may have passed between them: half the longest leg. */
const REACH_DEG = (MOST_M_PER_MS * GAP_MS) / 2 / (60 * METRES_PER_NM)

/** A box about polygons with whatever may pass through them between two fixes; none where they lie about the 180th meridian. */
export function boxReaching(polygons: readonly Rings[]): Box | null {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [ring] of polygons)
    for (let i = 0; i < ring!.length; i++) {
      const [lon, lat] = [ring![i]![0]!, ring![i]![1]!]
      if (i > 0 && Math.abs(lon - ring![i - 1]![0]!) > 180) return null
      box.west = Math.min(box.west, lon)
      box.east = Math.max(box.east, lon)
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
    }
  const far = Math.max(Math.abs(box.south), Math.abs(box.north)) + REACH_DEG
  const aside = REACH_DEG / Math.cos((Math.min(far, 89) * Math.PI) / 180)
  const [west, east] = [box.west - aside, box.east + aside]
  const [south, north] = [Math.max(-90, box.south - REACH_DEG), Math.min(90, box.north + REACH_DEG)]
  return west < -180 || east > 180 ? null : { west, south, east, north }
}
