import {
  compareIdentities,
  hasIdentity,
  identityOf,
  type StaticIdentity,
} from '../../../../sea/static-identity.ts'
import type { StaticReport } from '../../../../sea/topics.ts'
import { classOfStatic } from '../../../../sea/station-class.ts'
import { NO_ROW, type ContactStore } from './contact-store.ts'
import { sendsClass } from './contact-class.ts'
import type { Statics } from './statics.ts'
import { isPartA, Strangers, type Stranger } from './strangers.ts'

/** A source that received a contact within this time would receive it beside a static report of it. */
const RECENT_MS = 15 * 60_000
/** A vessel that took another identity sends that alone: so many reports, and the last of the old one so long ago. */
const TAKEN_OVER = { reports: 3, afterMs: 15 * 60_000 }
/** Reports received where another contact of the number is, and not the one they name, before they are of that other one. */
const MISPLACED = 3
/** Static data of a second vessel that waited longer than this for its position are of a vessel that is gone. */
const SECOND_WAITS_MS = 6 * 3_600_000

/** Positions under an MMSI that belong to no contact so far. */
type Pending = { has(mmsi: number, ofClass: number, now: number): boolean }

/**
 * Finds the contact of each static report, which carries no position: by the class of its station, by what it agrees with, and
 * by who received which contact. What cannot be attributed waits, so that static data of two stations are never mixed.
 */
export class StaticAttribution {
  readonly #store: ContactStore
  readonly #statics: Statics
  readonly #pending: Pending
  readonly #strangers = new Strangers()
  /** Reports in a row that were received where their contact is not, by MMSI. */
  readonly #misplaced = new Map<number, number>()

  constructor(store: ContactStore, statics: Statics, pending: Pending) {
    this.#store = store
    this.#statics = statics
    this.#pending = pending
  }

  take(report: StaticReport): void {
    const identity = this.#strangers.identityOf(report)
    const id = this.#contactOf(report, identity)
    if (id >= 0) this.#merge(id, report, identity)
    else this.#wait(report, identity)
  }

