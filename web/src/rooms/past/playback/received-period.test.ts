import { expect, test } from 'vitest'
import { receivedPeriod } from './received-period.ts'

const MINUTE = 60_000
const fourDays = { from: 0, to: 5760 * MINUTE }
const heard = (...minutes: number[]) => ({ fixes: minutes.map((minute) => ({ t: minute * MINUTE })) })

test('forty minutes of a track in four days fill its charts', () => {
  const { from, to } = receivedPeriod(fourDays, [heard(3000, 3010, 3025), heard(3020, 3040)])
  expect(from / MINUTE).toBeCloseTo(3000 - 1.6)
  expect(to / MINUTE).toBeCloseTo(3040 + 1.6)
})

test('a track of most of the period shows all of it, as does a vessel without fixes', () => {
  expect(receivedPeriod(fourDays, [heard(100, 5000)])).toEqual(fourDays)
  expect(receivedPeriod(fourDays, [heard(3000)])).toEqual(fourDays)
  expect(receivedPeriod(fourDays, [])).toEqual(fourDays)
})
