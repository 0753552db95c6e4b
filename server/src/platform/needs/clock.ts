import type { EpochMs } from '@samudra/nautical/units'

/** Source of the time; tests pass their own. */
export interface Clock {
  now(): EpochMs
  /** Returns the state of the machine's clock; absent for a clock that is not synchronised. */
  report?(): ClockReport
}

export type ClockReport = {
  /** The machine's clock departs from ours now. */
  isOff: boolean
  /** Recent change of the clock in words; null without one. */
  words: string | null
  /** It is off, or jumped far within the last day: nothing is thrown away for its age meanwhile. */
  isDoubted: boolean
}

const LOOK_MS = 1000
/** Difference below which the machine's clock is used as it is. */
const AGREE_MS = 20
/** Departures below this are no step; they are taken over bit by bit. */
const STEP_MS = 1000
/** A step ahead is taken over when it has held this long. */
const HOLD_MS = 60_000
/** A step back of no more than this is taken over by going slower; a greater one by the next start. */
const SLOWED_MS = 60_000
/** Share of each passing second by which the clock is corrected: normally, and after a step back. */
const USUAL_SHARE = 0.01
const SLOWED_SHARE = 0.05
/** A step ahead from here on is not believed with what cannot be undone. */
const FAR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Machine's clock as it was at the start, carried on by the monotonic one. It never goes back, and a step of the
 * machine's clock that does not last changes nothing. `report` describes how a lasting step is taken over.
 */
export class SteadyClock implements Clock {
  readonly #wall: () => number
  readonly #steady: () => number
  /** Our time is this much more than the monotonic one. */
  #base: number
  #last = 0
  #lookedAt: number
  #step: { byMs: number; since: number } | null = null
  #past: { words: string; at: number } | null = null
  #doubtedUntil = -Infinity

  constructor(wall: () => number = Date.now, steady: () => number = () => performance.now()) {
    this.#wall = wall
    this.#steady = steady
    this.#lookedAt = steady()
    this.#base = wall() - this.#lookedAt
  }

  now(): EpochMs {
    const steady = this.#steady()
    if (steady - this.#lookedAt >= LOOK_MS) this.#look(steady)
    const wall = this.#wall()
    const ours = this.#base + steady
    const now = Math.floor(Math.abs(wall - ours) < AGREE_MS ? wall : ours)
    if (now > this.#last) this.#last = now
    return this.#last as EpochMs
  }

  report(): ClockReport {
    const now = this.now()
    const past = this.#past !== null && now - this.#past.at < DAY_MS ? this.#past.words : null
    return {
      isOff: this.#step !== null,
      words: this.#step === null ? past : this.#wordsOf(this.#step),
      isDoubted: this.#step !== null || this.#steady() < this.#doubtedUntil,
    }
  }

  #look(steady: number) {
    const passed = steady - this.#lookedAt
    this.#lookedAt = steady
    const off = this.#wall() - (this.#base + steady)
    const step = this.#step
    if (Math.abs(off) < STEP_MS) {
      this.#base += Math.sign(off) * Math.min(Math.abs(off), passed * USUAL_SHARE)
      if (step !== null) this.#end(`${lead('was', step.byMs)} for ${spanText(steady - step.since)}`)
    } else if (step === null || Math.abs(off - step.byMs) > STEP_MS) this.#step = { byMs: off, since: steady }
    else if (steady - step.since >= HOLD_MS) this.#takeOver(off, steady, passed)
  }

  #takeOver(off: number, steady: number, passed: number) {
    if (off > 0) {
      this.#base += off
      if (off >= FAR_MS) this.#doubtedUntil = steady + DAY_MS
      this.#end(`The clock of the server was set ahead by ${spanText(off)}, and Samudra's time followed`)
    } else if (off >= -SLOWED_MS) {
      const back = Math.min(-off, passed * SLOWED_SHARE)
      this.#base -= back
      this.#step!.byMs = off + back
    }
  }

  #end(what: string) {
    this.#step = null
    this.#past = {
      words: `${what} (${new Date(this.#base + this.#lookedAt).toISOString()}).`,
      at: this.#last,
    }
  }

  #wordsOf({ byMs }: { byMs: number }): string {
    if (byMs > 0)
      return `${lead('is', byMs)}. Samudra keeps its own time and follows when the clock is stable for a minute. Check its time server.`
    return byMs >= -SLOWED_MS
      ? `${lead('is', byMs)}. Samudra's time runs more slowly until both agree.`
      : `${lead('is', byMs)}. Samudra keeps its own time. If the machine is right, restart Samudra to use its time.`
  }
}

export const systemClock: Clock = new SteadyClock()

const lead = (verb: 'is' | 'was', byMs: number) =>
  `The clock of the server ${verb} ${byMs > 0 ? 'ahead of' : 'behind'} Samudra's time by ${spanText(Math.abs(byMs))}`

const UNITS = [
  [DAY_MS, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

function spanText(ms: number): string {
  const [size, name] = UNITS.find(([from]) => Math.round(ms / 1000) * 1000 >= from) ?? [1000, 's']
  return `${Math.round((10 * ms) / size) / 10} ${name}`
}
