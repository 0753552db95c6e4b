import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { LEAST_JUMP_NM, MOST_KN } from './conditions.ts'

const HOUR_MS = 3_600_000
/** Two ships are heard in turns: so often from one to the other within an hour (contract D2: three fixes of each). */
const NEEDED = 6

/** Who was heard so long after another was heard since: clocks and sources differ by less, ms. */
const SINCE_MS = 600_000

type Heard = { at: number; lat: number; lon: number; turnedAt: number; newestAt: number }
/** How a contact stands to the others of its number; `rank` 0 of one that shares it with nobody. */
export type Sharing = { rank: number; isHeardElsewhere: boolean }
export const ALONE: Sharing = { rank: 0, isHeardElsewhere: false }
type Shared = { heard: Map<number, Heard>; last: number; turns: number[] }

/**
 * Which contacts of one number are truly two ships. The live picture splits a number when fixes lie where it cannot have gone
 * (decision 6); but a ship that jumps ends here and begins there, and one whose clocks are wrong is in two places a mile apart.
 * Two ships are heard in turns, each time from a place that cannot be reached from the other. Two numbers a contact are kept
 * where there are several.
 */
export class SharedNumbers {
  readonly #numbers = new Map<number, Shared>()

  /** A fix of a contact of a number, in the order in which they come. Degrees, epoch ms. */
  note(mmsi: number, contact: number, at: number, lat: number, lon: number): void {
    let shared = this.#numbers.get(mmsi)
    if (shared === undefined)
      this.#numbers.set(mmsi, (shared = { heard: new Map(), last: contact, turns: [] }))
    const { heard, last, turns } = shared
    const mine = heard.get(contact)
    const other = last === contact ? undefined : heard.get(last)
    const turnedAt = other !== undefined && isFar(other, at, lat, lon) ? at : (mine?.turnedAt ?? 0)
    if (mine === undefined) heard.set(contact, { at, lat, lon, turnedAt, newestAt: at })
    else {
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
    }
    shared.last = contact
  }

  /**
   * How a contact stands to the others of its number, as far as is known at an instant: which of several ships it is, 1 the first of
   * them, whose contact has the least number; and whether another contact was heard since, so that the number at least is not silent.
   * `heardAt`: when the contact itself was heard last, also before the number had several; epoch ms, 0 for never.
   */
  sharingOf(mmsi: number, contact: number, at: number, heardAt: number): Sharing {
    return {
      rank: this.#rankOf(mmsi, contact, at),
      isHeardElsewhere: this.#isHeardElsewhere(mmsi, contact, heardAt),
    }
  }

  #isHeardElsewhere(mmsi: number, contact: number, heardAt: number): boolean {
    const heard = this.#numbers.get(mmsi)?.heard
    const mine = Math.max(heardAt, heard?.get(contact)?.newestAt ?? 0)
    // Of who was never heard nothing is since.
    if (mine === 0) return false
    for (const { newestAt } of heard?.values() ?? []) if (newestAt - mine > SINCE_MS) return true
    return false
  }

  #rankOf(mmsi: number, contact: number, at: number): number {
    const shared = this.#numbers.get(mmsi)
    if (shared === undefined || shared.turns.length < NEEDED || at - shared.turns[0]! > HOUR_MS) return 0
    const isOne = ({ turnedAt }: Heard) => at - turnedAt <= HOUR_MS
    const mine = shared.heard.get(contact)
    if (mine === undefined || !isOne(mine)) return 0
    let rank = 1
    for (const [other, heard] of shared.heard) if (other < contact && isOne(heard)) rank++
    return rank
  }
}

function isFar(from: Heard, at: number, lat: number, lon: number): boolean {
  const nm = metresBetween(from.lat, from.lon, lat, lon) / METRES_PER_NM
  return nm > LEAST_JUMP_NM + (MOST_KN * Math.abs(at - from.at)) / HOUR_MS
}
