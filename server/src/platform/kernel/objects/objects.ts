import type { Domain } from '@samudra/contract/objects'
import type { Caller } from '../http/caller.ts'
import type { Others } from '../cluster/others.ts'
import {
  ObjectRules,
  pageOfRows,
  signed,
  type Change,
  type Draft,
  type Held,
  type Kind,
  type ObjectCollection,
  type ObjectNeeds,
  type Page,
  type ObjectPageQuery,
} from './object-rules.ts'
import { OperationError } from '../http/errors.ts'
import { checkOwned, type OwnedLimits } from './owned-limits.ts'
import {
  insertBrought,
  insertFirst,
  insertNext,
  insertObjects,
  readChangesAround,
  readCurrent,
  readDuring,
  readLast,
  type Also,
  type NextRow,
  type ObjectRow,
  type PastRow,
} from './objects.sql.ts'

/** Object delivered with a release; its id outlives the release. */
export type Given<Body> = { id: string; body: Body }
export type HeldKind<Body> = Kind<Body> &
  OwnedLimits & {
    storage?: 'held'
    /** Objects that stand before people change them, of which a release may bring others. */
    given?: readonly Given<Body>[]
  }

/** Adds one, makes the next version of one as it stands, or removes it. */
export type Step<Body> =
  | { body: Body }
  | { body: Body; id: string; version: number }
  | { id: string; version: number }

/** Additional effects of a change: writes of its statement, and work in the turn in which it enters memory. */
type Beside<Body> = { also: Also; held: (after: Held<Body>) => void }

/**
 * Collection of objects few enough to hold the current ones; the past is read. Rooms supply the body and the audience.
 */
export class Objects<Body> extends ObjectRules<Body> implements ObjectCollection<Body> {
  declare readonly kind: HeldKind<Body>
  readonly #held = new Map<string, Held<Body>>()
  readonly #newest = new Map<string, number>()
  readonly #others: Others | undefined
  readonly #whenFollowed: ((ids: readonly string[] | null) => unknown)[] = []
  readonly #whenChanged: (() => void)[] = []
  /** The last past that was read, good for every period between two changes; of this number of changes. */
  #past: { from: number; to: number; changes: number; rows: PastRow[] } | null = null
  /** Time of the last change: a query of a later instant gets what is held. */
  #changedAt = -Infinity
  /** Objects of a release, by id: each is valid until a user makes a version of it. */
  readonly #given: ReadonlyMap<string, Held<Body>>
  /** Time at which a user first made a version of a given object. */
  readonly #touched = new Map<string, number>()
  /** Number that grows with every change, for data derived from the current objects. */
  changes = 0

