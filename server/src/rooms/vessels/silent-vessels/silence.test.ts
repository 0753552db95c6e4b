import { expect, test } from 'vitest'
import { confidenceOf, reachOf, silentFromMs } from './silence.ts'

const MINUTE = 60_000
const evidence = {
  observedMs: 30 * MINUTE,
  fromMs: 20 * MINUTE,
  learnedShare: null,
  near: { total: 20, received: 19 },
}

test('silence among neighbours still received has medium confidence without learned coverage', () => {
  expect(confidenceOf(evidence)).toBe('MEDIUM')
  expect(confidenceOf({ ...evidence, near: { total: 2, received: 2 } })).toBe('LOW')
})

test('a silence where learned coverage is good has high confidence', () => {
  expect(confidenceOf({ ...evidence, learnedShare: 0.95 })).toBe('HIGH')
  expect(confidenceOf({ ...evidence, learnedShare: 0.95, near: { total: 0, received: 0 } })).toBe('HIGH')
  expect(confidenceOf({ ...evidence, learnedShare: 0.3 })).toBe('LOW')
})

test('a silence where most neighbours are lost too has low confidence', () => {
  expect(confidenceOf({ ...evidence, learnedShare: 0.95, near: { total: 20, received: 3 } })).toBe('LOW')
})

test('a silence is not judged while its source is down or has only just returned', () => {
  expect(confidenceOf({ ...evidence, learnedShare: 0.95, observedMs: null })).toBe('NOT_JUDGED')
  expect(confidenceOf({ ...evidence, learnedShare: 0.95, observedMs: 5 * MINUTE })).toBe('NOT_JUDGED')
})

test('a vessel received once in 30 minutes is silent only after three missed reports', () => {
  expect(silentFromMs(20 * MINUTE, 180, 1800)).toBe(90 * MINUTE)
  expect(silentFromMs(20 * MINUTE, 10, 12)).toBe(20 * MINUTE)
})

test('a tanker at 12 knots can have gone 12 NM in an hour at that speed and 18 at most', () => {
  const reach = reachOf({ lat: 10, lon: 72, sog: 12, cog: 0 }, 'TANKER', 60 * MINUTE)
  expect(reach).toMatchObject({ last_speed_nm: 12, max_speed_kn: 18, max_speed_nm: 18 })
  expect(reach.expected!.latitude).toBeCloseTo(10.2, 2)
  expect(reachOf({ lat: 10, lon: 72, sog: null, cog: null }, 'CARGO', MINUTE)).toMatchObject({
    last_speed_nm: null,
    expected: null,
  })
})
