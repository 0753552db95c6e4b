import type { SEVERITIES } from './event-types.ts'

/** Progress of the work on an alert; independent of its condition (contract D7). */
export const ALERT_STATES = [
  'NEW',
  'ACKNOWLEDGED',
  'IN_PROGRESS',
  'SHELVED',
  'RESOLVED',
  'DISMISSED',
] as const
export type AlertState = (typeof ALERT_STATES)[number]
export const ALERT_ACTIONS = [
  'ACK',
  'ASSIGN',
  'START',
  'SHELVE',
  'UNSHELVE',
  'RESOLVE',
  'DISMISS',
  'REOPEN',
  'COMMENT',
] as const
export type AlertAction = (typeof ALERT_ACTIONS)[number]

/** Outcomes of an alert. */
export const RESOLVED_AS = ['TRUE_POSITIVE', 'BENIGN', 'INCONCLUSIVE'] as const
export const DISMISSED_AS = ['FALSE_POSITIVE', 'DUPLICATE', 'EXPECTED'] as const
export const DISPOSITIONS = [...RESOLVED_AS, ...DISMISSED_AS] as const
export type Disposition = (typeof DISPOSITIONS)[number]
/** Verdict of each outcome: true or false alarm; null for duplicate and inconclusive. */
export const IS_TRUE: Readonly<Record<Disposition, boolean | null>> = {
  TRUE_POSITIVE: true,
  BENIGN: false,
  INCONCLUSIVE: null,
  FALSE_POSITIVE: false,
  DUPLICATE: null,
  EXPECTED: false,
}

/** States in which an alert needs action, now or when its shelving ends. */
export const OPEN_STATES: readonly AlertState[] = ['NEW', 'ACKNOWLEDGED', 'IN_PROGRESS', 'SHELVED']
export const isOpen = (state: AlertState): boolean => OPEN_STATES.includes(state)

/** Nothing is shelved for longer (contract D2). */
export const SHELVE_MOST_MS = 72 * 3_600_000

export type RequiredField = 'comment' | 'assignee_id' | 'until' | 'disposition'
export type Transition = {
  readonly from: readonly AlertState[]
  /** Null where it stays what it is. */
  readonly to: AlertState | null
  readonly owner: 'ACTOR' | 'ASSIGNEE' | 'NOBODY' | 'SAME'
  /** Users who may perform the action: any user, or the owner if there is one; supervisors always. */
  readonly by: 'ANYBODY' | 'OWNER'
  readonly escalation: 'STOPS' | 'BEGINS' | 'SAME'
  /** Required fields; others are refused, except a comment. */
  readonly requires: readonly RequiredField[]
  readonly dispositions?: readonly Disposition[]
}

/** Contract D7, row by row. */
export const TRANSITIONS: Readonly<Record<AlertAction, Transition>> = {
  ACK: {
    from: ['NEW'],
    to: 'ACKNOWLEDGED',
    owner: 'ACTOR',
    by: 'ANYBODY',
    escalation: 'STOPS',
    requires: [],
  },
  ASSIGN: {
    from: OPEN_STATES,
    to: null,
    owner: 'ASSIGNEE',
    by: 'ANYBODY',
    escalation: 'SAME',
    requires: ['assignee_id'],
  },
  START: {
    from: ['ACKNOWLEDGED'],
    to: 'IN_PROGRESS',
    owner: 'ACTOR',
    by: 'OWNER',
    escalation: 'SAME',
    requires: [],
  },
  SHELVE: {
    from: ['NEW', 'ACKNOWLEDGED', 'IN_PROGRESS'],
    to: 'SHELVED',
    owner: 'SAME',
    by: 'ANYBODY',
    escalation: 'STOPS',
    requires: ['until', 'comment'],
  },
  UNSHELVE: {
    from: ['SHELVED'],
    to: 'ACKNOWLEDGED',
    owner: 'ACTOR',
    by: 'ANYBODY',
    escalation: 'STOPS',
    requires: [],
  },
  RESOLVE: {
    from: ['IN_PROGRESS'],
    to: 'RESOLVED',
    owner: 'SAME',
    by: 'OWNER',
    escalation: 'STOPS',
    requires: ['disposition', 'comment'],
    dispositions: RESOLVED_AS,
  },
  DISMISS: {
    from: ['NEW', 'ACKNOWLEDGED'],
    to: 'DISMISSED',
    owner: 'SAME',
    by: 'OWNER',
    escalation: 'STOPS',
    requires: ['disposition'],
    dispositions: DISMISSED_AS,
  },
  REOPEN: {
    from: ['RESOLVED', 'DISMISSED'],
    to: 'NEW',
    owner: 'NOBODY',
    by: 'ANYBODY',
    escalation: 'BEGINS',
    requires: ['comment'],
  },
  COMMENT: {
    from: ALERT_STATES,
    to: null,
    owner: 'SAME',
    by: 'ANYBODY',
    escalation: 'SAME',
    requires: ['comment'],
  },
}

