import { setTimeout as sleep } from 'node:timers/promises'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import { NotOurs } from '../../../../platform/kernel/cluster/lease.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { NAV_NONE, NONE16, NO_PLACE, ROT_NONE, type FixBatch } from '../../../../sea/fix-batch.ts'
import type { Reception } from '../../../../sea/topics.ts'
import { underway } from '../../../../platform/kernel/http/underway.ts'
import { CopyRows } from './copy-rows.ts'
import { RawBlockWriter, type ReceivedLines } from '../raw/raw-block.ts'

/** A batch is written when it is this old or this large, so a power cut loses at most that much. */
export const BATCH_MS = 250
export const BATCH_ROWS = 5000
/** Rows waiting for the disk from which the feeds must wait, and below which they continue. */
const HIGH_ROWS = 150_000
const LOW_ROWS = 30_000
/** Wait of a batch after which it is reported, s. */
const LATE_S = 3
/** A stop waits this long for a database that does not answer. */
const STOP_MS = 3000

/** Maximum lead of a fix id before its arrival, in ms: ids of many fixes of one moment count on. */
export const AHEAD_ID_MS = 1000

/** One COPY of each table and a block of lines, in one transaction. */
export type Portion = {
  fixes: { bytes: Uint8Array; count: number }
  receptions: { bytes: Uint8Array; count: number }
  /** Received lines; null when they are not stored, or nothing was received. */
  received: ReceivedLines | null
  lastFixId: number
  /** The newest id among its fixes and receptions. */
  lastId: number
  /** When the last fix arrived, epoch ms. */
  lastRecTime: number
  /** The earliest arrival among fixes whose ids lie ahead of it, as they do after a clock stepped back; Infinity for none. */
  behind: number
}

/**
 * Function that stores a portion; `isAgain` marks an earlier failed try with unknown result. Throws NotOurs when
 * another process stores the data.
 */
export type Store = (portion: Portion, isAgain: boolean) => Promise<void>

type Keep = (portions: Portion[]) => Promise<void>
const nowhere = () => Promise.reject(new Error('there is no place for them'))

/**
 * Recorder that writes fixes to the database in batches. The batch being written is held until the database has it, so
 * an outage delays and loses nothing while memory lasts; then the feeds wait.
 */
export class Recorder {
  readonly #fixes = new CopyRows(19)
  readonly #receptions = new CopyRows(6)
  readonly #queue: (Portion & { cutAt: number })[] = []
  readonly #received = new RawBlockWriter()
  readonly #store: Store
  readonly #log: Log
  readonly #keepsLines: () => boolean
  readonly #keep: Keep
  #lastFixId = 0
  #lastId = 0
  #lastRecTime = 0
  #behind = Infinity
  #queued = 0
  #isPressed = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  /** Fixes that are durable. */
  stored = 0
  /** Fixes that no feed brought, stored or waiting. */
  imported = 0
  /** The newest fix that is durable, and the newest fix or reception, whichever process stored it. */
  durableFixId = 0
  durableId = 0
  /** Why the last write failed. */
  #failure: string | null = null

  /**
   * Creates a recorder that stores what was received for the fixes while `keepsLines` returns true; `keep` takes what
   * could not be stored at the end.
   */
  constructor(store: Store, log: Log, keepsLines = () => false, keep: Keep = nowhere) {
    this.#keep = keep
    this.#store = store
    this.#log = log
    this.#keepsLines = keepsLines
  }

  start(): void {
    this.#timer = setInterval(() => this.#cut(), BATCH_MS)
  }

  /** True from HIGH_ROWS waiting rows on until they are down to LOW_ROWS. */
  isPressed(): boolean {
    const waiting = this.#queued + this.#fixes.count
    this.#isPressed = this.#isPressed ? waiting > LOW_ROWS : waiting > HIGH_ROWS
    return this.#isPressed
  }
  get waiting(): number {
    return this.#queued + this.#fixes.count
  }
  /** Returns how long the oldest batch has waited to be stored, in seconds. */
  get oldestS(): number {
    const oldest = this.#queue[0]
    return oldest === undefined ? 0 : (performance.now() - oldest.cutAt) / 1000
  }

