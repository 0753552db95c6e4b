import { FLAG, kindOfReport } from '../../../../sea/marks.ts'
import { NONE16, type FixBatch } from '../../../../sea/fix-batch.ts'
import { classOfFix } from '../../../../sea/station-class.ts'
import { NO_ROW, type ContactStore } from './contact-store.ts'
import { misfit, turnDegrees, type Moving } from './fit.ts'
import { LastFew } from './last-few.ts'
import {
  METRES_PER_MS_AT_1_KN,
  eastMetres,
  mostKnots,
  nearMetres,
  northMetres,
  reachMetres,
  slackMetres,
} from '../reach.ts'
import { inPlayOf } from './displayed-fix.ts'
import { NEEDED, SecondPlaces, type SecondPlace } from './splits.ts'
import { sendsClass } from './contact-class.ts'
import { Wakes } from '../views/wakes.ts'

/** Results for a fix that belongs to no existing contact. */
export const NO_VESSEL = { JUMP: -1, LATE: -2, SECOND: -3 } as const
const MAX_SPLITS = 8
/** A station that jumps goes on reporting; after a longer silence it is another one that reports from out of reach. */
const JUMPS_WITHIN_MS = 30 * 60_000
/** Time within which a station sends its identity: twice the interval of static reports (M.1371-5, annex 1, 4.2.1). */
const NAMED_WITHIN_MS = 12 * 60_000
/** No vessel is displaced farther by false positions without a word of who it is: ours. */
const FAR_M = 500 * 1852
/** Minimum silence of a contact that makes room when one MMSI has too many (GFW, hours between points of a segment). */
const GONE_MS = 24 * 60 * 60_000
/** A feed may be this late and still be taken for one; what is further behind looks like another ship. */
const LATE_MS = 3 * 60 * 60_000
/** Maximum difference of two reports of one vessel, hours apart, on the same voyage. */
const SAME_VOYAGE_DEG = 60
const SAME_VOYAGE_TENTHS = 50
const UNDERWAY_TENTHS = 20
/**
 * Maximum time back from the newest fix of a contact for comparison, skipping wrongly assigned fixes, and the penalty
 * for that.
 */
const LOOK_BACK_MS = 20 * 60_000
const PASSED_OVER = 6
/** A station of one class does not send reports of the other. */
const OTHER_CLASS = 8
const LONG_RANGE = 27

/** Static data under an MMSI, as far as it distinguishes one station from two. */
export type Evidence = {
  /** Returns whether static data of a class (-1: any) belong to a vessel without a contact. */
  hasStranger(mmsi: number, ofClass: number): boolean
  isNamed(id: number): boolean
  wasNamedSince(id: number, since: number): boolean
}

/** Which contact of its MMSI a fix belongs to: the one that could have gone there, and most likely did. */
export class Assignment {
  readonly #store: ContactStore
  readonly second = new SecondPlaces()
  readonly #evidence: Evidence
  readonly #wakes = new Wakes()
  readonly #few = new LastFew()
  /** Number of times a contact was found away from the position its sources had reported. */
  moves = 0

  constructor(store: ContactStore, evidence: Evidence) {
    this.#store = store
    this.#evidence = evidence
  }

