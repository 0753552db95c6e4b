import type { Domain, ObjectColumns, VersionColumns, Visibility } from '@samudra/contract/objects'
import { ulid } from 'ulid'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import {
  ADMINISTRATORS,
  anyOf,
  isAddressed,
  isVisible,
  keepersOf,
  seersOf,
  type Audience,
  type MayKnow,
} from './audience.ts'
import type { Caller } from './caller.ts'
import { Refusal } from './errors.ts'
import {
  insertNext,
  insertObjects,
  readChangesAround,
  readCurrent,
  readDuring,
  readVersions,
  type NextRow,
  type ObjectRow,
  type PastRow,
} from './objects.sql.ts'

/** One version of an object; the current one has no `known_to`. */
export type Held<Body> = Omit<ObjectRow, 'body'> & { body: Body }
/** Who asks, as far as objects go. */
export type Viewer = Pick<Caller, 'userId' | 'username' | 'groups' | 'isAdmin'>
/** What somebody gives a new object. */
export type Draft<Body> = {
  body: Body
  visibility: Visibility
  domain?: Domain
  valid_from?: Date | null
  valid_to?: Date | null
}
/** What a change may change; what is left out stays. */
export type Change<Body> = Partial<Omit<Draft<Body>, 'domain'>> & { reason?: string }

export type Kind<Body> = {
  /** As it stands in the table and in audit records. */
  type: string
  /** As people say it: "area of interest". */
  noun: string
  /** Whether everybody may show theirs to the whole centre; else administrators alone. */
  everybodyShares?: boolean
  /** Who may see one, where that differs from its visibility. */
  seers?: (object: Held<Body>) => Audience
  /** Who may change one, where that differs from owner and administrators. */
  changers?: (object: Held<Body>) => Audience
}

/**
 * The one keeper of objects that people edit. Each version stays with when it was believed and who made it; the current
 * ones are held, the past is read. Rooms bring the body and say who is told.
 */
export class Objects<Body> {
  readonly kind: Kind<Body>
  readonly #db: Db
  readonly #clock: Clock
  readonly #mayKnow: MayKnow | undefined
  readonly #held = new Map<string, Held<Body>>()
  readonly #newest = new Map<string, number>()
  /** The last past that was read, good for every period between two changes; of this number of changes. */
  #past: { from: number; to: number; changes: number; rows: PastRow[] } | null = null
  /** When the last change was made: what is asked of later is what is held. */
  #changedAt = -Infinity
  /** Grows with every change, for whoever keeps something made of the current ones. */
  changes = 0

  /** `mayKnow`: for kinds whose seers depend on ships. */
  constructor(needs: { db: Db; clock: Clock; mayKnow?: MayKnow }, kind: Kind<Body>) {
    this.#db = needs.db
    this.#clock = needs.clock
    this.#mayKnow = needs.mayKnow
    this.kind = kind
  }

