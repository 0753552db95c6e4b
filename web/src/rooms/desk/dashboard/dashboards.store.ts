import { dashboardKind } from '@samudra/contract/dashboards'
import { declareStore } from '../../../stored/stores.ts'

/** Dashboards of the user, the groups and the centre, always as they are now. */
export const dashboards = declareStore(dashboardKind, { isOfNow: true })
