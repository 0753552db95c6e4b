import { expect, test } from 'vitest'
import { baselineOf, baselineWindow, bucketsOf, usualOf } from './baseline.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const FROM = Date.UTC(2026, 9, 5, 6)

test('the usual value of an hour is the median of eight weeks, which an odd week does not bend', () => {
  expect(usualOf([10, 11, 9, 10, 12, 8, 10, 900])).toEqual({ mean: 10, sd: 1.4826, weeks: 8 })
})

test('a baseline is taken from the same hours of the week of the eight weeks before the period', () => {
  const period = { from: FROM, to: FROM + 2 * HOUR }
  const window = baselineWindow(period, 'hour')
  expect(window.only).toHaveLength(16)
  expect(window.only).toContain(FROM - 8 * WEEK)
  expect(window.only).toContain(FROM + HOUR - WEEK)
  expect(baselineWindow({ from: FROM, to: FROM + 31 * DAY }, 'hour').only).toHaveLength(56 * 24)
  expect(bucketsOf({ from: FROM, to: FROM + 1 }, 'hour')).toEqual([FROM])
})

test('an hour without any position is an outage and counts nothing, below three weeks nothing is usual', () => {
  const period = { from: FROM, to: FROM + HOUR }
  const window = baselineWindow(period, 'hour')
  const cells = window.only.slice(2).flatMap((t) => [
    { t, key: 'CARGO', value: 20 },
    { t, key: 'TANKER', value: 4 },
  ])
  const covered = new Set(cells.map(({ t }) => t))
  const usual = baselineOf([FROM], { cells, window, covered })
  expect(usual).toMatchObject({ enough: true, weeks: 6, total: { mean: 24, sd: 0, weeks: 6 } })
  expect(usual.groups.get('TANKER')).toEqual({ mean: 4, sd: 0, weeks: 6 })
  const few = new Set([...covered].slice(0, 2))
  expect(baselineOf([FROM], { cells, window, covered: few })).toMatchObject({
    enough: false,
    weeks: 2,
    total: null,
  })
  expect(baselineOf([], { cells, window, covered })).toMatchObject({ enough: false, weeks: 0 })
})

test('the usual sum of a period is the sum of what is usual in its buckets', () => {
  const period = { from: FROM, to: FROM + 3 * HOUR }
  const window = baselineWindow(period, 'hour')
  const cells = window.only.map((t) => ({ t, key: '', value: (t / HOUR) % 3 }))
  const usual = baselineOf(bucketsOf(period, 'hour'), { cells, window, covered: new Set(window.only) })
  expect(usual.series).toHaveLength(3)
  expect(usual.total!.mean).toBe(usual.series.reduce((sum, { mean }) => sum + mean, 0))
})
