import { expect, test } from 'vitest'
import { csvOfTable, sorted, type Column } from './table.ts'

type Ship = { name: string; sog: number | null }
const COLUMNS: Column<Ship>[] = [
  { key: 'name', label: 'Ship name', cell: ({ name }) => name, value: ({ name }) => name },
  { key: 'sog', label: 'SOG', cell: ({ sog }) => sog, value: ({ sog }) => sog },
  { key: 'mark', label: 'Mark', cell: () => '•' },
]
const SHIPS: Ship[] = [
  { name: 'NOORANI', sog: 9.5 },
  { name: 'EVER LUCKY', sog: null },
  { name: 'MATSYA', sog: 12 },
  { name: '=SUM(A1)', sog: -1 },
]
const namesBy = (by: string, isDown: boolean) =>
  sorted(SHIPS, COLUMNS, { by, isDown }).map(({ name }) => name)

test('rows are sorted by value, up and down, with missing values last', () => {
  expect(namesBy('sog', false)).toEqual(['=SUM(A1)', 'NOORANI', 'MATSYA', 'EVER LUCKY'])
  expect(namesBy('sog', true)).toEqual(['MATSYA', 'NOORANI', '=SUM(A1)', 'EVER LUCKY'])
  expect(namesBy('name', false).slice(1)).toEqual(['EVER LUCKY', 'MATSYA', 'NOORANI'])
})

test('a column without values changes no order', () => {
  expect(sorted(SHIPS, COLUMNS, { by: 'mark', isDown: true })).toBe(SHIPS)
  expect(sorted(SHIPS, COLUMNS, null)).toBe(SHIPS)
})

test('a table is saved with its heads, without formulas, and without columns that are signs', () => {
  expect(csvOfTable(SHIPS.slice(2), COLUMNS)).toBe("Ship name,SOG\r\nMATSYA,12\r\n'=SUM(A1),-1\r\n")
})
