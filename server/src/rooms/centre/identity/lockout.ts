import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { addressesOf } from './sessions.sql.ts'
import { recordFailure, unlock, type UserRow } from './users.sql.ts'
import { isGraver, WINDOW_MS, WrongPasswords, seconds, tooMany, type Failures } from './wrong-passwords.ts'

/** The first two wrong passwords cost nothing; then the next try waits 1, 2, 4 … 60 s. */
const FREE = 2
const LONGEST_DELAY_MS = 60_000
/** A user who logged in from an address this long ago is known there. */
const KNOWN_FOR_MS = 30 * 24 * 3_600_000
/** Clocks of servers differ by no more; what is dated further ahead is from before the clock was set back. */
const AHEAD_MS = 2 * 60_000
/** Tries on one name that may wait for one another. */
const QUEUE = 10

const NONE: Failures = { failed_logins: 0, failed_since: null, failed_at: null, locked_until: null }

/** Returns the failures after one more wrong password. */
export function afterFailure(
  before: Failures,
  now: number,
  rules: { after: number; lockMs: number },
): Failures {
  const isWithin = before.failed_since !== null && now - before.failed_since.getTime() < WINDOW_MS
  // A lock that is over has been paid for.
  const isFresh = !isWithin || before.locked_until !== null
  const count = isFresh ? 1 : before.failed_logins + 1
  return {
    failed_logins: count,
    failed_since: isFresh ? new Date(now) : before.failed_since,
    failed_at: new Date(now),
    locked_until: count >= rules.after ? new Date(now + rules.lockMs) : null,
  }
}

/** Milliseconds until the next try, and why; null when it may be made now. */
export function waitOf(failures: Failures, now: number): { isLocked: boolean; ms: number } | null {
  const { locked_until: locked, failed_at: last, failed_logins: count } = failures
  // It would wait for as long as the clock was set back; the next wrong password is dated right and counts on.
  if (last !== null && last.getTime() > now + AHEAD_MS) return null
  if (locked !== null && locked.getTime() > now) return { isLocked: true, ms: locked.getTime() - now }
  if (locked !== null || last === null || count <= FREE) return null
  if (now - last.getTime() >= WINDOW_MS) return null
  const ms = last.getTime() + Math.min(LONGEST_DELAY_MS, 1000 * 2 ** (count - FREE - 1)) - now
  return ms > 0 ? { isLocked: false, ms } : null
}

/**
 * Where a try comes from. Who guesses elsewhere must not keep a user out of the places that are his, so each of
 * those counts its own wrong passwords: a browser he logged in with, an address he logged in from, an open session.
 */
export type From = { address: string; device?: string | undefined; sessionId?: string }

export type Lockout = {
  /**
   * Runs a try on a name, one at a time. Throws LOCKED or RATE_LIMIT when it must wait, for known and unknown names.
   * `work` returns whether the proof was right, and a wrong one is counted before this returns.
   */
  attempt<T extends { isRight: boolean }>(
    name: string,
    from: From,
    find: () => Promise<UserRow | undefined>,
    work: (user: UserRow | undefined) => Promise<T>,
  ): Promise<T>
  /** Users as they are locked: a lock at one of a user's own places is shown as a lock of the account. */
  shown<Row extends Failures & { id: string }>(rows: readonly Row[]): Row[]
  /** Forgets the wrong passwords of a user everywhere. */
  forget(userId: string): Promise<unknown>
}

export type LockoutNeeds = {
  db: Db
  clock: Clock
  settings: Administered
  isDeviceOf: (userId: string, device: string | undefined) => boolean
  others: Pick<Others, 'follow' | 'publish'>
}

export function createLockout({ db, clock, settings, isDeviceOf, others }: LockoutNeeds): Lockout {
  const wrong = new WrongPasswords(clock, others)
  const waiting = new Map<string, { tail: Promise<unknown>; count: number }>()
  /** The place of a user a try comes from; null when it is none of his. */
  async function placeOf(user: UserRow, { address, device, sessionId }: From): Promise<string | null> {
    if (sessionId !== undefined) return `${user.id} session ${sessionId}`
    if (isDeviceOf(user.id, device)) return `${user.id} device ${device}`
    const network = networkOf(address)
    const known = await addressesOf(db, user.id, new Date(clock.now() - KNOWN_FOR_MS))
    return known.some((one) => networkOf(one) === network) ? `${user.id} address ${network}` : null
  }

  const inTurn = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = waiting.get(name) ?? { tail: Promise.resolve(), count: 0 }
    if (before.count >= QUEUE) throw tooMany('at once', 1000)
    const mine = before.tail.then(work)
    const place = { tail: mine.catch(() => undefined), count: before.count + 1 }
    waiting.set(name, place)
    try {
      return await mine
    } finally {
      const now = waiting.get(name)!
      if (now.count === 1) waiting.delete(name)
      else waiting.set(name, { ...now, count: now.count - 1 })
    }
  }

  const rules = () => ({
    after: settings.number('session.lock_after'),
    lockMs: settings.number('session.lock_min') * 60_000,
  })

  return {
    attempt: (given, from, find, work) => {
      const name = given.trim().toLowerCase()
      const address = networkOf(from.address)
      wrong.checkAddress(address)
      return inTurn(name, async () => {
        const user = await find()
        const place = user === undefined ? null : await placeOf(user, from)
        const failures: Failures =
          (place === null ? (user ?? wrong.get('names', name)) : wrong.get('places', place)) ?? NONE
        const wait = waitOf(failures, clock.now())
        if (wait !== null) throw wait.isLocked ? locked(wait.ms) : tooMany('for this account', wait.ms)
        const result = await work(user)
        if (result.isRight) {
          if (place !== null) wrong.forget(place)
          return result
        }
        const after = afterFailure(failures, clock.now(), rules())
        wrong.countAddress(address)
        if (user === undefined) wrong.set('names', name, after)
        else await recordFailure(db, user.id, new Date(clock.now()), place === null ? after : {})
        if (place !== null) wrong.set('places', place, after)
        return result
      })
    },
    shown: (rows) => withPlaces(rows, wrong.gravestOfUsers()),
    forget: (userId) => {
      wrong.forgetUser(userId)
      return unlock(db, userId)
    },
  }
}

/** Users with the failures at their places where those lock for longer. */
const withPlaces = <Row extends Failures & { id: string }>(
  rows: readonly Row[],
  atPlaces: ReadonlyMap<string, Failures>,
): Row[] =>
  rows.map((row) => {
    const failures = atPlaces.get(row.id)
    return failures === undefined || !isGraver(failures, row) ? row : { ...row, ...failures }
  })

function locked(ms: number) {
  const minutes = Math.ceil(ms / 60_000)
  return new OperationError(
    'LOCKED',
    `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or ask an administrator to unlock the account.`,
    { data: { retry_after_s: seconds(ms) } },
  )
}

/** Returns the network of an address: the holder of one address of version 6 has the 2^64 beside it. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}
