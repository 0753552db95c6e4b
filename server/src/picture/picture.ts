import { NONE16, QUALITY, REASON, type FixBatch, type StaticReport } from '../kernel/topics.ts'
import { ContactStore, NOBODY_ROW } from './contact-store.ts'
import { slowAfter } from '../kernel/loitering.ts'
import { FLAG, illegalMmsiFlag, kindOfReport } from '../kernel/marks.ts'
import { nearMetres, reachMetres } from './reach.ts'
import type { Ranking } from '../kernel/chosen-fix.ts'
import { chooseShown } from './shown.ts'
import { SecondPlaces } from './splits.ts'
import { Statics } from './statics.ts'

/** A fix older than its source's latest by more than this is out of order, not just late. */
const OUT_OF_ORDER_MS = 10 * 60_000
/** A coarse long-range report (type 27) does not replace a normal one younger than this. */
const LONG_RANGE_MS = 60 * 60_000
const LONG_RANGE = 27
const METRES_A_SECOND_A_KNOT = 1852 / 3600
/** So far must a ship have sailed before its fixes tell the order of their times. */
const LEAST_SAILED_M = 50
const SAR_AIRCRAFT_KIND = 4
const MAX_SPLITS = 8

/**
 * The live picture: every contact with the latest fix of each of its sources. `apply` judges each fix of a
 * batch (contact, quality, reasons are written into the batch) and takes it in.
 */
export class Picture {
  readonly store = new ContactStore()
  readonly statics: Statics
  readonly #second = new SecondPlaces()
  readonly #ranking: Ranking
  readonly #blacklist: { has(mmsi: number): boolean }

  constructor(ranking: Ranking, blacklist: { has(mmsi: number): boolean } = new Set()) {
    this.#ranking = ranking
    this.#blacklist = blacklist
    this.statics = new Statics(this.store)
  }

  apply(batch: FixBatch): void {
    for (let i = 0; i < batch.count; i++) {
      if (batch.quality[i] === QUALITY.QUARANTINED) continue
      const id = this.#contactOf(batch, i)
      if (id < 0) {
        batch.quality[i] = QUALITY.QUARANTINED
        batch.reasons[i] = batch.reasons[i]! | REASON.JUMP
        continue
      }
      batch.split[i] = this.store.split[id]!
      this.#take(id, batch, i)
    }
  }

  /** Takes in a static report for the contact of its MMSI that its source heard last. */
  applyStatic(report: StaticReport): void {
    const { store } = this
    let best = -1
    let bestAt = -Infinity
    for (let id = store.firstOf(report.mmsi); id >= 0; id = store.nextOfMmsi[id]!) {
      const row = store.rowOf(id, report.source)
      const at = row === NOBODY_ROW ? -1 : store.rows.recTime[row]!
      if (at > bestAt) {
        best = id
        bestAt = at
      }
    }
    if (best < 0) this.statics.await(report)
    else this.statics.merge(best, report)
  }

  /** Chooses the shown fix of every contact anew: the ranking of the feeds changed. */
  rankAgain(): void {
    for (let id = 0; id < this.store.used; id++)
      if (this.store.isAlive[id] === 1) this.#show(id, chooseShown(this.store, id, this.#ranking))
  }

  /** Marks blacklisted contacts anew: the list changed. */
  markBlacklisted(): void {
    const { store } = this
    for (let id = 0; id < store.used; id++) {
      if (store.isAlive[id] === 0) continue
      const was = store.flags[id]!
      const is = this.#blacklist.has(store.mmsi[id]!) ? was | FLAG.BLACKLIST : was & ~FLAG.BLACKLIST
      if (is === was) continue
      store.flags[id] = is
      store.touch(id)
    }
  }

