import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import type { Waters } from '@samudra/contract/reference'
import { interpolatePlace } from '@samudra/nautical/geodesy'
import { place as placeOf } from '@samudra/nautical/units'
import type { PlacedFix } from './own-fix.ts'

/** Which areas of interest hold a place; by those that held at an instant, epoch ms. */
type AreasTest = { areasAt(lat: number, lon: number): readonly { id: string; name: string }[] }
export type AreasTestAt = (at: number) => AreasTest
/** Test of the waters at a place, by the boundaries of an instant; null where unknown. */
type WatersTest = { watersAt(lat: number, lon: number): Waters[] | null }
export type WatersTestAt = (at: number) => WatersTest
export type Regions = { areasAt: AreasTestAt; watersAt: WatersTestAt }

/** A region entered or left: at one instant and place, or some time in a silence. */
export type Passage = {
  kind: 'AREA' | 'WATERS'
  name: string
  isIn: boolean
  /** The first fix on the other side. */
  after: PlacedFix
  from: number
  to: number
  place: { lat: number; lon: number } | null
}
/** Regions around a place: names by id; null where unknown. */
type Lying = ReadonlyMap<string, { kind: Passage['kind']; name: string }> | null
type Place = { lat: number; lon: number }
const NONE: Lying = new Map()

/**
 * Returns the passages of a track between regions. Both fixes use the regions of the later one, so that moving an area
 * causes no passage.
 */
export function passagesOf(fixes: readonly PlacedFix[], regions: Regions): Passage[] {
  const found: Passage[] = []
  for (let i = 1; i < fixes.length; i++) {
    const [before, after] = [fixes[i - 1]!, fixes[i]!]
    for (const lyingIn of [areasOf(regions.areasAt(after.t)), watersOf(regions.watersAt(after.t))]) {
      const [was, is] = [lyingIn(before), lyingIn(after)]
      if (was === null || is === null) continue
      for (const [id, region] of is)
        if (!was.has(id))
          found.push({ ...region, isIn: true, after, ...crossing(before, after, id, lyingIn) })
      for (const [id, region] of was)
        if (!is.has(id))
          found.push({ ...region, isIn: false, after, ...crossing(before, after, id, lyingIn) })
    }
  }
  return found
}

const areasOf =
  (areas: AreasTest) =>
  ({ lat, lon }: Place): Lying => {
    const around = areas.areasAt(lat, lon)
    return around.length === 0 ? NONE : new Map(around.map(({ id, name }) => [id, { kind: 'AREA', name }]))
  }

const KIND_WORDS: Record<Waters['kind'], (name: string) => string> = {
  EEZ: (name) => `EEZ of ${name}`,
  '24NM': (name) => `24 NM of ${name}`,
  '12NM': (name) => `12 NM of ${name}`,
  HIGH_SEAS: (name) => name,
  IMO_TSS: (name) => name,
}

const watersOf =
  (waters: WatersTest) =>
  ({ lat, lon }: Place): Lying => {
    const found = waters.watersAt(lat, lon)
    if (found === null || found.length === 0) return found === null ? null : NONE
    return new Map(
      found.map(({ id, kind, name, approx }) => [
        id,
        { kind: 'WATERS', name: `${KIND_WORDS[kind](name)}${approx ? ' (approximate)' : ''}` },
      ]),
    )
  }

/** Halvings of the way between two fixes: less than a second of half an hour. */
const HALVINGS = 12

/**
 * Returns when and where a track crosses the limit of a region, along the great circle; in a gap the place is unknown.
 */
function crossing(
  before: PlacedFix,
  after: PlacedFix,
  id: string,
  lyingIn: (place: Place) => Lying,
): Pick<Passage, 'from' | 'to' | 'place'> {
  if (after.t - before.t > GAP_MS) return { from: before.t, to: after.t, place: null }
  const [from, to] = [placeOf(before.lat, before.lon), placeOf(after.lat, after.lon)]
  const wasIn = lyingIn(before)?.has(id) === true
  let [low, high] = [0, 1]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    const isIn = lyingIn(interpolatePlace(from, to, middle))?.has(id) === true
    if (isIn === wasIn) low = middle
    else high = middle
  }
  const { lat, lon } = interpolatePlace(from, to, high)
  const at = Math.round(before.t + (after.t - before.t) * high)
  return { from: at, to: at, place: { lat, lon } }
}
