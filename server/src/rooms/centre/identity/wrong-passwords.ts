import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { UserRow } from './users.sql.ts'

/** Wrong passwords count for this long. */
export const WINDOW_MS = 15 * 60_000
/** Wrong passwords an address may send over all names before it waits; then the next waits 15, 30, 60 … 900 s. */
const ADDRESS_FREE = 20
const ADDRESS_DELAY_MS = 15_000
/** Maximum names and addresses remembered; the least recently received one makes room. */
const HELD = 10_000
/** Topics between processes. */
const [COUNTED, FROM, PROVED, UNLOCKED] = [
  'wrong password',
  'wrong password from',
  'right password',
  'unlocked',
] as const

/** Wrong passwords of one name or place. Instants. */
export type Failures = Pick<UserRow, 'failed_logins' | 'failed_since' | 'failed_at' | 'locked_until'>
/** Kinds of failures: of names that no user has, and of places of users. */
type Of = 'names' | 'places'
type Counted = { of: Of; key: string; failures: Failures }

/** Wrong passwords by name, by place of a user and by address, over all servers. */
export class WrongPasswords {
  readonly #held = { names: new Held<Failures>(), places: new Held<Failures>() }
  readonly #addresses = new Held<{ count: number; at: number }>()
  readonly #clock: Clock
  readonly #others: Pick<Others, 'publish'>

  constructor(clock: Clock, others: Pick<Others, 'follow' | 'publish'>) {
    this.#clock = clock
    this.#others = others
    others.follow<Counted>(COUNTED, {
      changed: ({ of, key, failures }) => this.#held[of].set(key, revived(failures)),
    })
    others.follow<string>(FROM, { changed: (address) => this.#count(address) })
    others.follow<string>(PROVED, { changed: (place) => this.#held.places.delete(place) })
    others.follow<string>(UNLOCKED, { changed: (userId) => this.#forgetUser(userId) })
  }

  get(of: Of, key: string): Failures | undefined {
    return this.#held[of].get(key)
  }
  /** Failures at the places of users, by user id: the longest lock, else the most failures, that still count. */
  gravestOfUsers(): ReadonlyMap<string, Failures> {
    const now = this.#clock.now()
    const gravest = new Map<string, Failures>()
    for (const [place, failures] of this.#held.places.entries()) {
      if (now - (failures.failed_at?.getTime() ?? 0) >= WINDOW_MS && !isLocked(failures, now)) continue
      const userId = place.slice(0, place.indexOf(' '))
      const known = gravest.get(userId)
      if (known === undefined || isGraver(failures, known)) gravest.set(userId, failures)
    }
    return gravest
  }
  set(of: Of, key: string, failures: Failures): void {
    this.#held[of].set(key, failures)
    this.#others.publish(COUNTED, { of, key, failures })
  }
  /** A right password from a place of a user. */
  forget(place: string): void {
    if (this.#held.places.delete(place)) this.#others.publish(PROVED, place)
  }
  forgetUser(userId: string): void {
    this.#forgetUser(userId)
    this.#others.publish(UNLOCKED, userId)
  }

  /** Throws RATE_LIMIT while an address waits. */
  checkAddress(address: string): void {
    const held = this.#addresses.get(address)
    if (held === undefined) return
    const ms = held.at + addressWait(held.count) - this.#clock.now()
    if (ms > 0) throw tooMany('from this address', ms)
  }
  countAddress(address: string): void {
    this.#count(address)
    this.#others.publish(FROM, address)
  }

  #count(address: string) {
    const held = this.#addresses.get(address)
    const now = this.#clock.now()
    const isFresh = held === undefined || now - held.at >= WINDOW_MS + addressWait(held.count)
    this.#addresses.set(address, { count: isFresh ? 1 : held.count + 1, at: now })
  }
  #forgetUser(userId: string) {
    this.#held.places.deleteAll((place) => place.startsWith(`${userId} `))
  }
}

const isLocked = ({ locked_until: until }: Failures, now: number) => until !== null && until.getTime() > now
/** True when `one` locks for longer than `other`, or for as long after more failures. */
export function isGraver(one: Failures, other: Failures): boolean {
  const [mine, theirs] = [one, other].map(({ locked_until: until }) => until?.getTime() ?? 0) as [
    number,
    number,
  ]
  return mine > theirs || (mine === theirs && one.failed_logins > other.failed_logins)
}

/** Instants come as text from another process. */
const revived = (failures: Failures): Failures => {
  const instant = (at: Date | null) => (at === null ? null : new Date(at))
  return {
    ...failures,
    failed_since: instant(failures.failed_since),
    failed_at: instant(failures.failed_at),
    locked_until: instant(failures.locked_until),
  }
}

const addressWait = (count: number) =>
  count < ADDRESS_FREE ? 0 : Math.min(WINDOW_MS, ADDRESS_DELAY_MS * 2 ** Math.min(20, count - ADDRESS_FREE))

export const seconds = (ms: number) => Math.ceil(ms / 1000)

export function tooMany(where: string, ms: number) {
  const s = seconds(ms)
  const words = s < 120 ? `${s} s` : `${Math.ceil(s / 60)} minutes`
  return new OperationError('RATE_LIMIT', `Too many wrong passwords ${where}. Try again in ${words}.`, {
    data: { retry_after_s: s },
  })
}

/** A map that forgets what was not set for longest. */
class Held<T> {
  readonly #held = new Map<string, T>()
  entries = () => this.#held.entries()
  get = (key: string) => this.#held.get(key)
  delete = (key: string) => this.#held.delete(key)
  deleteAll(which: (key: string) => boolean) {
    for (const key of [...this.#held.keys()].filter(which)) this.#held.delete(key)
  }
  set(key: string, value: T) {
    this.#held.delete(key)
    if (this.#held.size >= HELD) this.#held.delete(this.#held.keys().next().value as string)
    this.#held.set(key, value)
  }
}
