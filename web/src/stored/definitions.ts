import { alertDefinitionKind } from '@samudra/contract/alert-definitions'
import { declareStore } from './stores.ts'

/** Definitions of alerts, as they stand now: they are worked with. */
export const definitions = declareStore(alertDefinitionKind, { isOfNow: true })
