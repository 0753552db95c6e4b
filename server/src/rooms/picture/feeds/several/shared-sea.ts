import { setTimeout as sleep } from 'node:timers/promises'
import type { HistoryInterface } from '../../../past/history/room.ts'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Lease } from '../../../../platform/kernel/cluster/lease.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Bus, BusTopic, BusSubscription } from '../../../../platform/needs/bus.ts'
import type { SourcesInterface } from '../../sources/room.ts'
import type { SamudraBus } from '../../../../sea/topics.ts'
import {
  SeaReader,
  SeaWriter,
  MESSAGE_KIND,
  headOf,
  type SeaListener,
  type MessageHead,
} from '../../../../sea/sea-messages.ts'
import type { Ingest } from '../ingest.ts'

/**
 * Bus topic of the sea. A starting process restores stored data and receives all retained messages. Static data is
 * stored within seconds, positions within a quarter of one.
 */
const SEA: BusTopic = { name: 'sea', retentionMs: 180_000, retentionBytes: 128 * 1024 * 1024 }
/** Rows are published at this number, or this long after the first of them. */
const PUBLISHED_ROWS = 500
const PUSH_EVERY_MS = 20
/** Maximum wait of a new feed owner for all earlier messages. */
const CUT_MS = 3000

type Needs = {
  processes: Bus
  bus: SamudraBus
  lease: Lease
  log: Log
  sources: SourcesInterface
  history: Pick<HistoryInterface, 'recorder' | 'ids'>
  ingest: Ingest
  /** Brings the picture in line with what is stored. */
  restore(): Promise<void>
}
type Stored = { message: Uint8Array; lastId: number }
const nothing = () => undefined

/**
 * Sea shared by several processes. The owner of the feeds evaluates, stores and publishes each row in its order of
 * arrival. The others take the same rows in the same order and cache unsaved ones, so that the next owner stores them.
 * The order of the bus decides which rows count. Rows before the message of the next owner count, stored or not. Later
 * rows of its predecessor are taken again by the next owner as they arrive.
 */
export class SharedSea {
  readonly #needs: Needs
  readonly #writer = new SeaWriter()
  readonly #reader = new SeaReader()
  #hearing: BusSubscription | null = null
  /** Published messages that may not be stored yet, in order. */
  readonly #stored: Stored[] = []
  /** Term of the newest owner received. */
  #term = 0
  #isTelling = false
  #timer: NodeJS.Timeout | undefined
  #published: Promise<unknown> = Promise.resolve()
  #reportedStations = 0
  /** Number of messages that could not be published. */
  #failures = 0
  #isMissing = false
  #storedReported = 0
  /** Ends the waiting of who takes over. */
  #heardOwn: () => void = nothing

