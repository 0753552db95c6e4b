import { filterKind } from '@samudra/contract/filter'
import { keep } from './kept.ts'

/** Filters under names: for the picture, and for what is counted by them. */
export const savedFilters = keep(filterKind, { isOfNow: true })
