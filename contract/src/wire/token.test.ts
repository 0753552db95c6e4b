import { expect, test } from 'vitest'
import { claimsOf, isExpired } from './token.ts'

const NOW = 1_770_000_000_000
const token = (payload: unknown) => `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.sign`

test('a session ends at the second in its token', () => {
  expect(isExpired(token({ exp: NOW / 1000 + 1 }), NOW)).toBe(false)
  expect(isExpired(token({ exp: NOW / 1000 }), NOW)).toBe(true)
})

test('a token that is not three parts with a JSON payload is no session', () => {
  for (const text of ['', 'a.b', 'a.b.c', 'a.b.c.d', token('words'), token([])]) {
    expect(isExpired(text, NOW)).toBe(true)
    expect(() => claimsOf(text)).toThrow('Invalid token')
  }
})
