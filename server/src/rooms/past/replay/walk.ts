import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { keyOf } from './replay-knowledge.ts'

/** Work that may pause wherever it yields. */
export type Pauses<Result = void> = Generator<void, Result, void>
/** Steps of such work between two pauses. */
export const STEPS_AT_ONCE = 32

/** Fixes of many contacts, ordered by contact, in batches: one contact's after another's. */
export class ByContact {
  readonly #batches: readonly FixBatch[]
  #batch = 0
  #row = 0

  constructor(batches: readonly FixBatch[]) {
    this.#batches = batches.filter(({ count }) => count > 0)
  }

  /** The contact that comes next, Infinity at the end. */
  get key(): number {
    const batch = this.#batches[this.#batch]
    return batch === undefined ? Infinity : keyOf(batch, this.#row)
  }

  /** Hands over the fixes of a contact; `take` returns false when it has seen enough of them. */
  pass(key: number, take: (fixes: FixBatch, i: number) => boolean | void): void {
    let isWanted = true
    while (this.key === key) {
      if (isWanted && take(this.#batches[this.#batch]!, this.#row) === false) isWanted = false
      this.#advance()
    }
  }

  /** As `pass`, with a pause at each yield; returns true when `take` has seen enough. */
  *each(key: number, take: (fixes: FixBatch, i: number) => Pauses<boolean | void>): Pauses<boolean> {
    let isWanted = true
    for (let n = 1; this.key === key; n++) {
      if (isWanted && (yield* take(this.#batches[this.#batch]!, this.#row)) === false) isWanted = false
      this.#advance()
      if (n % STEPS_AT_ONCE === 0) yield
    }
    return !isWanted
  }

  #advance() {
    if (++this.#row < this.#batches[this.#batch]!.count) return
    this.#row = 0
    this.#batch++
  }
}

/** Calls for every contact of several reads, ascending; the event loop gets its turns, also within a long visit. */
export async function eachContact(
  reads: readonly ByContact[],
  visit: (key: number) => Pauses | void,
  signal?: AbortSignal,
): Promise<void> {
  let sliceBegan = performance.now()
  for (;;) {
    let key = Infinity
    for (const read of reads) key = Math.min(key, read.key)
    if (key === Infinity) return
    const work = visit(key)
    while (work?.next().done === false) sliceBegan = await breathe(sliceBegan, signal)
    sliceBegan = await breathe(sliceBegan, signal)
  }
}
