import { metresBetween } from '@samudra/nautical/geodesy'
import { PolygonLookup } from '@samudra/nautical/polygon-lookup'
import type { Rings } from '@samudra/nautical/polygon'

/** A port as calls are judged by it: its outlines in degrees, longitude first. */
export type CallPort = {
  id: string
  lat: number
  lon: number
  harbour: readonly Rings[]
  anchorages: readonly Rings[]
}
export type Part = 'HARBOUR' | 'ANCHORAGE'
export type PortPart = { readonly port: CallPort; readonly part: Part }

const NOWHERE: readonly PortPart[] = []

/** Harbours and anchorages of all ports, asked by place. To ask where there is none allocates nothing. */
export class PortAreas {
  readonly #lookup: PolygonLookup<PortPart>
  readonly #ports = new Map<string, CallPort>()

  constructor(ports: Iterable<CallPort>) {
    const polygons: [PortPart, readonly Rings[]][] = []
    for (const port of ports) {
      this.#ports.set(port.id, port)
      if (port.harbour.length > 0) polygons.push([{ port, part: 'HARBOUR' }, port.harbour])
      if (port.anchorages.length > 0) polygons.push([{ port, part: 'ANCHORAGE' }, port.anchorages])
    }
    this.#lookup = new PolygonLookup(polygons)
  }

  port(id: string): CallPort | undefined {
    return this.#ports.get(id)
  }

  /** What of which ports a place lies in: harbours first, then the nearer port. */
  at(lat: number, lon: number): readonly PortPart[] {
    const count = this.#lookup.at(lat, lon)
    if (count === 0) return NOWHERE
    const parts = Array.from(this.#lookup.found.subarray(0, count), (number) => this.#lookup.idOf(number)!)
    return count === 1 ? parts : parts.toSorted((a, b) => rank(a, lat, lon) - rank(b, lat, lon))
  }
}

const FARTHER_THAN_ANY_M = 40_000_000
const rank = ({ port, part }: PortPart, lat: number, lon: number) =>
  metresBetween(lat, lon, port.lat, port.lon) + (part === 'HARBOUR' ? 0 : FARTHER_THAN_ANY_M)
