import {
  ALERT_DEFINITIONS,
  ALERT_FIGURES,
  ALERTS,
  DUTIES,
  ESCALATION_POLICIES,
} from '../../../../kit/pages/links.ts'
import { NearPages } from '../../../../kit/tables/NearPages.tsx'

const PAGES = [
  [ALERTS, 'Alerts'],
  [ALERT_DEFINITIONS, 'Definitions'],
  [ESCALATION_POLICIES, 'Escalation'],
  [ALERT_FIGURES, 'Alert load'],
  [DUTIES, 'On watch'],
] as const

/** The ways between the screens about alerts. */
export const AlertPages = () => <NearPages label="Screens about alerts" of={PAGES} />
