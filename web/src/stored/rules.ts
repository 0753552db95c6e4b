import { ruleKind } from '@samudra/contract/rule-keeping'
import { declareStore } from './stores.ts'

/** Rules of people, as this user may see them now; apart from the others, because the map does not ask for them. */
export const rules = declareStore(ruleKind, { isOfNow: true })
