import type { RankedThen, Ranking } from '../kernel/chosen-fix.ts'

/** Names of the numbers that fixes carry. */
export type FeedNames = Ranking & {
  sourceCode(number: number): string
  stationCode(number: number): string | null
  feedName(number: number): string | null
}
/** And what feeds were called and how they ranked. */
export type FeedNamesThen = FeedNames & { rankedThen: RankedThen }
