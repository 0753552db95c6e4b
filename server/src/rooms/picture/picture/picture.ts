import { NONE16, QUALITY, REASON, type FixBatch } from '../../../sea/fix-batch.ts'
import type { StaticReport } from '../../../sea/topics.ts'
import { Assignment, NO_VESSEL } from './contacts/assignment.ts'
import { ContactStore, NO_ROW } from './contacts/contact-store.ts'
import { FLAG, illegalMmsiFlag, kindOfReport } from '../../../sea/marks.ts'
import { METRES_PER_MS_AT_1_KN, nearMetres } from './reach.ts'
import type { Ranking } from '../../../sea/chosen-fix.ts'
import { chooseShown } from './contacts/displayed-fix.ts'
import { StaticAttribution } from './contacts/static-attribution.ts'
import { Statics } from './contacts/statics.ts'

/** A fix older than its source's latest by more than this is out of order, not just late. */
const OUT_OF_ORDER_MS = 10 * 60_000
/** A coarse long-range report (type 27) does not replace a normal one younger than this. */
const LONG_RANGE_MS = 60 * 60_000
const LONG_RANGE = 27
/** Minimum distance sailed before fixes show the order of their times. */
const LEAST_SAILED_M = 50

/**
 * The live picture: every contact with the latest fix of each of its sources. `judge` writes contact, quality and
 * reasons of each fix into its batch and takes the fix in.
 */
export class Picture {
  readonly store = new ContactStore()
  readonly statics: Statics
  readonly attribution: StaticAttribution
  readonly #assignment: Assignment
  readonly #ranking: Ranking
  readonly #blacklist: { has(mmsi: number): boolean }