export type Worked = {
  state: AlertState
  severity: (typeof SEVERITIES)[number]
  owner_id: string | null
  /** As people call who owns it. */
  owner: string | null
}
export type Actor = { id: string; name: string; isSupervisor: boolean }
export type Act = {
  action: AlertAction
  comment?: string | undefined
  assignee_id?: string | undefined
  /** Epoch ms. */
  until?: number | undefined
  disposition?: Disposition | undefined
}
type No = {
  ok: false
  code: 'VALIDATION' | 'FORBIDDEN' | 'VERSION_CONFLICT'
  why: string
  field?: RequiredField
}
/** Result of a permitted action; `isSame` when the same actor had already performed it. */
type Yes = {
  ok: true
  isSame: boolean
  state: AlertState
  owner: Transition['owner']
  escalation: Transition['escalation']
}

const FIELDS: readonly RequiredField[] = ['comment', 'assignee_id', 'until', 'disposition']

/** Returns the fault of an action, independent of the alert; null when there is none. */
export function wrongOf(act: Act, now: number): No | null {
  const { requires, dispositions } = TRANSITIONS[act.action]
  const no = (field: RequiredField, why: string): No => ({ ok: false, code: 'VALIDATION', why, field })
  for (const field of FIELDS) {
    const isShown = act[field] !== undefined
    if (!isShown && requires.includes(field)) return no(field, `is needed to ${act.action}`)
    if (isShown && field !== 'comment' && !requires.includes(field))
      return no(field, `is not taken with ${act.action}; leave it out`)
  }
  if (dispositions !== undefined && !dispositions.includes(act.disposition!))
    return no('disposition', `must be one of ${dispositions.join(', ')} with ${act.action}`)
  if (act.until !== undefined && act.until <= now) return no('until', 'must be in the future')
  if (act.until !== undefined && act.until - now > SHELVE_MOST_MS)
    return no('until', 'must be within 72 hours')
  return null
}

/** Returns the alert after an action, or the reason for a refusal. */
export function work(alert: Worked, act: Act, hand: Actor, now: number): Yes | No {
  const wrong = wrongOf(act, now)
  if (wrong !== null) return wrong
  const { from, to, owner, by, escalation } = TRANSITIONS[act.action]
  const isMine = alert.owner_id === hand.id
  if (!from.includes(alert.state))
    return act.action !== 'COMMENT' && isMine && alert.state === to
      ? { ok: true, isSame: true, state: alert.state, owner: 'SAME', escalation: 'SAME' }
      : { ok: false, code: 'VERSION_CONFLICT', why: standsOf(alert) }
  if (act.action === 'DISMISS' && alert.severity === 'CRITICAL' && !hand.isSupervisor)
    return {
      ok: false,
      code: 'FORBIDDEN',
      why: 'Only a supervisor may dismiss a critical alert.',
    }
  if (by === 'OWNER' && alert.owner_id !== null && !isMine && !hand.isSupervisor)
    return { ok: false, code: 'VERSION_CONFLICT', why: standsOf(alert) }
  return { ok: true, isSame: false, state: to ?? alert.state, owner, escalation }
}

const WORDS: Readonly<Record<AlertState, string>> = {
  NEW: 'is new',
  ACKNOWLEDGED: 'is acknowledged',
  IN_PROGRESS: 'is being worked on',
  SHELVED: 'is shelved',
  RESOLVED: 'is resolved',
  DISMISSED: 'is dismissed',
}
/** Describes state and owner, for a user whose action came second. */
const standsOf = ({ state, owner }: Worked) =>
  `This alert ${WORDS[state]}${owner === null ? '' : `, and is assigned to ${owner}`}; reload it.`
