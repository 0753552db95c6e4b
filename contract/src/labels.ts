import type { SEVERITIES } from './event-types.ts'

/** Severities of alerts, rules and events, and `WARNING` of notifications. */
export type LabelledSeverity = (typeof SEVERITIES)[number] | 'WARNING'

export const SEVERITY_LABELS: Readonly<Record<LabelledSeverity, string>> = {
  INFO: 'Info',
  LOW: 'Low',
  MEDIUM: 'Medium',
  WARNING: 'Warning',
  HIGH: 'High',
  CRITICAL: 'Critical',
}
