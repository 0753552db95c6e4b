import type { AisFilter } from '@samudra/contract/filter'
import { agesNeeded, needsAnomaly, clausesOf } from '@samudra/contract/filter-match'
import type { Bbox } from '@samudra/contract/kernel'
import { ContentDigest, onTick, type Knowledge } from '@samudra/contract/wire/replay-chunk'
import { createHash } from 'node:crypto'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { PlacesThen } from '../../../sea/filter-lookup.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { sourcesSeen, type PastNames } from '../../../sea/names.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { Blacklisted } from './past-blacklist.ts'
import { buildChunk, type Chunk, type Shown } from './chunk.ts'
import { Identities } from './identities.ts'
import { knownBys } from './replay-knowledge.ts'

/** Replay query of a user. Times are epoch ms. */
export type Query = {
  from: number
  to: number
  knowledge: Knowledge
  knownBy: number
  stepMs: number
  bbox: Bbox | undefined
  filter: AisFilter | undefined
}

export type ReplayNeeds = {
  db: Db
  others: Pick<Others, 'note' | 'noted'>
  fixes: FixReader
  names: PastNames
  /** Makes what has arrived readable. */
  flush: () => Promise<void>
  /** Areas, lists and detector findings as of each instant of a period, as far as a filter needs them. */
  placesThen: PlacesThen
}

/** Time without queries after which a replay is dropped. */
const RETENTION_MS = 3_600_000
/** Most open replays of one user, and of all together; the one not used for longest makes room, the user's own first. */
const MOST_REPLAYS = { ofUser: 20, inAll: 400 }
/** Maximum number of stored chunk ends for all replays together; a following chunk then needs no earlier data. */
const MOST_ENDS = 12

type Replay = {
  id: string
  userId: string
  query: Query
  chunkMs: number
  chunks: number
  blacklisted: Blacklisted
  usedAt: number
}

/** Data that another process needs to continue a replay. */
type Opened = Pick<Replay, 'query' | 'chunkMs'>
const noteOf = (id: string) => `replay ${id}`

/** Stores the open replays of users; builds a chunk on request. */
export class Replays {
  readonly #needs: ReplayNeeds
  readonly #open = new Map<string, Replay>()
  readonly #identities: Identities
  /** Where chunks ended, by replay, number and what the caller may see; the oldest first. */
  readonly #ends = new Map<string, FixBatch>()

  constructor(needs: ReplayNeeds) {
    this.#needs = needs
    this.#identities = new Identities(needs.db)
  }

