import type { StaticField, StaticFields, StaticText } from '../kernel/static-fields.ts'
import type { Db } from '../needs/database.ts'
import { changedIdentities, identitiesAt, type IdentityRow } from './identities.sql.ts'

/** What is known of a contact besides its fixes, as far as somebody may know it. */
export class Identity {
  readonly #fields: StaticFields
  readonly #maySee: (source: number) => boolean
  /** IMO_MISMATCH and NAME_MISMATCH as bits of FLAGS. */
  readonly marks: number

  constructor(row: Pick<IdentityRow, 'fields' | 'marks'> | undefined, maySee: (source: number) => boolean) {
    this.#fields = row?.fields ?? {}
    this.marks = row?.marks ?? 0
    this.#maySee = maySee
  }

  /** A field with the source of those that said it that may be named. */
  origin(field: StaticField) {
    const origin = this.#fields[field]
    if (origin === undefined || this.#maySee(origin.source)) return origin
    const source = origin.also?.find(this.#maySee)
    return source === undefined ? undefined : { ...origin, source }
  }
  text(field: StaticText): string | null {
    return (this.origin(field)?.value as string | undefined) ?? null
  }
  number(field: Exclude<StaticField, StaticText>): number | null {
    return (this.origin(field)?.value as number | undefined) ?? null
  }
  /** Metres between two antenna distances; null when neither is known. */
  span(one: 'toBow' | 'toPort', other: 'toStern' | 'toStarboard'): number | null {
    const [a, b] = [this.number(one), this.number(other)]
    return a === null && b === null ? null : (a ?? 0) + (b ?? 0)
  }
}

/** What was known of all contacts at one instant; moving on reads only what changed on the way. */
export class Identities {
  readonly #db: Db
  readonly #rows = new Map<number, IdentityRow>()
  #at: Date | null = null
  #moving: Promise<void> = Promise.resolve()

  constructor(db: Db) {
    this.#db = db
  }

  /** Moves one after another are made in their order. */
  moveTo(at: number): Promise<void> {
    this.#moving = this.#moving.catch(() => undefined).then(() => this.#move(new Date(at)))
    return this.#moving
  }

  async #move(at: Date) {
    const from = this.#at
    const rows =
      from === null ? await identitiesAt(this.#db, at) : await changedIdentities(this.#db, from, at, at)
    for (const row of rows) this.#rows.set(row.mmsi * 256 + row.split, row)
    this.#at = at
  }

  of(key: number): IdentityRow | undefined {
    return this.#rows.get(key)
  }
}
