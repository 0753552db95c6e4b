import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import type { FixColumn } from '../../../sea/fix-reader.ts'

/** The time a replay goes by. */
export const timeOf = (knowledge: Knowledge) => (knowledge === 'AS_KNOWN' ? 'ARRIVAL' : 'OBSERVED')

/** Returns the knowledge time of a query: each instant for AS_KNOWN, the last one that counts for CORRECTED. */
export const knownBys = ({ knowledge, knownBy }: { knowledge: Knowledge; knownBy: number }) =>
  knowledge === 'AS_KNOWN' ? {} : { believedAt: knownBy }

/** Fix columns that a replay uses, besides the key. */
export const REPLAYED: readonly FixColumn[] = [
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