  /** Reads the current ones; before anything is asked. */
  async load(): Promise<void> {
    const rows = await readCurrent(this.#db, this.kind.type)
    this.#held.clear()
    for (const row of rows) this.#held.set(row.id, row as Held<Body>)
    const { last } = await readChangesAround(this.#db, this.kind.type, LAST_INSTANT, LAST_INSTANT)
    this.#changedAt = last?.getTime() ?? -Infinity
  }

  /** All current ones, whoever may see them; by age. */
  all(): Iterable<Held<Body>> {
    return this.#held.values()
  }

  /** One current one, whoever may see it. */
  find(id: string): Held<Body> | undefined {
    return this.#held.get(id)
  }

  isSeenBy(object: Held<Body>, caller: Caller): boolean {
    const { seers } = this.kind
    return seers === undefined ? isVisible(object, caller) : isAddressed(seers(object), caller, this.#mayKnow)
  }

  isChangedBy(object: Held<Body>, caller: Caller): boolean {
    return isAddressed(this.changers(object), caller, this.#mayKnow)
  }

  /** Who may change one. */
  changers(object: Held<Body>): Audience {
    if (this.kind.changers !== undefined) return this.kind.changers(object)
    return this.#isOpen || !isShared(object.visibility) ? keepersOf(object) : ADMINISTRATORS
  }

  /** Who is told of a change: those who see one of these versions, so that what is hidden now leaves their screens. */
  audience(...versions: (Held<Body> | undefined)[]): Audience {
    const { seers = seersOf } = this.kind
    return anyOf(...versions.flatMap((one) => (one === undefined ? [] : [seers(one)])))
  }

  /** The current ones a caller may see; of one domain, the real one unless said. */
  list(caller: Caller, domain: Domain = 'REAL'): Held<Body>[] {
    return [...this.#held.values()].filter((one) => one.domain === domain && this.isSeenBy(one, caller))
  }

  /** Throws NOT_FOUND for what does not exist and for what the caller may not see: nobody can tell them apart. */
  get(id: string, caller: Caller): Held<Body> {
    const object = this.#held.get(id)
    if (object === undefined || !this.isSeenBy(object, caller)) throw this.#gone()
    return object
  }

  /** As was believed at an instant, as far as the caller might see it then and may now. */
  asOf(at: Date, caller: Caller, domain: Domain = 'REAL'): Promise<Held<Body>[]> {
    return this.during(at, at, caller, domain)
  }

  /** Every version believed at some time of a period, ends included; the versions of one in their order. */
  async during(from: Date, to: Date, caller: Caller, domain: Domain = 'REAL'): Promise<Held<Body>[]> {
    if (from.getTime() >= this.#changedAt) return this.list(caller, domain)
    return (await this.#readDuring(from, to))
      .filter(({ past, present }) => [past, present].every((one) => this.isSeenBy(one as Held<Body>, caller)))
      .map(({ past }) => past as Held<Body>)
      .filter((one) => one.domain === domain)
  }

  /** Who plays the past asks many times between two changes: then it is read once. */
  async #readDuring(from: Date, to: Date): Promise<PastRow[]> {
    const { changes } = this
    const known = this.#past
    if (known?.changes === changes && known.from <= from.getTime() && to.getTime() < known.to)
      return known.rows
    const [rows, { last, next }] = await Promise.all([
      readDuring(this.#db, this.kind.type, from, to),
      readChangesAround(this.#db, this.kind.type, from, to),
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

  /** Every version of one, the first first; also of one that was removed. */
  async versions(id: string, caller: Caller): Promise<Held<Body>[]> {
    const rows = (await readVersions(this.#db, this.kind.type, id)) as Held<Body>[]
    const last = rows.at(-1)
    if (last === undefined || !this.isSeenBy(last, caller)) throw this.#gone()
    return rows.filter((one) => this.isSeenBy(one, caller))
  }

  async add(caller: Caller, draft: Draft<Body>): Promise<Held<Body>> {
    return (await this.addAll(caller, [draft]))[0]!
  }

  /** Adds all of them or none. */
  async addAll(caller: Caller, drafts: Draft<Body>[]): Promise<Held<Body>[]> {
    const at = new Date(this.#clock.now())
    const rows = drafts.map((draft): NextRow => {
      this.#checkVisibility(draft.visibility, caller)
      return {
        type: this.kind.type,
        id: ulid(at.getTime()),
        valid_from: draft.valid_from ?? null,
        valid_to: draft.valid_to ?? null,
        domain: draft.domain ?? 'REAL',
        visibility: draft.visibility,
        owner_id: caller.userId,
        owner: caller.username,
        group_ids: draft.visibility === 'GROUP' ? caller.groups : [],
        created_at: at,
        updated_user_id: caller.userId,
        updated_by: caller.username,
        removed: false,
        reason: '',
        body: draft.body,
      }
    })
    const added = (await insertObjects(this.#db, rows)) as Held<Body>[]
    for (const one of added) this.#hold(one)
    return added
  }

  /**
   * Makes the next version of the one the caller looked at. Throws NOT_FOUND, FORBIDDEN, and VERSION_CONFLICT with the
   * current object, presented by `show`.
   */
  async change(
    caller: Caller,
    { id, expected_version }: { id: string; expected_version: number },
    change: Change<Body>,
    show: (current: Held<Body>) => unknown,
  ): Promise<Held<Body>> {
    const before = this.writable(id, caller)
    if (before.version !== expected_version) throw this.#conflict(before, show)
    const visibility = change.visibility ?? before.visibility
    if (visibility !== before.visibility) this.#checkVisibility(visibility, caller)
    const isOwner = before.owner_id === caller.userId
    const group_ids =
      visibility !== 'GROUP'
        ? []
        : isOwner || before.visibility !== 'GROUP'
          ? caller.groups
          : before.group_ids
    const row: NextRow = {
      ...before,
      visibility,
      group_ids,
      valid_from: change.valid_from === undefined ? before.valid_from : change.valid_from,
      valid_to: change.valid_to === undefined ? before.valid_to : change.valid_to,
      body: change.body ?? before.body,
      ...this.#signed(caller, change.reason),
    }
    const after = await this.#next(expected_version, row)
    if (after !== undefined) return after
    await this.#readAgain(id)
    throw this.#conflict(this.get(id, caller), show)
  }

  /** Makes the next version of one because of what somebody did to another; nobody's rights on this one are asked. */
  async follow(caller: Caller, id: string, reason: string, bodyOf: (body: Body) => Body): Promise<void> {
    for (let before = this.#held.get(id); before !== undefined; before = this.#held.get(id)) {
      const row: NextRow = { ...before, body: bodyOf(before.body), ...this.#signed(caller, reason) }
      if ((await this.#next(before.version, row)) !== undefined) return
      await this.#readAgain(id)
    }
  }

  /** Removes one: its last version says who and why. Whoever changed it meanwhile changed what is removed. */
  async remove(caller: Caller, id: string, reason: string): Promise<Held<Body>> {
    for (;;) {
      const before = this.writable(id, caller)
      const row: NextRow = { ...before, ...this.#signed(caller, reason), removed: true }
      const after = await this.#next(before.version, row)
      if (after !== undefined) return after
      await this.#readAgain(id)
    }
  }

  /** One the caller may change. Throws NOT_FOUND, FORBIDDEN. */
  writable(id: string, caller: Caller): Held<Body> {
    const object = this.get(id, caller)
    if (!this.isChangedBy(object, caller))
      throw new Refusal(
        'FORBIDDEN',
        `Only its owner or an administrator may change this ${this.kind.noun}; make one of your own.`,
      )
    return object
  }

  get #isOpen() {
    return this.kind.everybodyShares === true
  }

  async #next(version: number, row: NextRow): Promise<Held<Body> | undefined> {
    const after = (await insertNext(this.#db, version, new Date(this.#clock.now()), row)) as
      | Held<Body>
      | undefined
    if (after !== undefined) this.#hold(after)
    return after
  }

  /** After somebody was faster in this very moment: what they made may be stored and not yet held. */
  async #readAgain(id: string) {
    const last = (await readVersions(this.#db, this.kind.type, id)).at(-1)
    if (last !== undefined) this.#hold(last as Held<Body>)
  }

  /** Answers of the database may arrive in another order than it gave them. */
  #hold(object: Held<Body>) {
    if (object.version < (this.#newest.get(object.id) ?? 0)) return
    this.#newest.set(object.id, object.version)
    this.changes++
    this.#changedAt = Math.max(this.#changedAt, object.known_from.getTime())
    if (object.removed) this.#held.delete(object.id)
    else this.#held.set(object.id, object)
  }

  #signed = ({ userId, username }: Viewer, reason = '') => ({
    updated_user_id: userId,
    updated_by: username,
    reason,
  })

  #checkVisibility(visibility: Visibility, { isAdmin, groups }: Viewer) {
    if (visibility === 'RELEASED' || (visibility === 'CENTRE' && !this.#isOpen))
      if (!isAdmin)
        throw new Refusal(
          'FORBIDDEN',
          `Only an administrator may show this ${this.kind.noun} to the whole centre; share it with your group.`,
        )
    if (visibility === 'GROUP' && groups.length === 0) {
      const why = 'you belong to no group; keep it private'
      throw new Refusal('VALIDATION', `Check visibility: ${why}.`, { fields: [{ field: 'visibility', why }] })
    }
  }

  #gone = () => new Refusal('NOT_FOUND', `This ${this.kind.noun} does not exist any more.`)

  #conflict = (current: Held<Body>, show: (current: Held<Body>) => unknown) =>
    new Refusal('VERSION_CONFLICT', `Somebody changed this ${this.kind.noun} meanwhile; look at it again.`, {
      data: show(current),
    })
}

/** Later than any change. */
const LAST_INSTANT = new Date('4000-01-01T00:00:00Z')

const isShared = (visibility: Visibility) => visibility === 'CENTRE' || visibility === 'RELEASED'

const text = (at: Date | null) => at?.toISOString() ?? null

/** The columns every object tells. */
export const columnsOf = (object: Held<unknown>, mine: boolean): ObjectColumns => ({
  id: object.id,
  version: object.version,
  domain: object.domain,
  visibility: object.visibility,
  owner_id: object.owner_id,
  owner: object.owner,
  group_ids: object.group_ids,
  created_at: object.created_at.toISOString(),
  updated_at: object.known_from.toISOString(),
  updated_user_id: object.updated_user_id,
  updated_by: object.updated_by,
  valid_from: text(object.valid_from),
  valid_to: text(object.valid_to),
  mine,
})

/** And what a version of its history tells besides. */
export const versionOf = (object: Held<unknown>): VersionColumns => ({
  known_from: object.known_from.toISOString(),
  known_to: text(object.known_to),
  removed: object.removed,
  reason: object.reason,
})
