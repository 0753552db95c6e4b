import { expect, test } from 'vitest'
import { lengthOf, unionOf } from './time-spans.ts'

test('times that touch or overlap become one, and others stay apart', () => {
  const union = unionOf([
    { from: 50, to: 60 },
    { from: 0, to: 10 },
    { from: 5, to: 7 },
    { from: 10, to: 20 },
  ])
  expect(union).toEqual([
    { from: 0, to: 20 },
    { from: 50, to: 60 },
  ])
  expect(lengthOf(union)).toBe(30)
})
