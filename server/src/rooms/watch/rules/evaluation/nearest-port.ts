import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'

type Port = { lat: number; lon: number }
/** Farther off nobody asks: that it is at least so far is told. */
const FARTHEST_DEGREES = 10
const ROUND = 360

/** Which port is nearest to a place; ports by cells of one degree. */
export class NearestPort {
  readonly #cells = new Map<number, Port[]>()

  constructor(ports: Iterable<Port>) {
    for (const port of ports) {
      const cell = cellOf(Math.floor(port.lat), Math.floor(port.lon))
      const there = this.#cells.get(cell)
      if (there === undefined) this.#cells.set(cell, [port])
      else there.push(port)
    }
  }

  /** NM to the nearest port, Infinity where none is within 600 NM north or south. Rings of cells are looked at outwards. */
  distanceNm(lat: number, lon: number): number {
    const [row, column] = [Math.floor(lat), Math.floor(lon)]
    const narrowest = Math.max(0.05, Math.cos((Math.min(89, Math.abs(lat) + 1) * Math.PI) / 180))
    let best = Infinity
    for (let ring = 0; ring <= FARTHEST_DEGREES / narrowest; ring++) {
      // What lies in this ring or beyond is at least so far.
      if (best <= (ring - 1) * 60 * narrowest) break
      const rows = Math.min(ring, FARTHEST_DEGREES)
      for (let y = row - rows; y <= row + rows; y++)
        for (
          let x = column - ring;
          x <= column + ring;
          x += y === row - ring || y === row + ring ? 1 : 2 * ring || 1
        )
          best = Math.min(best, this.#in(cellOf(y, x), lat, lon))
    }
    return best
  }

  #in(cell: number, lat: number, lon: number): number {
    let best = Infinity
    for (const port of this.#cells.get(cell) ?? [])
      best = Math.min(best, metresBetween(lat, lon, port.lat, port.lon) / METRES_PER_NM)
    return best
  }
}

const cellOf = (y: number, x: number) => y * ROUND + (((x % ROUND) + ROUND) % ROUND)