  constructor(ranking: Ranking, blacklist: { has(mmsi: number): boolean } = new Set()) {
    this.#ranking = ranking
    this.#blacklist = blacklist
    this.statics = new Statics(this.store)
    this.#assignment = new Assignment(this.store, {
      hasStranger: (mmsi, ofClass) => this.attribution.hasStranger(mmsi, ofClass),
      isNamed: (id) => this.attribution.isNamed(id),
      wasNamedSince: (id, since) => this.attribution.wasNamedSince(id, since),
    })
    this.attribution = new StaticAttribution(this.store, this.statics, this.#assignment.second)
  }

  judge(batch: FixBatch): void {
    for (let i = 0; i < batch.count; i++) {
      if (batch.quality[i] === QUALITY.QUARANTINED) continue
      const { moves } = this.#assignment
      const id = this.#contactOf(batch, i)
      batch.moved[i] = this.#assignment.moves - moves
      if (id < 0) {
        batch.quality[i] = QUALITY.QUARANTINED
        batch.reasons[i] = batch.reasons[i]! | (id === NO_VESSEL.LATE ? REASON.OUT_OF_ORDER : REASON.JUMP)
        continue
      }
      batch.split[i] = this.store.split[id]!
      this.#take(id, batch, i)
    }
  }

  /** Takes in fixes that the picture of another process judged: each for the contact that one found. */
  follow(batch: FixBatch): void {
    for (let i = 0; i < batch.count; i++) {
      if (batch.quality[i] === QUALITY.QUARANTINED) continue
      const id = this.#contactNamed(batch, i)
      if (batch.moved[i] === 1) this.#assignment.leave(id)
      this.#take(id, batch, i)
    }
  }

  /** Takes in a static report for the contact it is of; what is of none that is known waits for it. */
  applyStatic(report: StaticReport): void {
    this.attribution.take(report)
  }

  /** Chooses the shown fix of every contact again after a change of feed ranking. */
  rankAgain(): void {
    for (let id = 0; id < this.store.used; id++)
      if (this.store.isAlive[id] === 1) this.#show(id, chooseShown(this.store, id, this.#ranking))
  }

  /** Updates the blacklist marks of contacts after a change of the list. */
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
      if (this.#assignment.newestOf(id) < beforeMs) {
        store.drop(id, now)
        this.statics.forget(id)
        this.#assignment.forget(id)
      }
    }
    for (let id = 0; id < store.used; id++) {
      if (store.isAlive[id] === 0 || (store.flags[id]! & FLAG.DUPLICATE_FLAG) === 0) continue
      const first = store.firstOf(store.mmsi[id]!)
      if (first !== id || store.nextOfMmsi[id]! >= 0) continue
      store.flags[id] = store.flags[id]! & ~FLAG.DUPLICATE_FLAG
      this.#assignment.isAlone(id)
      store.touch(id)
    }
  }

  /** Puts a stored latest fix back after a start. */
  restore(batch: FixBatch, i: number): void {
    this.#take(this.#contactNamed(batch, i), batch, i)
  }

  /** The contact of this number and split, made when there is none. */
  #contactNamed(batch: FixBatch, i: number): number {
    const { store } = this
    const mmsi = batch.mmsi[i]!
    let id = store.firstOf(mmsi)
    while (id >= 0 && store.split[id] !== batch.split[i]) id = store.nextOfMmsi[id]!
    if (id < 0) id = this.#add(mmsi, batch.split[i]!, batch.type[i]!, batch.recTime[i]!)
    if (store.split[id]! > 0) this.#markDuplicate(mmsi)
    return id
  }

  /** Returns the contact of a fix, created if missing; one of NOBODYS if it belongs to no contact. */
  #contactOf(batch: FixBatch, i: number): number {
    const { store } = this
    const mmsi = batch.mmsi[i]!
    const first = store.firstOf(mmsi)
    if (first < 0) return this.#add(mmsi, 0, batch.type[i]!, batch.recTime[i]!)
    const id = this.#assignment.contactOf(first, batch, i)
    if (id !== NO_VESSEL.SECOND) return id
    let highest = 0
    for (let of = first; of >= 0; of = store.nextOfMmsi[of]!) highest = Math.max(highest, store.split[of]!)
    const added = this.#add(mmsi, highest + 1, batch.type[i]!, batch.recTime[i]!)
    this.#markDuplicate(mmsi)
    return added
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
    return id
  }

  #take(id: number, batch: FixBatch, i: number) {
    const { store } = this
    const { rows } = store
    const observedAt = batch.observedAt[i]!
    let row = store.rowOf(id, batch.source[i]!)
    const isFirst = row === NO_ROW
    if (isFirst) row = store.addRow(id, batch.source[i]!)
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
    if (isFirst) {
      this.statics.heard(id, batch.source[i]!, batch.recTime[i]!, observedAt, null)
      // Only who is new here, or elsewhere, may be the one that spoke before.
      if (store.firstRow[id] === row && rows.next[row] === NO_ROW) this.attribution.adopt(id, observedAt)
    }
    this.#assignment.note(id, batch, i)
    this.#show(id, chooseShown(store, id, this.#ranking), row)
  }

  /** Returns true if a moving station would have been here before it came here, because of a wrong clock. */
  #goesBackwards(row: number, behind: number, batch: FixBatch, i: number): boolean {
    const { rows } = this.store
    const sog = Math.min(batch.sog[i]!, rows.sog[row]!)
    if (sog === NONE16 || behind > OUT_OF_ORDER_MS) return false
    const sailed = (sog / 10) * METRES_PER_MS_AT_1_KN * behind
    return (
      sailed > LEAST_SAILED_M &&
      nearMetres(batch.lat[i]!, batch.lon[i]!, rows.lat[row]!, rows.lon[row]!) < sailed / 2
    )
  }

  /** Shows a row; a change only when what is seen changes. */
  #show(id: number, row: number, updated = NO_ROW) {
    const { store } = this
    if (store.shown[id] === row && row !== updated) return
    store.shown[id] = row
    store.touch(id)
  }
}
