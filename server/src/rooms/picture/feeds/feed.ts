import type { FeedCounters } from '@samudra/contract/feeds'
import type { FeedState } from '@samudra/contract/socket'
import { AisDecoder } from '@samudra/nautical/ais/decode-columns'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Connector, ConnectorFactory, FeedEnd, Line, Site } from './reading/connector.ts'
import { addAircraftCounters, aircraftDecoder, bringsAircraft } from './reading/aircraft-line.ts'
import type { FeedRow } from './feeds.sql.ts'
import type { Lease } from '../../../platform/kernel/cluster/lease.ts'
import type { FeedFacts, Ingest } from './ingest.ts'
import { Meter } from './reading/meter.ts'
import type { SourcesInterface } from '../sources/room.ts'
import { UsualRate } from './stations/usual-rate.ts'
import { UnreadData } from './reading/unread-data.ts'

/** Types that carry binary data. */
const BINARY = [6, 8, 25, 26]
/** Kinds of feeds that read what was received before. */
const RECORDINGS: ReadonlySet<string> = new Set(['nmea-file', 'nmea-stdin'])
/** Rows a decoder holds before it hands them over; a chunk of a socket is rarely more. */
const ROWS = 1024

const noCounters = (): FeedCounters => ({
  connections: 0,
  reconnects: 0,
  bytes: 0,
  sentences: 0,
  messages: 0,
  fixes: 0,
  statics: 0,
  duplicates: 0,
  quarantined: 0,
  bad_checksum: 0,
  bad_tag_checksum: 0,
  malformed: 0,
  not_ais: 0,
  incomplete: 0,
  overflow: 0,
})

/** A running feed: its connector, a decoder for each of its lines, its counters and its state. */
export class RunningFeed implements FeedEnd {
  readonly row: FeedRow
  readonly counters = noCounters()
  /** Sentences a minute. */
  readonly sentences = new Meter()
  readonly unread = new UnreadData()
  lastMessageAt: number | null = null
  lastError: string | null = null
  #isOpen = false
  #since: number
  #state: FeedState = 'DOWN'
  readonly #usual = new UsualRate()
  /** Errors since the start as they were counted minute by minute, the last hour of it. */
  readonly #errorsByMinute: { at: number; total: number }[] = []
  #errorsBefore = 0
  /** Add the counters of the decoders that are still at work. */
  readonly #atWork = new Set<(sum: FeedCounters) => void>()
  readonly #connector: Connector
  readonly #clock: Clock
  readonly #ingest: Ingest
  readonly #registry: Pick<SourcesInterface, 'stationNumber'>
  readonly #accepting: () => boolean
  readonly #lease: Pick<Lease, 'isOurs'>
  /** Receives the arriving bytes while a user tests the feed. */
  readonly #taps = new Set<(chunk: Uint8Array) => void>()

