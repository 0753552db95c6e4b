import {
  wasReportedBy,
  type StaticField,
  type StaticFields,
  type StaticText,
} from '../../../sea/static-fields.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  changedIdentities,
  identitiesAt,
  identityChanges,
  type IdentityRow,
} from '../../../sea/identities.sql.ts'

/** Identity of a contact besides its fixes, as far as the caller may know it. */
export class Identity {
  #fields: StaticFields = {}
  readonly #maySee: (source: number) => boolean
  /** IMO_MISMATCH and NAME_MISMATCH as bits of FLAGS. */
  marks = 0
  /** Time when the contact left the waters visible to the caller; later reports are not published. */
  seenUntil = Infinity

  constructor(row: Pick<IdentityRow, 'fields' | 'marks'> | undefined, maySee: (source: number) => boolean) {
    this.#maySee = maySee
    if (row !== undefined) this.learn(row)
  }

  /** Takes what came to be known instead. */
  learn({ fields, marks }: Pick<IdentityRow, 'fields' | 'marks'>): void {
    this.#fields = fields
    this.marks = marks
  }

  /** Returns a field with a visible source among those that reported it. */
  origin(field: StaticField) {
    const origin = this.#fields[field]
    if (origin === undefined || !wasReportedBy(origin, this.seenUntil)) return undefined
    if (this.#maySee(origin.source)) return origin
    const source = origin.also?.find(this.#maySee)
    return source === undefined ? undefined : { ...origin, source }
  }
  text(field: StaticText): string | null {
    return (this.origin(field)?.value as string | undefined) ?? null
  }
  number(field: Exclude<StaticField, StaticText>): number | null {
    return (this.origin(field)?.value as number | undefined) ?? null
  }
}

/** As many instants are held at a time: a replay and another one. */
const MOST_HELD = 2
/** Maximum time difference from which an instant moves on instead of reading everything again. */
const NEAR_MS = 6 * 3_600_000

/** Identity changes of contacts during a period, by contact; contacts without changes are absent. */
export type Course = ReadonlyMap<
  number,
  { first: IdentityRow; changes: readonly (IdentityRow & { at: number })[] }
>

const keyOfRow = ({ mmsi, split }: IdentityRow) => mmsi * 256 + split

/** Identities of all contacts as known at an instant. */
export type KnownIdentities = { of(key: number): IdentityRow | undefined }

/** Stores identities of all contacts at a few instants; moving an instant on reads only the changes between. */
export class Identities {
  readonly #db: Db
  /** The one used last stands last. */
  #held: Instant[] = []

  constructor(db: Db) {
    this.#db = db
  }

  /** Does some work with what was known at an instant (epoch ms), which stays as it is meanwhile. */
  use<T>(at: number, work: (known: KnownIdentities) => Promise<T>): Promise<T> {
    const instant = this.#nearest(at)
    this.#held = [...this.#held.filter((one) => one !== instant), instant]
    return instant.use(at, work)
  }

  /** Returns the identity changes of contacts after one instant and up to another (epoch ms). */
  async course(from: number, to: number): Promise<Course> {
    const [begin, end] = [new Date(from), new Date(to)]
    const [firsts, changes] = await Promise.all([
      changedIdentities(this.#db, begin, end, begin),
      identityChanges(this.#db, begin, end),
    ])
    const course = new Map(firsts.map((first) => [keyOfRow(first), { first, changes: [] as typeof changes }]))
    for (const change of changes) course.get(keyOfRow(change))?.changes.push(change)
    return course
  }

  #nearest(at: number): Instant {
    const away = (one: Instant) => Math.abs(one.at - at)
    const [nearest] = [...this.#held].sort((a, b) => away(a) - away(b))
    if (nearest !== undefined && away(nearest) <= NEAR_MS) return nearest
    if (this.#held.length === MOST_HELD) this.#held.shift()
    return new Instant(this.#db, at)
  }
}

class Instant implements KnownIdentities {
  readonly #db: Db
  readonly #rows = new Map<number, IdentityRow>()
  #read: Date | null = null
  /** Last pending use; uses run one after another. */
  #tail: Promise<unknown> = Promise.resolve()
  /** Where the last user takes it. */
  at: number

  constructor(db: Db, at: number) {
    this.#db = db
    this.at = at
  }

  use<T>(at: number, work: (known: KnownIdentities) => Promise<T>): Promise<T> {
    this.at = at
    const done = this.#tail
      .catch(() => undefined)
      .then(async () => {
        await this.#move(new Date(at))
        return work(this)
      })
    this.#tail = done
    return done
  }

  async #move(at: Date) {
    const rows =
      this.#read === null
        ? await identitiesAt(this.#db, at)
        : await changedIdentities(this.#db, this.#read, at, at)
    for (const row of rows) this.#rows.set(keyOfRow(row), row)
    this.#read = at
  }

  of(key: number): IdentityRow | undefined {
    return this.#rows.get(key)
  }
}
