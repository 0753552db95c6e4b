/** Ships, each split of an MMSI for itself, by small numbers; one that was given stays. */
export class Ships {
  readonly #firstOf = new Map<number, number>()
  readonly #next: number[] = []
  readonly mmsi: number[] = []
  readonly split: number[] = []

  numberOf(mmsi: number, split: number): number {
    const first = this.#firstOf.get(mmsi)
    for (let ship = first ?? -1; ship >= 0; ship = this.#next[ship]!)
      if (this.split[ship] === split) return ship
    const ship = this.mmsi.length
    this.mmsi.push(mmsi)
    this.split.push(split)
    this.#next.push(first ?? -1)
    this.#firstOf.set(mmsi, ship)
    return ship
  }

  /** Returns whether several vessels share a number. */
  areSeveral(mmsi: number): boolean {
    const first = this.#firstOf.get(mmsi)
    return first !== undefined && this.#next[first]! >= 0
  }
  /** Every split of an MMSI that has a number. */
  of(mmsi: number): number[] {
    const found: number[] = []
    for (let ship = this.#firstOf.get(mmsi) ?? -1; ship >= 0; ship = this.#next[ship]!) found.push(ship)
    return found
  }
}
