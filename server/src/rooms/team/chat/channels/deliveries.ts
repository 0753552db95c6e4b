import type { Db } from '../../../../platform/needs/database.ts'
import { markDelivered } from './channel-members.sql.ts'

const FLUSH_MS = 500
/** Users of a channel up to whom deliveries are noted. */
export const MOST_NOTED_USERS = 100

/** Notes up to which post each open screen received, in lots. */
export class Deliveries {
  readonly #db: Db
  readonly #waiting = new Map<string, { at: number; users: Set<string> }>()
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db) {
    this.#db = db
  }

  add(channel: string, at: number, users: readonly string[]): void {
    if (users.length === 0 || users.length > MOST_NOTED_USERS) return
    const before = this.#waiting.get(channel)
    const all = before?.users ?? new Set()
    for (const one of users) all.add(one)
    this.#waiting.set(channel, { at: Math.max(at, before?.at ?? 0), users: all })
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#flush()
    }, FLUSH_MS)
  }

  async #flush() {
    this.#timer = null
    const lot = [...this.#waiting]
    this.#waiting.clear()
    // A lost note only shows "sent" for longer.
    for (const [channel, { at, users }] of lot)
      await markDelivered(this.#db, channel, [...users], at).catch(() => undefined)
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) {
      clearTimeout(this.#timer)
      this.#writing = this.#flush()
    }
    await this.#writing
  }
}
