import {
  BIT_BAD_CHECKSUM,
  CALL_SIGN_LENGTH,
  DESTINATION_LENGTH,
  HAS_AID_TYPE,
  HAS_CALL_SIGN,
  HAS_DIMENSIONS,
  HAS_NAME,
  HAS_SHIP_TYPE,
  HAS_VOYAGE,
  NAME_LENGTH,
  NONE32,
  type DynamicColumns,
  type StaticColumns,
} from '@samudra/nautical/ais/columns'
import {
  BIT_RECORDED,
  NO_PLACE,
  QUALITY,
  REASON,
  copyFix,
  fixBatch,
  type FixBatch,
} from '../../../sea/fix-batch.ts'
import { FixIds } from '../../../sea/fix-ids.ts'
import type { AircraftBatch, SamudraBus, StaticReport } from '../../../sea/topics.ts'
import { POSITION_SLOTS, RecentTransmissions, STATIC_SLOTS } from './reading/duplicates.ts'
import type { RawLines } from './reading/raw-lines.ts'
import type { WrongClock } from './stations/station-clocks.sql.ts'
import { StationClocks } from './stations/station-clocks.ts'

const BATCH = 4096
/** A receiver is a station of a feed; stations of one server have numbers well below this. */
const STATIONS = 2_000_000
/** A fix from further ahead than this is from a wrong clock (design: 60 s). */
const FUTURE_MS = 60_000
/** Older than the interval a screen ever shows (spec: '5760 minutes'). */
const TOO_OLD_MS = 5760 * 60_000
/** Reasons that the picture finds, and not the fix itself. */
const BY_PICTURE = REASON.JUMP | REASON.OUT_OF_ORDER
const MAX_LAT = 54_000_000
const MAX_LON = 108_000_000

/** The feed a line belongs to, as the hot path needs it. */
export type FeedFacts = {
  number: number
  source: number
  /** True to use the arrival time and ignore tag blocks: for recordings played as if live. */
  ignoreTagTime: boolean
  /** Reads a recording and not a receiver. */
  isRecorded: boolean
  /** Numbers of the registry for the stations of this line's decoder. */
  stations: number[]
  counters: { fixes: number; statics: number; duplicates: number; quarantined: number }
}

/** Writes its judgement of every fix into the batch: the vessel of a shared MMSI, quality and reasons. */
export type Judge = { judge(batch: FixBatch): void }

/**
 * From decoder columns to the bus: duplicates are suppressed with their receivers remembered, what cannot be
 * true by itself is quarantined with its reason, everything gets its number, source, station and times.
 */
export class Ingest {
  readonly #bus: SamudraBus
  readonly #picture: Judge
  readonly #batch: FixBatch
  readonly #fixes = new RecentTransmissions(POSITION_SLOTS)
  readonly #statics = new RecentTransmissions(STATIC_SLOTS)
  readonly #clocks = new StationClocks()
  /** The lines being read, as received. */
  readonly raw: RawLines | null
  readonly #ids: FixIds

  constructor(bus: SamudraBus, picture: Judge, ids = new FixIds(), raw: RawLines | null = null) {
    this.#bus = bus
    this.#picture = picture
    this.raw = raw
    this.#batch = fixBatch(BATCH, raw?.columns(BATCH) ?? null)
    this.#ids = ids
  }

  take(feed: FeedFacts, dynamic: DynamicColumns, statics: StaticColumns, recTime: number): void {
    for (let i = 0; i < statics.count; i++) this.#takeStatic(feed, statics, i, recTime)
    for (let i = 0; i < dynamic.count; i++) this.#takeFix(feed, dynamic, i, recTime)
    this.#publish()
  }

  /**
   * Publishes aircraft without checks: aircraft have no contact to check them, so the aircraft room checks the reports
   * of one receiver.
   */
  takeAircraft(batch: AircraftBatch): void {
    this.#bus.publish('aircraft', batch)
  }

