import { areaKind } from '@samudra/contract/areas'
import { filterKind } from '@samudra/contract/filter'
import { subscriptionKind } from '@samudra/contract/subscriptions'
import { listKind } from '@samudra/contract/vessel-lists'
import { keep } from './kept.ts'

// What more than one room shows, as this user may see it.
export const areas = keep(areaKind, { cachedAs: 'areas of interest' })
export const lists = keep(listKind)
/** Subscriptions of this user. */
export const subscriptions = keep(subscriptionKind, { isOfNow: true })
export const savedFilters = keep(filterKind, { isOfNow: true })
