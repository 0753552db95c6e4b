import { createHash } from 'node:crypto'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import { partsOf, shapesOf } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import type { ReferenceInterface } from '../../chart/reference/room.ts'
import type { AreaLookup } from './traffic-count.ts'
import { DAY_MS, syncAreas } from './traffic.sql.ts'

/** An area that is counted. */
export type CountedArea = { id: string; name: string; kind: 'EEZ' | 'AREA'; geometry: ZoneGeometry }

/** Hours so far back are counted again when an area changes. */
const RECOUNTED_MS = 90 * DAY_MS

type Needs = {
  db: Db
  clock: Clock
  areas: FilterInputsInterface['areas']
  reference: Pick<ReferenceInterface, 'boundaries' | 'boundariesVersion'>
}

/** Areas of the counts: exclusive economic zones, and areas of interest that the centre shows to all. */
export class TrafficAreas {
  readonly #needs: Needs
  readonly #outlines = new WeakMap<ZoneGeometry, string>()
  #made: { of: string; lookup: AreaLookup; numbers: ReadonlyMap<string, number> } | null = null
  #places: { of: string; lookup: PolygonLookup<string>; ids: string[] } | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  all(): CountedArea[] {
    const { areas, reference } = this.#needs
    const zones = reference
      .boundaries()
      .flatMap(({ id, name, kind, geometry }) =>
        kind === 'EEZ' ? [{ id, name, kind: 'EEZ' as const, geometry }] : [],
      )
    const drawn = [...areas.all()].flatMap(({ id, visibility, domain, body }) =>
      domain === 'REAL' && (visibility === 'CENTRE' || visibility === 'RELEASED')
        ? [{ id, name: body.name, kind: 'AREA' as const, geometry: body.geometry }]
        : [],
    )
    return [...zones, ...drawn]
  }

  /** Returns the counted areas whose counts a caller may see: all of the area lies in the zones of the caller. */
  seenBy(caller: Caller): CountedArea[] {
    const { areas } = this.#needs
    return this.all().filter(({ id, kind, geometry }) => {
      const drawn = kind === 'AREA' ? areas.find(id) : undefined
      if (drawn !== undefined && !areas.isSeenBy(drawn, caller)) return false
      return caller.visibility.everywhere || caller.visibility.wholeArea(shapesOf(geometry))
    })
  }

  /** Returns the lookup of the areas and their numbers, and marks hours again if an area changed. */
  async sync() {
    const { db, clock } = this.#needs
    const of = this.#version()
    if (this.#made?.of === of) return this.#made
    const all = this.all()
    const outlines = new Map(all.map(({ id, geometry }) => [id, this.#outlineOf(geometry)]))
    const numbers = await syncAreas(db, outlines, new Date(clock.now() - RECOUNTED_MS))
    const { lookup, ids } = this.#lookup(of, all)
    const byPlace = ids.map((id) => numbers.get(id)!)
    const found: number[] = []
    const at = (lat: number, lon: number) => {
      const count = lookup.at(lat, lon)
      for (let n = 0; n < count; n++) found[n] = byPlace[lookup.found[n]!]!
      return count
    }
    return (this.#made = { of, lookup: { at, found }, numbers })
  }

  /** Returns ids of the counted areas that hold a place, degrees. */
  at(lat: number, lon: number): string[] {
    const { lookup, ids } = this.#lookup(this.#version())
    const count = lookup.at(lat, lon)
    return Array.from({ length: count }, (_, n) => ids[lookup.found[n]!]!)
  }

  #version(): string {
    const { areas, reference } = this.#needs
    return `${areas.changes} ${reference.boundariesVersion()}`
  }

  #lookup(of: string, all?: readonly CountedArea[]) {
    if (this.#places?.of === of) return this.#places
    const lookup = new PolygonLookup<string>()
    const ids: string[] = []
    for (const { id, geometry } of all ?? this.all()) ids[lookup.put(id, partsOf(geometry))] = id
    return (this.#places = { of, lookup, ids })
  }

  #outlineOf(geometry: ZoneGeometry): string {
    const known =
      this.#outlines.get(geometry) ?? createHash('sha256').update(JSON.stringify(geometry)).digest('hex')
    this.#outlines.set(geometry, known)
    return known
  }
}
