import type { Waters } from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import type { Found } from '@samudra/contract/search'
import { boxOf, middleOf } from '@samudra/nautical/polygons/box'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { answering, type Answer, type Query } from '../../../sea/name-search.ts'
import { plain } from '@samudra/contract/near-text'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Computed, ComputedArea } from './computed.ts'
import { watersOf, type EezBody, type OwnEez } from './eez.ts'
import { WatersIndex } from './waters.ts'

/** One of the boundaries that hold. */
export type Boundary = Waters & { version: number; geometry: ZoneGeometry }

/** All boundaries: those imported by administrators, and the computed ones that were not replaced. */
export class Boundaries {
  readonly computed: Computed
  readonly own: Objects<EezBody>
  readonly #past: readonly OwnEez[] | null
  #index: WatersIndex<Waters> | null = null
  #zones: { names: string[]; found: Found; at: Answer['at'] }[] | null = null
  #then: { key: string; boundaries: Boundaries } | null = null

  constructor(computed: Computed, own: Objects<EezBody>, past: readonly OwnEez[] | null = null) {
    this.computed = computed
    this.own = own
    this.#past = past
  }

  /** The boundaries as they were believed at an instant; the present ones without one. */
  async asOf(instant: string | undefined, caller: Caller): Promise<Boundaries> {
    if (instant === undefined) return this
    return this.of(await this.own.asOf(new Date(instant), caller))
  }

  /** Returns the boundaries with these versions of the imported ones; the last result is cached. */
  of(versions: readonly OwnEez[]): Boundaries {
    const key = versions.map(({ id, version }) => `${id} ${version}`).join()
    if (this.#then?.key !== key)
      this.#then = { key, boundaries: new Boundaries(this.computed, this.own, versions) }
    return this.#then.boundaries
  }

  all(): Iterable<OwnEez> {
    return this.#past ?? this.own.all()
  }

  /** To be called when those of administrators changed. */
  changed() {
    this.#index = null
    this.#zones = null
  }

  /** Rises or differs whenever an answer would. */
  get version(): string {
    const own = [...this.all()]
    const newest = own.reduce((last, one) => Math.max(last, one.known_from.getTime()), 0)
    return own.length === 0 ? this.computed.edition : `${this.computed.edition}.${own.length}.${newest}`
  }

  /** Ids of those that take the place of a computed one: of the same country and kind. */
  replacing({ kind, country }: Pick<ComputedArea, 'kind' | 'country'>): string[] {
    return [...this.all()].flatMap((one) =>
      one.body.kind === kind && one.body.country === country ? [one.id] : [],
    )
  }

  zoneNames(): { version: string; eez: { id: string; name: string }[] } {
    const own = [...this.all()].flatMap(({ id, body }) =>
      body.kind === 'EEZ' ? [{ id, name: body.name }] : [],
    )
    const rest = this.computed.areas.flatMap((one) =>
      one.kind === 'EEZ' && this.replacing(one).length === 0 ? [{ id: one.id, name: one.name }] : [],
    )
    const eez = [...own, ...rest].sort((a, b) => a.name.localeCompare(b.name, 'en'))
    return { version: this.version, eez }
  }

  /** Exclusive economic zones by name. */
  find(query: Query): Answer[] {
    this.#zones ??= this.#indexedZones()
    return answering(
      query,
      this.#zones,
      ({ names }) => names,
      ({ found, at }) => ({ found, at }),
    )
  }

  #indexedZones() {
    const own = [...this.all()].map(({ id, body }) => ({ ...body, id }))
    const rest = this.computed.areas.filter((one) => this.replacing(one).length === 0)
    return [...own, ...rest]
      .filter(({ kind }) => kind === 'EEZ')
      .map(({ id, name, geometry }) => {
        const bbox = boxOf(geometry)
        return {
          names: [plain(name), plain(`EEZ ${name}`), plain(`${name} EEZ`)],
          found: { kind: 'boundary' as const, label: name, detail: 'Exclusive economic zone', id, bbox },
          at: middleOf(bbox),
        }
      })
  }

  /** Returns the waters at a position; null where nothing is known. */
  watersAt(lat: number, lon: number): Waters[] | null {
    this.#index ??= this.#indexed()
    const found = this.#index.at(lat, lon)
    if (found.length > 0) return found
    const [west, south, east, north] = this.computed.region
    return lon >= west && lon <= east && lat >= south && lat <= north ? [] : null
  }

  /** Returns the boundaries of administrators, and the computed ones that none of them replaces. */
  present(): Boundary[] {
    const own = [...this.all()].map((one) => ({
      ...ownWaters(one),
      version: one.version,
      geometry: one.body.geometry,
    }))
    const rest = this.computed.areas
      .filter((one) => this.replacing(one).length === 0)
      .map((one) => ({ ...one, approx: true, disputed: false, claimants: [], version: 1 }))
    return [...own, ...rest]
  }

  #indexed() {
    return new WatersIndex(this.present().map((one) => ({ area: watersOf(one), geometry: one.geometry })))
  }
}

const ownWaters = ({ id, body }: OwnEez): Waters => ({ ...body, id, approx: false })
