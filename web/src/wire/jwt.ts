const INVALID = 'Invalid token'

/** Reads the claims of a token without checking its signature, which only the server can. */
function claims(token: string): Record<string, unknown> {
  const parts = token.split('.')
  const payload = parts[1]
  if (parts.length !== 3 || payload === undefined) throw new Error(INVALID)
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    )
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value !== 'object' || value === null) throw new Error(INVALID)
    return value as Record<string, unknown>
  } catch {
    throw new Error(INVALID)
  }
}

/** True when the token is malformed, has no `exp`, or its `exp` has passed at `now` (epoch ms). */
export function isExpired(token: string, now: number): boolean {
  try {
    const { exp } = claims(token)
    return typeof exp !== 'number' || exp * 1000 <= now
  } catch {
    return true
  }
}
