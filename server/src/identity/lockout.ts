import type { Administered } from '../kernel/administered.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { recordFailure, type UserRow } from './users.sql.ts'

/** Wrong passwords count for this long. */
const WINDOW_MS = 15 * 60_000
/** The first two wrong passwords cost nothing; then the next try waits 1, 2, 4 … 60 s. */
const FREE = 2
const LONGEST_DELAY_MS = 60_000
/** Wrong passwords an address may send within the window, over all names. */
const ADDRESS_LIMIT = 20
/** Names and addresses remembered; the one not heard longest makes room. */
const HELD = 10_000
/** Tries on one name that may wait for one another. */
const QUEUE = 10

/** Wrong passwords of one name. Instants. */
export type Failures = Pick<UserRow, 'failed_logins' | 'failed_since' | 'failed_at' | 'locked_until'>
const NONE: Failures = { failed_logins: 0, failed_since: null, failed_at: null, locked_until: null }

/** What stands after one more wrong password. */
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
  if (locked !== null && locked.getTime() > now) return { isLocked: true, ms: locked.getTime() - now }
  if (locked !== null || last === null || count <= FREE) return null
  if (now - last.getTime() >= WINDOW_MS) return null
  const ms = last.getTime() + Math.min(LONGEST_DELAY_MS, 1000 * 2 ** (count - FREE - 1)) - now
  return ms > 0 ? { isLocked: false, ms } : null
}

export type Lockout = {
  /**
   * Runs a try on a name, one at a time. Throws LOCKED or RATE_LIMIT when it must wait, known name or not; `work`
   * says whether the proof was right, and a wrong one is counted before this returns.
   */
  attempt<T extends { isRight: boolean }>(
    name: string,
    address: string,
    find: () => Promise<UserRow | undefined>,
    work: (user: UserRow | undefined) => Promise<T>,
  ): Promise<T>
}

export function createLockout(db: Db, clock: Clock, settings: Administered): Lockout {
  const unknown = new Held<Failures>()
  const addresses = new Held<{ count: number; since: number }>()
  const waiting = new Map<string, { tail: Promise<unknown>; count: number }>()

  function checkAddress(address: string) {
    const held = addresses.get(address)
    if (held === undefined || held.count < ADDRESS_LIMIT) return
    const ms = held.since + WINDOW_MS - clock.now()
    if (ms <= 0) addresses.delete(address)
    else throw tooMany('from this address', ms)
  }
  function countAddress(address: string) {
    const held = addresses.get(address)
    const isWithin = held !== undefined && clock.now() - held.since < WINDOW_MS
    addresses.set(address, isWithin ? { ...held, count: held.count + 1 } : { count: 1, since: clock.now() })
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

  return {
    attempt: (given, from, find, work) => {
      const name = given.trim().toLowerCase()
      const address = networkOf(from)
      checkAddress(address)
      return inTurn(name, async () => {
        const user = await find()
        const failures: Failures = user ?? unknown.get(name) ?? NONE
        const wait = waitOf(failures, clock.now())
        if (wait !== null) throw wait.isLocked ? locked(wait.ms) : tooMany('for this account', wait.ms)
        const result = await work(user)
        if (result.isRight) return result
        const after = afterFailure(failures, clock.now(), {
          after: settings.number('session.lock_after'),
          lockMs: settings.number('session.lock_min') * 60_000,
        })
        countAddress(address)
        if (user === undefined) unknown.set(name, after)
        else await recordFailure(db, user.id, after)
        return result
      })
    },
  }
}

const seconds = (ms: number) => Math.ceil(ms / 1000)

function tooMany(where: string, ms: number) {
  const s = seconds(ms)
  const words = s < 120 ? `${s} s` : `${Math.ceil(s / 60)} minutes`
  return new Refusal('RATE_LIMIT', `Too many wrong passwords ${where}. Try again in ${words}.`, {
    data: { retry_after_s: s },
  })
}

function locked(ms: number) {
  const minutes = Math.ceil(ms / 60_000)
  return new Refusal(
    'LOCKED',
    `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or ask an administrator to unlock the account.`,
    { data: { retry_after_s: seconds(ms) } },
  )
}

/** Who has one address of version 6 has the 2^64 beside it. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}

/** A map that forgets what was not set for longest. */
class Held<T> {
  readonly #held = new Map<string, T>()
  get = (key: string) => this.#held.get(key)
  delete = (key: string) => this.#held.delete(key)
  set(key: string, value: T) {
    this.#held.delete(key)
    if (this.#held.size >= HELD) this.#held.delete(this.#held.keys().next().value as string)
    this.#held.set(key, value)
  }
}
