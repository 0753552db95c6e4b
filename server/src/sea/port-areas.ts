import { metresBetween } from '@samudra/nautical/geodesy'
import { PolygonLookup } from '@samudra/nautical/polygon-lookup'
import type { Rings } from '@samudra/nautical/polygon'
import { breathe } from '../kernel/breathe.ts'

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
  readonly #lookup = new PolygonLookup<PortPart>()
  readonly #ports = new Map<string, CallPort>()

  static readonly #made = new WeakMap<readonly CallPort[], Promise<PortAreas>>()

  private constructor() {}

  /** Made once of an array of ports, whoever asks; in slices: there are thousands of outlines. */
  static of(ports: readonly CallPort[]): Promise<PortAreas> {
    const known = PortAreas.#made.get(ports)
    if (known !== undefined) return known
    const made = PortAreas.#make(ports)
    PortAreas.#made.set(ports, made)
    return made
  }
  static async #make(ports: readonly CallPort[]): Promise<PortAreas> {
    const areas = new PortAreas()
    let sliceBegan = performance.now()
    for (const port of ports) {
      areas.#put(port)
      sliceBegan = await breathe(sliceBegan)
    }
    return areas
  }

  #put(port: CallPort) {
    this.#ports.set(port.id, port)
    if (port.harbour.length > 0) this.#lookup.put({ port, part: 'HARBOUR' }, port.harbour)
    if (port.anchorages.length > 0) this.#lookup.put({ port, part: 'ANCHORAGE' }, port.anchorages)
  }

  port(id: string): CallPort | undefined {
    return this.#ports.get(id)
  }

  /** Whether a place in millionths of a degree lies in a port; nothing without a place does. */
  hold({ lat_udeg, lon_udeg }: { lat_udeg: number | null; lon_udeg: number | null }): boolean {
    return lat_udeg !== null && lon_udeg !== null && this.at(lat_udeg / 1e6, lon_udeg / 1e6).length > 0
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
