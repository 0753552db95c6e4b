import { countryOfMmsi } from '@samudra/nautical/mmsi'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { isShip } from '../../../sea/ship-reports.ts'

/** Number of the area that holds every place. */
export const ANYWHERE = 0
export const NO_COUNTRY = 'UNKNOWN'
/** Kind or country of a row that counts all of them. */
export const ALL = '*'

/** Vessels of one kind, country and set of sources in an area during an hour or a day. */
export type CountRow = {
  area: number
  kind: string
  country: string
  /** Ascending; every one of these vessels was received by all of them there. */
  sources: number[]
  vessels: number
  /** Fixes of each of the sources. */
  fixes: number[]
}

/** Area numbers of a place, in `found`; the result is how many. */
export type AreaLookup = { at(lat: number, lon: number): number; readonly found: ArrayLike<number> }

export const vesselKey = (mmsi: number, split: number) => mmsi * 256 + split

/** Counts fixes of an hour or a day by vessel, area and source. */
export class TrafficCount {
  /** Fixes by source, by area, by vessel. */
  readonly #vessels = new Map<number, Map<number, Map<number, number>>>()
  readonly #areas: AreaLookup

  constructor(areas: AreaLookup) {
    this.#areas = areas
  }

  add(batch: FixBatch) {
    const areas = this.#areas
    for (let i = 0; i < batch.count; i++) {
      if (!isShip(batch, i)) continue
      const key = vesselKey(batch.mmsi[i]!, batch.split[i]!)
      let vessel = this.#vessels.get(key)
      if (vessel === undefined) this.#vessels.set(key, (vessel = new Map()))
      const source = batch.source[i]!
      addFix(vessel, ANYWHERE, source)
      const count = areas.at(batch.lat[i]! / 1e6, batch.lon[i]! / 1e6)
      for (let n = 0; n < count; n++) addFix(vessel, areas.found[n]!, source)
    }
  }

  get mmsis(): number[] {
    return [...new Set(Array.from(this.#vessels.keys(), (key) => Math.floor(key / 256)))]
  }

  /** Returns the counts in the order of their keys; `kindOf` is of a vessel key. */
  rows(kindOf: (key: number) => string): CountRow[] {
    const rows = new Map<string, CountRow>()
    for (const [key, areas] of this.#vessels) {
      const kind = kindOf(key)
      const country = countryOfMmsi(Math.floor(key / 256))?.iso2 ?? NO_COUNTRY
      for (const [area, fixes] of areas)
        for (const of of [
          { area, kind, country },
          { area, kind, country: ALL },
          { area, kind: ALL, country },
          { area, kind: ALL, country: ALL },
        ])
          addVessel(rows, of, fixes)
    }
    return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  }
}

function addFix(vessel: Map<number, Map<number, number>>, area: number, source: number) {
  const known = vessel.get(area)
  if (known === undefined) vessel.set(area, new Map([[source, 1]]))
  else known.set(source, (known.get(source) ?? 0) + 1)
}

function addVessel(
  rows: Map<string, CountRow>,
  { area, kind, country }: Pick<CountRow, 'area' | 'kind' | 'country'>,
  fixes: ReadonlyMap<number, number>,
) {
  const sources = [...fixes.keys()].sort((a, b) => a - b)
  const key = `${area} ${kind} ${country} ${sources.join()}`
  let row = rows.get(key)
  if (row === undefined)
    rows.set(key, (row = { area, kind, country, sources, vessels: 0, fixes: sources.map(() => 0) }))
  row.vessels++
  for (const [i, source] of sources.entries()) row.fixes[i]! += fixes.get(source)!
}
