import type { ZoneGeometry } from '@samudra/contract/zones'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import type { AreaBody } from './areas.ts'

/** Index of the present areas by id, regardless of visibility; a change updates only what changed. */
export class PresentAreas {
  readonly #areas: Objects<AreaBody>
  readonly #lookup = new PolygonLookup<string>()
  readonly #within = new Map<string, ZoneGeometry>()
  #asOf = -1

  constructor(areas: Objects<AreaBody>) {
    this.#areas = areas
  }

  /** As they stand now; good until the next await. */
  get lookup(): PolygonLookup<string> {
    if (this.#asOf !== this.#areas.changes) this.#follow()
    return this.#lookup
  }

  #follow() {
    const gone = new Set(this.#within.keys())
    for (const { id, body } of this.#areas.all()) {
      gone.delete(id)
      if (this.#within.get(id) === body.geometry) continue
      this.#lookup.put(id, partsOf(body.geometry))
      this.#within.set(id, body.geometry)
    }
    for (const id of gone) {
      this.#lookup.remove(id)
      this.#within.delete(id)
    }
    this.#asOf = this.#areas.changes
  }
}
