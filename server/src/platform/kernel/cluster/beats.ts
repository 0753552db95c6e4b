/**
 * Repeated work of one process, on its own memory or too frequent for a job. Work that one process does for all is a
 * job (`platform/needs/jobs.ts`).
 */
export type Beat = { everyMs: number; work: () => unknown }

/** Begins beats, the first after its time. Returns how to end them. */
export function beginBeats(beats: readonly Beat[]): () => void {
  const timers = beats.map(({ everyMs, work }) => setInterval(() => void work(), everyMs))
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
