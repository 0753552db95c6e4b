import { reportTemplateKind } from '@samudra/contract/reports'
import { declareStore } from '../../../stored/stores.ts'

/** Report templates of the release, the user, the groups and the centre, always as they are now. */
export const reportTemplates = declareStore(reportTemplateKind, { isOfNow: true })
