import type { Duty, DutyRole } from '@samudra/contract/duties'
import { expect, test } from 'vitest'
import { firstGap } from './gap.ts'

const duty = (role: DutyRole, from: number, to: number) =>
  ({ role, from: new Date(from).toISOString(), to: new Date(to).toISOString() }) as Duty

test('the watch is empty from the end of the last overlapping duty until the next one begins', () => {
  const officers = [duty('WATCH_OFFICER', 5, 10), duty('SUPERVISOR', 0, 6), duty('WATCH_OFFICER', 12, 20)]
  expect(firstGap(officers, 0, 20)).toBe(10)
  expect(firstGap(officers, 12, 20)).toBeNull()
  expect(firstGap(officers, 11, 20)).toBe(11)
  expect(firstGap([], 3, 20)).toBe(3)
})

test('a duty officer keeps no watch', () => {
  expect(firstGap([duty('DUTY_OFFICER', 0, 20)], 0, 20)).toBe(0)
})
