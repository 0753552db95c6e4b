import type { Alert } from '@samudra/contract/alerts'
import { expect, test } from 'vitest'
import { pushedAfter, rowsAfter } from './pushed.ts'

const alert = (id: string, minute: number, more: Partial<Alert> = {}) =>
  ({
    id,
    version: 1,
    state: 'NEW',
    known_at: `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
    ...more,
  }) as Alert
const isNew = { fits: ({ state }: Alert) => state === 'NEW', hasMore: false }
const after = (rows: readonly Alert[], alerts: readonly Alert[], list = isNew) =>
  rowsAfter(rows, pushedAfter(new Map(), alerts, 100), list).map(({ id, version }) => `${id}${version}`)

test('a pushed alert stands in the list by its time, once', () => {
  const rows = [alert('c', 3), alert('a', 1)]
  expect(after(rows, [alert('b', 2), alert('b', 2)])).toEqual(['c1', 'b1', 'a1'])
})

test('a later version replaces its row, an earlier one does not', () => {
  const rows = [alert('a', 1, { version: 2 })]
  expect(after(rows, [alert('a', 1, { version: 3 })])).toEqual(['a3'])
  expect(after(rows, [alert('a', 1, { version: 1, state: 'RESOLVED' })])).toEqual(['a2'])
})

test('an alert that no longer fits leaves the list', () => {
  const rows = [alert('b', 2), alert('a', 1)]
  expect(after(rows, [alert('b', 2, { version: 2, state: 'DISMISSED' })])).toEqual(['a1'])
})

test('an alert older than the last read row is left to its page', () => {
  const rows = [alert('c', 3), alert('b', 2)]
  expect(after(rows, [alert('a', 1)], { ...isNew, hasMore: true })).toEqual(['c1', 'b1'])
})

test('rows are the same object when nothing pushed concerns them', () => {
  const rows = [alert('a', 1)]
  const pushed = pushedAfter(new Map(), [alert('b', 2, { state: 'RESOLVED' })], 100)
  expect(rowsAfter(rows, pushed, isNew)).toBe(rows)
})

test('the latest pushed alerts are held, up to the limit', () => {
  const first = pushedAfter(new Map(), [alert('a', 1), alert('b', 2)], 2)
  const next = pushedAfter(first, [alert('a', 1, { version: 2 }), alert('c', 3)], 2)
  expect([...next.keys()]).toEqual(['a', 'c'])
})
