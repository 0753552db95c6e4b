import type { PlaybackQuery } from './playback-link.ts'
import type { PlottedTrack } from './playback.store.ts'

/** Where fixes fill less of the period than this, charts show the part they are in. */
const SPARSE = 0.5
const MARGIN = 0.04

/** Returns the period shown by charts: all of it, or the received part where that would be a sliver. */
export function receivedPeriod(
  { from, to }: Pick<PlaybackQuery, 'from' | 'to'>,
  tracks: readonly { fixes: readonly Pick<PlottedTrack['fixes'][number], 't'>[] }[],
): { from: number; to: number } {
  let [first, last] = [Infinity, -Infinity]
  for (const { fixes } of tracks) {
    first = Math.min(first, fixes[0]?.t ?? Infinity)
    last = Math.max(last, fixes.at(-1)?.t ?? -Infinity)
  }
  if (!(last > first) || last - first > (to - from) * SPARSE) return { from, to }
  const margin = (last - first) * MARGIN
  return { from: Math.max(from, first - margin), to: Math.min(to, last + margin) }
}
