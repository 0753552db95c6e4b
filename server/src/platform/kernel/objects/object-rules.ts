import type { Domain, ObjectColumns, VersionColumns, Visibility } from '@samudra/contract/objects'
import { ulid } from '../text/ulid.ts'
import {
  ADMINISTRATORS,
  anyOf,
  isAddressed,
  isVisible,
  ownerAndAdministrators,
  audienceOf,
  type Audience,
  type MayKnow,
} from '../http/audience.ts'
import type { Clock } from '../../needs/clock.ts'
import type { Db } from '../../needs/database.ts'
import type { Caller } from '../http/caller.ts'
import { OperationError } from '../http/errors.ts'
import { readLast, readVersion, readVersions, type NextRow, type ObjectRow } from './objects.sql.ts'

/** One version of an object; the current one has no `known_to`. */
export type Held<Body> = Omit<ObjectRow, 'body'> & { body: Body }
/** User of objects, as far as rights need it. */
type Viewer = Pick<Caller, 'userId' | 'username' | 'groups' | 'isAdmin'>
/** Fields of a new object, as given by a user. */
export type Draft<Body> = {
  body: Body
  visibility: Visibility
  domain?: Domain
  valid_from?: Date | null
  valid_to?: Date | null
}
/** Changes to an object; omitted fields stay. */
export type Change<Body> = Partial<Omit<Draft<Body>, 'domain'>> & { reason?: string }

export type Kind<Body> = {
  /** As it stands in the table and in audit records. */
  type: string
  /** As people say it: "area of interest". */
  noun: string
  /** Storage of the current versions: all in memory, or none, for kinds with up to a million objects. */
  storage?: 'held' | 'stored'
  /** True when every user may share with the whole centre; otherwise administrators only. */
  everybodyShares?: boolean
  /** Longest body, bytes of JSON; 256 KB unless set. */
  mostBytes?: number
  /** Audience of an object, where it differs from its visibility. */
  seers?: (object: Held<Body>) => Audience
  /** Users who may change an object, where they differ from owner and administrators. */
  changers?: (object: Held<Body>) => Audience
}

/**
 * Query of a page, the newest first; `cursor` is the `next` of the page before, `at` an instant whose knowledge is
 * queried.
 */
export type ObjectPageQuery = { limit: number; cursor?: string | null; domain?: Domain; at?: Date }
export type Page<Body> = { items: Held<Body>[]; next: string | null }

/** Operations of rooms on edited objects, independent of their storage. */
export interface ObjectCollection<Body> {
  readonly kind: Kind<Body>
  isSeenBy(object: Held<Body>, caller: Caller): boolean
  isChangedBy(object: Held<Body>, caller: Caller): boolean
  changers(object: Held<Body>): Audience
  /**
   * Returns the audience of a change: users who see one of these versions, so that an object hidden now leaves their
   * screens.
   */
  audience(...versions: (Held<Body> | undefined)[]): Audience
  /**
   * Returns the current version. Throws NOT_FOUND for a missing object and for one the caller may not see, without a
   * difference between them.
   */
  read(id: string, caller: Caller): Promise<Held<Body>>
  /** One the caller may change. Throws NOT_FOUND, FORBIDDEN. */
  readWritable(id: string, caller: Caller): Promise<Held<Body>>
  page(caller: Caller, query: ObjectPageQuery): Promise<Page<Body>>
  /** Newest versions of one, at most 500 and 2 MB, the oldest of them first; also of one that was removed. */
  versions(id: string, caller: Caller): Promise<Held<Body>[]>
  /** One version, undefined when the caller may not see it. Throws NOT_FOUND when the caller may not see the last. */
  version(id: string, version: number, caller: Caller): Promise<Held<Body> | undefined>
  add(caller: Caller, draft: Draft<Body>): Promise<Held<Body>>
  /** Adds all of them or none. */
  addAll(caller: Caller, drafts: Draft<Body>[]): Promise<Held<Body>[]>
  /**
   * Makes the next version of the one the caller looked at. Throws NOT_FOUND, FORBIDDEN, and VERSION_CONFLICT with the
   * current object, presented by `show`.
   */
  change(
    caller: Caller,
    at: { id: string; expected_version: number },
    change: Change<Body>,
    show: (current: Held<Body>) => unknown,
  ): Promise<Held<Body>>
  /** Removes an object: its last version records the user and the reason. A concurrent change is removed with it. */
  remove(caller: Caller, id: string, reason: string): Promise<Held<Body>>
}

