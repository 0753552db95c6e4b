import type { AuditRecord } from '@samudra/contract/audit'
import { expect, test } from 'vitest'
import { actionWords, gathered } from './action-words.ts'

let seq = 0
const record = (action: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
  seq: seq++,
  at: '2026-01-05T20:30:15.000Z',
  actor_id: 'one',
  actor: 'asha',
  session_id: '',
  action,
  object_type: 'user',
  object_id: 'one',
  before: null,
  after: null,
  reason: '',
  ip: '',
  request_id: '',
  result: 'OK',
  prev_hash: '',
  hash: '',
  ...more,
})
const palette = (from: string, to: string) =>
  record('updateUser', {
    before: { role: 'user', version: 1, userSettings: { theme: from } },
    after: { role: 'user', version: 2, userSettings: { theme: to } },
  })

test('an action is shown in words, and an unknown one by its code', () => {
  expect(actionWords('AOI add')).toBe('Added an area')
  expect(actionWords('somethingNew')).toBe('somethingNew')
})

test('consecutive palette changes form one row, and a change of rights among them is not hidden', () => {
  const right = record('updateUser', {
    before: { role: 'user', version: 3 },
    after: { role: 'admin', version: 4 },
  })
  const rows = gathered([
    palette('dusk', 'night'),
    palette('night', 'day'),
    record('saveTimezones'),
    right,
    palette('day', 'dusk'),
    record('login'),
  ])
  expect(rows.map(({ action, times }) => [action, times])).toEqual([
    ['updateUser', 3],
    ['updateUser', 1],
    ['updateUser', 1],
    ['login', 1],
  ])
})
