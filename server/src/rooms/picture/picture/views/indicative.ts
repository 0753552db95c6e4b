import { SHIP_TYPES } from '@samudra/contract/picture'
import type { Eye } from './eye.ts'
import type { Picture } from '../picture.ts'
import { mmsiText } from '../../../../sea/ship-numbers.ts'

type Cell = { lon: number; lat: number; count: number; rep_mmsi: string; types: Record<string, number> }

/** From this zoom on every contact is its own cell. */
export const EXACT_ZOOM = 6
/** Cells are about this many pixels wide on a map of 512 px tiles. */
const CELL_PX = 48

/** Contacts counted by map cell: the middle of those in it, how many, of which types, and one of them. */
export function indicativeCells(picture: Picture, ids: number[], zoom: number, eye: Eye): Cell[] {
  const { store } = picture
  const { rows } = store
  const cellDeg = (360 / (512 * 2 ** zoom)) * CELL_PX
  const cells = new Map<string, Cell>()
  for (const id of ids) {
    const row = eye.row(id)
    const lat = rows.lat[row]! / 1e6
    const lon = rows.lon[row]! / 1e6
    const key = zoom >= EXACT_ZOOM ? String(id) : `${Math.floor(lat / cellDeg)} ${Math.floor(lon / cellDeg)}`
    let cell = cells.get(key)
    if (cell === undefined)
      cells.set(key, (cell = { lon: 0, lat: 0, count: 0, rep_mmsi: mmsiText(store.mmsi[id]!), types: {} }))
    cell.count++
    cell.lon += (lon - cell.lon) / cell.count
    cell.lat += (lat - cell.lat) / cell.count
    const type = SHIP_TYPES[eye.shipGroup(id)]!
    cell.types[type] = (cell.types[type] ?? 0) + 1
  }
  return [...cells.values()]
}