  /** Drops contacts whose newest fix is older than `beforeMs`, and clears the dup mark where one is left. */
  sweep(beforeMs: number, now: number): void {
    const { store } = this
    for (let id = 0; id < store.used; id++) {
      if (store.isAlive[id] === 0) continue
      if (this.#newestOf(id) < beforeMs) {
        store.drop(id, now)
        this.statics.forget(id)
      }
    }
    for (let id = 0; id < store.used; id++) {
      if (store.isAlive[id] === 0 || (store.flags[id]! & FLAG.DUPLICATE_FLAG) === 0) continue
      const first = store.firstOf(store.mmsi[id]!)
      if (first !== id || store.nextOfMmsi[id]! >= 0) continue
      store.flags[id] = store.flags[id]! & ~FLAG.DUPLICATE_FLAG
      store.touch(id)
    }
  }

  /** Puts a stored latest fix back after a start. */
  restore(batch: FixBatch, i: number): void {
    const { store } = this
    const mmsi = batch.mmsi[i]!
    let id = store.firstOf(mmsi)
    while (id >= 0 && store.split[id] !== batch.split[i]) id = store.nextOfMmsi[id]!
    if (id < 0) id = this.#add(mmsi, batch.split[i]!, batch.type[i]!, batch.recTime[i]!)
    if (store.split[id]! > 0) this.#markDuplicate(mmsi)
    this.#take(id, batch, i)
  }

  /** Takes since when a restored contact has been slow, epoch ms: its last fix alone does not tell. */
  restoreSlow(mmsi: number, split: number, since: number): void {
    const { store } = this
    let id = store.firstOf(mmsi)
    while (id >= 0 && store.split[id] !== split) id = store.nextOfMmsi[id]!
    if (id >= 0) store.slowSince[id] = since
  }

