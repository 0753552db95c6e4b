import type { ZoneGeometry } from '@samudra/contract/zones'
import type { PreparedPolygon } from '@samudra/nautical/polygon'
import type { Period } from '../kernel/believed.ts'
import { boxOf } from '@samudra/nautical/box'
import type { Caller } from '../kernel/caller.ts'
import { isVisible, Objects } from '../kernel/objects.ts'
import { findObjects } from '../kernel/named.ts'
import type { Room } from '../kernel/room.ts'
import { polygonsIn } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { AreaBody } from './area.ts'
import { areaOps, type AreaNeeds } from './areas.ops.ts'
import { Inside, type InsideTest, type Outline } from './inside.ts'

type Needs = Omit<AreaNeeds, 'areas'> & { db: Db; clock: Clock }

export type AreasRoom = Room & {
  /** Whether a place is inside an area of interest a caller sees that holds at an instant; follows changes by itself. */
  insideTest(caller: Caller): InsideTest
  /** The same of the areas as they stood at each instant of a period, and when that changed. */
  insideThen(caller: Caller, period: Period): Promise<{ isInside: InsideTest; changes: number[] }>
  /** The areas a caller sees that held at each instant of a period, as they stood then; one drawn later as it was drawn first. */
  outlines(caller: Caller, period: Period): Promise<(at: number) => readonly Outline[]>
}

/** Areas of interest: drawn by users, seen by those they are shown to. */
export async function areasRoom(needs: Needs): Promise<AreasRoom> {
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
  const inside = new Inside(areas, shapesOf)
  return {
    name: 'areas',
    ops: areaOps({ ...needs, areas }),
    outlines: (caller, period) => inside.outlines(caller, period),
    find: [
      findObjects(areas, {
        kind: 'area',
        namesOf: ({ name }) => [name],
        show: ({ body }) => ({
          label: body.name,
          detail: 'Area of interest',
          bbox: boxOf(body.geometry),
        }),
      }),
    ],
    insideTest: (caller) => inside.testNow(caller),
    insideThen: (caller, period) => inside.testThen(caller, period),
  }
}
