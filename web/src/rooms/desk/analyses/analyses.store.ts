import { analysisKind } from '@samudra/contract/analyses'
import { declareStore } from '../../../stored/stores.ts'

/** Saved analyses of the user, the groups and the centre, always as they are now. */
export const analyses = declareStore(analysisKind, { isOfNow: true })