/** `mayKnow`: for kinds whose seers depend on ships. */
export type ObjectNeeds = { db: Db; clock: Clock; mayKnow?: MayKnow }

/**
 * Rules of a kind of object: who may see, make and change one, and the contents of its next version. Independent of
 * its storage.
 */
export abstract class ObjectRules<Body> {
  readonly kind: Kind<Body>
  protected readonly db: Db
  protected readonly clock: Clock
  readonly #mayKnow: MayKnow | undefined

  constructor({ db, clock, mayKnow }: ObjectNeeds, kind: Kind<Body>) {
    this.db = db
    this.clock = clock
    this.kind = kind
    this.#mayKnow = mayKnow
  }

  isSeenBy(object: Held<Body>, caller: Caller): boolean {
    const { seers } = this.kind
    return seers === undefined ? isVisible(object, caller) : isAddressed(seers(object), caller, this.#mayKnow)
  }

  isChangedBy(object: Held<Body>, caller: Caller): boolean {
    return isAddressed(this.changers(object), caller, this.#mayKnow)
  }

  changers(object: Held<Body>): Audience {
    if (this.kind.changers !== undefined) return this.kind.changers(object)
    return this.#isOpen || !isShared(object.visibility) ? ownerAndAdministrators(object) : ADMINISTRATORS
  }

  audience(...versions: (Held<Body> | undefined)[]): Audience {
    const { seers = audienceOf } = this.kind
    return anyOf(...versions.flatMap((one) => (one === undefined ? [] : [seers(one)])))
  }

  abstract addAll(caller: Caller, drafts: Draft<Body>[]): Promise<Held<Body>[]>

  async add(caller: Caller, draft: Draft<Body>): Promise<Held<Body>> {
    return (await this.addAll(caller, [draft]))[0]!
  }

  /** Returns the newest versions that a caller may see, who must see the last. Throws NOT_FOUND. */
  async versions(id: string, caller: Caller): Promise<Held<Body>[]> {
    const rows = (await readVersions(this.db, this.kind.type, id)) as Held<Body>[]
    const last = rows.at(-1)
    if (last === undefined || !this.isSeenBy(last, caller)) throw this.gone()
    return rows.filter((one) => this.isSeenBy(one, caller))
  }

  /** Returns one version, undefined when the caller may not see it; the caller must see the last. Throws NOT_FOUND. */
  async version(id: string, version: number, caller: Caller): Promise<Held<Body> | undefined> {
    const [last] = (await readLast(this.db, this.kind.type, [id])) as Held<Body>[]
    if (last === undefined || !this.isSeenBy(last, caller)) throw this.gone()
    const then = (await readVersion(this.db, this.kind.type, id, version)) as Held<Body> | undefined
    return then !== undefined && this.isSeenBy(then, caller) ? then : undefined
  }

  /** Throws FORBIDDEN for one that the caller may not change. */
  protected checkWritable(object: Held<Body>, caller: Caller): Held<Body> {
    if (this.isChangedBy(object, caller)) return object
    throw new OperationError(
      'FORBIDDEN',
      `Only its owner or an administrator may change this ${this.kind.noun}. Create your own instead.`,
    )
  }

  /** Throws TOO_LARGE for a body that is larger than its kind allows. */
  #checkSize(body: Body): Body {
    const { mostBytes = MOST_BYTES, noun } = this.kind
    const bytes = Buffer.byteLength(JSON.stringify(body))
    if (bytes <= mostBytes) return body
    const [has, most] = [Math.ceil(bytes / 1024), Math.floor(mostBytes / 1024)]
    throw new OperationError('TOO_LARGE', `This ${noun} has ${has} KB. At most ${most} KB are allowed.`)
  }

  /** Throws FORBIDDEN, TOO_LARGE and VALIDATION for what the caller may not store or show to those it is for. */
  protected firstRows(caller: Caller, drafts: Draft<Body>[], at: Date): NextRow[] {
    return drafts.map((draft): NextRow => {
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
        body: this.#checkSize(draft.body),
      }
    })
  }

