/** What a transmission is heard after the second it names, and what clocks that keep time differ by. */
const CLOSE_MS = 3000
/** Evidence in a row before a station's clock is corrected by it. */
const NEEDED = 2
const MOST_COUNTED = 8
/** Stations whose clock may be wrong at once; the ones found first give way. */
const MOST_STATIONS = 10_000
const MINUTE_MS = 60_000

type Wrong = { offset: number; seen: number }

/**
 * The time a report of UTC second `second` names, next to its arrival. Arrival may be late by less than half a minute, or the
 * server's own clock wrong by as much; who was later gets a later minute, never an earlier one than the true.
 */
export function timeBySecond(recTime: number, second: number): number {
  const behind = (((recTime - second * 1000) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS
  return recTime - (behind < MINUTE_MS / 2 ? behind : behind - MINUTE_MS)
}

/** Whether a time lies where the UTC second of the report says. */
const fits = (time: number, second: number) =>
  second < 60 && Math.abs(time - timeBySecond(time, second)) <= CLOSE_MS

/** How far the clocks of receiving stations are off, learned from what they report. Nothing is kept of those that are right. */
export class StationClocks {
  readonly #wrong = new Map<number, Wrong>()

  /** Takes up what was known before a restart; it is given up as soon as it does not hold any more. */
  know(receiver: number, offset: number): void {
    this.#wrong.set(receiver, { offset, seen: NEEDED })
  }

  /** Whole milliseconds the clock of a receiver is ahead; 0 when it is right or not known yet. */
  offsetOf(receiver: number): number {
    const known = this.#wrong.get(receiver)
    return known !== undefined && known.seen >= NEEDED ? Math.round(known.offset) : 0
  }

  /** The true time of what a receiver says it heard at `tagTime`. */
  timeOf(receiver: number, tagTime: number, recTime: number, second: number): number {
    const stated = tagTime - this.offsetOf(receiver)
    if (second >= 60) return stated
    const bound = timeBySecond(recTime, second)
    // Once a clock is set right, what it says fits as it is.
    if (stated !== tagTime && Math.abs(tagTime - bound) <= CLOSE_MS) this.#note(receiver, tagTime - bound)
    // A second that disagrees with tag and arrival alike is the ship's own fault; ahead of its arrival no true time is.
    if (stated - recTime <= CLOSE_MS || stated - bound <= CLOSE_MS) return stated
    this.#note(receiver, tagTime - bound)
    // Further ahead than a minute it stays as said until others agree.
    return stated - bound < MINUTE_MS ? bound : stated
  }

  /** One transmission heard twice: `said` and `other` are the times, `at` and `otherAt` the arrivals. */
  compare(
    receiver: number,
    text: number,
    at: number,
    otherReceiver: number,
    other: number,
    otherAt: number,
    second: number,
  ): void {
    const apart = text - other
    if (Math.abs(apart) <= CLOSE_MS) return
    const isFit = fits(text, second)
    const isOtherFit = fits(other, second)
    const isOtherRight = isFit === isOtherFit ? Math.abs(otherAt - other) <= Math.abs(at - text) : isOtherFit
    if (isOtherRight) this.#note(receiver, apart + this.offsetOf(receiver))
    else this.#note(otherReceiver, this.offsetOf(otherReceiver) - apart)
  }

  /** The receivers whose clock is off, with by how much in milliseconds. */
  *wrong(): Iterable<{ receiver: number; offset: number }> {
    for (const [receiver, { offset, seen }] of this.#wrong)
      if (seen >= NEEDED && Math.abs(offset) > CLOSE_MS) yield { receiver, offset: Math.round(offset) }
  }

  #note(receiver: number, offset: number) {
    const known = this.#wrong.get(receiver)
    if (known === undefined) {
      if (this.#wrong.size >= MOST_STATIONS) this.#wrong.delete(this.#wrong.keys().next().value!)
      this.#wrong.set(receiver, { offset, seen: 1 })
    } else if (Math.abs(offset - known.offset) <= CLOSE_MS) {
      known.offset += (offset - known.offset) / 8
      known.seen = Math.min(MOST_COUNTED, known.seen + 1)
    } else if (--known.seen <= 0) {
      known.offset = offset
      known.seen = 1
    }
    if (known !== undefined && known.seen >= NEEDED && Math.abs(known.offset) <= CLOSE_MS)
      this.#wrong.delete(receiver)
  }
}
