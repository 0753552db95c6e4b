import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id, 46 MiB, one pass: the OWASP recommendation that costs about 50 ms off the event loop. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

export const hashPassword = (password: string) => hash(password.normalize('NFC'), COST)
export const passwordFits = (stored: string, password: string) => verify(stored, password.normalize('NFC'))

/** Letters and digits that are not mistaken for one another when read off a terminal. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A random password of 20 characters (114 bits). */
export const randomPassword = () =>
  Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** What is wrong with a new password, as a sentence; null when nothing is. The guidance of the specification. */
export function passwordFault(password: string, username: string): string | null {
  if (password.length < 12) return 'Use at least 12 characters.'
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  if (kinds < 4) return 'Use a mix of uppercase, lowercase, numbers and special characters.'
  if (password.toLowerCase().includes(username.toLowerCase()))
    return 'Leave your user name out of the password.'
  return null
}
