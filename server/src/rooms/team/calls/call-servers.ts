import { createHmac } from 'node:crypto'
import type { CallOptions } from './call-options.ts'

/** Time for which credentials of the relay are valid, milliseconds. */
const CREDENTIALS_MS = 10 * 60_000

export type IceServer = { urls: string[]; username?: string; credential?: string }

/**
 * Returns the servers that connect participants and when the credentials end. They are those of coturn's
 * `use-auth-secret`: the user name is the end in seconds and the user, the password its HMAC-SHA1 by the secret.
 */
export function iceServers(
  { stun, turn }: CallOptions,
  userId: string,
  now: number,
): { servers: IceServer[]; expiresAt: number } {
  const expiresAt = now + CREDENTIALS_MS
  const servers: IceServer[] = stun.length === 0 ? [] : [{ urls: [...stun] }]
  if (turn !== null) {
    const username = `${Math.floor(expiresAt / 1000)}:${userId}`
    const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
    servers.push({ urls: [...turn.urls], username, credential })
  }
  return { servers, expiresAt }
}
