/** Numbers by the time they are due, earliest first; of equal times the smaller number. */
export class EventHeap {
  #times = new Float64Array(1024)
  #ids = new Int32Array(1024)
  size = 0

  push(time: number, id: number): void {
    if (this.size === this.#ids.length) this.#grow()
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(time, id, parent)) break
      this.#move(parent, at)
      at = parent
    }
    this.#times[at] = time
    this.#ids[at] = id
  }

  /** Due time of the first; Infinity when empty. */
  nextTime(): number {
    return this.size === 0 ? Infinity : this.#times[0]!
  }

  /** Takes the first away and returns its number. */
  pop(): number {
    const first = this.#ids[0]!
    const size = --this.size
    const time = this.#times[size]!
    const id = this.#ids[size]!
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= size) break
      if (child + 1 < size && this.#isBefore(this.#times[child + 1]!, this.#ids[child + 1]!, child)) child++
      if (this.#isBefore(time, id, child)) break
      this.#move(child, at)
      at = child
    }
    this.#times[at] = time
    this.#ids[at] = id
    return first
  }

  #isBefore(time: number, id: number, other: number): boolean {
    const otherTime = this.#times[other]!
    return time < otherTime || (time === otherTime && id < this.#ids[other]!)
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from]!
    this.#ids[to] = this.#ids[from]!
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2)
    const ids = new Int32Array(this.#ids.length * 2)
    times.set(this.#times)
    ids.set(this.#ids)
    this.#times = times
    this.#ids = ids
  }
}
