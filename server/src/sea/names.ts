import type { CallerVisibility } from '../platform/kernel/http/caller-visibility.ts'
import type { RankedThen, Ranking } from './chosen-fix.ts'

export type Source = { number: number; code: string; name: string }

/** Sources by the numbers that fixes carry. */
export type SourceNames = {
  sources(): readonly Source[]
  sourceCode(number: number): string
}

/** Names of the numbers that fixes carry, and how feeds are ranked. */
export type FeedNames = Ranking & {
  sourceCode(number: number): string
  stationCode(number: number): string | null
  feedName(number: number): string | null
}

/** All that is known by number, now and as it was. */
export type Names = SourceNames & FeedNames & { rankedThen: RankedThen }

/** Names of sources for reads of the past. */
export type PastNames = SourceNames & { rankedThen: RankedThen }

/** Returns numbers of the sources a user may see, for a reader of fixes; null for all. */
export const sourcesSeen = (names: SourceNames, visibility: CallerVisibility): number[] | null =>
  visibility.everySource
    ? null
    : names.sources().flatMap(({ number, code }) => (visibility.source(code) ? [number] : []))
