import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { Moment } from '../running/moment.ts'
import { Remembering } from '../plans/node.ts'
import { TRUE, type Verdict } from '../plans/verdict.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WINDOW_MS = 10 * MINUTE_MS
/** Clocks are wrong by seconds: fixes nearer than this say nothing of a speed. */
const APART_MS = MINUTE_MS
/** A speed is compared over so many fixes (design: five) and so long at least. */
const FEWEST = 5
const SHORTEST_MS = 5 * MINUTE_MS

/** A speed to a tenth of a knot, from a hundred knots on to a whole one. */
const knotsText = (knots: number) =>
  `${knots.toLocaleString('en-US', { maximumFractionDigits: knots < 100 ? 1 : 0 })} kn`

/** Fields of a stored fix. */
const [AT, LAT, LON, SOG, COG, ID, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const

/**
 * Fixes of the last ten minutes, a minute apart, which show how far the way made good differs from the reported one.
 * The reported way is the sum of speed and course between fixes, so turns and circles make no difference.
 */
export class MadeGood extends Remembering {
  override asked = 'way made good'

  protected evaluate(m: Moment): Verdict {
    if (!m.isFix) return TRUE
    const { states } = m.memory
    const { at, lat, lon, sog, cog, id } = m.fix
    let state = states.get(this.slot)
    const isUnknown = Number.isNaN(sog) || Number.isNaN(lat) || (Number.isNaN(cog) && sog > 0.5)
    if (isUnknown || m.gapMs > m.holeMs) {
      states.delete(this.slot)
      state = undefined
      if (isUnknown) return TRUE
    }
    if (state === undefined) states.set(this.slot, (state = []))
    let gone = 0
    while (gone < state.length && at - state[gone + AT]! > WINDOW_MS) gone += WIDTH
    if (gone > 0) state.splice(0, gone)
    const last = state.length - WIDTH
    if (last >= 0 && at - state[last + AT]! < APART_MS) return TRUE
    state.push(at, lat, lon, sog, Number.isNaN(cog) ? 0 : cog, id)
    return TRUE
  }

  protected stands(): Verdict {
    return TRUE
  }

  override evidence(m: Moment): number[] {
    return (m.memory.states.get(this.slot) ?? []).filter((_, i) => i % WIDTH === ID)
  }

  /** Returns the difference of implied and reported speed, knots; NaN with too few fixes. */
  misfit(m: Moment): number {
    const speeds = this.#speeds(m)
    return speeds === null ? Number.NaN : Math.abs(speeds.reported - speeds.implied)
  }

  /** Returns both speeds in words; null with too few fixes. */
  words(m: Moment): string | null {
    const speeds = this.#speeds(m)
    if (speeds === null) return null
    return `Implied speed ${knotsText(speeds.implied)}, reported ${knotsText(speeds.reported)}`
  }

  /** Speed that the positions imply, and the one that speed and course report, knots. */
  #speeds(m: Moment): { implied: number; reported: number } | null {
    this.verdict(m)
    const state = m.memory.states.get(this.slot)
    const last = (state?.length ?? 0) - WIDTH
    if (state === undefined || last < (FEWEST - 1) * WIDTH) return null
    const ms = state[last + AT]! - state[AT]!
    if (ms < SHORTEST_MS) return null
    let [north, east] = [0, 0]
    for (let i = 0; i < last; i += WIDTH) {
      const hours = (state[i + WIDTH + AT]! - state[i + AT]!) / HOUR_MS
      for (const end of [i, i + WIDTH]) {
        const course = (state[end + COG]! * Math.PI) / 180
        north += Math.cos(course) * state[end + SOG]! * (hours / 2)
        east += Math.sin(course) * state[end + SOG]! * (hours / 2)
      }
    }
    const made = metresBetween(state[LAT]!, state[LON]!, state[last + LAT]!, state[last + LON]!)
    const whole = ms / HOUR_MS
    return { implied: made / METRES_PER_NM / whole, reported: Math.hypot(north, east) / whole }
  }
}
