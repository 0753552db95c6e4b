/** Maximum delay of a reception after the second it names, and maximum difference between correct clocks. */
const CLOSE_MS = 3000
/** Evidence in a row before a station's clock is corrected by it. */
const NEEDED = 2
const MOST_COUNTED = 8
/** Stations whose clock may be wrong at once; the ones found first give way. */
const MOST_STATIONS = 10_000
const MINUTE_MS = 60_000

type Wrong = { offset: number; seen: number }

/**
 * Returns the time of a report with UTC second `second` nearest to its arrival. The arrival may be late by less than
 * half a minute, or the server clock wrong by as much. A longer delay gives a later minute, never an earlier one than
 * the true one.
 */
export function timeBySecond(recTime: number, second: number): number {
  const behind = (((recTime - second * 1000) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS
  return recTime - (behind < MINUTE_MS / 2 ? behind : behind - MINUTE_MS)
}

/** Returns true if a time agrees with the UTC second of the report. */
const fits = (time: number, second: number) =>
  second < 60 && Math.abs(time - timeBySecond(time, second)) <= CLOSE_MS

/** Learns clock errors of receiving stations from their reports. Nothing is stored for correct clocks. */
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

  /** Returns the true time of a message that a receiver stamped with `tagTime`. */
  timeOf(receiver: number, tagTime: number, recTime: number, second: number): number {
    const stated = tagTime - this.offsetOf(receiver)
    if (second >= 60) return stated
    const bound = timeBySecond(recTime, second)
    // Once a clock is corrected at the station, its times fit unchanged.
    if (stated !== tagTime && Math.abs(tagTime - bound) <= CLOSE_MS) this.#note(receiver, tagTime - bound)
    // A second that disagrees with tag and arrival alike is the ship's own fault; ahead of its arrival no true time is.
    if (stated - recTime <= CLOSE_MS || stated - bound <= CLOSE_MS) return stated
    this.#note(receiver, tagTime - bound)
    // A time more than a minute ahead stays as reported until others agree.
    return stated - bound < MINUTE_MS ? bound : stated
  }

  /** Compares two receptions of one transmission: `text` and `other` are the times, `at` and `otherAt` the arrivals. */
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
