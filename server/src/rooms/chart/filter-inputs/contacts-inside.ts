import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import {
  knowledgeSpan,
  isKnownAt,
  versionsFor,
  type Period,
} from '../../../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import { isValidAt, validityChanges } from '../../../sea/validity.ts'
import type { Area, AreaBody } from './areas.ts'
import type { PresentAreas } from './present-areas.ts'

/** Test of whether a position lies in an area that is valid at an instant, epoch ms. */
export type InsideTest = (lat: number, lon: number, at: number) => boolean

/** The areas that hold a place. */
export type AreasTest = { areasAt(lat: number, lon: number): { id: string; name: string }[] }

const validityOf = ({ valid_from, valid_to, body }: Area) => ({
  from: valid_from?.getTime() ?? null,
  to: valid_to?.getTime() ?? null,
  recur: body.recur,
})

/** Tests of positions against the areas that a caller sees. */
export class Inside {
  readonly #areas: Objects<AreaBody>
  readonly #present: PresentAreas

  constructor(areas: Objects<AreaBody>, present: PresentAreas) {
    this.#areas = areas
    this.#present = present
  }

  /** Returns a test against the present areas, which follows changes by itself. */
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

  /** Returns a test against the areas as known at each instant of a period, and the instants of changes. */
  async testThen(caller: Caller, period: Period): Promise<{ isInside: InsideTest; changes: number[] }> {
    const versions = await this.#areas.during(...knowledgeSpan(period), caller)
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

/** Consecutive versions of an area with one outline, by the instant they were first believed. */
type Outline = { since: number[]; versions: Area[]; geometry: string }

/** Versions of areas, queried by what was known and valid at an instant. */
class PastAreas {
  readonly #lookup: PolygonLookup<Outline>
  readonly #from: number
  readonly #to: number
  /** When something else was believed than before, within the period; epoch ms. */
  readonly changes: number[]

  constructor(versions: readonly Area[], period: Period) {
    ;[this.#from, this.#to] = knowledgeSpan(period).map((at) => at.getTime()) as [number, number]
    const outlines = outlinesOf(versions)
    this.#lookup = new PolygonLookup(
      outlines.map((outline) => [outline, partsOf(outline.versions[0]!.body.geometry)]),
    )
    const edges = versions.flatMap(({ known_from, known_to }) => [
      known_from.getTime(),
      known_to?.getTime() ?? Infinity,
    ])
    this.changes = edges.filter((at) => at > this.#from && at <= this.#to)
  }

  first(lat: number, lon: number, at: number): Area | undefined {
    const count = this.#lookup.at(lat, lon)
    for (let n = 0; n < count; n++) {
      const area = this.#heldOf(this.#lookup.found[n]!, at)
      if (area !== undefined) return area
    }
    return undefined
  }

  all(lat: number, lon: number, at: number): Area[] {
    const found = this.#lookup.found.subarray(0, this.#lookup.at(lat, lon))
    return [...found].flatMap((number) => this.#heldOf(number, at) ?? [])
  }

  /** The version of an outline that held; before the period what was believed at its beginning counts, after it at its end. */
  #heldOf(number: number, at: number): Area | undefined {
    const { since, versions } = this.#lookup.idOf(number)!
    const believedAt = Math.min(this.#to, Math.max(this.#from, at))
    let [low, high] = [0, since.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (since[middle]! <= believedAt) low = middle + 1
      else high = middle
    }
    const area = versions[low - 1]
    return area !== undefined && isKnownAt(area, believedAt) && isValidAt(validityOf(area), at)
      ? area
      : undefined
  }
}

/** Outlines of areas, whose versions come in their order: an area that is only renamed has one. */
function outlinesOf(versions: readonly Area[]): Outline[] {
  const outlines: Outline[] = []
  for (const area of versions) {
    const geometry = JSON.stringify(area.body.geometry)
    const last = outlines.at(-1)
    const since = area.known_from.getTime()
    if (last?.versions[0]!.id === area.id && last.geometry === geometry) {
      last.since.push(since)
      last.versions.push(area)
    } else outlines.push({ since: [since], versions: [area], geometry })
  }
  return outlines
}
