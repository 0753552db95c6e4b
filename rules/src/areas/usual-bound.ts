import type { RuleNode } from '@samudra/contract/rules'
import { FALSE, isTrue, UNKNOWN, type Verdict } from '../plans/verdict.ts'
import type { Explained } from '../plans/node.ts'
import type { CountedPlace, UsualVessels, World } from '../world.ts'

type Agg = Extract<RuleNode, { k: 'agg' }>
export const HOUR_MS = 3_600_000
/** Smallest deviation, vessels: an hour that is always alike would make one vessel more unusual. */
const LEAST_DEVIATION = 1
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Baseline of one hour of the clock, from its beginning, epoch ms. */
type Hour = { from: number; usual: UsualVessels | null }

/**
 * Bound of a number of vessels by the baseline of the hour of the week. The last 60 minutes lie in one or two hours of the
 * clock: the number must lie outside of the baseline of each.
 */
export class UsualBound {
  readonly #agg: Agg
  readonly #place: CountedPlace
  readonly #world: Pick<World, 'usualVessels'>

  constructor(agg: Agg, place: CountedPlace, world: Pick<World, 'usualVessels'>) {
    this.#agg = agg
    this.#place = place
    this.#world = world
  }

  /** Returns whether a number lies outside at an instant; unknown while an hour has too few weeks. */
  verdict(vessels: number, at: number): Verdict {
    const hours = this.#hoursAt(at)
    if (hours.some(({ usual }) => usual?.enough !== true)) return UNKNOWN
    const { cmp } = this.#agg
    const isMore = isTrue(hours.every((hour) => this.#isOutside(vessels, hour, 1)))
    const isLess = isTrue(hours.every((hour) => this.#isOutside(vessels, hour, -1)))
    if (cmp === 'ne') return isMore === FALSE ? isLess : isMore
    return cmp.startsWith('lt') ? isLess : isMore
  }

  /** Returns the number of vessels beyond which a number is unusual; null where that is not known. */
  threshold(vessels: number, at: number): number | null {
    const hours = this.#hoursAt(at)
    if (hours.some(({ usual }) => usual?.enough !== true)) return null
    const { cmp } = this.#agg
    const middle = hours.reduce((sum, { usual }) => sum + usual!.mean, 0) / hours.length
    const isBelow = cmp === 'ne' ? vessels < middle : cmp.startsWith('lt')
    const bounds = hours.map(({ usual }) => this.#edgeOf(usual!, isBelow ? -1 : 1))
    return isBelow ? Math.min(...bounds) : Math.max(...bounds)
  }

  explain(at: number): Explained[] {
    return this.#hoursAt(at).map(({ from, usual }) => ({
      asked: `baseline of ${hourName(from)}: ${wordsOf(usual)}`,
      verdict: usual?.enough === true ? 'TRUE' : 'UNKNOWN',
      value: usual?.enough === true ? round(usual.mean) : null,
      threshold: null,
      unit: null,
      window: { from, to: from + HOUR_MS },
      fix_ids: [],
      of: [],
    }))
  }

  #isOutside(vessels: number, { usual }: Hour, side: 1 | -1): boolean {
    const off = (vessels - this.#edgeOf(usual!, side)) * side
    return this.#agg.cmp.endsWith('e') && this.#agg.cmp !== 'ne' ? off >= 0 : off > 0
  }
  #edgeOf = ({ mean, sd }: UsualVessels, side: 1 | -1) =>
    mean + side * this.#agg.value * Math.max(sd, LEAST_DEVIATION)

  #hoursAt(at: number): Hour[] {
    const last = hourOf(at)
    // At a whole hour the last 60 minutes are the hour before.
    const all = last === at ? [at - HOUR_MS] : [last - HOUR_MS, last]
    return all.map((from) => ({ from, usual: this.#world.usualVessels(this.#place, from) }))
  }
}

const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS
const round = (value: number) => Math.round(value * 10) / 10
function hourName(from: number): string {
  const date = new Date(from)
  return `${DAYS[date.getUTCDay()]} ${String(date.getUTCHours()).padStart(2, '0')}:00 UTC`
}
function wordsOf(usual: UsualVessels | null): string {
  if (usual === null) return 'not known'
  const { mean, sd, weeks, enough } = usual
  return enough
    ? `${round(mean)} vessels, deviation ${round(sd)}, from ${weeks} weeks`
    : `needs more weeks, has ${weeks}`
}
