import type { Places } from '../../../../sea/filter-lookup.ts'
import type { CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import { NO_ROW } from '../contacts/contact-store.ts'
import { FLAG } from '../../../../sea/marks.ts'
import type { Picture } from '../picture.ts'
import type { FeedNames } from '../../../../sea/names.ts'
import { chooseShown } from '../contacts/displayed-fix.ts'
import { STATIC_FIELDS, wasReportedBy, type Origin, type StaticField } from '../../../../sea/static-fields.ts'

/** Nothing is known of any place, and nothing was found. */
const NOWHERE: Places = {
  isInArea: () => false,
  isInList: () => false,
  listsOf: () => [],
  lastFound: () => -Infinity,
}

/** Flags that result from comparing contacts and sources; a caller with limited visibility does not receive them. */
const COMPARED = FLAG.IMO_MISMATCH | FLAG.NAME_MISMATCH | FLAG.DUPLICATE_FLAG

/**
 * Picture as visible to one caller. A caller with every source sees the same fix of a contact as all others. A caller
 * with some sources sees the best fix of those, and only the names they reported.
 */
export class Eye {
  /** True when this caller may be shown another fix than everybody. */
  readonly choosesOwn: boolean
  readonly seesAll: boolean
  /** Areas, lists and detector findings, as visible to this caller. */
  readonly places: Places
  readonly #picture: Picture
  readonly #names: FeedNames
  readonly #visibility: CallerVisibility
  /** Cached visibility by source number: 1 visible, 2 hidden, 0 not evaluated yet. */
  #sources = new Uint8Array(64)
  /** Cached last answer, because many fields of one contact are read in a row. */
  #last = { id: -1, seq: -1, until: Infinity }

  constructor(picture: Picture, names: FeedNames, visibility: CallerVisibility, places: Places = NOWHERE) {
    this.places = places
    this.#picture = picture
    this.#names = names
    this.#visibility = visibility
    this.choosesOwn = !visibility.everySource
    this.seesAll = visibility.all
  }

  /** Row of the fix shown to this caller, NOBODY_ROW when the contact is hidden. */
  row(id: number): number {
    const { store } = this.#picture
    const row = this.choosesOwn ? chooseShown(store, id, this.#names, this.#maySeeRow) : store.shown[id]!
    if (row === NO_ROW || this.#visibility.everywhere) return row
    return this.#visibility.place(store.rows.lat[row]! / 1e6, store.rows.lon[row]! / 1e6) ? row : NO_ROW
  }

  /** A fix of one source, by its own place. */
  maySeeFix(row: number): boolean {
    const { rows } = this.#picture.store
    return (
      this.maySeeSource(rows.source[row]!) &&
      this.#visibility.place(rows.lat[row]! / 1e6, rows.lon[row]! / 1e6)
    )
  }

  maySeeSource(number: number): boolean {
    if (!this.choosesOwn) return true
    if (number >= this.#sources.length) {
      const larger = new Uint8Array(number * 2)
      larger.set(this.#sources)
      this.#sources = larger
    }
    const known = this.#sources[number]!
    if (known !== 0) return known === 1
    const may = this.#visibility.source(this.#names.sourceCode(number))
    this.#sources[number] = may ? 1 : 2
    return may
  }

  flags(id: number): number {
    const flags = this.#picture.store.flags[id]!
    return this.seesAll ? flags : flags & ~COMPARED
  }
  origin(id: number, field: StaticField): Origin | undefined {
    const origin = this.#picture.statics.of(id)?.[field]
    if (origin === undefined || !wasReportedBy(origin, this.#reportedUntil(id))) return undefined
    if (this.maySeeSource(origin.source)) return origin
    const source = origin.also?.find((one) => this.maySeeSource(one))
    return source === undefined ? undefined : { ...origin, source }
  }
  /** Returns true if a contact reported static data after it left the waters visible to this caller. */
  holdsBack(id: number): boolean {
    const until = this.#reportedUntil(id)
    if (until === Infinity) return false
    const fields = this.#picture.statics.of(id) ?? {}
    return STATIC_FIELDS.some((field) => fields[field] !== undefined && !wasReportedBy(fields[field], until))
  }
  text(id: number, field: 'name' | 'callSign' | 'destination'): string | null {
    return (this.origin(id, field)?.value as string | undefined) ?? null
  }
  number(id: number, field: Exclude<StaticField, 'name' | 'callSign' | 'destination'>): number | null {
    return (this.origin(id, field)?.value as number | undefined) ?? null
  }
  shipType(id: number): number {
    return this.choosesOwn ? (this.number(id, 'shipType') ?? 0) : this.#picture.store.shipType[id]!
  }
  shipGroup(id: number): number {
    return !this.choosesOwn || this.origin(id, 'shipType') !== undefined
      ? this.#picture.store.shipGroup[id]!
      : 0
  }

  /**
   * Returns the time up to which static data of a contact is visible. A caller with some sources and waters may see a
   * fix inside after others know that the vessel has left. Static data after that fix is hidden.
   */
  #reportedUntil(id: number): number {
    if (!this.choosesOwn || this.#visibility.everywhere) return Infinity
    const { store } = this.#picture
    const last = this.#last
    if (last.id === id && last.seq === store.seq) return last.until
    this.#last = { id, seq: store.seq, until: this.#lastSeenInside(id) }
    return this.#last.until
  }
  #lastSeenInside(id: number): number {
    const { rows, shown } = this.#picture.store
    const mine = this.row(id)
    const known = shown[id]!
    if (mine === NO_ROW || known === NO_ROW || rows.observedAt[known]! <= rows.observedAt[mine]!)
      return Infinity
    const isInside = this.#visibility.place(rows.lat[known]! / 1e6, rows.lon[known]! / 1e6)
    return isInside ? Infinity : rows.observedAt[mine]!
  }

  readonly #maySeeRow = (row: number) => this.maySeeSource(this.#picture.store.rows.source[row]!)
}
