import { expect, test } from 'vitest'
import { isNight, sunAltitude } from './sun.ts'

const at = (text: string) => Date.parse(text)

test('at the equinox the sun stands overhead at noon on the equator, and on the horizon at six', () => {
  // Apparent noon of 20 March 2026 in Greenwich is 12:07:30 (equation of time).
  expect(sunAltitude(at('2026-03-20T12:07:30Z'), 0, 0)).toBeGreaterThan(89.7)
  expect(Math.abs(sunAltitude(at('2026-03-20T18:07:30Z'), 0, 0))).toBeLessThan(0.3)
})

test('in midsummer the sun does not set north of one polar circle, nor rise south of the other', () => {
  for (let hour = 0; hour < 24; hour++) {
    const then = at('2026-06-21T00:00:00Z') + hour * 3_600_000
    expect(isNight(then, 69, 19)).toBe(false)
    expect(isNight(then, -69, 19)).toBe(true)
  }
})

test('off Kochi the sun rises and sets at the times of the almanac', () => {
  // 9.97 N 76.24 E, 5 January 2026: sunrise 06:44, sunset 18:18 Indian time, to a minute or two.
  const night = (clock: string) => isNight(at(`2026-01-05T${clock}:00+05:30`), 9.97, 76.24)
  expect([night('06:38'), night('06:50'), night('18:12'), night('18:24')]).toEqual([true, false, false, true])
})
