import { PolygonLookup } from '@samudra/nautical/polygon-lookup'
import { believedIn, isBelieved, versionsFor, type Period } from '../kernel/belief.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Objects } from '../kernel/objects.ts'
import { partsOf } from '../kernel/sight.ts'
import { isValidAt, validityChanges } from '../sea/validity.ts'
import type { Area, AreaBody } from './areas.ts'
import type { PresentAreas } from './present-areas.ts'

/** Whether a place lies in an area that holds at an instant, epoch ms. */
export type InsideTest = (lat: number, lon: number, at: number) => boolean

/** The areas that hold a place. */
export type AreasTest = { areasAt(lat: number, lon: number): { id: string; name: string }[] }

const validityOf = ({ valid_from, valid_to, body }: Area) => ({
  from: valid_from?.getTime() ?? null,
  to: valid_to?.getTime() ?? null,
  recur: body.recur,
})

/** What lies in the areas a caller sees. */
export class Inside {
  readonly #areas: Objects<AreaBody>
  readonly #present: PresentAreas

  constructor(areas: Objects<AreaBody>, present: PresentAreas) {
    this.#areas = areas
    this.#present = present
  }

  /** Of the present areas; follows changes by itself. */
  testNow(caller: Caller): InsideTest {
    const areas = this.#areas
    let seen = new Map<string, ReturnType<typeof validityOf>>()
    let asOf = -1
    return (lat, lon, at) => {
      if (asOf !== areas.changes) {
        asOf = areas.changes
        seen = new Map(areas.list(caller).map((area) => [area.id, validityOf(area)]))
      }
      const { lookup } = this.#present
      const count = lookup.at(lat, lon)
      for (let n = 0; n < count; n++) {
        const validity = seen.get(lookup.idOf(lookup.found[n]!)!)
        if (validity !== undefined && isValidAt(validity, at)) return true
      }
      return false
    }
  }

  /** Of the areas as they stood at each instant of a period, and when that changed. */
  async testThen(caller: Caller, period: Period): Promise<{ isInside: InsideTest; changes: number[] }> {
    const versions = await this.#areas.during(...believedIn(period), caller)
    const past = new PastAreas(versions, period)
    const edges = versions.flatMap((area) => validityChanges(validityOf(area), period.from, period.to))
    return {
      isInside: (lat, lon, at) => past.first(lat, lon, at) !== undefined,
      changes: [...past.changes, ...edges],
    }
  }

  /** The areas that held at each instant of a period, as they stood then; one drawn later as it was drawn first. */
  async areasThen(caller: Caller, period: Period): Promise<(at: number) => AreasTest> {
    const past = new PastAreas(await versionsFor(this.#areas, caller, period), period)
    return (at) => ({
      areasAt: (lat, lon) => past.all(lat, lon, at).map(({ id, body }) => ({ id, name: body.name })),
    })
  }
}

/** Versions of areas, asked by what was believed and held at an instant. */
class PastAreas {
  readonly #lookup: PolygonLookup<Area>
  readonly #from: number
  readonly #to: number
  /** When something else was believed than before, within the period; epoch ms. */
  readonly changes: number[]

  constructor(versions: readonly Area[], period: Period) {
    ;[this.#from, this.#to] = believedIn(period).map((at) => at.getTime()) as [number, number]
    this.#lookup = new PolygonLookup(versions.map((one) => [one, partsOf(one.body.geometry)]))
    const edges = versions.flatMap(({ known_from, known_to }) => [
      known_from.getTime(),
      known_to?.getTime() ?? Infinity,
    ])
    this.changes = edges.filter((at) => at > this.#from && at <= this.#to)
  }

  first(lat: number, lon: number, at: number): Area | undefined {
    const count = this.#lookup.at(lat, lon)
    for (let n = 0; n < count; n++) {
      const area = this.#lookup.idOf(this.#lookup.found[n]!)!
      if (this.#holds(area, at)) return area
    }
    return undefined
  }

  all(lat: number, lon: number, at: number): Area[] {
    const found = this.#lookup.found.subarray(0, this.#lookup.at(lat, lon))
    return Array.from(found, (number) => this.#lookup.idOf(number)!).filter((area) => this.#holds(area, at))
  }

  /** Before the period what was believed at its beginning counts, after it what was at its end. */
  #holds(area: Area, at: number): boolean {
    const believedAt = Math.min(this.#to, Math.max(this.#from, at))
    return isBelieved(area, believedAt) && isValidAt(validityOf(area), at)
  }
}
