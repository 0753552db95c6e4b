import { expect, test } from 'vitest'
import { UsualRate } from './usual-rate.ts'

const NOON = Date.UTC(2026, 0, 5, 12)

/** Returns the minutes after noon in which a feed is slow, checked every second. */
function slowMinutes(expectedIntervalS: number, minutes: number, rateOf: (minute: number) => number) {
  const usual = new UsualRate()
  const slow = new Set<number>()
  for (let s = 0; s < minutes * 60; s++) {
    const minute = Math.floor(s / 60)
    if (usual.isSlow(rateOf(minute), expectedIntervalS, NOON + s * 1000)) slow.add(minute)
  }
  return [...slow]
}

test('a satellite that sends its backlog on connection and then comes in passes is not slow', () => {
  expect(slowMinutes(900, 300, (minute) => (minute === 0 ? 847 : minute % 15 < 5 ? 60 : 5))).toEqual([])
  expect(slowMinutes(300, 300, (minute) => (minute === 0 ? 1362 : minute % 5 === 0 ? 400 : 60))).toEqual([])
})

test('a feed at a tenth of its rate is slow within minutes, and normal when all is back', () => {
  const slow = slowMinutes(10, 120, (minute) => (minute >= 60 && minute < 90 ? 800 : 8000))
  expect(slow[0]).toBeGreaterThanOrEqual(60)
  expect(slow[0]).toBeLessThan(65)
  expect(slow.at(-1)).toBeLessThan(93)
  // A satellite needs two passes for a result.
  const late = slowMinutes(300, 240, (minute) => (minute >= 120 ? 10 : 130))
  expect(late[0]).toBeGreaterThan(125)
  expect(late[0]).toBeLessThan(150)
  // No result before ten minutes of learning.
  expect(slowMinutes(10, 9, (minute) => (minute > 4 ? 0 : 8000))).toEqual([])
})