  async open(request: Query, chunkMs: number, caller: Caller, now: number): Promise<Replay> {
    readyClauses(request.filter)
    const id = `${questionOf(request, caller)}-${caller.userId}`
    if (!this.#open.has(id)) this.#makeRoom(caller.userId, now)
    const known = this.#open.get(id)
    const replay: Replay = known ?? {
      id,
      userId: caller.userId,
      query: request,
      chunkMs,
      chunks: Math.max(1, Math.ceil((request.to - request.from) / chunkMs)),
      blacklisted: await Blacklisted.read(this.#needs.db),
      usedAt: now,
    }
    this.#open.set(id, replay)
    if (known === undefined)
      await this.#needs.others.note(noteOf(id), { query: request, chunkMs }, RETENTION_MS)
    return replay
  }

  /** One that is open, at this server or another. */
  async #openOne(id: string, caller: Caller, now: number): Promise<Replay | null> {
    const here = this.#open.get(id)
    if (here !== undefined) return here
    const opened = await this.#needs.others.noted<Opened>(noteOf(id))
    return opened === null ? null : this.open(opened.query, opened.chunkMs, caller, now)
  }

  /** Chunk `n`, or of it what is shown `at` an instant; throws NOT_FOUND for a replay that is not open, or beyond its end. */
  async chunk(
    id: string,
    { n, at }: { n: number; at?: number | undefined },
    caller: Caller,
    now: number,
  ): Promise<Chunk & { from: number; to: number; next: number | null }> {
    const replay = await this.#openOne(id, caller, now)
    if (replay === null || replay.id !== id || replay.userId !== caller.userId)
      throw new OperationError('NOT_FOUND', 'This replay is no longer open. Open it again.')
    if (n >= replay.chunks)
      throw new OperationError('NOT_FOUND', `This replay has ${replay.chunks} chunks, counted from 0.`)
    replay.usedAt = now
    return this.#make(replay, n, caller, at)
  }

  /** The digest of all that a replay shows: every chunk is made for it. */
  async digestOf(replay: Replay, caller: Caller): Promise<string> {
    const digest = new ContentDigest(replay.query.knowledge, replay.query.from)
    for (let n = 0; n < replay.chunks; n++) await this.#make(replay, n, caller, undefined, digest)
    return digest.text()
  }

  /** The picture at one instant: a chunk of no length. */
  async picture(request: Query, caller: Caller): Promise<Chunk> {
    const { db, fixes, names } = this.#needs
    const shown = await this.#shown(request, caller, await Blacklisted.read(db), request)
    await this.#needs.flush()
    return buildChunk({ fixes, names, identities: this.#identities }, shown, request)
  }

  async #make(replay: Replay, n: number, caller: Caller, instant?: number, digest?: ContentDigest) {
    const at = instant === undefined ? undefined : onTick(instant)
    const { query: request, chunkMs } = replay
    const begin = request.from + n * chunkMs
    const end = Math.min(request.to, begin + chunkMs)
    if (at !== undefined && (at < begin || at > end))
      throw new OperationError('VALIDATION', `Chunk ${n} does not show this instant.`)
    const [from, to] = at === undefined ? [begin, end] : [at, at]
    const shown = await this.#shown(request, caller, replay.blacklisted, { from, to })
    await this.#needs.flush()
    const visibility = shown.sources === null ? '*' : shown.sources.join(',')
    const endOf = (chunk: number) => `${replay.id} ${chunk} ${visibility}`
    const base = from === begin ? this.#ends.get(endOf(n)) : undefined
    const reported = { ...this.#needs, identities: this.#identities }
    const ends = { isFirst: n === 0, isLast: n + 1 === replay.chunks }
    const content = digest === undefined ? undefined : { digest, ...ends }
    const chunk = await buildChunk(reported, shown, { from, to, base, content })
    if (to === end && to > from) this.#ends.set(endOf(n + 1), chunk.end)
    if (this.#ends.size > MOST_ENDS) this.#ends.delete(this.#ends.keys().next().value!)
    return { ...chunk, from, to, next: n + 1 < replay.chunks ? n + 1 : null }
  }

  async #shown(
    request: Query,
    caller: Caller,
    blacklisted: Blacklisted,
    { from, to }: Pick<Query, 'from' | 'to'>,
  ): Promise<Shown> {
    const { visibility } = caller
    const { filter = {} } = request
    const period = { from, to, ...knownBys(request) }
    const places = await this.#needs.placesThen(caller, period, filter)
    const ranked = this.#needs.names.rankedThen(period)
    const listings = needsAnomaly(filter, 'BLACKLIST') ? blacklisted.changes(from, to) : []
    return {
      ...request,
      visibility,
      sources: sourcesSeen(this.#needs.names, visibility),
      tests: readyClauses(request.filter),
      isInBox: request.bbox === undefined ? () => true : boxTest(request.bbox),
      places,
      ranked,
      changes: [...new Set([...places.changes, ...listings, ...ranked.changes])].sort((a, b) => a - b),
      ages: agesNeeded(filter).flatMap((minutes) => [minutes * 60_000, minutes * 60_000 + 1]),
      blacklistedAt: (mmsi, at) => blacklisted.holds(mmsi, at),
    }
  }

  #makeRoom(userId: string, now: number) {
    for (const replay of this.#open.values())
      if (now - replay.usedAt > RETENTION_MS) this.#open.delete(replay.id)
    const closed = replayToClose([...this.#open.values()], userId)
    if (closed !== null) this.#open.delete(closed)
  }
}

type Opening = Pick<Replay, 'id' | 'userId' | 'usedAt'>
/**
 * Id of the open replay that makes room for another one of a user: the user's own least recently used one, or, when all
 * together have too many, that of the user who has most. Null when there is room.
 */
export function replayToClose(open: readonly Opening[], userId: string): string | null {
  const own = open.filter((one) => one.userId === userId)
  if (own.length >= MOST_REPLAYS.ofUser) return leastUsed(own)
  if (open.length < MOST_REPLAYS.inAll) return null
  const byUser = new Map<string, Opening[]>()
  for (const one of open) byUser.set(one.userId, [...(byUser.get(one.userId) ?? []), one])
  return leastUsed([...byUser.values()].reduce((most, some) => (some.length > most.length ? some : most)))
}
const leastUsed = (some: readonly Opening[]) =>
  some.reduce((least, one) => (one.usedAt < least.usedAt ? one : least)).id

const boxTest =
  ([west, south, east, north]: Bbox) =>
  (lat: number, lon: number) =>
    lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east)

/** Returns the clauses of a filter, ready to evaluate. Throws VALIDATION. */
export function readyClauses(filter: AisFilter | undefined) {
  if (filter === undefined) return []
  try {
    return clausesOf(filter)
  } catch (error) {
    const why = sentenceOf(error)
    throw new OperationError('VALIDATION', `This area is not valid: ${why}.`, {
      fields: [{ field: 'filter.area', why }],
    })
  }
}

/** Returns a hash of the query and the visibility of the caller, in 32 letters. */
function questionOf(request: Query, { sources, zones }: Caller): string {
  const words = JSON.stringify([request, [...sources].sort(), [...zones].sort()])
  return createHash('sha256').update(words).digest('hex').slice(0, 32)
}
