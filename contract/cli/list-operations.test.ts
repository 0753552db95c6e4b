import { expect, test } from 'vitest'
import { MADE } from './list-operations.ts'

test.each(MADE)('$file is what the operations say; npm run -s operations writes it', ({ differs }) => {
  expect(differs()).toEqual([])
})
