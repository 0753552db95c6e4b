import { USUAL_BACKFILL_DAYS, type Aoi, type AoiShape } from '@samudra/contract/areas'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { settlePolygons } from '@samudra/nautical/polygons/polygon-faults'
import { polygonArea } from '@samudra/nautical/polygons/polygon'
import { circleAround, corridorAlong } from '@samudra/nautical/polygons/shapes'
import { metresFromNm, nmFromMetres, place } from '@samudra/nautical/units'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { columnsOf } from '../../../platform/kernel/objects/object-rules.ts'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Area, AreaBody } from '../filter-inputs/room.ts'
import { isValidAt } from '../../../sea/validity.ts'

/**
 * Returns the given outline, or that of the given shape, as it is stored. Throws VALIDATION with the place of a fault.
 */
export function outlineOf(given: {
  geometry?: ZoneGeometry | undefined
  shape?: AoiShape | undefined
}): Pick<AreaBody, 'geometry' | 'shape' | 'area_nm2'> {
  if ((given.geometry === undefined) === (given.shape === undefined))
    throw unfit('give either an outline, or a circle or corridor', ['geometry', 'shape'])
  try {
    const rings = given.shape === undefined ? partsOf(given.geometry!) : [[ringOf(given.shape)]]
    const [one, ...more] = settlePolygons(rings)
    const geometry: ZoneGeometry =
      more.length === 0
        ? { type: 'Polygon', coordinates: one! }
        : { type: 'MultiPolygon', coordinates: [one!, ...more] }
    return { geometry, shape: given.shape ?? null, area_nm2: squareMiles([one!, ...more]) }
  } catch (error) {
    if (error instanceof RangeError) throw unfit(sentenceOf(error))
    throw error
  }
}

function ringOf(shape: AoiShape) {
  if (shape.shape === 'corridor')
    return corridorAlong(
      shape.line.map(([lon, lat]) => place(lat, lon)),
      metresFromNm(shape.width_nm),
    )
  const [lon, lat] = shape.center
  return circleAround(place(lat, lon), metresFromNm(shape.radius_nm))
}

const squareMiles = (polygons: number[][][][]) => {
  const metres2 = polygons.reduce((sum, rings) => sum + polygonArea(rings), 0)
  const miles2 = nmFromMetres(nmFromMetres(metres2))
  // To six figures: more would promise what a sphere cannot keep.
  return Number(miles2.toPrecision(6))
}

const unfit = (why: string, fields = ['geometry']) =>
  new OperationError('VALIDATION', `This shape is not a valid area: ${why}.`, {
    fields: fields.map((field) => ({ field, why })),
  })

/** Throws VALIDATION for a period that ends before it begins, or comes again without a beginning and an end. */
export function checkPeriod(from: Date | null, to: Date | null, recur: AreaBody['recur']) {
  const wrong = (field: string, why: string) =>
    new OperationError('VALIDATION', `Check the period: ${why}.`, { fields: [{ field, why }] })
  if (from !== null && to !== null && to <= from) throw wrong('valid_to', 'it must end after it begins')
  if (recur !== 'NONE' && (from === null || to === null))
    throw wrong('recur', 'a recurring period needs a start and an end')
}

/** As the contract shows one. `inside` is null where nothing is counted. */
export const presentArea = (area: Area, mine: boolean, now: number, inside: number | null): Aoi => ({
  ...columnsOf(area, mine),
  ...area.body,
  backfill_days: area.body.backfill_days ?? USUAL_BACKFILL_DAYS,
  active: isValidAt(
    {
      from: area.valid_from?.getTime() ?? null,
      to: area.valid_to?.getTime() ?? null,
      recur: area.body.recur,
    },
    now,
  ),
  stats: { inside_now: inside },
})