  /** Why fixes wait; null while all is well. */
  get trouble(): string | null {
    if (this.#failure !== null || this.oldestS < LATE_S) return this.#failure
    return `the database does not answer; ${this.waiting} fixes wait, the first for ${Math.round(this.oldestS)} s`
  }

  record(batch: FixBatch): void {
    const rows = this.#fixes
    for (let i = 0; i < batch.count; i++) {
      writeFix(rows, batch, i)
      const recTime = batch.recTime[i]!
      if (batch.fixId[i]! / 1024 - recTime > AHEAD_ID_MS && recTime < this.#behind) this.#behind = recTime
    }
    if (batch.count > 0) {
      this.#lastFixId = this.#lastId = batch.fixId[batch.count - 1]!
      this.#lastRecTime = batch.recTime[batch.count - 1]!
    }
    if (batch.received !== null && this.#keepsLines()) this.#received.add(batch, batch.received)
    if (rows.count >= BATCH_ROWS) this.#cut()
  }

  /** Takes fixes of a file, which no feed has received. */
  recordImported(batch: FixBatch): void {
    this.imported += batch.count
    this.record(batch)
  }

  recordReception(reception: Reception): void {
    const rows = this.#receptions
    this.#lastId = reception.id
    rows.row()
    rows.int4(reception.mmsi | 0)
    rows.int8(reception.fixId)
    rows.time(reception.recTime)
    rows.int2(reception.feed)
    rows.int2(reception.source)
    if (reception.station < 0) rows.nothing()
    else rows.int4(reception.station)
  }

  /** Another process has stored all up to an id. */
  storedElsewhere(id: number): void {
    this.durableId = Math.max(this.durableId, id)
    this.durableFixId = Math.max(this.durableFixId, id)
  }

  /**
   * Writes what is held; after three seconds without a database it is stored elsewhere, and what is lost is reported.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const outcome = await Promise.race([this.flush(), sleep(STOP_MS, 'late' as const, { ref: false })])
    this.#isStopped = true
    if (outcome !== 'late') return
    const facts = { fixes: this.waiting, error: this.trouble }
    try {
      await this.#keep([...this.#queue])
      this.#log.warn('ended without the database: these fixes are stored by the next start', facts)
    } catch {
      this.#log.error('ended without the database: these fixes are lost', facts)
    }
  }

  async flush(): Promise<void> {
    this.#cut()
    while (this.#writing !== undefined) await this.#writing
  }

  #cut() {
    if (this.#fixes.count + this.#receptions.count === 0) return
    const portion = {
      fixes: this.#fixes.take(),
      receptions: this.#receptions.take(),
      received: this.#received.take(),
      lastFixId: this.#lastFixId,
      lastId: this.#lastId,
      lastRecTime: this.#lastRecTime,
      behind: this.#behind,
      cutAt: performance.now(),
    }
    this.#behind = Infinity
    this.#queued += portion.fixes.count
    this.#queue.push(portion)
    this.#writing ??= underway.aside(() => this.#write())
  }

  async #write() {
    for (let failures = 0; !this.#isStopped;) {
      const portion = this.#queue[0]
      if (portion === undefined) break
      try {
        await this.#storeOrLeave(portion, failures > 0)
        this.#queue.shift()
        this.#queued -= portion.fixes.count
        this.#failure = null
        failures = 0
      } catch (error) {
        this.#failure = sentenceOf(error)
        this.#log.error('fixes could not be stored; trying again', {
          error: this.#failure,
          waiting: this.waiting,
        })
        await sleep(Math.min(10_000, 250 * 2 ** failures++))
      }
    }
    this.#writing = undefined
  }

  async #storeOrLeave(portion: Portion, isAgain: boolean) {
    const { fixes, lastFixId, lastId } = portion
    try {
      await this.#store(portion, isAgain)
    } catch (error) {
      if (!(error instanceof NotOurs)) throw error
      return this.#log.warn('fixes are left to the process that has the feeds', { fixes: fixes.count })
    }
    this.stored += fixes.count
    this.durableFixId = lastFixId
    this.durableId = lastId
  }
}

function writeFix(rows: CopyRows, batch: FixBatch, i: number) {
  rows.row()
  rows.int4(batch.mmsi[i]! | 0)
  rows.int2(batch.split[i]!)
  rows.int8(batch.fixId[i]!)
  rows.time(batch.observedAt[i]!)
  rows.time(batch.recTime[i]!)
  intOrNothing4(rows, batch.lat[i]!, NO_PLACE)
  intOrNothing4(rows, batch.lon[i]!, NO_PLACE)
  intOrNothing2(rows, batch.sog[i]!, NONE16)
  intOrNothing2(rows, batch.cog[i]!, NONE16)
  intOrNothing2(rows, batch.heading[i]!, NONE16)
  intOrNothing2(rows, batch.rot[i]!, ROT_NONE)
  intOrNothing2(rows, batch.navStatus[i]!, NAV_NONE)
  rows.int2(batch.type[i]!)
  rows.int2(batch.bits[i]!)
  rows.int2(batch.feed[i]!)
  rows.int2(batch.source[i]!)
  intOrNothing4(rows, batch.station[i]!, -1)
  rows.int2(batch.quality[i]!)
  rows.int2(batch.reasons[i]!)
}

function intOrNothing2(rows: CopyRows, value: number, nothing: number) {
  if (value === nothing) rows.nothing()
  else rows.int2(value)
}
function intOrNothing4(rows: CopyRows, value: number, nothing: number) {
  if (value === nothing) rows.nothing()
  else rows.int4(value)
}
