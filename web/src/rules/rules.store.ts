import { ruleKind } from '@samudra/contract/rule-keeping'
import { keep } from '../kept/kept.ts'

/** Rules this user sees; they are worked with, so they are those of now. */
export const rules = keep(ruleKind, { isOfNow: true })
