import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { LEAST_JUMP_NM, MOST_KN } from './conditions.ts'

const HOUR_MS = 3_600_000
/**
 * Number of changes from one contact to the other within an hour that prove two vessels (contract D2: three fixes of
 * each).
 */
const NEEDED = 6

/** Delay after which a reception counts as later than another: clocks and sources differ by less, ms. */
const SINCE_MS = 600_000

type Heard = { id: number; at: number; lat: number; lon: number; turnedAt: number; newestAt: number }
/** Position of a contact, and the id of its fix, 0 when not known. Epoch ms, degrees. */
export type Spot = { contact: number; id: number; at: number; lat: number; lon: number }
/** Two positions under one number, of two contacts; `knots` is the least speed of one vessel at both. */
export type TwoPlaces = { from: Spot; to: Spot; nm: number; minutes: number; knots: number }
/** Relation of a contact to the others of its number; `rank` 0 where it shares the number with none. */
export type Sharing = { rank: number; isHeardElsewhere: boolean; places: TwoPlaces | null }
export const ALONE: Sharing = { rank: 0, isHeardElsewhere: false, places: null }
type Shared = { heard: Map<number, Heard>; last: number; turns: number[]; places: TwoPlaces | null }
/** Returns true if static data or station class show that two contacts of a number are two vessels. */
export type AreTwo = (contact: number, other: number) => boolean
const NEVER_TWO: AreTwo = () => false
/** Clocks are not exact to less, hours. */
const LEAST_HOURS = 1 / 3600

/**
 * Contacts of one number that are truly two vessels. The live picture splits a number when fixes lie where it cannot
 * have gone (decision 6). But a vessel that jumps ends here and begins there, and one whose clocks are wrong is in two
 * places a mile apart. Two vessels are received in turns, each time from a place that cannot be reached from the
 * other. Where their static data differ, one such turn is enough. Two numbers a contact are stored where there are
 * several.
 */
export class SharedNumbers {
  readonly #numbers = new Map<number, Shared>()

  /** A fix of a contact of a number, in the order in which they come. Degrees, epoch ms. */
  note(mmsi: number, contact: number, at: number, lat: number, lon: number, id = 0): void {
    let shared = this.#numbers.get(mmsi)
    if (shared === undefined)
      this.#numbers.set(mmsi, (shared = { heard: new Map(), last: contact, turns: [], places: null }))
    const { heard, last, turns } = shared
    const mine = heard.get(contact)
    const other = last === contact ? undefined : heard.get(last)
    const turnedAt = other !== undefined && isFar(other, at, lat, lon) ? at : (mine?.turnedAt ?? 0)
    if (mine === undefined) heard.set(contact, { id, at, lat, lon, turnedAt, newestAt: at })
    else {
      mine.id = id
      mine.at = at
      mine.lat = lat
      mine.lon = lon
      mine.turnedAt = turnedAt
      mine.newestAt = Math.max(mine.newestAt, at)
    }
    if (turnedAt === at && other !== undefined) {
      other.turnedAt = Math.max(other.turnedAt, at)
      turns.push(at)
      if (turns.length > NEEDED) turns.shift()
      shared.places = placesOf({ contact: last, ...other }, { contact, id, at, lat, lon })
    }
    shared.last = contact
  }

  /**
   * Returns the relation of a contact to the others of its number, as far as known at an instant. The rank gives which
   * of several vessels it is, 1 the first of them, whose contact has the least number. It also shows if another
   * contact was received since, so that the number at least is not silent. `heardAt`: the last reception of the
   * contact itself, also before the number had several; epoch ms, 0 for never.
   */
  sharingOf(mmsi: number, contact: number, at: number, heardAt: number, areTwo: AreTwo = NEVER_TWO): Sharing {
    const rank = this.#rankOf(mmsi, contact, at, areTwo)
    return {
      rank,
      isHeardElsewhere: this.#isHeardElsewhere(mmsi, contact, heardAt),
      places: rank > 0 ? this.#numbers.get(mmsi)!.places : null,
    }
  }

  /** Returns true if a position of a contact was noted. */
  knows(mmsi: number, contact: number): boolean {
    return this.#numbers.get(mmsi)?.heard.has(contact) === true
  }

  #isHeardElsewhere(mmsi: number, contact: number, heardAt: number): boolean {
    const heard = this.#numbers.get(mmsi)?.heard
    const mine = Math.max(heardAt, heard?.get(contact)?.newestAt ?? 0)
    // After a contact that was never received, nothing is later.
    if (mine === 0) return false
    for (const { newestAt } of heard?.values() ?? []) if (newestAt - mine > SINCE_MS) return true
    return false
  }

  #rankOf(mmsi: number, contact: number, at: number, areTwo: AreTwo): number {
    const shared = this.#numbers.get(mmsi)
    const mine = shared?.heard.get(contact)
    if (shared === undefined || mine === undefined || shared.turns.length === 0) return 0
    const isOne = ({ turnedAt }: Heard) => at - turnedAt <= HOUR_MS
    if (!isOne(mine)) return 0
    const isInTurns = shared.turns.length >= NEEDED && at - shared.turns[0]! <= HOUR_MS
    let [before, after] = [0, 0]
    for (const [other, heard] of shared.heard) {
      if (other === contact || !isOne(heard) || !(isInTurns || areTwo(contact, other))) continue
      if (other < contact) before++
      else after++
    }
    return isInTurns || before + after > 0 ? before + 1 : 0
  }
}

function isFar(from: Heard, at: number, lat: number, lon: number): boolean {
  const nm = metresBetween(from.lat, from.lon, lat, lon) / METRES_PER_NM
  return nm > LEAST_JUMP_NM + (MOST_KN * Math.abs(at - from.at)) / HOUR_MS
}

function placesOf(from: Spot, to: Spot): TwoPlaces {
  const spot = ({ contact, id, at, lat, lon }: Spot): Spot => ({ contact, id, at, lat, lon })
  const nm = metresBetween(from.lat, from.lon, to.lat, to.lon) / METRES_PER_NM
  const hours = Math.max(LEAST_HOURS, Math.abs(to.at - from.at) / HOUR_MS)
  return { from: spot(from), to: spot(to), nm, minutes: hours * 60, knots: nm / hours }
}
