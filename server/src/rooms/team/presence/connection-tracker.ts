import { AWAY_AFTER_MS } from '@samudra/contract/presence'
import type { Clock } from '../../../platform/needs/clock.ts'

/** Open connection of a user, as the holder of the connection reports on it. */
export type PresenceConnection = { activity(isActive: boolean): void; close(): void }
/** Connections of a user at this process, as a row; epoch ms, null for none. */
export type ConnectionRow = {
  userId: string
  activeAt: number | null
  activeUntil: number | null
  closedAt: number | null
}

type Tracked = { open: Set<{ isActive: boolean; activeAt: number | null }>; row: ConnectionRow }

/** Activity that is this much newer than the stored one is stored again. */
const RENEW_MS = 45_000

/** Tracks the open connections of this process and which users' rows have changed. */
export class ConnectionTracker {
  readonly #users = new Map<string, Tracked>()
  readonly #clock: Clock
  readonly #changed: () => void
  #dirty = new Set<string>()

  /** `changed` is called when a row waits to be stored. */
  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock
    this.#changed = changed
  }

  connect(userId: string, isActive: boolean): PresenceConnection {
    const tracked = this.#users.get(userId) ?? {
      open: new Set(),
      row: { userId, activeAt: null, activeUntil: null, closedAt: null },
    }
    this.#users.set(userId, tracked)
    const connection = { isActive, activeAt: isActive ? this.#clock.now() : null }
    tracked.open.add(connection)
    this.#take(tracked, true)
    return {
      activity: (isActiveNow) => {
        if (!tracked.open.has(connection)) return
        const isOther = connection.isActive !== isActiveNow
        connection.isActive = isActiveNow
        if (isActiveNow) connection.activeAt = this.#clock.now()
        this.#take(tracked, isOther)
      },
      close: () => {
        if (tracked.open.delete(connection)) this.#take(tracked, true)
      },
    }
  }

  /** Number of users with an open connection here. */
  get size(): number {
    return [...this.#users.values()].filter(({ open }) => open.size > 0).length
  }

  /** Returns the rows to store, which do not wait any more. */
  takeDirty(): ConnectionRow[] {
    const rows = [...this.#dirty].flatMap((id) => this.#users.get(id)?.row ?? [])
    this.#dirty = new Set()
    for (const { userId, closedAt } of rows) if (closedAt !== null) this.#users.delete(userId)
    return rows
  }
  /** Puts rows back that could not be stored; newer ones win. */
  putBack(rows: readonly ConnectionRow[]): void {
    for (const row of rows) {
      if (!this.#users.has(row.userId)) this.#users.set(row.userId, { open: new Set(), row })
      this.#dirty.add(row.userId)
    }
  }
  /** Makes every user with an open connection wait to be stored: the rows were lost. */
  markAll(): void {
    for (const [id, { open }] of this.#users) if (open.size > 0) this.#dirty.add(id)
  }
  /** Closes all connections, as when the process stops. */
  closeAll(): void {
    for (const tracked of this.#users.values()) {
      tracked.open.clear()
      this.#take(tracked, true)
    }
  }

  #take(tracked: Tracked, isChange: boolean) {
    const { row, open } = tracked
    const active = [...open].flatMap((one) => (one.isActive && one.activeAt !== null ? [one.activeAt] : []))
    const activeAt = Math.max(row.activeAt ?? 0, ...[...open].map((one) => one.activeAt ?? 0))
    if (!isChange && activeAt - (row.activeAt ?? 0) < RENEW_MS) return
    const activeUntil = active.length === 0 ? null : Math.max(...active) + AWAY_AFTER_MS
    tracked.row = {
      userId: row.userId,
      activeAt: activeAt === 0 ? null : activeAt,
      // A user whose last tab closed stays as it was for the time of grace.
      activeUntil: open.size > 0 ? activeUntil : row.activeUntil,
      closedAt: open.size > 0 ? null : this.#clock.now(),
    }
    this.#dirty.add(row.userId)
    this.#changed()
  }
}
