import { EARTH_RADIUS_M, metresBetween } from '@samudra/nautical/geodesy'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import { shortWay, type Rings } from '@samudra/nautical/polygons/polygon'
import { circleAround } from '@samudra/nautical/polygons/shapes'
import { METRES_PER_NM, place } from '@samudra/nautical/units'

/** Where a port is: outlines in degrees, longitude first. */
export type PortOutline = {
  readonly lat: number
  readonly lon: number
  /** Outline as drawn; null for a circle of `radius_nm`, which is computed at a query. */
  readonly harbour: readonly Rings[] | null
  readonly radius_nm: number
}
/** A port as calls are judged by it. */
export type CallPort = PortOutline & { readonly id: string; readonly anchorages: readonly Rings[] }

export const harbourOf = ({ lat, lon, harbour, radius_nm }: PortOutline): readonly Rings[] =>
  harbour ?? [[circleAround(place(lat, lon), radius_nm * METRES_PER_NM)]]

export type Part = 'HARBOUR' | 'ANCHORAGE'
export type PortPart = { readonly port: CallPort; readonly part: Part }

const NOWHERE: readonly PortPart[] = []
const NO_PORTS: readonly CallPort[] = []
/** Cells of a degree. */
const LONS = 360
const LATS = 180
const RADIANS = Math.PI / 180
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS

/**
 * Harbours and anchorages of all ports by position. Outlines are prepared at the first query close by, as most ports
 * of the world never have a vessel of these waters. A query without any allocates nothing.
 */
export class PortAreas {
  readonly #lookup = new PolygonLookup<PortPart>()
  readonly #ports: ReadonlyMap<string, CallPort>
  /** By cells of a degree, the ports whose outlines reach into it and are not laid out yet. */
  readonly #waiting = new Map<number, CallPort[]>()
  /** 1 where some wait. */
  readonly #isWaiting = new Uint8Array(LONS * LATS)
  readonly #laid = new Set<CallPort>()

  static readonly #made = new WeakMap<readonly CallPort[], PortAreas>()

  private constructor(ports: readonly CallPort[]) {
    this.#ports = new Map(ports.map((port) => [port.id, port]))
    for (const port of ports)
      for (const cell of cellsOf(port)) {
        this.#isWaiting[cell] = 1
        const there = this.#waiting.get(cell)
        if (there === undefined) this.#waiting.set(cell, [port])
        else there.push(port)
      }
  }

  /** Returns one instance per array of ports, created once. */
  static of(ports: readonly CallPort[]): PortAreas {
    const known = PortAreas.#made.get(ports)
    if (known !== undefined) return known
    const made = new PortAreas(ports)
    PortAreas.#made.set(ports, made)
    return made
  }

  #lay(cell: number) {
    this.#isWaiting[cell] = 0
    for (const port of this.#waiting.get(cell) ?? NO_PORTS) {
      if (this.#laid.has(port)) continue
      this.#laid.add(port)
      this.#lookup.put({ port, part: 'HARBOUR' }, harbourOf(port))
      if (port.anchorages.length > 0) this.#lookup.put({ port, part: 'ANCHORAGE' }, port.anchorages)
    }
    this.#waiting.delete(cell)
  }

  port(id: string): CallPort | undefined {
    return this.#ports.get(id)
  }

  /** Returns whether a position in millionths of a degree lies in a port; false without a position. */
  hold({ lat_udeg, lon_udeg }: { lat_udeg: number | null; lon_udeg: number | null }): boolean {
    return lat_udeg !== null && lon_udeg !== null && this.at(lat_udeg / 1e6, lon_udeg / 1e6).length > 0
  }

  /** Returns the parts of ports at a position: harbours first, then the nearer port. */
  at(lat: number, lon: number): readonly PortPart[] {
    const cell = cellAt(lat, lon)
    if (this.#isWaiting[cell] === 1) this.#lay(cell)
    const count = this.#lookup.at(lat, lon)
    if (count === 0) return NOWHERE
    const parts = Array.from(this.#lookup.found.subarray(0, count), (number) => this.#lookup.idOf(number)!)
    return count === 1 ? parts : parts.toSorted((a, b) => rank(a, lat, lon) - rank(b, lat, lon))
  }
}

const FARTHER_THAN_ANY_M = 40_000_000
const rank = ({ port, part }: PortPart, lat: number, lon: number) =>
  metresBetween(lat, lon, port.lat, port.lon) + (part === 'HARBOUR' ? 0 : FARTHER_THAN_ANY_M)

const rowOf = (lat: number) => Math.max(0, Math.min(LATS - 1, Math.floor(lat + 90)))
const columnOf = (lon: number) => ((Math.floor(lon + 180) % LONS) + LONS) % LONS
/** The cell of a degree a place lies in. */
const cellAt = (lat: number, lon: number) => rowOf(lat) * LONS + columnOf(lon)

/** The cells of the box around all of a port, which is less than half the globe wide. */
function* cellsOf({ lat, lon, harbour, radius_nm, anchorages }: CallPort): Generator<number> {
  const up = harbour === null ? (radius_nm * METRES_PER_NM * 1.001) / METRES_PER_DEGREE : 0
  const aside = Math.min(180, up / Math.cos(Math.min(89.9, Math.abs(lat) + up) * RADIANS))
  let [west, east, south, north] = [-aside, aside, lat - up, lat + up]
  for (const rings of [...(harbour ?? []), ...anchorages])
    for (const [x, y] of rings[0] ?? []) {
      const away = shortWay(lon, x!)
      if (away < west) west = away
      if (away > east) east = away
      if (y! < south) south = y!
      if (y! > north) north = y!
    }
  for (let y = rowOf(south); y <= rowOf(north); y++)
    for (let x = Math.floor(lon + west); x <= Math.floor(lon + east); x++) yield y * LONS + columnOf(x)
}
