import { expect, test } from 'vitest'
import {
  ALERT_ACTIONS,
  ALERT_STATES,
  SHELVE_MOST_MS,
  work,
  wrongOf,
  type Act,
  type AlertAction,
  type AlertState,
  type Worked,
} from './alert-workflow.ts'

const NOW = Date.parse('2026-01-05T10:00:00Z')
const ASHA = { id: 'asha', name: 'Asha', isSupervisor: false }
const RAVI = { id: 'ravi', name: 'Ravi', isSupervisor: false }
const SUPERVISOR = { id: 'sita', name: 'Sita', isSupervisor: true }
const anAlert = (state: AlertState, more: Partial<Worked> = {}): Worked => ({
  state,
  severity: 'HIGH',
  owner_id: state === 'NEW' ? null : 'asha',
  owner: state === 'NEW' ? null : 'Asha',
  ...more,
})
/** Actions with all the fields they require. */
const ACTS: Record<AlertAction, Act> = {
  ACK: { action: 'ACK' },
  ASSIGN: { action: 'ASSIGN', assignee_id: 'ravi' },
  START: { action: 'START' },
  SHELVE: { action: 'SHELVE', until: NOW + 3_600_000, comment: 'in dock' },
  UNSHELVE: { action: 'UNSHELVE' },
  RESOLVE: { action: 'RESOLVE', disposition: 'TRUE_POSITIVE', comment: 'boarded' },
  DISMISS: { action: 'DISMISS', disposition: 'FALSE_POSITIVE' },
  REOPEN: { action: 'REOPEN', comment: 'she is back' },
  COMMENT: { action: 'COMMENT', comment: 'called her' },
}
/** Contract D7: from which state to which; `=` where the same hand did it already, empty where it cannot be done. */
const D7: Record<AlertAction, string[]> = {
  //         NEW             ACKNOWLEDGED    IN_PROGRESS    SHELVED         RESOLVED    DISMISSED
  ACK: ['ACKNOWLEDGED', '=', '', '', '', ''],
  ASSIGN: ['NEW', 'ACKNOWLEDGED', 'IN_PROGRESS', 'SHELVED', '', ''],
  START: ['', 'IN_PROGRESS', '=', '', '', ''],
  SHELVE: ['SHELVED', 'SHELVED', 'SHELVED', '=', '', ''],
  UNSHELVE: ['', '=', '', 'ACKNOWLEDGED', '', ''],
  RESOLVE: ['', '', 'RESOLVED', '', '=', ''],
  DISMISS: ['DISMISSED', 'DISMISSED', '', '', '', '='],
  REOPEN: ['', '', '', '', 'NEW', 'NEW'],
  COMMENT: ['NEW', 'ACKNOWLEDGED', 'IN_PROGRESS', 'SHELVED', 'RESOLVED', 'DISMISSED'],
}
const rows = ALERT_ACTIONS.flatMap((action) =>
  ALERT_STATES.map((state, i) => [action, state, D7[action][i]!] as const),
)

test.each(rows)('%s of an alert that is %s makes it: %s', (action, state, to) => {
  const made = work(anAlert(state), ACTS[action], ASHA, NOW)
  if (to === '') return expect(made).toMatchObject({ ok: false, code: 'VERSION_CONFLICT' })
  const isSame = to === '='
  expect(made).toMatchObject({ ok: true, isSame, state: isSame ? state : to })
})

test('a user whose action comes second receives the current owner', () => {
  expect(work(anAlert('ACKNOWLEDGED'), ACTS.ACK, RAVI, NOW)).toEqual({
    ok: false,
    code: 'VERSION_CONFLICT',
    why: 'This alert is acknowledged, and is assigned to Asha; reload it.',
  })
})

test('an owned alert is worked on and ended by its owner or by a supervisor', () => {
  for (const [state, action] of [
    ['ACKNOWLEDGED', 'START'],
    ['IN_PROGRESS', 'RESOLVE'],
    ['ACKNOWLEDGED', 'DISMISS'],
  ] as const) {
    expect(work(anAlert(state), ACTS[action], RAVI, NOW)).toMatchObject({ code: 'VERSION_CONFLICT' })
    expect(work(anAlert(state), ACTS[action], SUPERVISOR, NOW)).toMatchObject({ ok: true })
  }
})

test('a critical alert is dismissed by a supervisor only, and resolved by its owner', () => {
  const critical = { severity: 'CRITICAL' as const }
  expect(work(anAlert('NEW', critical), ACTS.DISMISS, ASHA, NOW)).toMatchObject({ code: 'FORBIDDEN' })
  expect(work(anAlert('NEW', critical), ACTS.DISMISS, SUPERVISOR, NOW)).toMatchObject({ ok: true })
  expect(work(anAlert('IN_PROGRESS', critical), ACTS.RESOLVE, ASHA, NOW)).toMatchObject({ ok: true })
})

test('an action is refused by name for a missing field and for a field it does not take', () => {
  const wrong = (act: Act) => wrongOf(act, NOW)?.field ?? null
  expect(wrong({ action: 'ASSIGN' })).toBe('assignee_id')
  expect(wrong({ action: 'SHELVE', until: NOW + 1 })).toBe('comment')
  expect(wrong({ action: 'SHELVE', comment: 'x' })).toBe('until')
  expect(wrong({ action: 'SHELVE', comment: 'x', until: NOW })).toBe('until')
  expect(wrong({ action: 'SHELVE', comment: 'x', until: NOW + SHELVE_MOST_MS })).toBeNull()
  expect(wrong({ action: 'SHELVE', comment: 'x', until: NOW + SHELVE_MOST_MS + 1 })).toBe('until')
  expect(wrong({ action: 'RESOLVE', comment: 'x' })).toBe('disposition')
  expect(wrong({ action: 'RESOLVE', comment: 'x', disposition: 'EXPECTED' })).toBe('disposition')
  expect(wrong({ action: 'DISMISS', disposition: 'TRUE_POSITIVE' })).toBe('disposition')
  expect(wrong({ action: 'REOPEN' })).toBe('comment')
  expect(wrong({ action: 'COMMENT' })).toBe('comment')
  expect(wrong({ action: 'ACK', disposition: 'EXPECTED' })).toBe('disposition')
  for (const act of Object.values(ACTS)) expect(wrong(act)).toBeNull()
})
