import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'

type Place = { lat: number; lon: number }
/** Maximum distance of a search, degrees; beyond it this distance is returned as a minimum. */
const FARTHEST_DEGREES = 10
const ROUND = 360

/** Which port is nearest to a place; ports by cells of one degree. */
export class NearestPort<Port extends Place = Place> {
  readonly #cells = new Map<number, Port[]>()

  constructor(ports: Iterable<Port>) {
    for (const port of ports) {
      const cell = cellOf(Math.floor(port.lat), Math.floor(port.lon))
      const there = this.#cells.get(cell)
      if (there === undefined) this.#cells.set(cell, [port])
      else there.push(port)
    }
  }

  /** NM to the nearest port, Infinity where none is within 600 NM north or south. */
  distanceNm(lat: number, lon: number): number {
    return this.nearest(lat, lon)?.nm ?? Infinity
  }

  /** The nearest port; null where none is within 600 NM north or south. Rings of cells are looked at outwards. */
  nearest(lat: number, lon: number): { port: Port; nm: number } | null {
    const [row, column] = [Math.floor(lat), Math.floor(lon)]
    const narrowest = Math.max(0.05, Math.cos((Math.min(89, Math.abs(lat) + 1) * Math.PI) / 180))
    let best: { port: Port; nm: number } | null = null
    for (let ring = 0; ring <= FARTHEST_DEGREES / narrowest; ring++) {
      // What lies in this ring or beyond is at least so far.
      if (best !== null && best.nm <= (ring - 1) * 60 * narrowest) break
      const rows = Math.min(ring, FARTHEST_DEGREES)
      for (let y = row - rows; y <= row + rows; y++)
        for (
          let x = column - ring;
          x <= column + ring;
          x += y === row - ring || y === row + ring ? 1 : 2 * ring || 1
        )
          for (const port of this.#cells.get(cellOf(y, x)) ?? []) {
            const nm = metresBetween(lat, lon, port.lat, port.lon) / METRES_PER_NM
            if (best === null || nm < best.nm) best = { port, nm }
          }
    }
    return best
  }
}

const cellOf = (y: number, x: number) => y * ROUND + (((x % ROUND) + ROUND) % ROUND)