  constructor(needs: ObjectNeeds & { others?: Others }, kind: HeldKind<Body>) {
    super(needs, kind)
    this.#given = new Map(kind.given?.map((one) => [one.id, givenObject(kind.type, one)]))
    this.#others = needs.others
    this.#others?.follow<string[]>(this.#topic, {
      changed: async (ids) => {
        this.#holdAll(await readLast(this.db, this.kind.type, ids))
        await this.#followed(ids)
      },
      afresh: () => this.#readAfresh(),
    })
  }

  /** Reads the current objects; call before any query. */
  async load(): Promise<void> {
    const rows = await readCurrent(this.db, this.kind.type)
    const gone = await this.#goneOfGiven(rows)
    this.#held.clear()
    for (const [id, one] of this.#given) this.#held.set(id, one)
    for (const row of [...gone, ...rows]) this.#take(row as Held<Body>)
    const { last } = await readChangesAround(this.db, this.kind.type, LAST_INSTANT, LAST_INSTANT)
    this.#changedAt = last?.getTime() ?? -Infinity
  }

  /**
   * Returns delivered objects that were removed since: only for these the table has more than the current version.
   */
  async #goneOfGiven(current: readonly ObjectRow[]): Promise<ObjectRow[]> {
    if (this.#given.size === 0) return []
    const there = new Set(current.map(({ id }) => id))
    const rest = [...this.#given.keys()].filter((id) => !there.has(id))
    return readLast(this.db, this.kind.type, rest)
  }

  /**
   * Calls a listener when another process changed some objects, or any. Data derived from them is rebuilt before
   * screens are notified.
   */
  whenFollowed(hearer: (ids: readonly string[] | null) => unknown): void {
    this.#whenFollowed.push(hearer)
  }

  /** Calls a listener after each change of an object, here or by another process. */
  whenChanged(hearer: () => void): void {
    this.#whenChanged.push(hearer)
  }

  /** Returns all current objects, regardless of visibility, by age; they can be iterated any number of times. */
  all(): Iterable<Held<Body>> {
    return { [Symbol.iterator]: () => this.#held.values() }
  }

  /** Returns one current object, regardless of visibility. */
  find(id: string): Held<Body> | undefined {
    return this.#held.get(id)
  }

  /** Returns the current objects that a caller may see, of one domain, by default the real one. */
  list(caller: Caller, domain: Domain = 'REAL'): Held<Body>[] {
    return [...this.#held.values()].filter((one) => one.domain === domain && this.isSeenBy(one, caller))
  }

  /**
   * Returns an object. Throws NOT_FOUND for a missing one and for one the caller may not see, without a difference
   * between them.
   */
  get(id: string, caller: Caller): Held<Body> {
    const object = this.#held.get(id)
    if (object === undefined || !this.isSeenBy(object, caller)) throw this.gone()
    return object
  }

  async read(id: string, caller: Caller): Promise<Held<Body>> {
    return this.get(id, caller)
  }

  async readWritable(id: string, caller: Caller): Promise<Held<Body>> {
    return this.writable(id, caller)
  }

  async page(caller: Caller, query: ObjectPageQuery): Promise<Page<Body>> {
    const { limit, cursor = null, domain, at } = query
    const all = at === undefined ? this.list(caller, domain) : await this.asOf(at, caller, domain)
    const rest = all.filter(({ id }) => cursor === null || id < cursor)
    return pageOfRows(
      rest.sort((one, other) => (one.id < other.id ? 1 : -1)),
      limit,
    )
  }

  /** As was believed at an instant, as far as the caller might see it then and may now. */
  asOf(at: Date, caller: Caller, domain: Domain = 'REAL'): Promise<Held<Body>[]> {
    return this.during(at, at, caller, domain)
  }

  /** Every version believed at some time of a period, ends included; the versions of one in their order. */
  async during(from: Date, to: Date, caller: Caller, domain: Domain = 'REAL'): Promise<Held<Body>[]> {
    if (from.getTime() >= this.#changedAt) return this.list(caller, domain)
    const versions = (await this.#readDuring(from, to))
      .filter(({ past, present }) => [past, present].every((one) => this.isSeenBy(one as Held<Body>, caller)))
      .map(({ past }) => past as Held<Body>)
    return [...this.#givenAt(from, caller), ...versions].filter((one) => one.domain === domain)
  }

  /** Returns given objects that were unchanged at an instant. */
  #givenAt(at: Date, caller: Caller): Held<Body>[] {
    return [...this.#given.values()].flatMap((one) => {
      const until = this.#touched.get(one.id) ?? Infinity
      if (until <= at.getTime() || !this.isSeenBy(one, caller)) return []
      return [until === Infinity ? one : { ...one, known_to: new Date(until) }]
    })
  }

  /** Newest versions of one, the oldest of them first; what was given stands before those people made. */
  override async versions(id: string, caller: Caller): Promise<Held<Body>[]> {
    const given = this.#given.get(id)
    if (given === undefined) return super.versions(id, caller)
    const rows = this.#touched.has(id) ? await super.versions(id, caller) : []
    if (rows.length > 0 && rows[0]!.version > 1) return rows
    return [{ ...given, known_to: rows[0]?.known_from ?? null }, ...rows]
  }

  /** Reads the versions of a period once for repeated requests between two changes. */
  async #readDuring(from: Date, to: Date): Promise<PastRow[]> {
    const { changes } = this
    const known = this.#past
    if (known?.changes === changes && known.from <= from.getTime() && to.getTime() < known.to)
      return known.rows
    const [rows, { last, next }] = await Promise.all([
      readDuring(this.db, this.kind.type, from, to),
      readChangesAround(this.db, this.kind.type, from, to),
    ])
    // What changes within the period is not the same at every instant of it, so it is good for no part of it.
    const isSteady = rows.every(({ past }) => past.known_from <= from && (past.known_to ?? LAST_INSTANT) > to)
    if (isSteady && changes === this.changes)
      this.#past = {
        from: last?.getTime() ?? -Infinity,
        to: next?.getTime() ?? Infinity,
        changes,
        rows,
      }
    return rows
  }

  /** Adds all of them or none. Throws TOO_LARGE for more than one user may own. */
  async addAll(caller: Caller, drafts: Draft<Body>[]): Promise<Held<Body>[]> {
    const rows = this.firstRows(caller, drafts, new Date(this.clock.now()))
    checkOwned(this.kind, this.#held.values(), caller.userId, rows)
    const added = (await insertObjects(this.db, rows)) as Held<Body>[]
    this.#holdAll(added)
    this.#others?.publish(
      this.#topic,
      added.map(({ id }) => id),
    )
    return added
  }

  /** `beside`: what goes with it. */
  async change(
    caller: Caller,
    { id, expected_version }: { id: string; expected_version: number },
    change: Change<Body>,
    show: (current: Held<Body>) => unknown,
    beside?: Beside<Body>,
  ): Promise<Held<Body>> {
    const before = this.writable(id, caller)
    if (before.version !== expected_version) throw this.conflict(before, show)
    const row = this.nextRow(caller, before, change)
    if (row.body !== before.body) checkOwned(this.kind, this.#held.values(), before.owner_id, [row])
    const after = await this.#next(expected_version, row, beside)
    if (after !== undefined) return after
    await this.#readAgain(id)
    throw this.conflict(this.get(id, caller), show)
  }

  /** Adds some, makes the next version of others and removes some, all of it or nothing. Throws as `change` does. */
  async bring(
    caller: Caller,
    steps: readonly Step<Body>[],
    reason: string,
    show: (current: Held<Body>) => unknown,
  ): Promise<{ added: Held<Body>[]; changed: Held<Body>[]; removed: Held<Body>[] }> {
    const at = new Date(this.clock.now())
    const drafts = steps.flatMap((one) =>
      'id' in one ? [] : [{ body: one.body, visibility: 'CENTRE' as const }],
    )
    const firsts = this.firstRows(caller, drafts, at).map((row) => ({ ...row, reason, version: 1 }))
    const nexts = steps.flatMap((one) => {
      if (!('id' in one)) return []
      const before = this.writable(one.id, caller)
      if (before.version !== one.version) throw this.conflict(before, show)
      const row =
        'body' in one
          ? this.nextRow(caller, before, { body: one.body, reason })
          : this.lastRow(caller, before, reason)
      const isFirst = before.version === GIVEN
      return [{ ...row, ...(isFirst ? { created_at: at } : {}), version: before.version + 1 }]
    })
    const opened = (await insertBrought(this.db, at, [...firsts, ...nexts])) as Held<Body>[] | null
    if (opened === null) {
      await this.#readAfresh()
      throw new OperationError(
        'VERSION_CONFLICT',
        `Another user changed one of these ${this.kind.noun}s. Try again.`,
      )
    }
    this.#holdAll(opened)
    const ids = opened.map(({ id }) => id)
    this.#others?.publish(this.#topic, ids)
    const isNew = new Set(firsts.map(({ id }) => id))
    return {
      added: opened.filter(({ id }) => isNew.has(id)),
      changed: opened.filter(({ id, removed }) => !isNew.has(id) && !removed),
      removed: opened.filter(({ removed }) => removed),
    }
  }

  /**
   * Makes the next version of an object because of a user's action on another, or of time; checks no rights on this
   * one. Returns false if the body is unchanged or the object was deleted.
   */
  async follow(caller: Caller, id: string, reason: string, bodyOf: (body: Body) => Body): Promise<boolean> {
    for (let before = this.#held.get(id); before !== undefined; before = this.#held.get(id)) {
      const body = bodyOf(before.body)
      if (body === before.body) return false
      const row: NextRow = { ...before, body, ...signed(caller, reason) }
      if ((await this.#next(before.version, row)) !== undefined) return true
      await this.#readAgain(id)
    }
    return false
  }

  /** Removes an object: its last version records the user and the reason. A concurrent change is removed with it. */
  async remove(caller: Caller, id: string, reason: string): Promise<Held<Body>> {
    for (;;) {
      const before = this.writable(id, caller)
      const after = await this.#next(before.version, this.lastRow(caller, before, reason))
      if (after !== undefined) return after
      await this.#readAgain(id)
    }
  }

  /** One the caller may change. Throws NOT_FOUND, FORBIDDEN. */
  writable(id: string, caller: Caller): Held<Body> {
    return this.checkWritable(this.get(id, caller), caller)
  }

  async #next(version: number, row: NextRow, beside?: Beside<Body>): Promise<Held<Body> | undefined> {
    const at = new Date(this.clock.now())
    const after = (await (version === GIVEN
      ? insertFirst(this.db, { ...row, created_at: at }, beside?.also)
      : insertNext(this.db, version, at, row, beside?.also))) as Held<Body> | undefined
    if (after === undefined) return undefined
    this.#hold(after)
    // Messages about the object follow after this one there.
    this.#others?.publish(this.#topic, [after.id])
    beside?.held(after)
    return after
  }

  /** Reads an object again after a faster change, which may be stored and not yet held. */
  async #readAgain(id: string) {
    this.#holdAll(await readLast(this.db, this.kind.type, [id]))
  }
  async #readAfresh(): Promise<boolean> {
    const { changes } = this
    const rows = await readCurrent(this.db, this.kind.type)
    const there = new Set(rows.map(({ id }) => id))
    const gone = [...this.#held.keys()].filter((id) => !there.has(id))
    this.#holdAll([...rows, ...(await readLast(this.db, this.kind.type, gone))])
    if (changes === this.changes) return false
    await this.#followed(null)
    return true
  }

  async #followed(ids: readonly string[] | null) {
    for (const hear of this.#whenFollowed) await hear(ids)
  }
  get #topic() {
    return `objects ${this.kind.type}`
  }
  #holdAll(rows: readonly ObjectRow[]) {
    for (const row of rows) this.#hold(row as Held<Body>)
  }

  /** Answers of the database may arrive in another order than it gave them. */
  #hold(object: Held<Body>) {
    if (object.version <= (this.#newest.get(object.id) ?? 0)) return
    this.changes++
    this.#changedAt = Math.max(this.#changedAt, object.known_from.getTime())
    this.#take(object)
    for (const hear of this.#whenChanged) hear()
  }

  #take(object: Held<Body>) {
    this.#newest.set(object.id, object.version)
    if (this.#given.has(object.id)) this.#touched.set(object.id, object.created_at.getTime())
    if (object.removed) this.#held.delete(object.id)
    else this.#held.set(object.id, object)
  }
}

/** Version of a release object that no user changed. */
const GIVEN = 0
const LONG_AGO = new Date(0)
const givenObject = <Body>(type: string, { id, body }: Given<Body>): Held<Body> => ({
  type,
  id,
  version: GIVEN,
  known_from: LONG_AGO,
  known_to: null,
  valid_from: null,
  valid_to: null,
  domain: 'REAL',
  visibility: 'CENTRE',
  owner_id: '',
  owner: '',
  group_ids: [],
  created_at: LONG_AGO,
  updated_user_id: '',
  updated_by: '',
  removed: false,
  reason: '',
  body,
})

/** Later than any change. */
const LAST_INSTANT = new Date('4000-01-01T00:00:00Z')
