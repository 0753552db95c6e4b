import type { Duty } from '@samudra/contract/duties'
import { expect, test } from 'vitest'
import { watchOf } from './watch.ts'

const NOON = Date.parse('2026-03-01T12:00:00.000Z')
const duty = (user_id: string, role: Duty['role'], hours: number) =>
  ({ id: user_id, user_id, role, to: new Date(NOON + hours * 3_600_000).toISOString() }) as Duty
const read = (...items: Duty[]) => watchOf({ items, may_take_watch: true }, { userId: 'asha', now: NOON })

test('a user is on watch as watch officer or supervisor until the duty ends', () => {
  expect(read(duty('asha', 'WATCH_OFFICER', 1))).toMatchObject({ mine: { user_id: 'asha' }, isStaffed: true })
  expect(read(duty('asha', 'SUPERVISOR', 1)).mine).not.toBeNull()
  expect(read(duty('asha', 'WATCH_OFFICER', -1))).toEqual({ mine: null, isStaffed: false, mayTake: true })
})

test('a duty officer keeps no watch, and another officer keeps it', () => {
  expect(read(duty('asha', 'DUTY_OFFICER', 1))).toMatchObject({ mine: null, isStaffed: false })
  expect(read(duty('binu', 'WATCH_OFFICER', 1))).toMatchObject({ mine: null, isStaffed: true })
})
