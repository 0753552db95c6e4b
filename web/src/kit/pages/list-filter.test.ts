import { expect, test } from 'vitest'
import { filteredRows, wordsFilter, type ListFilter } from './list-filter.ts'

type Port = { name: string; country: string }
const rows: Port[] = [
  { name: 'Kochi', country: 'IN' },
  { name: 'Kochi', country: 'JP' },
  { name: 'Colombo', country: 'LK' },
]
const country = { name: 'country', label: 'Country', placeholder: 'All countries' }
const filters: ListFilter<Port>[] = [
  wordsFilter('Find a port', 'Name', ({ name }) => name),
  { ...country, fits: (row, value) => row.country === value },
]

test('rows fit every filter that has a value, words in any case of letters', () => {
  expect(filteredRows(rows, filters, [' KOCHI ', 'JP'])).toEqual([rows[1]])
  expect(filteredRows(rows, filters, ['kochi', ''])).toEqual([rows[0], rows[1]])
})

test('without a value, and where the server filters, all rows stay', () => {
  expect(filteredRows(rows, filters, ['', ''])).toBe(rows)
  expect(filteredRows(rows, [country], ['JP'])).toBe(rows)
})
