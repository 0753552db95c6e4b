import { underway } from './underway.ts'

/** Work on the event loop lasts at most this long before others get their turn. */
const SLICE_MS = 8

/**
 * Lets whatever waits have its turn when a slice of work has lasted long enough; returns when the next slice began.
 * Work of a call that has ended ends here, by the reason of its signal or of one that is given.
 */
export async function breathe(began: number, signal?: AbortSignal): Promise<number> {
  if (performance.now() - began < SLICE_MS) return began
  await new Promise((resolve) => setImmediate(resolve))
  signal?.throwIfAborted()
  underway.signal?.throwIfAborted()
  return performance.now()
}