  constructor(needs: Needs) {
    this.#needs = needs
    const { bus } = needs
    bus.subscribe('judgedFix', (batch) => this.#note(() => this.#writer.fixes(batch)))
    bus.subscribe('reception', (reception) => this.#note(() => this.#writer.reception(reception)))
    bus.subscribe('static', (report) => this.#note(() => this.#writer.static(report)))
    bus.subscribe('aircraft', (batch) => this.#note(() => this.#writer.aircraft(batch)))
  }

  /** Receives messages from now on, and earlier ones as far as they are retained. */
  async start(): Promise<void> {
    const { processes, restore } = this.#needs
    this.#hearing = await processes.subscribe(SEA, 'kept', {
      onMessage: (message) => this.#hear(message),
      lost: restore,
    })
  }

  /** Takes the feeds: stores published but unsaved rows with ids above `mark`, then publishes new rows. */
  async take(mark: number): Promise<void> {
    const { lease, log, history, processes } = this.#needs
    const heard = new Promise<void>((resolve) => (this.#heardOwn = resolve))
    const cut = processes
      .publish(SEA, this.#writer.take(MESSAGE_KIND.TAKEN, lease.term, mark).bytes)
      .then(() => heard)
      .catch((error: unknown) => error as Error)
    const late = new Error(`nothing was received for ${CUT_MS} ms`)
    const failure = await Promise.race([cut, sleep(CUT_MS, late, { ref: false })])
    if (failure instanceof Error)
      log.error('the messages of the last process with the feeds may be incomplete', {
        error: sentenceOf(failure),
      })
    this.#term = Math.max(this.#term, lease.term)
    history.ids.goOnFrom(mark)
    const recording: SeaListener = {
      fixes: (batch) => history.recorder.record(batch),
      reception: (reception) => history.recorder.recordReception(reception),
      static: nothing,
      station: nothing,
      aircraft: nothing,
    }
    for (const { message } of this.#stored) this.#reader.read(message, recording, mark)
    this.#reportedStations = 0
    this.#isTelling = true
  }

  /** Releases the feeds to another process; rows not published yet are published as late. */
  release(): void {
    this.#pushChange()
    this.#isTelling = false
  }

  /** Resolves when all that has been taken is where a process that takes over finds it. */
  async settled(): Promise<void> {
    const failures = this.#failures
    this.#pushChange()
    await this.#published
    if (this.#failures !== failures) throw new Error('the other processes could not be notified')
  }

  /** Publishes how far rows are stored, if that has advanced. */
  publishStored(): void {
    if (this.#isTelling && this.#needs.history.recorder.durableId > this.#storedReported)
      this.#send(MESSAGE_KIND.ROWS)
  }

  async stop(): Promise<void> {
    if (this.#isTelling) this.release()
    await this.#published
    await this.#hearing?.stop()
  }

  #note(write: () => void) {
    if (!this.#isTelling) return
    const { sources } = this.#needs
    for (; this.#reportedStations < sources.numbered.length; this.#reportedStations++)
      this.#writer.station(sources.numbered[this.#reportedStations]!)
    write()
    if (this.#writer.rows >= PUBLISHED_ROWS) this.#pushChange()
    else this.#timer ??= setTimeout(() => this.#pushChange(), PUSH_EVERY_MS)
  }

  #pushChange() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writer.rows > 0) this.#send(this.#isMissing ? MESSAGE_KIND.MISSING : MESSAGE_KIND.ROWS)
  }

  #send(kind: number) {
    const { lease, history, processes, log } = this.#needs
    const storedId = history.recorder.durableId
    this.#storedReported = storedId
    this.#isMissing = false
    const { bytes } = this.#writer.take(kind, lease.term, storedId)
    this.#published = processes.publish(SEA, bytes).catch((error: unknown) => {
      if (this.#failures++ === 0 || kind !== MESSAGE_KIND.MISSING)
        log.error('new data could not be published to other processes; they read it from the database', {
          error: sentenceOf(error),
        })
      this.#isMissing = true
    })
  }

  async #hear(message: Uint8Array) {
    const { lease, restore } = this.#needs
    const head = headOf(message)
    if (head === null) throw new Error('another version of Samudra publishes what this one cannot read')
    if (head.term < this.#term) return this.#adopt(message)
    this.#term = head.term
    this.#keep(head, message)
    const isOwn = head.term === lease.term
    if (head.kind === MESSAGE_KIND.TAKEN) {
      if (isOwn) this.#heardOwn()
      else lease.heard(head.term)
    }
    if (isOwn) return
    if (head.kind === MESSAGE_KIND.MISSING) await restore()
    this.#reader.read(message, this.#following)
  }

  #keep({ lastId, storedId }: MessageHead, message: Uint8Array) {
    if (lastId > 0) this.#stored.push({ message, lastId })
    while (this.#stored.length > 0 && this.#stored[0]!.lastId <= storedId) this.#stored.shift()
    this.#needs.history.recorder.storedElsewhere(storedId)
  }

  /** Takes late rows of a former owner; only the present owner takes those it has not received itself. */
  #adopt(message: Uint8Array) {
    if (!this.#isTelling) return
    this.#reader.read(message, {
      ...this.#following,
      fixes: (batch) => this.#needs.ingest.adopt(batch),
      reception: nothing,
    })
  }

  readonly #following: SeaListener = {
    fixes: (batch) => {
      const { history, ingest, bus } = this.#needs
      history.ids.goOnFrom(batch.fixId[batch.count - 1]!)
      ingest.knowFixes(batch)
      bus.publish('followedFix', batch)
    },
    reception: ({ id }) => this.#needs.history.ids.goOnFrom(id),
    static: (report) => this.#needs.bus.publish('static', report),
    station: (station) => this.#needs.sources.learnStation(station),
    aircraft: (batch) => this.#needs.bus.publish('aircraft', batch),
  }
}
