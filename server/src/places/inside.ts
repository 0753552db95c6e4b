import { containsPoint, type PreparedPolygon } from '@samudra/nautical/polygon'
import { Believed, believedIn, versionsFor, type Period } from '../kernel/belief.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Objects } from '../kernel/objects.ts'
import { shapesOf } from '../kernel/sight.ts'
import type { Area, AreaBody } from './areas.ts'
import { isValidAt, validityChanges } from '../sea/validity.ts'

/** Whether a place lies in an area that holds at an instant, epoch ms. */
export type InsideTest = (lat: number, lon: number, at: number) => boolean

export const validityOf = ({ valid_from, valid_to, body }: Area) => ({
  from: valid_from?.getTime() ?? null,
  to: valid_to?.getTime() ?? null,
  recur: body.recur,
})

/** An area, for asking what lies in it. */
export type Outline = { id: string; name: string; polygons: readonly PreparedPolygon[] }

/** What lies in the areas a caller sees. */
export class Inside {
  readonly #areas: Objects<AreaBody>

  constructor(areas: Objects<AreaBody>) {
    this.#areas = areas
  }

  /** Of the present areas; follows changes by itself. */
  testNow(caller: Caller): InsideTest {
    const areas = this.#areas
    let test: InsideTest = () => false
    let asOf = -1
    return (lat, lon, at) => {
      if (asOf !== areas.changes) {
        asOf = areas.changes
        test = this.#testOf(areas.list(caller))
      }
      return test(lat, lon, at)
    }
  }

  /** Of the areas as they stood at each instant of a period, and when that changed. */
  async testThen(caller: Caller, period: Period): Promise<{ isInside: InsideTest; changes: number[] }> {
    const versions = await this.#areas.during(...believedIn(period), caller)
    const tests = new Believed(versions, period, (some) => this.#testOf(some))
    const edges = versions.flatMap((area) => validityChanges(validityOf(area), period.from, period.to))
    return {
      isInside: (lat, lon, at) => tests.at(at)(lat, lon, at),
      changes: [...tests.changes, ...edges],
    }
  }

  /** The areas that held at each instant of a period, as they stood then; one drawn later as it was drawn first. */
  async outlines(caller: Caller, period: Period): Promise<(at: number) => readonly Outline[]> {
    const versions = await versionsFor(this.#areas, caller, period)
    const outlines = new Believed(versions, period, (some) =>
      some.map((area) => ({
        id: area.id,
        name: area.body.name,
        validity: validityOf(area),
        polygons: shapesOf(area.body.geometry),
      })),
    )
    return (at) => outlines.at(at).filter(({ validity }) => isValidAt(validity, at))
  }

  #testOf(areas: readonly Area[]): InsideTest {
    const shapes = areas.map((area) => ({
      validity: validityOf(area),
      polygons: shapesOf(area.body.geometry),
    }))
    return (lat, lon, at) =>
      shapes.some(
        ({ validity, polygons }) =>
          isValidAt(validity, at) && polygons.some((one) => containsPoint(one, lat, lon)),
      )
  }
}
