import type { FeedNames } from '../server/src/sea/names.ts'

/** Numbers from 0 up to 1, the same ones of a seed each time. */
export function diceOf(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (seed >>> 8) / 0x80_0000
  }
}

/** Names of a sea that one source hears by one feed. */
export const ONE_SOURCE: FeedNames = {
  priority: () => 1,
  trust: () => 1,
  sourceCode: () => 'MSIS',
  stationCode: () => null,
  feedName: () => null,
}