  #takeFix(feed: FeedFacts, columns: DynamicColumns, i: number, recTime: number) {
    const mmsi = columns.mmsi[i]!
    const hash = columns.hash[i]!
    const tagTime = columns.observedAt[i]!
    const second = columns.second[i]!
    const named = columns.station[i]!
    const station = named < 0 ? -1 : feed.stations[named]!
    const receiver = feed.number * STATIONS + station + 1
    const isTagged = !feed.ignoreTagTime && !Number.isNaN(tagTime)
    const observedAt = isTagged ? this.#clocks.timeOf(receiver, tagTime, recTime, second) : recTime
    const slot = this.#fixes.find(hash, mmsi, observedAt, recTime, receiver)
    if (slot >= 0) {
      feed.counters.duplicates++
      if (this.#fixes.receiverAt(slot) === receiver) return
      if (isTagged) this.#compare(slot, receiver, observedAt, recTime, second)
      this.#bus.publish('reception', {
        mmsi,
        id: this.#ids.next(recTime),
        fixId: this.#fixes.fixIdAt(slot),
        feed: feed.number,
        source: feed.source,
        station,
        recTime,
      })
      return
    }
    const fixId = this.#ids.next(recTime)
    this.#fixes.remember(hash, mmsi, observedAt, recTime, fixId, receiver)
    if (this.#batch.count === BATCH) this.#publish()
    this.#fill(feed, columns, i, observedAt, recTime, fixId, station)
  }

  /** Compares the clocks of two receivers of the same message to find the wrong one. */
  #compare(slot: number, receiver: number, observedAt: number, recTime: number, second: number) {
    const held = this.#fixes
    this.#clocks.compare(
      receiver,
      observedAt,
      recTime,
      held.receiverAt(slot),
      held.observedAtOf(slot),
      held.recTimeAt(slot),
      second,
    )
  }

  /** Stations whose clock is off, by the number of their feed. */
  *wrongClocks(): Iterable<WrongClock> {
    for (const { receiver, offset } of this.#clocks.wrong())
      yield {
        feed: Math.floor(receiver / STATIONS),
        station: (receiver % STATIONS) - 1,
        aheadMs: offset,
      }
  }
  /** Takes up what was known of them before a restart. */
  knowClocks(clocks: Iterable<WrongClock>) {
    for (const { feed, station, aheadMs } of clocks) this.#clocks.know(feed * STATIONS + station + 1, aheadMs)
  }

  #fill(
    feed: FeedFacts,
    columns: DynamicColumns,
    i: number,
    observedAt: number,
    recTime: number,
    fixId: number,
    station: number,
  ) {
    const batch = this.#batch
    const n = batch.count++
    const lat = columns.lat[i]!
    const lon = columns.lon[i]!
    batch.fixId[n] = fixId
    batch.mmsi[n] = columns.mmsi[i]!
    batch.split[n] = 0
    batch.sog[n] = columns.sog[i]!
    batch.cog[n] = columns.cog[i]!
    batch.heading[n] = columns.heading[i]!
    batch.rot[n] = columns.rot[i]!
    batch.navStatus[n] = columns.navStatus[i]!
    batch.type[n] = columns.type[i]!
    batch.bits[n] = columns.bits[i]! | (feed.isRecorded ? BIT_RECORDED : 0)
    batch.observedAt[n] = observedAt
    batch.recTime[n] = recTime
    batch.feed[n] = feed.number
    batch.source[n] = feed.source
    batch.station[n] = station
    batch.moved[n] = 0
    this.#fillReceived(n, columns, i)
    let reasons = 0
    if (lat === NONE32 || lon === NONE32) reasons |= REASON.SENTINEL
    else if (lat > MAX_LAT || lat < -MAX_LAT || lon > MAX_LON || lon < -MAX_LON)
      reasons |= REASON.OUT_OF_RANGE
    if (observedAt - recTime > FUTURE_MS) reasons |= REASON.FUTURE
    else if (recTime - observedAt > TOO_OLD_MS) reasons |= REASON.TOO_OLD
    // 1/10,000 minute to 1e-6 degree: times 10/6.
    const hasPlace = (reasons & (REASON.SENTINEL | REASON.OUT_OF_RANGE)) === 0
    batch.lat[n] = hasPlace ? Math.round((lat * 10) / 6) : NO_PLACE
    batch.lon[n] = hasPlace ? Math.round((lon * 10) / 6) : NO_PLACE
    batch.reasons[n] = reasons
    batch.quality[n] = qualityOf(reasons, columns.bits[i]!)
    feed.counters.fixes++
    if (reasons !== 0) feed.counters.quarantined++
  }

  /** Its lines stay where they are until the batch is out: nothing is received meanwhile. */
  #fillReceived(n: number, columns: DynamicColumns, i: number) {
    const { received } = this.#batch
    if (received === null || this.raw === null) return
    const place = this.raw.placeOf(columns.lineFrom[i]!)
    received.from[n] = Math.max(0, place)
    received.length[n] = place < 0 ? 0 : columns.lineLength[i]!
    received.hash[n] = columns.hash[i]!
  }

  /**
   * Takes fixes that reached another process after its lease and are not stored. They receive new ids and a new
   * evaluation.
   */
  adopt(batch: FixBatch): void {
    const { received } = batch
    if (received === null) return
    let stored = 0
    for (let i = 0; i < batch.count; i++) {
      const receiver = batch.feed[i]! * STATIONS + batch.station[i]! + 1
      const hash = received.hash[i]!
      const recTime = batch.recTime[i]!
      if (this.#fixes.find(hash, batch.mmsi[i]!, batch.observedAt[i]!, recTime, receiver) >= 0) continue
      copyFix(batch, i, batch, stored)
      received.from[stored] = received.from[i]!
      received.length[stored] = received.length[i]!
      received.hash[stored] = hash
      batch.fixId[stored] = this.#ids.next(recTime)
      batch.reasons[stored] = batch.reasons[i]! & ~BY_PICTURE
      batch.quality[stored] = qualityOf(batch.reasons[stored]!, batch.bits[i]!)
      stored++
    }
    batch.count = stored
    if (stored === 0) return
    this.knowFixes(batch)
    this.#picture.judge(batch)
    this.#bus.publish('judgedFix', batch)
  }

  /** Remembers what another process has taken of its feeds, so that a copy that comes here is known for one. */
  knowFixes(batch: FixBatch): void {
    const { received } = batch
    if (received === null) return
    for (let i = 0; i < batch.count; i++) {
      this.#fixes.remember(
        received.hash[i]!,
        batch.mmsi[i]!,
        batch.observedAt[i]!,
        batch.recTime[i]!,
        batch.fixId[i]!,
        batch.feed[i]! * STATIONS + batch.station[i]! + 1,
      )
    }
  }

  #takeStatic(feed: FeedFacts, columns: StaticColumns, i: number, recTime: number) {
    const mmsi = columns.mmsi[i]!
    const tagTime = columns.observedAt[i]!
    const named = columns.station[i]!
    const receiver = feed.number * STATIONS + (named < 0 ? 0 : feed.stations[named]! + 1)
    const isTagged = !feed.ignoreTagTime && !Number.isNaN(tagTime)
    const observedAt = isTagged ? tagTime - this.#clocks.offsetOf(receiver) : recTime
    if (observedAt - recTime > FUTURE_MS || recTime - observedAt > TOO_OLD_MS) return
    if (this.#statics.find(columns.hash[i]!, mmsi, observedAt, recTime, receiver) >= 0) {
      feed.counters.duplicates++
      return
    }
    this.#statics.remember(columns.hash[i]!, mmsi, observedAt, recTime, 0, receiver)
    feed.counters.statics++
    this.#bus.publish('static', staticReport(columns, i, feed, recTime, observedAt))
  }

  #publish() {
    const batch = this.#batch
    if (batch.count === 0) return
    this.#picture.judge(batch)
    this.#bus.publish('judgedFix', batch)
    batch.count = 0
  }
}

