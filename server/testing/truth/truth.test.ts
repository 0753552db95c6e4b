import { CLEAN, DISTURBED, drawSea } from '@samudra/sim/truth/truth-sea'
import { expect, test } from 'vitest'
import { MEASURED, TruthRun } from './measurement.ts'
import { scoresOf } from './score.ts'

/** A small sea: every story once, little traffic. What the figures are worth stands in docs/measurements.md. */
const sea = drawSea(42, { positives: 1, lookAlikes: 1, traffic: 12 })
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** Found only after hours: their beginning and end are those of the behaviour, not of detection. */
const LASTING = ['LOITERING_EVENT', 'ENCOUNTER_EVENT', 'FEED_DELAY']
const MOST_OFF_MS = 10 * 60_000

/** Late fixes are gone through again and again: without look-alikes. */
const fewer = drawSea(42, { positives: 1, lookAlikes: 0, traffic: 4 })

test.each([
  ['clean data', sea, CLEAN, 0.95],
  ['a fifth lost, clocks wrong by half a minute and two sources that disagree', fewer, DISTURBED, 0.9],
] as const)('detectors find true behaviour and few false ones, on %s', (_, sea, disorder, least) => {
  const scores = scoresOf(sea, new TruthRun(sea, disorder).findings, MEASURED)
  const found = scores
    .filter(({ positives }) => positives > 0)
    .map(({ detector, found }) => ({ detector, found }))
  expect(found.filter((one) => one.found === 0).length).toBeLessThanOrEqual(1)
  expect(found.length).toBe(MEASURED.length)
  const positives = sum(scores.map((score) => score.positives))
  const hits = sum(scores.map((score) => score.hits))
  const wrong = sum(scores.map((score) => score.wrong.length))
  expect(sum(scores.map((score) => score.found)) / positives).toBeGreaterThanOrEqual(least)
  expect((hits - wrong) / hits).toBeGreaterThanOrEqual(least)
  for (const { detector, offMs } of scores.filter((score) => LASTING.includes(score.detector)))
    for (const { begin, end } of offMs) {
      expect(begin, `beginning of ${detector}`).toBeLessThanOrEqual(MOST_OFF_MS)
      expect(end, `end of ${detector}`).toBeLessThanOrEqual(MOST_OFF_MS)
    }
})

test('every detector has look-alikes, and one seed gives one sea', () => {
  const misled = new Set(sea.played.flatMap(({ looksLike }) => looksLike))
  expect(MEASURED.filter((code) => !misled.has(code))).toEqual([])
  const again = drawSea(42, { positives: 1, lookAlikes: 1, traffic: 12 })
  expect(again.truth).toEqual(sea.truth)
  const lines = (of: typeof sea) => {
    const first: string[] = []
    for (const { lines } of of.arrivals(DISTURBED)) if (first.push(...lines) > 2000) break
    return first
  }
  expect(lines(again)).toEqual(lines(sea))
})
