import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import type { RankedThen } from '../kernel/chosen-fix.ts'
import type { FixBatch } from '../kernel/topics.ts'

type Column = Exclude<keyof FixBatch, 'count' | 'capacity' | 'received'>

/** What a replay asks of stored fixes; the history room answers. */
export type StoredFixes = {
  readFixes(asked: {
    by: 'ARRIVAL' | 'OBSERVED'
    from: number
    to: number
    knownBy?: number | undefined
    mmsis?: readonly number[] | undefined
    sources?: readonly number[] | null | undefined
    order?: 'CONTACT' | undefined
    columns?: readonly Column[] | undefined
  }): AsyncIterable<FixBatch>
  latestAt(asked: Instant & { by: 'ARRIVAL' | 'OBSERVED' }): Promise<FixBatch>
  around(asked: Instant & { until: number }): Promise<{ latest: FixBatch; next: FixBatch }>
}
type Instant = {
  at: number
  knownBy?: number | undefined
  mmsis?: readonly number[] | undefined
  sources?: readonly number[] | null | undefined
  columns?: readonly Column[] | undefined
}

/** Names of the numbers that fixes carry, and ranks as they were. */
export type Names = {
  rankedThen: RankedThen
  sources(): { number: number; code: string }[]
  sourceCode(number: number): string
}

/** The time a replay goes by. */
export const timeOf = (knowledge: Knowledge) => (knowledge === 'AS_KNOWN' ? 'ARRIVAL' : 'OBSERVED')

/** By what belief a past is asked: as known by that of each instant, as corrected by the last one that counts. */
export const believedBy = ({ knowledge, knownBy }: { knowledge: Knowledge; knownBy: number }) =>
  knowledge === 'AS_KNOWN' ? {} : { believedAt: knownBy }

/** What of a fix is replayed, beside its key. */
export const REPLAYED: readonly Column[] = [
  'lat',
  'lon',
  'sog',
  'cog',
  'heading',
  'navStatus',
  'type',
  'feed',
  'source',
]

/** One contact among others: what its rows are ordered by. */
export const keyOf = (fixes: FixBatch, i: number): number => fixes.mmsi[i]! * 256 + fixes.split[i]!
