import type { Panel } from '@samudra/contract/dashboards'
import { expect, test } from 'vitest'
import { bottomOf, inReadingOrder, stepped } from './panel-grid.ts'
import { CATALOG, MORNING_BRIEF } from './panel-catalog.ts'
import { unfitField } from '@samudra/contract/figures'
import { periodBetween, periodUntil } from './period.ts'
import { periodOfRange } from '../../../kit/figures/analytics.store.ts'
import { withMeasure } from '../../../kit/figures/query-fields.ts'

const panel = (more: Partial<Panel> = {}): Panel => ({
  id: 'a',
  look: 'text',
  title: 'A',
  x: 8,
  y: 0,
  w: 4,
  h: 3,
  ...more,
})

test('a panel is moved and sized by keyboard within the grid', () => {
  expect(stepped(panel(), 'right')).toMatchObject({ x: 8, w: 4 })
  expect(stepped(panel(), 'left')).toMatchObject({ x: 7 })
  expect(stepped(panel(), 'wider')).toMatchObject({ x: 7, w: 5 })
  expect(stepped(panel({ w: 2 }), 'narrower')).toMatchObject({ w: 2 })
  expect(stepped(panel(), 'up')).toMatchObject({ y: 0 })
})

test('panels are read from the top left, and a new one goes below all', () => {
  const all = [panel({ id: 'c', y: 3, x: 0 }), panel({ id: 'b' }), panel({ id: 'a', x: 0 })]
  expect(inReadingOrder(all).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(bottomOf(all)).toBe(6)
})

test('every panel on offer has a query that its measure can answer', () => {
  for (const { panel: one, name } of CATALOG)
    if (one.query !== undefined) expect([name, unfitField(one.query)]).toEqual([name, null])
})

test('panels of the morning brief lie side by side within twelve columns', () => {
  const { panels } = MORNING_BRIEF
  for (const a of panels) {
    expect(a.x + a.w).toBeLessThanOrEqual(12)
    for (const b of panels)
      if (a !== b)
        expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y).toBe(true)
  }
})

test('another measure keeps the fields that it has too', () => {
  const query = {
    measure: 'vessels',
    by: 'country',
    area: 'x',
    sources: ['SAT'],
    compare: 'baseline',
  } as const
  expect(withMeasure({ ...query, sources: ['SAT'] }, 'arrivals')).toEqual({
    measure: 'arrivals',
    by: 'country',
    compare: 'baseline',
  })
  expect(withMeasure({ ...query, sources: ['SAT'] }, 'anomalies')).toEqual({
    measure: 'anomalies',
    area: 'x',
    compare: 'baseline',
  })
})

test('a reversed period is read as the time between its ends, the default of the specification too', () => {
  const [from, to] = ['2026-11-01T10:00:00.000Z', '2026-11-01T11:00:00.000Z']
  expect(periodOfRange({ fromDate: to, toDate: from })).toEqual({ from, to })
  expect(periodBetween(Date.parse(to), Date.parse(from))).toMatchObject({ from, to })
})

test('long periods are counted by day, short ones by hour', () => {
  const now = Date.parse('2026-11-27T12:00:30.000Z')
  expect(periodUntil('WEEK', now)).toEqual({
    from: '2026-11-20T12:00:00.000Z',
    to: '2026-11-27T12:00:00.000Z',
    bucket: 'hour',
  })
  expect(periodUntil('MONTH', now).bucket).toBe('day')
})