  /** A contact has its first position, or is elsewhere: static data that can only be of it are merged. */
  adopt(id: number, now: number): void {
    const { mmsi, split } = this.#store
    const waiting = this.#strangers.of(mmsi[id]!)
    if (waiting.length === 0) return
    const others = this.#contacts(mmsi[id]!).filter((one) => one !== id)
    const isOf = (one: Stranger) =>
      sendsClass(this.#store, id, one.ofClass) &&
      this.#fits(id, one.identity, others.length > 0) !== 'OTHER' &&
      others.every((other) => this.#isOther(other, one)) &&
      (split[id] === 0 || now - one.lastAt < SECOND_WAITS_MS)
    const mine = waiting.filter(isOf)
    if (mine.some((one, i) => mine.slice(i + 1).some((other) => differ(one.identity, other.identity)))) return
    this.#take(id, mine)
  }

  /**
   * Returns true if static data under an MMSI belongs to a vessel that is none of its contacts, as far as its class
   * shows.
   */
  hasStranger(mmsi: number, ofClass: number): boolean {
    const waiting = this.#strangers.of(mmsi)
    if (waiting.length === 0) return false
    const contacts = this.#contacts(mmsi)
    return waiting.some(
      (one) =>
        hasIdentity(one.identity) &&
        (ofClass < 0 || one.ofClass < 0 || one.ofClass === ofClass) &&
        contacts.every((id) => this.#isOther(id, one)),
    )
  }

  /** Names of vessels whose static data were received under an MMSI, and whose position is not known. */
  namesWaiting(mmsi: number): string[] {
    return this.#strangers.of(mmsi).flatMap(({ identity: { name } }) => name ?? [])
  }

  /** Returns true if a contact sent who it is since an instant. */
  wasNamedSince(id: number, since: number): boolean {
    return this.#statics.namedAt(id) >= since
  }
  isNamed(id: number): boolean {
    return this.#statics.namedAt(id) > -Infinity
  }

  #contactOf(report: StaticReport, identity: StaticIdentity): number {
    const ofClass = classOfStatic(report.type)
    const all = this.#contacts(report.mmsi)
    const contacts = all.filter((id) => sendsClass(this.#store, id, ofClass))
    const isPending = this.#pending.has(report.mmsi, ofClass, report.observedAt)
    const isShared = contacts.length > 1 || isPending || this.#isDisputed(report, identity, ofClass)
    const fits = contacts.map((id) => this.#fits(id, identity, isShared || isPartA(report)))
    const same = contacts.filter((_, i) => fits[i] === 'SAME')
    if (same.length > 0) return this.#placed(this.#lastReceived(same, report), contacts, report)
    const open = contacts.filter((_, i) => fits[i] === 'OPEN')
    if (isPending || open.length === 0) return -1
    if (!isShared || (open.length === 1 && contacts.length > 1)) return open[0]!
    const near = open.filter((id) => this.#isReceived(id, report))
    return contacts.length > 1 && near.length === 1 ? near[0]! : -1
  }

  #merge(id: number, report: StaticReport, identity: StaticIdentity) {
    // Its other part may have waited for this one.
    this.#take(id, this.#strangers.like(report.mmsi, identity))
    this.#statics.merge(id, report)
  }

  #take(id: number, mine: readonly Stranger[]) {
    if (mine.length === 0) return
    for (const { reports } of mine) for (const report of reports) this.#statics.merge(id, report)
    this.#strangers.remove(this.#store.mmsi[id]!, mine)
  }

  #wait(report: StaticReport, identity: StaticIdentity) {
    const ofClass = classOfStatic(report.type)
    const stranger = this.#strangers.add(report, identity, ofClass)
    if (stranger.count < TAKEN_OVER.reports || this.#pending.has(report.mmsi, ofClass, report.observedAt))
      return
    const silent = this.#contacts(report.mmsi).filter(
      (id) =>
        sendsClass(this.#store, id, ofClass) &&
        this.#isReceived(id, report) &&
        stranger.lastAt - this.#statics.namedAt(id) >= TAKEN_OVER.afterMs,
    )
    if (silent.length === 1 && !this.#isDisputed(report, identity, ofClass))
      this.#take(silent[0]!, [stranger])
  }

  /** Returns true if another vessel of the class sends under this number now, and has no contact. */
  #isDisputed(report: StaticReport, identity: StaticIdentity, ofClass: number): boolean {
    return this.#strangers
      .of(report.mmsi)
      .some(
        (one) =>
          one.ofClass === ofClass &&
          report.observedAt - one.lastAt < RECENT_MS &&
          differ(one.identity, identity),
      )
  }

  #fits(id: number, identity: StaticIdentity, isStrict: boolean): 'SAME' | 'OTHER' | 'OPEN' {
    const { agree, differ } = compareIdentities(identityOf(this.#statics.of(id)), identity)
    if (agree > 0 && agree >= differ) return 'SAME'
    if (isStrict ? differ > agree : agree === 0 && differ >= 2) return 'OTHER'
    return 'OPEN'
  }

  #isOther(id: number, { identity, ofClass }: Stranger): boolean {
    return !sendsClass(this.#store, id, ofClass) || this.#fits(id, identity, true) === 'OTHER'
  }

  /**
   * The contact that a report names, unless its source receives only another contact of the number, and does so again and again:
   * then static data were attributed before both positions were known, and the two change places.
   */
  #placed(id: number, contacts: readonly number[], report: StaticReport): number {
    const near = contacts.filter((one) => this.#isReceived(one, report))
    if (near.length !== 1 || near[0] === id) {
      this.#misplaced.delete(report.mmsi)
      return id
    }
    const times = (this.#misplaced.get(report.mmsi) ?? 0) + 1
    if (times < MISPLACED) {
      this.#misplaced.set(report.mmsi, times)
      return id
    }
    this.#misplaced.delete(report.mmsi)
    this.#statics.exchange(id, near[0]!)
    return near[0]!
  }

  #lastReceived(contacts: readonly number[], report: StaticReport): number {
    const at = (id: number) => {
      const row = this.#store.rowOf(id, report.source)
      return row === NO_ROW ? -Infinity : this.#store.rows.recTime[row]!
    }
    return contacts.reduce((last, one) => (at(one) > at(last) ? one : last))
  }

  /** Returns true if the source of a report received a contact lately. */
  #isReceived(id: number, { source, recTime }: StaticReport): boolean {
    const row = this.#store.rowOf(id, source)
    return row !== NO_ROW && recTime - this.#store.rows.recTime[row]! < RECENT_MS
  }

  #contacts(mmsi: number): number[] {
    const found: number[] = []
    const { nextOfMmsi } = this.#store
    for (let id = this.#store.firstOf(mmsi); id >= 0; id = nextOfMmsi[id]!) found.push(id)
    return found
  }
}

const differ = (one: StaticIdentity, other: StaticIdentity) => {
  const compared = compareIdentities(one, other)
  return compared.differ > compared.agree
}
