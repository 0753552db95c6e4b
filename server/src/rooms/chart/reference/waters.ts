import type { ZoneGeometry } from '@samudra/contract/zones'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'

/** Which areas a place lies in. */
export class WatersIndex<Area> {
  readonly #areas: readonly Area[]
  readonly #lookup: PolygonLookup<number>

  constructor(areas: readonly { area: Area; geometry: ZoneGeometry }[]) {
    this.#areas = areas.map(({ area }) => area)
    this.#lookup = new PolygonLookup(areas.map(({ geometry }, i) => [i, partsOf(geometry)]))
  }

  /** In the order the areas were handed in. */
  at(lat: number, lon: number): Area[] {
    const lookup = this.#lookup
    const count = lookup.at(lat, lon)
    // Nothing is ever taken out, so the numbers are those of the areas.
    const numbers = lookup.found.subarray(0, count).sort()
    return Array.from(numbers, (number) => this.#areas[number]!)
  }
}
