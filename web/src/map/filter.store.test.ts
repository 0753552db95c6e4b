import type { AisFilter } from '@samudra/contract/filter'
import { expect, test } from 'vitest'
import {
  changeFilter,
  clauseCount,
  clearFilter,
  filterToText,
  textToFilter,
  useFilter,
} from './filter.store.ts'

test('a clause without a value is no clause', () => {
  clearFilter()
  changeFilter({ ship_types: ['TANKER'], speed: { min: 3 } })
  changeFilter({ ship_types: [], destination: '', speed: {} })
  expect(useFilter.getState().filter).toEqual({})
  changeFilter({ speed: { max: 0 } })
  expect(clauseCount(useFilter.getState().filter)).toBe(1)
})

test('a filter survives its address in any script, and an invalid address gives undefined', () => {
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

test('an address holds an area of thousands of corners', () => {
  const ring = Array.from({ length: 8000 }, (_, i) => [60 + i / 1000.7, 5 + i / 2000.3])
  const filter = { area: { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!]] } } as AisFilter
  expect(textToFilter(filterToText(filter))).toEqual(filter)
})
