import { areaKind } from '@samudra/contract/areas'
import { filterKind } from '@samudra/contract/filter'
import { listKind } from '@samudra/contract/vessel-lists'
import { keep } from './kept.ts'

// What more than one room shows, as this user may see it.
export const areas = keep(areaKind, { cachedAs: 'areas of interest' })
export const lists = keep(listKind)
export const savedFilters = keep(filterKind, { isOfNow: true })
