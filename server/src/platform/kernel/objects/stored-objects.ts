import type { TextSearch } from '@samudra/contract/full-text'
import type { Domain } from '@samudra/contract/objects'
import { encodeTime } from 'ulid'
import type { Caller } from '../http/caller.ts'
import {
  ObjectRules,
  pageOfRows,
  type Change,
  type Draft,
  type Held,
  type Kind,
  type ObjectCollection,
  type Page,
  type ObjectPageQuery,
} from './object-rules.ts'
import { FIRST_SEERS, NEXT_SEERS, readPage, readPageThen, readSeen } from './object-seers.sql.ts'
import { withWords, readFound, type SearchedText } from './object-words.sql.ts'
import { insertNext, insertObjects, type Also, type NextRow } from './objects.sql.ts'

/**
 * Kind of which there may be a million objects: columns alone decide their visibility, so that the database can
 * evaluate it.
 */
export type StoredKind<Body> = Kind<Body> & {
  storage: 'stored'
  seers?: never
  /** Search text of the kind; none when omitted. */
  searched?: SearchedText<Body>
}

/**
 * Collection of objects that are not held: each query is one statement, which reads what the caller sees and no more.
 */
export class StoredObjects<Body> extends ObjectRules<Body> implements ObjectCollection<Body> {
  /** As it was declared; the rules know of what both ways of keeping share. */
  readonly #searched: SearchedText<Body> | undefined

  constructor(needs: ConstructorParameters<typeof ObjectRules<Body>>[0], kind: StoredKind<Body>) {
    super(needs, kind)
    this.#searched = kind.searched
  }

  async read(id: string, caller: Caller): Promise<Held<Body>> {
    const row = await readSeen(this.db, this.kind.type, id, caller)
    if (row === undefined) throw this.gone()
    return row as Held<Body>
  }

  async readWritable(id: string, caller: Caller): Promise<Held<Body>> {
    return this.checkWritable(await this.read(id, caller), caller)
  }

  async page(caller: Caller, query: ObjectPageQuery): Promise<Page<Body>> {
    const { limit, cursor = null, domain = 'REAL', at } = query
    if (at !== undefined) return this.#pageThen(caller, { limit, cursor, domain, at })
    const found = await readPage(this.db, this.#query(caller, domain, cursor, limit + 1))
    return pageOfRows(found as Held<Body>[], limit)
  }

  /** Returns the newest objects that match a search text, among those the caller sees now. */
  async search(
    caller: Caller,
    search: TextSearch,
    { limit, cursor = null, domain = 'REAL', zone }: Omit<ObjectPageQuery, 'at'> & { zone?: string },
  ): Promise<Page<Body>> {
    if (this.#searched === undefined) throw new Error(`no search is declared for a ${this.kind.noun}`)
    const query = { ...this.#query(caller, domain, cursor, limit + 1), search, zone }
    return pageOfRows((await readFound(this.db, query, this.#searched)) as Held<Body>[], limit)
  }

  /** Returns a page as of an instant: candidates are all visible now, removed ones included. */
  async #pageThen(
    caller: Caller,
    { limit, cursor, domain, at }: { limit: number; cursor: string | null; domain: Domain; at: Date },
  ): Promise<Page<Body>> {
    const found: Held<Body>[] = []
    // What was made later has a later id; nothing was made before there were any.
    let below: string | null = at.getTime() < 0 ? null : least(cursor, encodeTime(at.getTime() + 1, 10))
    while (below !== null && found.length <= limit) {
      const rows = await readPageThen(this.db, this.#query(caller, domain, below, limit + 1), at)
      for (const { version } of rows) if (version !== null) found.push(version as Held<Body>)
      below = rows.length > limit ? rows.at(-1)!.id : null
    }
    return pageOfRows(found, limit)
  }

  async addAll(caller: Caller, drafts: Draft<Body>[]): Promise<Held<Body>[]> {
    const rows = this.firstRows(caller, drafts, new Date(this.clock.now()))
    return (await insertObjects(this.db, rows, this.#also(FIRST_SEERS, rows))) as Held<Body>[]
  }

  async change(
    caller: Caller,
    { id, expected_version }: { id: string; expected_version: number },
    change: Change<Body>,
    show: (current: Held<Body>) => unknown,
  ): Promise<Held<Body>> {
    const before = await this.readWritable(id, caller)
    if (before.version !== expected_version) throw this.conflict(before, show)
    const after = await this.#next(expected_version, this.nextRow(caller, before, change))
    if (after !== undefined) return after
    throw this.conflict(await this.read(id, caller), show)
  }

  async remove(caller: Caller, id: string, reason: string): Promise<Held<Body>> {
    for (;;) {
      const before = await this.readWritable(id, caller)
      const after = await this.#next(before.version, this.lastRow(caller, before, reason))
      if (after !== undefined) return after
    }
  }

  async #next(version: number, row: NextRow): Promise<Held<Body> | undefined> {
    const at = new Date(this.clock.now())
    const also = this.#also(NEXT_SEERS, [row])
    return (await insertNext(this.db, version, at, row, also)) as Held<Body> | undefined
  }

  #also = (seers: Also, rows: NextRow[]): Also =>
    this.#searched === undefined ? seers : withWords(seers, rows, this.#searched)

  #query = (caller: Caller, domain: Domain, below: string | null, limit: number) => ({
    type: this.kind.type,
    domain,
    caller,
    below,
    limit,
  })
}

const least = (one: string | null, other: string) => (one !== null && one < other ? one : other)
