import type { NotificationSeverity } from '@samudra/contract/notifications'
import type { TargetKind } from '@samudra/contract/subscriptions'

export const SEVERITY_WORDS: Record<NotificationSeverity, string> = {
  INFO: 'Information',
  WARNING: 'Warning',
  CRITICAL: 'Critical',
}
export const TARGET_WORDS: Record<TargetKind, string> = {
  VESSEL: 'Ship',
  LIST: 'Vessel list',
  AREA: 'Area',
  WATERS: 'Waters',
  PORT: 'Port',
}
