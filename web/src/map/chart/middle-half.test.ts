import { expect, test } from 'vitest'
import { middleHalf } from './middle-half.ts'

test('the baseline is the middle half of the counts, and null for few counts', () => {
  expect(middleHalf([0, 10, 20, 20, 10, 0])).toEqual([2, 3])
  expect(middleHalf([0, 0, 40])).toEqual([2, 2])
  expect(middleHalf([10, 10, 9])).toBeNull()
  expect(middleHalf([])).toBeNull()
})