const qualityOf = (reasons: number, bits: number) =>
  reasons !== 0 ? QUALITY.QUARANTINED : bits & BIT_BAD_CHECKSUM ? QUALITY.SUSPECT : QUALITY.OK

function staticReport(
  columns: StaticColumns,
  i: number,
  { number, source, isRecorded }: FeedFacts,
  recTime: number,
  observedAt: number,
): StaticReport {
  const has = columns.has[i]!
  const dimension = (value: number) => (has & HAS_DIMENSIONS && value > 0 ? value : null)
  return {
    mmsi: columns.mmsi[i]!,
    type: columns.type[i]!,
    source,
    recTime,
    observedAt,
    recordedFeed: isRecorded ? number : null,
    name: has & HAS_NAME ? text(columns.name, i, NAME_LENGTH) : null,
    callSign: has & HAS_CALL_SIGN ? text(columns.callSign, i, CALL_SIGN_LENGTH) : null,
    imo: has & HAS_VOYAGE && columns.imo[i] !== 0 ? columns.imo[i]! : null,
    shipType: has & HAS_SHIP_TYPE ? columns.shipType[i]! : null,
    aidType: has & HAS_AID_TYPE ? columns.shipType[i]! : null,
    toBow: dimension(columns.toBow[i]!),
    toStern: dimension(columns.toStern[i]!),
    toPort: dimension(columns.toPort[i]!),
    toStarboard: dimension(columns.toStarboard[i]!),
    eta: has & HAS_VOYAGE && columns.eta[i] !== 0 ? columns.eta[i]! : null,
    draught: has & HAS_VOYAGE && columns.draught[i] !== 0 ? columns.draught[i]! : null,
    destination: has & HAS_VOYAGE ? text(columns.destination, i, DESTINATION_LENGTH) : null,
  }
}

/** The text of a fixed-width column, null when blank. */
function text(column: Uint8Array, row: number, width: number): string | null {
  let out = ''
  for (let at = row * width; at < (row + 1) * width && column[at] !== 0; at++)
    out += String.fromCharCode(column[at]!)
  const trimmed = out.trim()
  return trimmed === '' ? null : trimmed
}
