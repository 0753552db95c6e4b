/** So many fixes of each ship are remembered, for those that come a little late. */
const MOST_STORED = 8

/** The last fixes of ships in order of time. Ships are small numbers. */
export class RecentFixes {
  #at = new Float64Array(64 * MOST_STORED)
  #lat = new Float64Array(64 * MOST_STORED)
  #lon = new Float64Array(64 * MOST_STORED)
  /** Number of recorded fixes of each vessel; the last `MOST_STORED` of them lie one after another, round and round. */
  #noted = new Int32Array(64)

  /** Notes one that is newer than all of its ship. */
  note(ship: number, at: number, lat: number, lon: number): void {
    if (ship >= this.#noted.length) this.#grow(ship)
    const slot = ship * MOST_STORED + (this.#noted[ship]! % MOST_STORED)
    this.#noted[ship]!++
    this.#at[slot] = at
    this.#lat[slot] = lat
    this.#lon[slot] = lon
  }

  forget(ship: number): void {
    if (ship < this.#noted.length) this.#noted[ship] = 0
  }

  /** Those of a ship, the oldest first. */
  of(ship: number): { at: number; lat: number; lon: number }[] {
    const noted = this.#noted[ship] ?? 0
    const count = Math.min(MOST_STORED, noted)
    return Array.from({ length: count }, (_, i) => {
      const slot = ship * MOST_STORED + ((noted - count + i) % MOST_STORED)
      return { at: this.#at[slot]!, lat: this.#lat[slot]!, lon: this.#lon[slot]! }
    })
  }

  /** Puts a late one where it belongs. */
  insert(ship: number, at: number, lat: number, lon: number): void {
    const all = [...this.of(ship), { at, lat, lon }].sort((a, b) => a.at - b.at)
    this.forget(ship)
    for (const fix of all) this.note(ship, fix.at, fix.lat, fix.lon)
  }

  #grow(ship: number) {
    const size = Math.max(ship + 1, this.#noted.length * 2)
    const wider = (values: Float64Array) => {
      const all = new Float64Array(size * MOST_STORED)
      all.set(values)
      return all
    }
    const noted = new Int32Array(size)
    noted.set(this.#noted)
    this.#noted = noted
    this.#at = wider(this.#at)
    this.#lat = wider(this.#lat)
    this.#lon = wider(this.#lon)
  }
}
