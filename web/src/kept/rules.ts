import { ruleKind } from '@samudra/contract/rule-keeping'
import { keep } from './kept.ts'

/** Rules of people, as this user may see them now; apart from the others, because the map does not ask for them. */
export const rules = keep(ruleKind, { isOfNow: true })
