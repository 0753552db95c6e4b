import type { Aoi } from '@samudra/contract/areas'
import type { ZoneGeometry } from '@samudra/contract/zones'
import type { PreparedPolygon } from '@samudra/nautical/polygon'
import { isVisible, Objects, type Held } from '../kernel/objects.ts'
import { polygonsIn } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'

/** What of an area of interest is kept as its body. */
export type AreaBody = Pick<
  Aoi,
  'name' | 'type' | 'recur' | 'color' | 'notes' | 'geometry' | 'shape' | 'geometry_version' | 'area_nm2'
>
export type Area = Held<AreaBody>

/** Areas of interest: drawn by users, seen by those they are shown to; and their shapes, made ready once. */
export async function openAreas(needs: { db: Db; clock: Clock }) {
  const prepared = new WeakMap<ZoneGeometry, PreparedPolygon[]>()
  const shapesOf = (geometry: ZoneGeometry) => {
    const shapes = prepared.get(geometry) ?? polygonsIn(geometry)
    prepared.set(geometry, shapes)
    return shapes
  }
  const areas = new Objects<AreaBody>(needs, {
    type: 'aoi',
    noun: 'area of interest',
    // Who is confined to zones is told of areas there, and of their own.
    maySee: (area, caller) =>
      isVisible(area, caller) &&
      (caller.isAdmin || area.owner_id === caller.userId || caller.sight.area(shapesOf(area.body.geometry))),
  })
  await areas.load()
  return { areas, shapesOf }
}
