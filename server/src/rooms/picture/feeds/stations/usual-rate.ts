/** A feed is slow below this share of its usual rate. */
const SLOW_SHARE = 0.3
/** The usual rate is an average over about this time, and trusted once it has been learned for so long. */
const USUAL_MS = 3_600_000
const LEARNING_MS = 600_000
/** Number of passes over which a satellite feed is measured; it is learned over four. */
const PASSES = 2
const MINUTE_MS = 60_000

/** Usual rate of a feed, learned slowly, and detection of a far lower rate. */
export class UsualRate {
  #usual = 0
  #recent = 0
  #learnedAt = 0
  #learnedMs = 0

  /** Sentences a minute. */
  get perMinute() {
    return this.#usual
  }

  /** Returns true if the rate is slow; learns by elapsed time, not by the number of calls. */
  isSlow(rate: number, expectedIntervalS: number, now: number): boolean {
    const recentMs = Math.max(MINUTE_MS, expectedIntervalS * 1000 * PASSES)
    const passed = Math.min(now - this.#learnedAt, MINUTE_MS)
    this.#learnedAt = now
    this.#learnedMs += passed
    const share = (ms: number) => Math.min(1, passed / Math.min(Math.max(this.#learnedMs, 1), ms))
    this.#usual += (rate - this.#usual) * share(USUAL_MS)
    this.#recent += (rate - this.#recent) * share(recentMs)
    const isKnown = this.#learnedMs > Math.max(LEARNING_MS, recentMs * 2)
    return isKnown && this.#recent < this.#usual * SLOW_SHARE
  }
}
