import { randomUUID } from 'node:crypto'
import { customStatusChange } from '@samudra/contract/presence'
import type { Ground } from '../../../platform/ground.ts'
import { EVERYONE } from '../../../platform/kernel/http/audience.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Status } from '../../../sea/topics.ts'
import { ConnectionTracker, type PresenceConnection } from './connection-tracker.ts'
import { dutiesByUser, presentStatus } from './presence.ops.ts'
import {
  beat,
  chooseStatus,
  isUnsettled,
  presentStatuses,
  settle,
  statusesOf,
  storeConnections,
  type PresenceRow,
} from './presence.sql.ts'

/** Name of the topic between processes. */
const PRESENCE = 'presence'

type Needs = Pick<Ground, 'db' | 'clock' | 'bus' | 'log' | 'others' | 'queries' | 'send'>
export type WantedStatus = { status: Status['status']; dndEndsAt?: number; isManual?: boolean }

/** Stores the connections of this process, and pushes what follows from those of all. */
export class PresenceState {
  readonly #needs: Needs
  readonly #server = randomUUID()
  readonly #tracker: ConnectionTracker
  #settling: Promise<void> | null = null
  #isWanted = false
  #isRunning = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#tracker = new ConnectionTracker(needs.clock, () => {
      if (this.#isRunning) void this.#orLog(this.#settleNow())
    })
    needs.others.follow<Status[]>(PRESENCE, {
      changed: (statuses) => needs.bus.publish('presence', statuses),
      afresh: async () => {
        needs.bus.publish('presence', (await presentStatuses(needs.db)).map(statusOf))
        return false
      },
    })
  }

  connect(userId: string, isActive: boolean): PresenceConnection {
    return this.#tracker.connect(userId, isActive)
  }

  async statuses(userIds: readonly string[]): Promise<Status[]> {
    const rows = await statusesOf(this.#needs.db, userIds)
    const known = new Map(rows.map((row) => [row.user_id, statusOf(row)]))
    return userIds.map((userId) => known.get(userId) ?? offline(userId))
  }

  async setStatus(userId: string, { status, dndEndsAt = 0, isManual }: WantedStatus): Promise<Status> {
    const isChosen = status !== 'online' && isManual !== false
    const ends = isChosen && status === 'dnd' && dndEndsAt > 0 ? new Date(dndEndsAt) : null
    await chooseStatus(this.#needs.db, userId, isChosen ? status : null, ends)
    // A client of the programming interface without a socket is online for the time of grace.
    if (status === 'online') this.#tracker.connect(userId, true).close()
    await this.#settleNow()
    return (await this.statuses([userId]))[0]!
  }

  /** Renews the beat of this process, and settles what follows from time. */
  beat = (): Promise<void> => this.#orLog(this.#renew())

  async start(): Promise<void> {
    this.#isRunning = true
    await this.beat()
  }
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#tracker.closeAll()
    await this.#orLog(this.#settleNow())
  }

  async #renew() {
    const { db, clock } = this.#needs
    if (!(await beat(db, this.#server, clock.now()))) this.#tracker.markAll()
    await this.#settleNow()
  }

  /** Stores what changed here and pushes what follows from it; calls meanwhile share the next run. */
  #settleNow(): Promise<void> {
    this.#isWanted = true
    this.#settling ??= this.#settleWanted().finally(() => (this.#settling = null))
    return this.#settling
  }
  async #settleWanted() {
    // Connections that open in the same turn are stored together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#isWanted) {
      this.#isWanted = false
      await this.#settleOnce()
    }
  }
  async #settleOnce() {
    const { db, clock, others } = this.#needs
    const rows = this.#tracker.takeDirty()
    try {
      if (rows.length > 0) await storeConnections(db, this.#server, rows)
    } catch (error) {
      this.#tracker.putBack(rows)
      throw error
    }
    if (await isUnsettled(db, clock.now()))
      await others.inTurn(PRESENCE, async () => this.#publish(await settle(db, clock.now())))
  }

  async #publish(rows: readonly PresenceRow[]) {
    if (rows.length === 0) return
    const { bus, others, queries, send } = this.#needs
    const statuses = rows.map(statusOf)
    const duties = await dutiesByUser(queries)
    others.publish(PRESENCE, statuses)
    bus.publish('presence', statuses)
    for (const status of statuses)
      send(customStatusChange, presentStatus(status, duties.get(status.userId)), EVERYONE, {
        about: `${PRESENCE}:${status.userId}`,
      })
  }

  #orLog(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      if (this.#isRunning) this.#needs.log.error('presence could not be stored', { error: sentenceOf(error) })
    })
  }
}

const statusOf = (row: PresenceRow): Status => ({
  userId: row.user_id,
  status: row.status,
  isConnected: row.is_connected,
  isManual: row.chosen !== null,
  lastActivityAt: row.last_activity_at?.getTime() ?? 0,
  dndEndsAt: row.chosen === 'dnd' ? (row.dnd_ends_at?.getTime() ?? 0) : 0,
})
const offline = (userId: string): Status => ({
  userId,
  status: 'offline',
  isConnected: false,
  isManual: false,
  lastActivityAt: 0,
  dndEndsAt: 0,
})
