import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import { commonFormOf, undisguised } from './common-passwords.ts'
import { atOnce } from '../../../platform/kernel/cluster/at-once.ts'

/** Cost of one argon2id hash: memory in KiB, passes and lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }
/** 46 MiB, one pass: the OWASP recommendation that costs about 50 ms off the event loop. */
const COST: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
/** So much memory and so many threads that a change of the watch does not stop the feeds. */
const AT_ONCE = 4
/** Before a hash that was made with the installation's pepper. */
const PEPPERED = 'p1:'
const LONGEST = 128

export type Passwords = {
  hash(password: string): Promise<string>
  fits(stored: string, password: string): Promise<boolean>
  /** Returns true for a hash from before the pepper, which is replaced at the next login. */
  isOld(stored: string): boolean
  /** A hash no password fits, to be measured against when there is no such user. */
  readonly decoy: string
}

export async function createPasswords(keys: Keys, cost = COST): Promise<Passwords> {
  const secret = new Uint8Array(keys.pepper)
  const inTurn = atOnce(AT_ONCE)
  const make = async (password: string) =>
    PEPPERED + (await inTurn(() => hash(normalised(password), { ...cost, secret })))
  return {
    hash: make,
    fits: (stored, password) =>
      inTurn(() =>
        stored.startsWith(PEPPERED)
          ? verify(stored.slice(PEPPERED.length), normalised(password), { secret })
          : verify(stored, password.normalize('NFC')),
      ),
    isOld: (stored) => !stored.startsWith(PEPPERED),
    decoy: await make(randomPassword()),
  }
}

const normalised = (password: string) => password.normalize('NFKC')

/** Letters and digits that are not mistaken for one another when read off a terminal. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

const REPEATS = /(.)\1{3}/u

/**
 * Returns a random password of 20 characters (114 bits), or of as many as a setting requires; one with repeats is
 * drawn again.
 */
export function randomPassword(length = 20): string {
  for (;;) {
    const drawn = Array.from(
      { length: Math.max(20, length) },
      () => ALPHABET[randomInt(ALPHABET.length)],
    ).join('')
    if (!REPEATS.test(drawn)) return drawn
  }
}

/** Returns the fault of a new password, as a sentence; null when there is none. Its history is checked elsewhere. */
export async function passwordFault(
  given: string,
  user: { username: string; email: string },
  settings: Administered,
): Promise<string | null> {
  const password = normalised(given)
  const length = Array.from(password).length
  const least = settings.number('password.min_length')
  if (length < least) return `Use at least ${least} characters.`
  if (length > LONGEST) return `Use at most ${LONGEST} characters.`
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password))
  const classes = settings.number('password.classes')
  if (kinds.length < classes) return kindsWanted(classes)
  if (REPEATS.test(password) || /^(.{1,8})\1+$/u.test(password)) return 'Do not repeat the same characters.'
  if (holdsName(password, user)) return 'The password must not contain your user name or e-mail address.'
  const banned = bannedWord(password, settings.list('password.banned_list'))
  if (banned !== null) return 'This password contains a banned word. Choose another password.'
  if ((await commonFormOf(password)) !== null) return 'This password is too common. Choose another password.'
  return null
}

const kindsWanted = (classes: number) =>
  classes === 4
    ? 'Use a mix of uppercase, lowercase, numbers and special characters.'
    : `Use at least ${classes} of these: uppercase, lowercase, numbers and special characters.`

/** The user name, and the parts of an e-mail address from four letters on: shorter ones are found in any word. */
function holdsName(password: string, { username, email }: { username: string; email: string }): boolean {
  const parts = email.split(/[^\p{L}\p{N}]+/u).filter((part) => Array.from(part).length >= 4)
  const forms = [password.toLowerCase(), undisguised(password)]
  return [username, ...parts].some((part) => forms.some((form) => form.includes(part.toLowerCase())))
}

/** A word of four letters or more counts wherever it stands, a shorter one only when it is all there is. */
function bannedWord(password: string, words: string[]): string | null {
  const form = undisguised(password)
  return (
    words.find((word) => {
      const plain = undisguised(word)
      return plain.length >= 4 ? form.includes(plain) : plain !== '' && form === plain
    }) ?? null
  )
}
