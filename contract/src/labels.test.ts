import { expect, test } from 'vitest'
import * as labels from './labels.ts'

test('every label begins with a capital letter and no two codes of a table share a label', () => {
  for (const [name, table] of Object.entries(labels)) {
    const words = Object.values(table)
    expect(words.filter((word) => !/^[A-Z\d]/.test(word))).toEqual([])
    expect(new Set(words).size, name).toBe(words.length)
  }
})
