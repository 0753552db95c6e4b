import { PATTERN_WIDTH } from '@samudra/nautical/usual-value'

/** Kinds of sums: by vessel (MMSI × 256 + split), cell, type index, and source × 2^21 + cell. */
export const SUM_KINDS = ['SHIPS', 'CELLS', 'TYPES', 'COVERAGE'] as const
export type SumKind = (typeof SUM_KINDS)[number]

/** After the counters: days on which there were any. */
export const DAYS_AT = PATTERN_WIDTH
/** Returns the key of a type for its hours of the week, which are stored beside those of cells. */
export const weekKeyOfType = (group: number) => -1 - group
export const CELLS_OF_A_SOURCE = 2 ** 21