  constructor(
    row: FeedRow,
    make: ConnectorFactory,
    needs: {
      clock: Clock
      ingest: Ingest
      sources: Pick<SourcesInterface, 'stationNumber'>
      site: Site
      accepting: () => boolean
      lease: Pick<Lease, 'isOurs'>
    },
  ) {
    this.row = row
    this.#clock = needs.clock
    this.#ingest = needs.ingest
    this.#registry = needs.sources
    this.#accepting = needs.accepting
    this.#lease = needs.lease
    this.#since = needs.clock.now()
    const { kind, address, options, secret } = row
    this.#connector = make(
      { kind, address, options, secret, expectedIntervalS: row.expected_interval_s },
      this,
      needs.site,
    )
  }

  start() {
    this.#connector.start()
  }
  async stop() {
    await this.#connector.stop()
    for (const add of this.#atWork) this.#retire(add)
  }
  pause() {
    this.#connector.pause()
  }
  resume() {
    this.#connector.resume()
  }
  accepting(): boolean {
    return this.#accepting() && this.#lease.isOurs
  }

  line(): Line {
    const line = bringsAircraft(this.row.kind) ? this.#aircraftLine() : this.#aisLine()
    return {
      // A process that slept finds data of the meantime; the present owner of the feeds has it too.
      bytes: (chunk, asReceived) => {
        if (!this.#lease.isOurs) return this.#leave()
        if (this.#taps.size > 0) for (const tap of this.#taps) tap(asReceived ?? chunk)
        return line.bytes(chunk, asReceived)
      },
      close: () => line.close(),
    }
  }

  /** Reports arriving bytes from now on, until the returned function is called. */
  tap(heard: (chunk: Uint8Array) => void): () => void {
    this.#taps.add(heard)
    return () => void this.#taps.delete(heard)
  }

  #leave(): boolean {
    this.overflow(1)
    return false
  }

  #aisLine(): Line {
    const ignoreTagTime = this.row.options['time'] === 'received'
    const facts: FeedFacts = {
      number: this.row.number,
      source: this.row.source_id,
      ignoreTagTime,
      isRecorded: !ignoreTagTime && RECORDINGS.has(this.row.kind),
      stations: [],
      counters: this.counters,
    }
    let recTime = 0
    let sentences = 0
    let messages = 0
    const decoder = new AisDecoder({
      rows: ROWS,
      lines: this.#ingest.raw,
      checksum: this.row.options['checksum'] === 'mark' ? 'mark' : 'drop',
      messageTypes: BINARY,
      onMessage: (message) => {
        if ('content' in message) this.unread.note(message.dac, message.fi, message.content)
      },
      onBatch: (dynamic, statics) => {
        for (let known = facts.stations.length; known < decoder.stations.length; known++)
          facts.stations.push(this.#registry.stationNumber(decoder.stations[known]!))
        this.#ingest.take(facts, dynamic, statics, recTime)
      },
    })
    const add = (sum: FeedCounters) => addDecoder(sum, decoder)
    this.#atWork.add(add)
    const settle = () => {
      decoder.flush()
      const { counters } = decoder
      const hasSpoken = counters.messages > messages
      if (hasSpoken) this.lastMessageAt = recTime
      messages = counters.messages
      this.sentences.add(counters.sentences - sentences, recTime)
      sentences = counters.sentences
      return hasSpoken
    }
    return {
      bytes: (chunk, asReceived) => {
        recTime = this.#clock.now()
        this.counters.bytes += chunk.length
        decoder.feed(chunk, recTime, asReceived)
        return settle()
      },
      close: () => {
        recTime = this.#clock.now()
        decoder.endLine()
        settle()
        this.#retire(add)
      },
    }
  }

  #aircraftLine(): Line {
    const { row } = this
    let recTime = 0
    let messages = 0
    const decoder = aircraftDecoder(
      row.kind,
      row.options,
      (columns) => this.#ingest.takeAircraft({ columns, feed: row.number, source: row.source_id, recTime }),
      (why) => this.malformed(why),
    )
    const add = (sum: FeedCounters) => addAircraftCounters(sum, decoder.counters)
    this.#atWork.add(add)
    const settle = () => {
      const text = decoder.counters.messages - messages
      if (text > 0) this.lastMessageAt = recTime
      messages += text
      this.sentences.add(text, recTime)
      return text > 0
    }
    return {
      bytes: (chunk) => {
        recTime = this.#clock.now()
        this.counters.bytes += chunk.length
        decoder.feed(chunk, recTime)
        return settle()
      },
      close: () => {
        recTime = this.#clock.now()
        decoder.end?.(recTime)
        settle()
        this.#retire(add)
      },
    }
  }

  opened() {
    if (this.counters.connections > 0) this.counters.reconnects++
    this.counters.connections++
    this.#isOpen = true
    this.lastError = null
  }
  closed(why: string | null) {
    this.#isOpen = false
    if (why !== null) this.lastError = why
  }
  malformed(why: string) {
    this.counters.malformed++
    this.lastError = why
  }
  overflow(count: number) {
    this.counters.overflow += count
  }

  /** Counters with those of the decoders that are still at work. */
  counted(): FeedCounters {
    const sum = { ...this.counters }
    for (const add of this.#atWork) add(sum)
    return sum
  }

  /** The state by the expected interval, and since when (contract D7, Feed). */
  state(): { state: FeedState; since: number } {
    const now = this.#clock.now()
    this.errorsLastHour(now)
    const state = this.#judge(now)
    if (state !== this.#state) {
      this.#state = state
      this.#since = now
    }
    return { state, since: this.#since }
  }

  /** Returns the number of errors in the last hour: wrong checksums, unreadable and unfinished sentences, overflows. */
  errorsLastHour(now: number): number {
    const total = errorsOf(this.counted())
    const newest = this.#errorsByMinute.at(-1)
    if (newest === undefined || now - newest.at >= 60_000) this.#errorsByMinute.push({ at: now, total })
    while (now - this.#errorsByMinute[0]!.at > 3_600_000)
      this.#errorsBefore = this.#errorsByMinute.shift()!.total
    return total - this.#errorsBefore
  }

  /** The usual rate of sentences a minute, learned slowly. */
  get usualRate() {
    return this.#usual.perMinute
  }

  #judge(now: number): FeedState {
    if (!this.row.enabled) return 'PAUSED'
    if (!this.#isOpen) return 'DOWN'
    const expected = this.row.expected_interval_s * 1000
    if (this.lastMessageAt === null) return 'STALE'
    const silence = now - this.lastMessageAt
    if (silence > Math.max(60_000, expected * 20)) return 'DOWN'
    if (silence > Math.max(5000, expected * 3)) return 'STALE'
    const rate = this.sentences.perMinute(now)
    return this.#usual.isSlow(rate, this.row.expected_interval_s, now) ? 'SLOW' : 'UP'
  }

  #retire(add: (sum: FeedCounters) => void) {
    if (this.#atWork.delete(add)) add(this.counters)
  }
}

const errorsOf = ({ bad_checksum, malformed, incomplete, overflow }: FeedCounters) =>
  bad_checksum + malformed + incomplete + overflow

function addDecoder(sum: FeedCounters, { counters }: AisDecoder) {
  sum.sentences += counters.sentences
  sum.messages += counters.messages
  sum.bad_checksum += counters.badChecksum
  sum.bad_tag_checksum += counters.badTagChecksum
  sum.malformed += counters.malformed
  sum.not_ais += counters.notAis
  sum.incomplete += counters.incomplete
  sum.overflow += counters.overflow
  sum.duplicates += counters.repeated
}
