import { breathe } from '../kernel/breathe.ts'
import type { FixBatch } from '../sea/fix-batch.ts'
import { keyOf } from './knowledge.ts'

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
      const batch = this.#batches[this.#batch]!
      if (isWanted && take(batch, this.#row) === false) isWanted = false
      if (++this.#row < batch.count) continue
      this.#row = 0
      this.#batch++
    }
  }
}

/** Calls for every contact of several reads, ascending; the event loop gets its turns. */
export async function eachContact(
  reads: readonly ByContact[],
  visit: (key: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  let sliceBegan = performance.now()
  for (;;) {
    let key = Infinity
    for (const read of reads) key = Math.min(key, read.key)
    if (key === Infinity) return
    visit(key)
    sliceBegan = await breathe(sliceBegan, signal)
  }
}
