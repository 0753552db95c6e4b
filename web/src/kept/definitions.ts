import { alertDefinitionKind } from '@samudra/contract/alert-definitions'
import { keep } from './kept.ts'

/** Definitions of alerts, as they stand now: they are worked with. */
export const definitions = keep(alertDefinitionKind, { isOfNow: true })
