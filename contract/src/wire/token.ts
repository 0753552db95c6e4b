import { MESSAGES } from './messages.ts'
import { fromBase64Url } from './seal.ts'

/** Claims of an access token. */
export type Claims = { sub: string; name: string; role: string; jti: string; exp: number; env?: string }

/**
 * Reads the claims of a token without checking its signature, which only the server can.
 * Throws an Error 'Invalid token' unless it is three parts with a JSON object in the second.
 */
export function claimsOf(token: string): Partial<Claims> {
  const parts = token.split('.')
  if (parts.length !== 3 || parts[1] === '') throw new Error(MESSAGES.invalidToken)
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(parts[1]!)),
    )
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw new Error(MESSAGES.invalidToken)
}

/** True when the token is malformed, has no `exp`, or its `exp` has passed at `now` (epoch ms). */
export function isExpired(token: string, now: number): boolean {
  try {
    const { exp } = claimsOf(token)
    return typeof exp !== 'number' || exp * 1000 <= now
  } catch {
    return true
  }
}

/** The user as the keys of the sealed wire know them; empty without a token or with one that cannot be read. */
export function userOf(token: string | null): string {
  if (token === null) return ''
  try {
    const { sub, name, role } = claimsOf(token)
    return [sub, name, role].join('|')
  } catch {
    return ''
  }
}