  /** The contact this fix belongs to, made when there is none; -1 when none can have reached it. */
  #contactOf(batch: FixBatch, i: number): number {
    const { store } = this
    const mmsi = batch.mmsi[i]!
    const first = store.firstOf(mmsi)
    if (first < 0) return this.#add(mmsi, 0, batch.type[i]!, batch.recTime[i]!)
    let best = -1
    let bestMetres = Infinity
    for (let id = first; id >= 0; id = store.nextOfMmsi[id]!) {
      const metres = this.#metresIfReachable(id, batch, i)
      if (metres < bestMetres) {
        best = id
        bestMetres = metres
      }
    }
    return best >= 0 ? best : this.#secondPlace(mmsi, first, batch, i)
  }

  /** Distance to where the contact was, Infinity when it cannot have come from there. */
  #metresIfReachable(id: number, batch: FixBatch, i: number): number {
    const { store } = this
    const { rows } = store
    const shown = store.shown[id]!
    if (shown === NOBODY_ROW) return 0
    const isAircraft = store.kind[id] === SAR_AIRCRAFT_KIND
    const observedAt = batch.observedAt[i]!
    const own = store.rowOf(id, batch.source[i]!)
    if (own !== NOBODY_ROW) {
      const metres = nearMetres(batch.lat[i]!, batch.lon[i]!, rows.lat[own]!, rows.lon[own]!)
      if (metres > reachMetres(observedAt - rows.observedAt[own]!, true, isAircraft)) return Infinity
      if (own === shown) return metres
    }
    const metres = nearMetres(batch.lat[i]!, batch.lon[i]!, rows.lat[shown]!, rows.lon[shown]!)
    return metres > reachMetres(observedAt - rows.observedAt[shown]!, false, isAircraft) ? Infinity : metres
  }

  #secondPlace(mmsi: number, first: number, batch: FixBatch, i: number): number {
    const { store } = this
    const observedAt = batch.observedAt[i]!
    const believed = this.#second.note(mmsi, batch.lat[i]!, batch.lon[i]!, observedAt, batch.source[i]!)
    if (believed === null) return -1
    // A contact not heard since the second place began is the one that went there.
    let splits = 0
    let highest = 0
    for (let id = first; id >= 0; id = store.nextOfMmsi[id]!) {
      splits++
      highest = Math.max(highest, store.split[id]!)
      if (this.#newestOf(id) < believed.since) {
        this.#forgetRows(id)
        return id
      }
    }
    if (splits >= MAX_SPLITS) return -1
    const id = this.#add(mmsi, highest + 1, batch.type[i]!, batch.recTime[i]!)
    this.#markDuplicate(mmsi)
    return id
  }

  #newestOf(id: number): number {
    const { rows } = this.store
    let newest = -Infinity
    for (let row = this.store.firstRow[id]!; row !== NOBODY_ROW; row = rows.next[row]!)
      if (rows.observedAt[row]! > newest) newest = rows.observedAt[row]!
    return newest
  }

  #forgetRows(id: number) {
    const { store } = this
    for (let row = store.firstRow[id]!; row !== NOBODY_ROW;) {
      const next = store.rows.next[row]!
      store.rows.release(row)
      row = next
    }
    store.firstRow[id] = NOBODY_ROW
    store.shown[id] = NOBODY_ROW
  }

  #markDuplicate(mmsi: number) {
    const { store } = this
    for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!) {
      if (store.flags[id]! & FLAG.DUPLICATE_FLAG) continue
      store.flags[id] = store.flags[id]! | FLAG.DUPLICATE_FLAG
      store.touch(id)
    }
  }

  #add(mmsi: number, split: number, type: number, now: number): number {
    const id = this.store.add(mmsi, split, kindOfReport(mmsi, type), now)
    let flags = illegalMmsiFlag(mmsi, type)
    if (this.#blacklist.has(mmsi)) flags |= FLAG.BLACKLIST
    this.store.flags[id] = flags
    this.statics.adopt(id)
    return id
  }

  #take(id: number, batch: FixBatch, i: number) {
    const { store } = this
    const { rows } = store
    const observedAt = batch.observedAt[i]!
    let row = store.rowOf(id, batch.source[i]!)
    if (row === NOBODY_ROW) row = store.addRow(id, batch.source[i]!)
    else {
      const behind = rows.observedAt[row]! - observedAt
      if (behind > OUT_OF_ORDER_MS) {
        batch.quality[i] = QUALITY.SUSPECT
        batch.reasons[i] = batch.reasons[i]! | REASON.OUT_OF_ORDER
      }
      if (behind > 0) {
        if (this.#goesBackwards(row, behind, batch, i)) {
          batch.quality[i] = QUALITY.QUARANTINED
          batch.reasons[i] = batch.reasons[i]! | REASON.OUT_OF_ORDER
        }
        return
      }
      if (batch.type[i] === LONG_RANGE && rows.type[row] !== LONG_RANGE && -behind < LONG_RANGE_MS) return
    }
    rows.set(row, batch, i)
    this.#show(id, chooseShown(store, id, this.#ranking), row)
  }

  /** True of a moving station that would have been here before it came here: a wrong clock says when. */
  #goesBackwards(row: number, behind: number, batch: FixBatch, i: number): boolean {
    const { rows } = this.store
    const sog = Math.min(batch.sog[i]!, rows.sog[row]!)
    if (sog === NONE16 || behind > OUT_OF_ORDER_MS) return false
    const sailed = (sog / 10) * METRES_A_SECOND_A_KNOT * (behind / 1000)
    return (
      sailed > LEAST_SAILED_M &&
      nearMetres(batch.lat[i]!, batch.lon[i]!, rows.lat[row]!, rows.lon[row]!) < sailed / 2
    )
  }

  /** Shows a row; a change only when what is seen changes. */
  #show(id: number, row: number, updated = NOBODY_ROW) {
    const { store } = this
    if (store.shown[id] === row && row !== updated) return
    store.shown[id] = row
    this.#noteSpeed(id, row)
    store.touch(id)
  }

  #noteSpeed(id: number, row: number) {
    const { rows, slowSince } = this.store
    slowSince[id] = slowAfter(slowSince[id]!, rows.sog[row]!, rows.observedAt[row]!)
  }
}
