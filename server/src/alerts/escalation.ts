import type { AlertRow } from './alert.ts'

const MINUTE_MS = 60_000
type Severity = AlertRow['severity']
/** Minutes an alert may wait for a hand at each level, by severity (contract, `alerts.ack_minutes`); of others nobody is told. */
const ACK_MINUTES: Readonly<Partial<Record<Severity, number>>> = { CRITICAL: 2, HIGH: 5, MEDIUM: 15 }

export type Escalating = Pick<AlertRow, 'escalates' | 'escalation_level' | 'next_escalation_at'>

/** When alerts go to who is next: the desk, the supervisor, the duty officer, and him again (contract D7). */
export class Escalation {
  /** Of an alert nobody has taken yet. */
  begins({ severity, escalates }: Pick<AlertRow, 'severity' | 'escalates'>, now: number): Escalating {
    const minutes = ACK_MINUTES[severity]
    const next = !escalates || minutes === undefined ? null : now + minutes * MINUTE_MS
    return { escalates, escalation_level: 0, next_escalation_at: next }
  }
}
