import type { DutyRole } from '@samudra/contract/duties'
import type { AlertRow } from '../alert.ts'

const MINUTE_MS = 60_000
type Severity = AlertRow['severity']
/** After the duty officer was told he is told again every ten minutes (contract D7). */
const REPEAT_MS = 10 * MINUTE_MS

export type Escalating = Pick<AlertRow, 'escalates' | 'escalation_level' | 'next_escalation_at'>
/** Minutes an alert may wait for a hand at each level; null of a severity of which nobody is told. */
export type AckMinutes = (severity: Severity) => number | null
/** Who is told at each level above the desk; whoever is told last is told again. */
const TOLD: readonly DutyRole[] = ['SUPERVISOR', 'DUTY_OFFICER']

/** When alerts nobody takes go to who is next: the desk, the supervisor, the duty officer, and him again. */
export class Escalation {
  readonly #minutes: AckMinutes
  constructor(minutes: AckMinutes) {
    this.#minutes = minutes
  }

  /** Of an alert nobody has taken yet. */
  begins({ severity, escalates }: Pick<AlertRow, 'severity' | 'escalates'>, now: number): Escalating {
    const minutes = this.#minutes(severity)
    const next = !escalates || minutes === null ? null : now + minutes * MINUTE_MS
    return { escalates, escalation_level: 0, next_escalation_at: next }
  }

  /**
   * The next level of one whose time has come, and who is told. Each level has its time from when it was told, so that who
   * was down for an hour tells no two at once.
   */
  next(
    { severity, escalates, escalation_level }: Pick<AlertRow, 'severity' | 'escalates' | 'escalation_level'>,
    now: number,
  ): Escalating & { role: DutyRole } {
    const level = Math.min(escalation_level + 1, TOLD.length)
    const minutes = this.#minutes(severity)
    const wait = level === TOLD.length ? REPEAT_MS : (minutes ?? 0) * MINUTE_MS
    return {
      role: TOLD[level - 1]!,
      escalates,
      escalation_level: level,
      next_escalation_at: minutes === null ? null : now + wait,
    }
  }
}
