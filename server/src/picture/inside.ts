import type { ZoneGeometry } from '@samudra/contract/zones'
import { containsPoint, type PreparedPolygon } from '@samudra/nautical/polygon'
import type { Caller } from '../kernel/caller.ts'
import { polygonsIn } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import { NOBODY_ROW } from './contact-store.ts'
import { Eye } from './eye.ts'
import type { FeedNames } from '../sea/names.ts'
import type { Picture } from './picture.ts'
import { presentContact } from './present.ts'

/** Shapes are looked up by cells of this many degrees, so that a contact is tried against few of them. */
const CELL = 4
const COLUMNS = 360 / CELL

/** How many contacts that an eye sees lie in each shape, in one walk over the picture. */
export function countInside(picture: Picture, eye: Eye, shapes: readonly ZoneGeometry[]): number[] {
  const counts = shapes.map(() => 0)
  if (shapes.length === 0) return counts
  const cells = cellsOf(shapes)
  const { store } = picture
  const { rows } = store
  for (let id = 0; id < store.used; id++) {
    const row = store.isAlive[id] === 1 ? eye.row(id) : NOBODY_ROW
    if (row === NOBODY_ROW) continue
    const lat = rows.lat[row]! / 1e6
    const lon = rows.lon[row]! / 1e6
    const near = cells.get(cellAt(lat, lon))
    if (near === undefined) continue
    for (const { shape, polygons } of near)
      if (polygons.some((polygon) => containsPoint(polygon, lat, lon))) counts[shape]!++
  }
  return counts
}

/** Whether an eye sees one of the contacts of an MMSI; what is on no picture is no secret. */
export function mayKnow({ store }: Pick<Picture, 'store'>, eye: Eye, mmsi: number): boolean {
  return eye.seesAll || store.firstOf(mmsi) < 0 || isShown({ store }, eye, mmsi)
}

/** Whether one of the contacts of an MMSI is on the picture of an eye. */
export function isShown({ store }: Pick<Picture, 'store'>, eye: Eye, mmsi: number): boolean {
  for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!)
    if (eye.row(id) !== NOBODY_ROW) return true
  return false
}

/** What a caller may know of ships by their MMSI: whether at all, and as they are on the picture now. */
export function shipsSeen(
  { picture, names, clock }: { picture: Picture; names: FeedNames; clock: Clock },
  caller: Caller,
) {
  const eye = new Eye(picture, names, caller.sight)
  const { store } = picture
  return {
    mayKnow: (mmsi: number) => mayKnow(picture, eye, mmsi),
    /** One of those on an MMSI: of a split, or the first that is seen. */
    find: (mmsi: number, split?: number) => {
      for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!)
        if (eye.row(id) !== NOBODY_ROW && (split === undefined || store.split[id] === split))
          return presentContact(picture, id, names, clock.now(), eye)
      return null
    },
  }
}

const rowAt = (lat: number) => Math.floor((lat + 90) / CELL)
const columnAt = (lon: number) => {
  const column = Math.floor((lon + 180) / CELL) % COLUMNS
  return column < 0 ? column + COLUMNS : column
}
const cellAt = (lat: number, lon: number) => rowAt(lat) * COLUMNS + columnAt(lon)

type Near = { shape: number; polygons: PreparedPolygon[] }

/** For every cell the shapes whose boxes reach into it. */
function cellsOf(shapes: readonly ZoneGeometry[]): Map<number, Near[]> {
  const cells = new Map<number, Near[]>()
  for (const [shape, geometry] of shapes.entries()) {
    const polygons = polygonsIn(geometry)
    const own = new Set<number>()
    for (const [outer] of polygons) for (const cell of cellsOfBox(outer!)) own.add(cell)
    for (const cell of own) cells.set(cell, [...(cells.get(cell) ?? []), { shape, polygons }])
  }
  return cells
}

function* cellsOfBox(box: { west: number; east: number; south: number; north: number }) {
  const columns = Math.min(
    COLUMNS,
    Math.floor((box.east + 180) / CELL) - Math.floor((box.west + 180) / CELL) + 1,
  )
  for (let row = rowAt(box.south); row <= rowAt(box.north); row++)
    for (let i = 0; i < columns; i++) yield row * COLUMNS + columnAt(box.west + i * CELL)
}
