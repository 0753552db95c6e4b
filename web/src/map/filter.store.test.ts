import { expect, test } from 'vitest'
import {
  changeFilter,
  clauseCount,
  clearFilter,
  filterToText,
  textToFilter,
  useFilter,
} from './filter.store.ts'

test('a clause that asks nothing is no clause', () => {
  clearFilter()
  changeFilter({ ship_types: ['TANKER'], speed: { min: 3 } })
  changeFilter({ ship_types: [], destination: '', speed: {} })
  expect(useFilter.getState().filter).toEqual({})
  changeFilter({ speed: { max: 0 } })
  expect(clauseCount(useFilter.getState().filter)).toBe(1)
})

test('a filter survives its address, names in any script included; what is none is told', () => {
  const filter = {
    destination: 'कोच्चि ✓',
    ship_types: ['TUGS & SPECIAL CRAFTS' as const],
    speed: { min: 1.5 },
  }
  expect(textToFilter(filterToText(filter))).toEqual(filter)
  expect(filterToText(filter)).toMatch(/^[\w-]+$/)
  expect(textToFilter('%%%')).toBeUndefined()
  expect(textToFilter('AAAA')).toBeUndefined()
})