  protected nextRow(caller: Caller, before: Held<Body>, change: Change<Body>): NextRow {
    const visibility = change.visibility ?? before.visibility
    if (visibility !== before.visibility) this.#checkVisibility(visibility, caller)
    return {
      ...before,
      visibility,
      group_ids: visibility === 'GROUP' ? groupsAfter(before, caller) : [],
      valid_from: change.valid_from === undefined ? before.valid_from : change.valid_from,
      valid_to: change.valid_to === undefined ? before.valid_to : change.valid_to,
      body: change.body === undefined ? before.body : this.#checkSize(change.body),
      ...signed(caller, change.reason),
    }
  }

  protected lastRow = (caller: Viewer, before: Held<Body>, reason: string): NextRow => ({
    ...before,
    ...signed(caller, reason),
    removed: true,
  })

  protected gone = () => new OperationError('NOT_FOUND', `This ${this.kind.noun} no longer exists.`)

  protected conflict = (current: Held<Body>, show: (current: Held<Body>) => unknown) =>
    new OperationError(
      'VERSION_CONFLICT',
      `Another user changed this ${this.kind.noun}. Reload it and try again.`,
      {
        data: show(current),
      },
    )

  get #isOpen() {
    return this.kind.everybodyShares === true
  }

  #checkVisibility(visibility: Visibility, { isAdmin, groups }: Viewer) {
    if (visibility === 'RELEASED' || (visibility === 'CENTRE' && !this.#isOpen))
      if (!isAdmin)
        throw new OperationError(
          'FORBIDDEN',
          `Only an administrator may share this ${this.kind.noun} with the whole centre. Share it with your group.`,
        )
    if (visibility === 'GROUP' && groups.length === 0) {
      const why = 'you belong to no group. Choose PRIVATE'
      throw new OperationError('VALIDATION', `Check visibility: ${why}.`, {
        fields: [{ field: 'visibility', why }],
      })
    }
  }
}

/** Returns the groups that see an object after a change: the groups of the user who shared it with them. */
export const groupsAfter = (before: Held<unknown>, caller: Pick<Caller, 'userId' | 'groups'>): string[] =>
  before.owner_id === caller.userId || before.visibility !== 'GROUP' ? caller.groups : before.group_ids

export const signed = ({ userId, username }: Viewer, reason = '') => ({
  updated_user_id: userId,
  updated_by: username,
  reason,
})

/** Maximum body of an object, bytes of JSON, unless its kind sets another. */
const MOST_BYTES = 262_144
/** Longest body of a kind that holds outlines of areas, which have many corners. */
export const MOST_BYTES_OF_OUTLINES = 2 * 1024 * 1024

const isShared = (visibility: Visibility) => visibility === 'CENTRE' || visibility === 'RELEASED'

/** A page of rows of which one more than wanted was read. */
export const pageOfRows = <Body>(rows: Held<Body>[], limit: number): Page<Body> => {
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? items.at(-1)!.id : null }
}

const text = (at: Date | null) => at?.toISOString() ?? null

/** Returns the columns of every object. */
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

/** Returns the further columns of a version in its history. */
export const versionOf = (object: Held<unknown>): VersionColumns => ({
  known_from: object.known_from.toISOString(),
  known_to: text(object.known_to),
  removed: object.removed,
  reason: object.reason,
})
