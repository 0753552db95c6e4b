import { refreshSession } from '@samudra/contract/identity'
import { expect, test } from 'vitest'
import { REFRESH } from './refresh-op.ts'

test('the landing page renews a session by the operation of the contract', () => {
  expect(refreshSession).toMatchObject(REFRESH)
})
