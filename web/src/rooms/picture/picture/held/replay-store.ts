import {
  decodeReplayChunk,
  frameDigest,
  nextRow,
  rowAt,
  type ReplayChunk,
  type ReplayContact,
} from '@samudra/contract/wire/replay-chunk'
import { changedColumns, type LiveFrame, type NamedContact } from '@samudra/contract/wire/live-frame'
import { interpolatePlace } from '@samudra/nautical/geodesy'
import { place } from '@samudra/nautical/units'
import { chunkOf, type Replayed } from '../../../../time/replayed.ts'
import { Held, type Motion } from './held.ts'
import type { Post } from './picture-store.ts'
import { mercatorX, mercatorY, nearestX } from '../fleet/reckon.ts'

/** A way is drawn in pieces no longer than this, each of them straight on the chart: together they follow the great circle. */
const PIECE_MS = 300_000
const DAY_MS = 86_400_000

/** Holds the chunks of a replay and posts what the page must change to show an instant. */
export class ReplayStore {
  readonly #post: Post
  readonly #replay: Pick<Replayed, 'id' | 'from' | 'to' | 'chunkMs'>
  readonly #chunks = new Map<number, ReplayChunk>()
  readonly #held: Held
  #still: { at: number; chunk: ReplayChunk } | null = null
  /** Contacts keep their numbers from chunk to chunk. */
  readonly #idOf = new Map<number, number>()
  #named = new Map<number, ReplayContact>()
  #shown: Showing | null = null
  #at = Number.NaN
  #isStanding = false
  #isFirst = true

  constructor(post: Post, replay: Pick<Replayed, 'id' | 'from' | 'to' | 'chunkMs'>) {
    this.#post = post
    this.#replay = replay
    this.#held = new Held(Math.floor(replay.from / DAY_MS) * DAY_MS)
  }

  get id() {
    return this.#replay.id
  }

  take(n: number, bytes: Uint8Array) {
    this.#chunks.set(n, decodeReplayChunk(bytes))
    if (!Number.isNaN(this.#at)) this.show(this.#at, this.#isStanding)
  }

  /** Takes what one instant shows; the chunk it lies in takes its place. */
  takeStill(at: number, bytes: Uint8Array) {
    this.#still = { at, chunk: decodeReplayChunk(bytes) }
    if (Math.round(this.#at) === at) this.show(this.#at, this.#isStanding)
  }

  drop(n: number) {
    this.#chunks.delete(n)
  }

  /** Shows an instant; as long as its chunk is not at hand, what was shown stays. */
  show(at: number, isStanding: boolean) {
    this.#at = at
    this.#isStanding = isStanding
    const still = this.#still?.at === Math.round(at) ? this.#still.chunk : undefined
    const chunk = this.#chunks.get(chunkOf(this.#replay, at)) ?? still
    if (chunk === undefined) return
    const isOther = this.#shown?.chunk !== chunk
    const isBack = !isOther && this.#shown !== null && at < this.#shown.at
    if (isOther || isBack) this.#shown = new Showing(chunk, (mmsi, split) => this.#id(mmsi, split))
    const frame = this.#shown!.move(at, isOther ? this.#gone(chunk) : [])
    if (isOther) frame.named = this.#names(chunk)
    if (frame.changed.count + frame.removed.length + frame.named.length > 0 || this.#isFirst) {
      frame.snapshot = this.#isFirst
      this.#isFirst = false
      const patch = this.#held.apply(frame, at, this.#shown!.motion)
      this.#post({ say: 'patch', patch, epochMs: this.#held.epochMs }, [
        patch.places.buffer,
        patch.bytes,
        patch.ids.buffer,
      ])
      const { size, byGroup } = this.#held
      this.#post({ say: 'counts', inView: size, total: chunk.total, byGroup: [...byGroup] })
    }
    if (isStanding) this.#post({ say: 'frame', frame: { at, ...frameDigest(chunk, at) } })
  }

  #id(mmsi: number, split: number): number {
    const key = mmsi * 256 + split
    const known = this.#idOf.get(key)
    if (known !== undefined) return known
    this.#idOf.set(key, this.#idOf.size)
    return this.#idOf.size - 1
  }

  /** Contacts that are drawn and are not part of the next chunk. */
  #gone(chunk: ReplayChunk): number[] {
    const stays = new Set(chunk.contacts.map(({ mmsi, split }) => this.#id(mmsi, split)))
    return this.#held.ids().filter((id) => !stays.has(id))
  }

  /** Returns the names of contacts, where they are new. */
  #names(chunk: ReplayChunk): NamedContact[] {
    const before = this.#named
    this.#named = new Map()
    const named: NamedContact[] = []
    for (const contact of chunk.contacts) {
      const { mmsi, split, shipType, length, beam, name } = contact
      const id = this.#id(mmsi, split)
      this.#named.set(id, contact)
      if (!isCalledTheSame(before.get(id), contact))
        named.push({ id, mmsi, split, shipType, length, beam, name })
    }
    return named
  }
}

const isCalledTheSame = (one: ReplayContact | undefined, other: ReplayContact) =>
  one?.name === other.name &&
  one.shipType === other.shipType &&
  one.length === other.length &&
  one.beam === other.beam

/** A chunk being shown: which row each contact stands at, and when the next one comes. */
class Showing {
  readonly chunk: ReplayChunk
  at = -Infinity
  readonly motion: Motion
  readonly #ids: Uint32Array
  readonly #row: Int32Array
  readonly #changeAt: Float64Array
  readonly #columns
  #isBegun = false

