import { expect, test } from 'vitest'
import { arranged, inOrder, moved, readLook, USUAL_LOOK } from './table-look.ts'
import { copiedRow, type Column } from './table.ts'
import { settledRows } from './use-settled-rows.ts'

type Row = { id: string }
const column = (key: string, width?: string): Column<Row> => ({
  key,
  label: key,
  cell: ({ id }) => id,
  value: ({ id }) => (key === 'none' ? null : `${key} ${id}`),
  ...(width === undefined ? {} : { width }),
})
const COLUMNS = [column('name', 'minmax(150px, 1fr)'), column('flag', '52px'), column('port'), column('none')]
const keys = (columns: readonly Column<Row>[]) => columns.map(({ key }) => key)

test('columns are in the chosen order, a new column at its default place', () => {
  expect(keys(inOrder(COLUMNS, USUAL_LOOK))).toEqual(['name', 'flag', 'port', 'none'])
  expect(keys(inOrder(COLUMNS, { ...USUAL_LOOK, order: ['port', 'gone', 'name'] }))).toEqual([
    'port',
    'none',
    'name',
    'flag',
  ])
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
})

test('hidden columns are absent, frozen ones adjacent', () => {
  const shown = arranged(COLUMNS, { ...USUAL_LOOK, hidden: ['none'], frozen: 2 })
  expect(shown.map(({ key, width, frozenPx }) => [key, width, frozenPx])).toEqual([
    ['name', '150px', 0],
    ['flag', '52px', 150],
    ['port', undefined, undefined],
  ])
})

test('an invalid stored arrangement is replaced by the default', () => {
  for (const held of [null, 7, { order: 'x', frozen: -1, sorting: { by: 4 } }])
    expect(readLook(held)).toEqual(USUAL_LOOK)
})

test('inserted rows are counted; rows at the end and another list are shown', () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id }))
  const settled = (...ids: string[]) => settledRows(rows(...ids), ({ id }) => id, new Set(['b', 'c']))
  expect(settled('b', 'c')).toEqual({ shown: rows('b', 'c'), fresh: 0 })
  expect(settled('a', 'b', 'x', 'c', 'd')).toEqual({ shown: rows('b', 'c', 'd'), fresh: 2 })
  expect(settled('c', 'd')).toEqual({ shown: rows('c', 'd'), fresh: 0 })
  expect(settled('y', 'z')).toEqual({ shown: rows('y', 'z'), fresh: 0 })
})

test('a row is copied as it can be pasted into a table', () => {
  expect(copiedRow(COLUMNS, { id: '1' })).toBe('name 1\tflag 1\tport 1\t')
})
