import { expect, test } from 'vitest'
import * as labels from './labels.ts'

test('every label begins with a capital letter or a digit', () => {
  const words = Object.values(labels).flatMap((table) => Object.values(table))
  expect(words.filter((word) => !/^[A-Z\d]/.test(word))).toEqual([])
})

test('no two codes of a table share a label', () => {
  const shared = Object.entries(labels).filter(
    ([, table]) => new Set(Object.values(table)).size < Object.keys(table).length,
  )
  expect(shared).toEqual([])
})
