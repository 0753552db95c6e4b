import type { ZoneGeometry } from '@samudra/contract/zones'
import type { PreparedPolygon } from '@samudra/nautical/polygon'
import { isVisible, Objects } from '../kernel/objects.ts'
import type { Room } from '../kernel/room.ts'
import { polygonsIn } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { AreaBody } from './area.ts'
import { areaOps, type AreaNeeds } from './areas.ops.ts'

type Needs = Omit<AreaNeeds, 'areas'> & { db: Db; clock: Clock }

/** Areas of interest: drawn by users, seen by those they are shown to. */
export async function areasRoom(needs: Needs): Promise<Room> {
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
  return { name: 'areas', ops: areaOps({ ...needs, areas }) }
}
