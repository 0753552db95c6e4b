import { areaKind } from '@samudra/contract/areas'
import { filterKind } from '@samudra/contract/filter'
import { subscriptionKind } from '@samudra/contract/subscriptions'
import { listKind } from '@samudra/contract/vessel-lists'
import { declareStore } from './stores.ts'

// What more than one room shows, as this user may see it.
export const areas = declareStore(areaKind, { cachedAs: 'areas of interest' })
export const lists = declareStore(listKind)
/** Subscriptions of this user. */
export const subscriptions = declareStore(subscriptionKind, { isOfNow: true })
export const savedFilters = declareStore(filterKind, { isOfNow: true })
