import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Keys } from '../../../platform/kernel/http/keys.ts'

/** RFC 6238 as every authenticator knows it: SHA-1, six digits, a new code every 30 s. */
const STEP_S = 30
/** Codes of the step before and after are taken, for clocks that are off. */
const WINDOW = 1
const CODES = 10
/** Letters and digits that are not mistaken for one another on paper; 10 of them are 50 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const totpOf = (secret: string, username: string) =>
  new TOTP({ issuer: 'Samudra', label: username, secret: Secret.fromBase32(secret), period: STEP_S })

/** 160 bits, base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32
/** Returns the address that an authenticator reads as a picture. */
export const totpUri = (secret: string, username: string) => totpOf(secret, username).toString()

/** The step a code belongs to at `now` (epoch ms), null when it is of none within the window. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / STEP_S) + delta
}

const newCode = () => {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
export const newRecoveryCodesOf = () => Array.from({ length: CODES }, newCode)

/** Keyed, so that a copy of the database is no list to guess on. */
export const codeHash = (keys: Keys, userId: string, code: string) =>
  createHmac('sha256', keys.of('recovery codes'))
    .update(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest()