  constructor(chunk: ReplayChunk, idOf: (mmsi: number, split: number) => number) {
    const count = chunk.contacts.length
    this.chunk = chunk
    this.#ids = Uint32Array.from(chunk.contacts, ({ mmsi, split }) => idOf(mmsi, split))
    this.#row = new Int32Array(count).fill(-1)
    this.#changeAt = new Float64Array(count).fill(-Infinity)
    this.#columns = changedColumns(count)
    this.motion = {
      vx: new Float64Array(count),
      vy: new Float64Array(count),
      isReckoned: chunk.knowledge === 'AS_KNOWN',
    }
  }

  /** Returns the changes for showing `at`; other contacts that leave are added to `removed`. */
  move(at: number, removed: number[]): LiveFrame {
    const { chunk } = this
    this.at = at
    this.#columns.count = 0
    for (let i = 0; i < this.#row.length; i++) {
      if (this.#changeAt[i]! > at) continue
      const row = rowAt(chunk, i, at)
      if (row >= 0) this.#put(i, row, at)
      else {
        if (this.#row[i]! >= 0 || !this.#isBegun) removed.push(this.#ids[i]!)
        this.#changeAt[i] = this.#nextStart(i, at)
      }
      this.#row[i] = row
    }
    this.#isBegun = true
    return {
      seq: 0,
      snapshot: false,
      tick: at,
      inView: 0,
      total: chunk.total,
      changed: this.#columns,
      named: [],
      removed,
    }
  }

  #put(contact: number, row: number, at: number) {
    const { chunk, motion } = this
    const { rows } = chunk
    const columns = this.#columns
    const n = columns.count++
    const next = nextRow(chunk, contact, row)
    columns.id[n] = this.#ids[contact]!
    columns.lat[n] = rows.lat[row]!
    columns.lon[n] = rows.lon[row]!
    columns.sog[n] = rows.sog[row]!
    columns.cog[n] = rows.cog[row]!
    columns.heading[n] = rows.heading[row]!
    columns.navStatus[n] = rows.navStatus[row]!
    columns.kind[n] = chunk.contacts[contact]!.kind
    columns.shipGroup[n] = chunk.contacts[contact]!.shipGroup
    columns.flags[n] = chunk.contacts[contact]!.flags
    columns.observedAt[n] = rows.observedAt[row]!
    motion.vx[n] = 0
    motion.vy[n] = 0
    this.#changeAt[contact] = this.#nextStart(contact, at)
    if (next >= 0) this.#piece(contact, row, next, at, n)
  }

  /** The straight piece of the way between two fixes that `at` lies on. */
  #piece(contact: number, row: number, next: number, at: number, n: number) {
    const { rows } = this.chunk
    const [begin, end] = [rows.observedAt[row]!, rows.observedAt[next]!]
    if (end <= begin) return
    const pieces = Math.ceil((end - begin) / PIECE_MS)
    const ms = (end - begin) / pieces
    const piece = Math.min(pieces - 1, Math.floor((at - begin) / ms))
    const from = place(rows.lat[row]! / 1e6, rows.lon[row]! / 1e6)
    const to = place(rows.lat[next]! / 1e6, rows.lon[next]! / 1e6)
    const a = piece === 0 ? from : interpolatePlace(from, to, piece / pieces)
    const b = piece === pieces - 1 ? to : interpolatePlace(from, to, (piece + 1) / pieces)
    this.#columns.lat[n] = Math.round(a.lat * 1e6)
    this.#columns.lon[n] = Math.round(a.lon * 1e6)
    this.#columns.observedAt[n] = begin + piece * ms
    this.motion.vx[n] = (nearestX(mercatorX(b.lon) - mercatorX(a.lon)) * 1000) / ms
    this.motion.vy[n] = ((mercatorY(b.lat) - mercatorY(a.lat)) * 1000) / ms
    this.#changeAt[contact] = Math.min(begin + (piece + 1) * ms, end)
  }

  /** When the next row of a contact begins, Infinity when there is none. */
  #nextStart(contact: number, at: number): number {
    const { rows, first } = this.chunk
    let [low, high] = [first[contact]!, first[contact + 1]!]
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows.at[middle]! <= at) low = middle + 1
      else high = middle
    }
    return low < first[contact + 1]! ? rows.at[low]! : Infinity
  }
}
