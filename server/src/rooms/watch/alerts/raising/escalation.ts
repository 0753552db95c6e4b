import { NO_AUDIENCE, type AlertAudience, type AlertChannel } from '@samudra/contract/alert-audience'
import type { AlertAction } from '@samudra/contract/alert-workflow'
import type { DutyRole } from '@samudra/contract/duties'
import type { EscalationStop } from '@samudra/contract/escalation-policies'
import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import type { PolicyBody } from '../policies/policy.ts'
import type { AlertRow } from '../alert.ts'

const MINUTE_MS = 60_000
type Severity = AlertRow['severity']
/** Interval at which the duty officer is notified again (contract D7). */
const REPEAT_MS = 10 * MINUTE_MS

export type Escalating = Pick<
  AlertRow,
  'escalates' | 'escalation_policy' | 'escalation_level' | 'next_escalation_at'
>
type Begun = Pick<AlertRow, 'severity' | 'escalates' | 'escalation_policy'>
/** Minutes an alert may stay unacknowledged at each level; null for a severity that notifies no user. */
export type AckMinutes = (severity: Severity) => number | null
/** Duty role of each level above the desk, of alerts that follow no policy of this installation. */
const STANDARD: readonly DutyRole[] = ['SUPERVISOR', 'DUTY_OFFICER']

/** Users to notify at a step, the channels, and the words for the step in the record. */
export type EscalationTarget = {
  audience: AlertAudience
  channels: readonly AlertChannel[]
  quietHoursApply: boolean
  words: string
}

/** Actions that end an escalation, by the stop that a policy names; closing an alert always does. */
const STOPS: Partial<Record<AlertAction, EscalationStop>> = { ACK: 'ACK', UNSHELVE: 'ACK', SHELVE: 'SHELVE' }

/** Times and users of the steps by which an alert that no user takes is escalated. */
export class Escalation {
  readonly #minutes: AckMinutes
  readonly #policyOf: (id: string) => PolicyBody | undefined
  constructor(minutes: AckMinutes, policyOf: (id: string) => PolicyBody | undefined) {
    this.#minutes = minutes
    this.#policyOf = policyOf
  }

  /** Returns the policy of an alert; undefined for the steps of the watch, also where its policy was deleted. */
  #policy({ escalation_policy: id }: Pick<AlertRow, 'escalation_policy'>): PolicyBody | undefined {
    return id === null ? undefined : this.#policyOf(id)
  }

  /** Returns level and next step of an alert that no user has taken yet. */
  begins(row: Begun, now: number): Escalating {
    const { severity, escalates, escalation_policy } = row
    const minutes = this.#policy(row)?.steps[0]!.after_min ?? this.#minutes(severity)
    const next = !escalates || minutes === null ? null : now + minutes * MINUTE_MS
    return { escalates, escalation_policy, escalation_level: 0, next_escalation_at: next }
  }

  /**
   * Returns the next level of an alert whose time has come, and its target. Each step has its time from when the one
   * before was done, so that a server that was down for an hour does no two steps at once.
   */
  next(
    row: Begun & Pick<AlertRow, 'escalation_level'>,
    now: number,
  ): Escalating & { target: EscalationTarget } {
    const { escalates, escalation_policy } = row
    const { level, wait, target } = this.#step(row)
    const next_escalation_at = wait === null ? null : now + wait
    return { target, escalates, escalation_policy, escalation_level: level, next_escalation_at }
  }

  #step(row: Begun & Pick<AlertRow, 'escalation_level'>): {
    level: number
    wait: number | null
    target: EscalationTarget
  } {
    const policy = this.#policy(row)
    if (policy === undefined) {
      const level = Math.min(row.escalation_level + 1, STANDARD.length)
      const minutes = this.#minutes(row.severity)
      const wait = level === STANDARD.length ? REPEAT_MS : (minutes ?? 0) * MINUTE_MS
      return { level, wait: minutes === null ? null : wait, target: standardTarget(STANDARD[level - 1]!) }
    }
    const level = Math.min(row.escalation_level + 1, policy.steps.length)
    const { audience, channels } = policy.steps[level - 1]!
    const minutes = policy.steps[level]?.after_min ?? policy.repeat_min
    const words = `step ${level} of ${policy.name}`
    const target = { audience, channels, quietHoursApply: policy.quiet_hours_apply, words }
    return { level, wait: minutes === 0 ? null : minutes * MINUTE_MS, target }
  }

  /** Returns the escalation of an alert after an action that ends escalations, unless its policy lets it go on. */
  endedBy(action: AlertAction, before: AlertRow, now: number): Partial<Escalating> {
    const policy = this.#policy(before)
    const stop = STOPS[action]
    if (policy === undefined || stop === undefined || policy.stop_on.includes(stop))
      return { next_escalation_at: null }
    // Its escalation ended on the shelf.
    if (action === 'UNSHELVE' && before.next_escalation_at === null) return this.begins(before, now)
    return {}
  }
}

const standardTarget = (role: DutyRole): EscalationTarget => ({
  audience: { ...NO_AUDIENCE, duty_roles: [role] },
  channels: [],
  quietHoursApply: true,
  words: DUTY_ROLE_LABELS[role].toLowerCase(),
})
