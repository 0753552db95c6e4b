import { PATTERN_WIDTH } from '@samudra/nautical/usual-value'

/** Counters that are not nought, each as its place and its number in sevens of bits: some 80 bytes a ship and day. */
export function packed(counts: ArrayLike<number>, from = 0, width = PATTERN_WIDTH): Buffer {
  const bytes: number[] = []
  for (let i = 0; i < width; i++) {
    let count = counts[from + i]!
    if (count === 0) continue
    bytes.push(i)
    for (; count > 127; count = Math.floor(count / 128)) bytes.push((count % 128) | 128)
    bytes.push(count)
  }
  return Buffer.from(bytes)
}

/** Adds packed counters to others, or takes them away. */
export function addPacked(body: Uint8Array, counts: Uint32Array, from: number, times: 1 | -1 = 1): void {
  for (let at = 0; at < body.length;) {
    const place = body[at++]!
    let [count, unit] = [0, 1]
    for (; body[at]! > 127; unit *= 128) count += (body[at++]! & 127) * unit
    count += body[at++]! * unit
    counts[from + place]! += times * count
  }
}

type Counts = Uint32Array | Uint8Array
/** Counters as they are handed to another thread. */
export type RowsData<T> = { width: number; keys: Float64Array; counts: T }

/** Counters of many, found by a number; so many bytes each beside 30 of the table of places. */
export class CounterRows<T extends Counts = Uint32Array> {
  readonly width: number
  readonly #make: (length: number) => T
  #places = new Map<number, number>()
  #counts: T

  constructor(width: number, make: (length: number) => T, capacity = 64) {
    this.width = width
    this.#make = make
    this.#counts = make(width * capacity)
  }

  get size(): number {
    return this.#places.size
  }
  /** Counters of all rows; the counters of one row begin at the result of `find`. */
  get counts(): T {
    return this.#counts
  }
  /** Where the counters of one begin; -1 where there are none. */
  find(key: number): number {
    return this.#places.get(key) ?? -1
  }
  /** The same, and makes room for them. */
  of(key: number): number {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = this.#places.size * this.width
    if (place === this.#counts.length) {
      const grown = this.#make(Math.ceil(this.#places.size * 1.4 + 1) * this.width)
      grown.set(this.#counts)
      this.#counts = grown
    }
    this.#places.set(key, place)
    return place
  }
  keys(): IterableIterator<number> {
    return this.#places.keys()
  }
  data(): RowsData<T> {
    const counts = this.#counts.slice(0, this.size * this.width) as T
    return { width: this.width, keys: Float64Array.from(this.keys()), counts }
  }
  static from<T extends Counts>(
    { width, keys, counts }: RowsData<T>,
    make: (length: number) => T,
  ): CounterRows<T> {
    const rows = new CounterRows(width, make, 0)
    rows.#places = new Map(Array.from(keys, (key, i) => [key, i * width]))
    rows.#counts = counts
    return rows
  }
  copy(): CounterRows<T> {
    const copy = new CounterRows(this.width, this.#make, this.size)
    copy.#places = new Map(this.#places)
    copy.#counts.set(this.#counts.subarray(0, this.size * this.width))
    return copy
  }
}

export const wide = (length: number) => new Uint32Array(length)
export const narrow = (length: number) => new Uint8Array(length)
