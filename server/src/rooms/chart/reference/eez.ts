import type { Eez, Waters } from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { splitAtAntimeridian } from '@samudra/nautical/antimeridian'
import { polygonArea } from '@samudra/nautical/polygons/polygon'
import { settlePolygons } from '@samudra/nautical/polygons/polygon-faults'
import { simplifyRing } from '@samudra/nautical/polygons/simplify-ring'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { ComputedArea } from './computed.ts'

/** Fields of an imported boundary that are stored as its body. */
export type EezBody = Pick<
  Eez,
  'name' | 'country' | 'kind' | 'source' | 'edition' | 'disputed' | 'claimants' | 'mrgid'
> & { geometry: ZoneGeometry; area_km2: number }
export type OwnEez = Held<EezBody>

/** More corners than this are not looked through for sides that cross. */
const CORNERS_CHECKED = 4000

export const cornersOf = (geometry: ZoneGeometry) =>
  partsOf(geometry).reduce((sum, rings) => sum + rings.reduce((all, ring) => all + ring.length, 0), 0)

const geometryOf = (polygons: [number, number][][][]): ZoneGeometry =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons }

/** Returns a drawn or written outline as it is stored: valid, and cut at 180 degrees. Throws VALIDATION. */
export function settled(geometry: ZoneGeometry): ZoneGeometry {
  try {
    const polygons = partsOf(geometry)
    const sound = cornersOf(geometry) > CORNERS_CHECKED ? polygons : settlePolygons(polygons)
    return geometryOf(sound.flatMap(splitAtAntimeridian))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const why = sentenceOf(error)
    throw new OperationError('VALIDATION', `This shape is not a valid boundary: ${why}.`, {
      fields: [{ field: 'geometry', why }],
    })
  }
}

export function areaKm2(geometry: ZoneGeometry): number {
  const metres2 = partsOf(geometry).reduce((sum, rings) => sum + polygonArea(rings), 0)
  return Number((metres2 / 1e6).toPrecision(6))
}

/** With corners left out that lie within `tolerance` degrees; a part that vanishes stays as it is. */
export function simpler(geometry: ZoneGeometry, tolerance: number | undefined): ZoneGeometry {
  if (tolerance === undefined || tolerance === 0) return geometry
  return geometryOf(
    partsOf(geometry).map((rings) =>
      rings.flatMap((ring, i) => {
        const simple = simplifyRing(ring, tolerance)
        return simple === null ? (i === 0 ? [ring as [number, number][]] : []) : [simple]
      }),
    ),
  )
}

export const presentOwn = (one: OwnEez, mine: boolean): Eez & { geometry: ZoneGeometry } => ({
  ...columnsOf(one, mine),
  ...one.body,
  approx: false,
  cut: false,
  replaced_by: [],
})

/** Returns a computed boundary in the same form; it has no owner and was always valid. */
export const presentComputed = (
  one: ComputedArea,
  replaced_by: string[],
  at: string,
): Eez & { geometry: ZoneGeometry } => ({
  id: one.id,
  version: 1,
  domain: 'REAL',
  visibility: 'CENTRE',
  owner_id: '',
  owner: '',
  group_ids: [],
  created_at: at,
  updated_at: at,
  updated_user_id: '',
  updated_by: '',
  valid_from: null,
  valid_to: null,
  mine: false,
  name: one.name,
  country: one.country,
  kind: one.kind,
  geometry: one.geometry,
  source: one.source,
  edition: one.edition,
  disputed: false,
  claimants: [],
  mrgid: null,
  area_km2: one.km2,
  approx: true,
  cut: one.cut,
  replaced_by,
})

type Described = Pick<
  Waters,
  'id' | 'kind' | 'country' | 'name' | 'source' | 'edition' | 'approx' | 'disputed' | 'claimants'
>
export const watersOf = (one: Described): Waters => ({
  id: one.id,
  kind: one.kind,
  country: one.country,
  name: one.name,
  source: one.source,
  edition: one.edition,
  approx: one.approx,
  disputed: one.disputed,
  claimants: one.claimants,
})