  /** The contact of a fix, one of NOBODYS when there is none; `first` is the first contact of its MMSI. */
  contactOf(first: number, batch: FixBatch, i: number): number {
    const store = this.#store
    if (store.nextOfMmsi[first]! < 0) {
      if (this.#canReach(first, batch, i)) return first
      return this.#elsewhere(first, batch, i)
    }
    let best = -1
    let least = Infinity
    for (let id = first; id >= 0; id = store.nextOfMmsi[id]!) {
      const misfits = this.#misfitOf(id, batch, i)
      if (misfits < least) {
        best = id
        least = misfits
      }
    }
    return best >= 0 ? best : this.#elsewhere(first, batch, i)
  }

  /** A fix was taken for the newest of its source: the way of the contact goes on there. */
  note(id: number, batch: FixBatch, i: number): void {
    this.#wakes.note(id, batch.lat[i]!, batch.lon[i]!, batch.observedAt[i]!)
    if (this.#store.flags[id]! & FLAG.DUPLICATE_FLAG) this.#few.note(id, batch, i)
  }

  /** Ends the sharing of its MMSI. */
  isAlone(id: number): void {
    this.#few.forget(id)
  }

  forget(id: number): void {
    this.#wakes.forget(id)
    this.#few.forget(id)
  }

  /**
   * Returns true if the only contact of an MMSI can have come here from its last fix of the source and its shown fix.
   */
  #canReach(id: number, batch: FixBatch, i: number): boolean {
    const store = this.#store
    const shown = store.shown[id]!
    if (shown === NO_ROW) return true
    const own = store.rowOf(id, batch.source[i]!)
    if (own !== NO_ROW && !this.#reaches(id, store.rows, own, batch, i)) return false
    return own === shown || this.#reaches(id, store.rows, shown, batch, i, false)
  }

  #reaches(
    id: number,
    was: Moving,
    row: number,
    batch: FixBatch,
    i: number,
    sameSource = was.source[row] === batch.source[i],
  ): boolean {
    const store = this.#store
    const metres = nearMetres(batch.lat[i]!, batch.lon[i]!, was.lat[row]!, was.lon[row]!)
    if (metres <= slackMetres(sameSource)) return true
    const knots = mostKnots(store.kind[id]!, store.shipType[id]!, was.sog[row]!, batch.sog[i]!)
    return metres <= reachMetres(batch.observedAt[i]! - was.observedAt[row]!, sameSource, knots)
  }

  /** Returns the misfit of a fix to the last few of a contact; Infinity if it cannot follow. */
  #misfitOf(id: number, batch: FixBatch, i: number): number {
    const store = this.#store
    if (store.shown[id] === NO_ROW) return 0
    let least = Infinity
    const few = this.#few.of(id)
    if (few === undefined) {
      for (let row = store.firstRow[id]!; row !== NO_ROW; row = store.rows.next[row]!)
        if (this.#reaches(id, store.rows, row, batch, i))
          least = Math.min(least, misfit(store.rows, row, batch, i))
    } else {
      const { rows } = this.#few
      const count = this.#few.countOf(id)
      let newest = -Infinity
      for (let n = 0; n < count; n++) newest = Math.max(newest, rows.observedAt[few[n]!]!)
      for (let n = 0; n < count; n++) {
        const row = few[n]!
        const back = newest - rows.observedAt[row]!
        if (back <= LOOK_BACK_MS && this.#reaches(id, rows, row, batch, i))
          least = Math.min(least, misfit(rows, row, batch, i) + (back === 0 ? 0 : PASSED_OVER))
      }
    }
    const type = batch.type[i]!
    return type === LONG_RANGE || kindOfReport(batch.mmsi[i]!, type) === store.kind[id]
      ? least
      : least + OTHER_CLASS
  }

  /** No contact can have come here: a late feed, a jump, or a second station. */
  #elsewhere(first: number, batch: FixBatch, i: number): number {
    const store = this.#store
    const mmsi = batch.mmsi[i]!
    const observedAt = batch.observedAt[i]!
    const place = this.second.note(mmsi, store.kind[first]!, batch, i)
    const wake = this.#wakeOf(first, batch, i)
    if (wake >= 0)
      return place.count >= NEEDED && this.#isSilent(wake, observedAt)
        ? this.#move(wake, place)
        : NO_VESSEL.LATE
    if (this.#isOfAnother(first, batch, i)) return this.#secondOf(first, place, observedAt)
    if (place.count < NEEDED) return NO_VESSEL.JUMP
    const isOnly = store.nextOfMmsi[first]! < 0
    const gap = place.since - this.newestOf(first)
    if (isOnly && gap > 0 && gap <= JUMPS_WITHIN_MS) {
      // Its reports went on from elsewhere: it jumped, once it is sure that nothing is received from where it was.
      const jumped = this.#jumpOf(first, place, batch, i)
      if (jumped !== NO_VESSEL.SECOND) return jumped === first ? this.#move(first, place) : NO_VESSEL.JUMP
      return this.#secondOf(first, place, observedAt)
    }
    if (isOnly && this.#isHeardLate(first, place, batch, i)) return this.#move(first, place)
    for (let id = first; id >= 0; id = store.nextOfMmsi[id]!)
      if (this.#mayBeLate(id, place, batch, i))
        return isOnly && this.#isSilent(id, observedAt) ? this.#move(id, place) : NO_VESSEL.JUMP
    return this.#secondOf(first, place, observedAt)
  }

  /** Returns whether static data or the class of the station assign a fix to a vessel without a contact. */
  #isOfAnother(first: number, batch: FixBatch, i: number): boolean {
    const store = this.#store
    const mmsi = batch.mmsi[i]!
    const ofClass = classOfFix(mmsi, batch.type[i]!)
    let isSent = ofClass < 0
    for (let id = first; id >= 0 && !isSent; id = store.nextOfMmsi[id]!)
      isSent = sendsClass(store, id, ofClass)
    return !isSent || this.#evidence.hasStranger(mmsi, ofClass)
  }

  /**
   * The one contact when it jumped to a second place, JUMP while that is not sure, SECOND when another vessel is there. A vessel
   * that jumped continues to send its identity; without that a leg of hundreds of miles is of two vessels.
   */
  #jumpOf(id: number, place: SecondPlace, batch: FixBatch, i: number): number {
    const { rows, shown } = this.#store
    const observedAt = batch.observedAt[i]!
    if (!this.#isSilent(id, observedAt)) return NO_VESSEL.JUMP
    if (this.#evidence.wasNamedSince(id, place.since)) return id
    const row = shown[id]!
    const isFar =
      row !== NO_ROW && nearMetres(batch.lat[i]!, batch.lon[i]!, rows.lat[row]!, rows.lon[row]!) > FAR_M
    if (!isFar && !this.#evidence.isNamed(id)) return id
    if (observedAt - place.since < NAMED_WITHIN_MS) return NO_VESSEL.JUMP
    return isFar ? NO_VESSEL.SECOND : id
  }

  /** SECOND, or the contact that was silent for a day where an MMSI has too many. */
  #secondOf(first: number, place: SecondPlace, observedAt: number): number {
    const store = this.#store
    let contacts = 0
    let stalest = first
    for (let id = first; id >= 0; id = store.nextOfMmsi[id]!) {
      if (this.newestOf(id) < this.newestOf(stalest)) stalest = id
      contacts++
    }
    if (contacts < MAX_SPLITS) {
      this.second.forget(store.mmsi[first]!, place)
      return NO_VESSEL.SECOND
    }
    return observedAt - this.newestOf(stalest) > GONE_MS ? this.#move(stalest, place) : NO_VESSEL.JUMP
  }

  /** Returns the contact that passed here hours ago, as reported by a late feed; -1 if none. */
  #wakeOf(first: number, batch: FixBatch, i: number): number {
    const store = this.#store
    const { rows } = store
    const [lat, lon, sog, cog] = [batch.lat[i]!, batch.lon[i]!, batch.sog[i]!, batch.cog[i]!]
    for (let id = first; id >= 0; id = store.nextOfMmsi[id]!) {
      const shown = store.shown[id]!
      if (shown === NO_ROW || this.#hearsBoth(id, this.newestOf(id), batch, i)) continue
      if (this.#wakes.cameBy(id, rows.lat[shown]!, rows.lon[shown]!, lat, lon, sog, cog)) return id
    }
    return -1
  }

  /** Returns true if the feed of a fix has received a contact since; the fix is then not late. */
  #hearsBoth(id: number, since: number, batch: FixBatch, i: number): boolean {
    const { rows } = this.#store
    const own = this.#store.rowOf(id, batch.source[i]!)
    return own !== NO_ROW && rows.feed[own] === batch.feed[i] && rows.observedAt[own]! >= since
  }

  /** Returns true if a second position may be that of a contact up to three hours ago, as far as its track is known. */
  #mayBeLate(id: number, place: SecondPlace, batch: FixBatch, i: number): boolean {
    const { rows } = this.#store
    const shown = this.#store.shown[id]!
    if (shown === NO_ROW || this.#hearsBoth(id, place.since, batch, i)) return false
    return !this.#wakes.reaches(id, batch.observedAt[i]! - LATE_MS) && isWithinVoyage(batch, i, rows, shown)
  }

  /**
   * Returns true if a second position is late: it lies ahead of the only contact, or the contact has passed it since.
   */
  #isHeardLate(id: number, place: SecondPlace, batch: FixBatch, i: number): boolean {
    const { rows } = this.#store
    const shown = this.#store.shown[id]!
    if (shown === NO_ROW || this.#hearsBoth(id, place.since, batch, i)) return false
    if (isAstern(rows, shown, batch, i)) return true
    const { beganLat, beganLon, beganCog, sog } = place
    const [lat, lon] = [rows.lat[shown]!, rows.lon[shown]!]
    return this.#wakes.cameBy(id, lat, lon, beganLat, beganLon, sog, beganCog)
  }

  #isSilent(id: number, observedAt: number): boolean {
    const shown = this.#store.shown[id]!
    return shown === NO_ROW || observedAt - this.newestOf(id) >= inPlayOf(this.#store, shown)
  }

  #move(id: number, place: SecondPlace): number {
    this.second.forget(this.#store.mmsi[id]!, place)
    this.leave(id)
    this.moves++
    return id
  }

  /** Lets go of where a contact was: it is elsewhere. */
  leave(id: number): void {
    this.#store.forgetRows(id)
    this.forget(id)
  }

  newestOf(id: number): number {
    const { rows } = this.#store
    let newest = -Infinity
    for (let row = this.#store.firstRow[id]!; row !== NO_ROW; row = rows.next[row]!)
      if (rows.observedAt[row]! > newest) newest = rows.observedAt[row]!
    return newest
  }
}

/**
 * Returns true if a vessel under way may be another one at another hour of the same voyage: similar speed, and not too
 * far.
 */
function isWithinVoyage(one: Moving, a: number, other: Moving, b: number): boolean {
  const [sog, otherSog] = [one.sog[a]!, other.sog[b]!]
  if (sog === NONE16 || sog < UNDERWAY_TENTHS || Math.abs(sog - otherSog) > SAME_VOYAGE_TENTHS) return false
  const most = (Math.max(sog, otherSog) / 10) * METRES_PER_MS_AT_1_KN * LATE_MS
  return nearMetres(one.lat[a]!, one.lon[a]!, other.lat[b]!, other.lon[b]!) <= most
}

/** Returns true if a vessel is heading to the position of the other, on the same voyage. */
function isAstern(behind: Moving, a: number, ahead: Moving, b: number): boolean {
  if (!isWithinVoyage(behind, a, ahead, b)) return false
  const east = eastMetres(behind.lat[a]!, behind.lon[a]!, ahead.lat[b]!, ahead.lon[b]!)
  const north = northMetres(behind.lat[a]!, ahead.lat[b]!)
  const bearing = (Math.atan2(east, north) * 1800) / Math.PI + 3600
  return (
    turnDegrees(behind.cog[a]!, ahead.cog[b]!) <= SAME_VOYAGE_DEG &&
    turnDegrees(behind.cog[a]!, bearing % 3600) <= SAME_VOYAGE_DEG
  )
}
