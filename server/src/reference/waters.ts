import type { ZoneGeometry } from '@samudra/contract/zones'
import { containsPoint, preparePolygon, type PreparedPolygon } from '@samudra/nautical/polygon'

/** Cells of this many degrees: most of them lie wholly inside or outside every area. */
const CELL = 0.25
const COLUMNS = 360 / CELL

type Piece<Area> = { area: Area; polygon: PreparedPolygon }
/** What is the same everywhere in a cell, and what has to be asked of each place. */
type Cell<Area> = { certain: Area[]; open: Piece<Area>[] }

/**
 * Which areas a place lies in. A cell no side passes through has one answer, found once; elsewhere the few areas whose
 * sides pass are asked. So a question costs nothing but a look-up nearly everywhere.
 */
export class WatersIndex<Area> {
  readonly #pieces: Piece<Area>[]
  readonly #order: ReadonlyMap<Area, number>
  readonly #sides = new Map<number, Set<Piece<Area>>>()
  readonly #cells = new Map<number, Cell<Area>>()

  constructor(areas: readonly { area: Area; geometry: ZoneGeometry }[]) {
    this.#pieces = areas.flatMap(({ area, geometry }) => {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      return polygons.map((rings) => ({ area, polygon: preparePolygon(rings) }))
    })
    this.#order = new Map(areas.map(({ area }, i) => [area, i]))
    for (const piece of this.#pieces) this.#markSides(piece)
  }

  /** In the order the areas were handed in. */
  at(lat: number, lon: number): Area[] {
    const key = keyOf(Math.floor((lat + 90) / CELL), Math.floor((lon + 180) / CELL))
    let cell = this.#cells.get(key)
    if (cell === undefined) this.#cells.set(key, (cell = this.#cellAt(key, lat, lon)))
    if (cell.open.length === 0) return cell.certain
    const asked = cell.open.filter(({ polygon }) => containsPoint(polygon, lat, lon))
    if (asked.length === 0) return cell.certain
    const found = new Set(cell.certain)
    for (const { area } of asked) found.add(area)
    return [...found].sort((one, other) => this.#order.get(one)! - this.#order.get(other)!)
  }

  #cellAt(key: number, lat: number, lon: number): Cell<Area> {
    const passing = this.#sides.get(key) ?? new Set()
    const certain = new Set<Area>()
    for (const piece of this.#pieces)
      if (!passing.has(piece) && containsPoint(piece.polygon, lat, lon)) certain.add(piece.area)
    return { certain: [...certain], open: [...passing] }
  }

  #markSides(piece: Piece<Area>) {
    for (const { lons, lats } of piece.polygon)
      for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
        const [west, east] = [Math.min(lons[i]!, lons[j]!), Math.max(lons[i]!, lons[j]!)]
        const [south, north] = [Math.min(lats[i]!, lats[j]!), Math.max(lats[i]!, lats[j]!)]
        // A hair wider than the side: a place on the edge of a cell belongs to the next one.
        for (
          let row = Math.floor((south + 90) / CELL - 1e-9);
          row <= Math.floor((north + 90) / CELL + 1e-9);
          row++
        )
          for (
            let column = Math.floor((west + 180) / CELL - 1e-9);
            column <= Math.floor((east + 180) / CELL + 1e-9);
            column++
          ) {
            const key = keyOf(row, column)
            const here = this.#sides.get(key)
            if (here === undefined) this.#sides.set(key, new Set([piece]))
            else here.add(piece)
          }
      }
  }
}

const keyOf = (row: number, column: number) => row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS)
