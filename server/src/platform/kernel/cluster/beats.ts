/**
 * What a process does over and over for itself: with what it alone holds, or too often for a job. Whatever one process
 * may do for all of them is a job (`platform/needs/jobs.ts`).
 */
export type Beat = { everyMs: number; work: () => unknown }

/** Begins beats, the first after its time. Returns how to end them. */
export function beginBeats(beats: readonly Beat[]): () => void {
  const timers = beats.map(({ everyMs, work }) => setInterval(() => void work(), everyMs))
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
