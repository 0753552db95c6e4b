import { expect, test } from 'vitest'
import { MADE } from './list-operations.ts'

test.each(MADE)('$file lists the declared operations; npm run -s operations writes it', ({ differs }) => {
  expect(differs()).toEqual([])
})
