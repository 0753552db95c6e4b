import { expect, test } from 'vitest'
import { beginOf, lastPeriod } from './report-period.ts'
import { nextRunAfter, scheduleFault } from './report-schedule.ts'

const iso = (at: number) => new Date(at).toISOString()
const periodText = (...query: Parameters<typeof lastPeriod>) => {
  const { from, to } = lastPeriod(...query)
  return [iso(from), iso(to)]
}

test('the last day, week and month begin and end at midnight of their zone', () => {
  const now = Date.UTC(2026, 10, 4, 20)
  const at = { now, watch: null }
  expect(periodText('LAST_DAY', 'Asia/Kolkata', at)).toEqual([
    '2026-11-03T18:30:00.000Z',
    '2026-11-04T18:30:00.000Z',
  ])
  expect(periodText('LAST_WEEK', 'UTC', at)).toEqual(['2026-10-26T00:00:00.000Z', '2026-11-02T00:00:00.000Z'])
  expect(periodText('LAST_MONTH', 'Asia/Kolkata', at)).toEqual([
    '2026-09-30T18:30:00.000Z',
    '2026-10-31T18:30:00.000Z',
  ])
  expect(periodText('LAST_WATCH', 'UTC', { now, watch: now - 3_600_000 })).toEqual([
    iso(now - 3_600_000),
    iso(now),
  ])
  // October of Berlin has an hour more.
  expect(periodText('LAST_MONTH', 'Europe/Berlin', at)).toEqual([
    '2026-09-30T22:00:00.000Z',
    '2026-10-31T23:00:00.000Z',
  ])
  expect(iso(beginOf(2026, 2, 29, 'Europe/Berlin'))).toBe('2026-03-28T23:00:00.000Z')
})

test('at 02:30 of a night in which clocks change a report begins once', () => {
  const daily = { cron: '30 2 * * *', zone: 'Europe/Berlin' }
  const runsFrom = (from: string, count: number) => {
    const all: string[] = []
    let at = Date.parse(from)
    for (let i = 0; i < count; i++) all.push(iso((at = nextRunAfter(daily, at)!)))
    return all
  }
  // Clocks show 02:30 twice on the 25th.
  expect(runsFrom('2026-10-23T12:00:00Z', 3).map((at) => at.slice(0, 10))).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ])
  // Clocks skip 02:30 on the 29th.
  expect(runsFrom('2026-03-27T12:00:00Z', 3).map((at) => at.slice(0, 10))).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ])
})

test('a schedule is refused that is no cron line, never comes, or comes more than once an hour', () => {
  const fault = (cron: string) => scheduleFault({ cron, zone: 'UTC' }, Date.UTC(2026, 10, 4))
  expect(fault('30 6 * * *')).toBeNull()
  expect(fault('0 * * * *')).toBeNull()
  expect(fault('*/10 * * * *')).toContain('once an hour')
  expect(fault('0 0 31 2 *')).toContain('never')
  expect(fault('often enough')).toContain('minute, hour')
  expect(fault('a b c d e')).toContain('not a cron line')
})
