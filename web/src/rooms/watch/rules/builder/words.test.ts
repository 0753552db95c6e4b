import { expect, test } from 'vitest'
import { statusText } from './rule-words.ts'

test('an enabled rule is called starting until it is evaluated', () => {
  expect(statusText({ status: 'ENABLED', starting: true })).toBe('Starting')
  expect(statusText({ status: 'ENABLED', starting: false })).toBe('On')
  expect(statusText({ status: 'DRAFT', starting: false })).toBe('Draft')
})
