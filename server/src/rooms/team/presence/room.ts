import { randomUUID } from 'node:crypto'
import { customStatusChange } from '@samudra/contract/presence'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import { EVERYONE } from '../../../platform/kernel/http/audience.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Status } from '../../../sea/topics.ts'
import { ConnectionTracker } from './connection-tracker.ts'
import { dutiesByUser, presenceOps, presentStatus } from './presence.ops.ts'
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

export type { Status } from '../../../sea/topics.ts'

const BEAT_MS = 2500
/** Name of the topic between processes. */
const PRESENCE = 'presence'

/** Knows which users are online, away, not to be disturbed or offline, over tabs, devices and servers. */
export const presence = room({
  name: 'presence',
  uses: {},
  open: async (ground) => {
    const { db, clock, bus, log, others, queries, send } = ground
    const server = randomUUID()
    let isStopped = false
    let settling: Promise<void> | null = null
    let isWanted = false
    const tracker = new ConnectionTracker(clock, () => settleSoon())

    const publish = async (rows: readonly PresenceRow[]) => {
      if (rows.length === 0) return
      const statuses = rows.map(statusOf)
      const duties = await dutiesByUser(queries)
      others.publish(PRESENCE, statuses)
      bus.publish('presence', statuses)
      for (const status of statuses)
        send(customStatusChange, presentStatus(status, duties.get(status.userId)), EVERYONE, {
          about: `${PRESENCE}:${status.userId}`,
        })
    }
    const settleOnce = async () => {
      const rows = tracker.takeDirty()
      try {
        if (rows.length > 0) await storeConnections(db, server, rows)
      } catch (error) {
        tracker.putBack(rows)
        throw error
      }
      if (await isUnsettled(db, clock.now()))
        await others.inTurn(PRESENCE, async () => publish(await settle(db, clock.now())))
    }
    /** Stores what changed here and pushes what follows from it; calls meanwhile share the next run. */
    const settleNow = (): Promise<void> => {
      isWanted = true
      settling ??= (async () => {
        await new Promise((resolve) => setImmediate(resolve))
        try {
          while (isWanted) {
            isWanted = false
            await settleOnce()
          }
        } finally {
          settling = null
        }
      })()
      return settling
    }
    const orLog = (work: Promise<void>) =>
      work.catch((error: unknown) => {
        if (!isStopped) log.error('presence could not be stored', { error: sentenceOf(error) })
      })
    let isStarted = false
    const settleSoon = () => {
      if (isStarted && !isStopped) void orLog(settleNow())
    }
    const renew = async () => {
      if (!(await beat(db, server, clock.now()))) tracker.markAll()
      await settleNow()
    }

    others.follow<Status[]>(PRESENCE, {
      changed: (statuses) => bus.publish('presence', statuses),
      afresh: async () => {
        bus.publish('presence', (await presentStatuses(db)).map(statusOf))
        return false
      },
    })

    const door = {
      /** Returns one status for each user; of an unknown user offline. */
      statuses: async (userIds: readonly string[]): Promise<Status[]> => {
        const known = new Map((await statusesOf(db, userIds)).map((row) => [row.user_id, statusOf(row)]))
        return userIds.map((userId) => known.get(userId) ?? offline(userId))
      },
      /** Registers an open connection of a user, of any kind; `isActive` is false for an idle page that came back. */
      connect: (userId: string, isActive = true) => tracker.connect(userId, isActive),
      /** Chooses the status of a user; `online` or `isManual: false` removes the choice. Resolves when it is pushed. */
      setStatus: async (
        userId: string,
        wanted: { status: Status['status']; dndEndsAt?: number; isManual?: boolean },
      ): Promise<Status> => {
        const isChosen = wanted.status !== 'online' && wanted.isManual !== false
        const ends = isChosen && wanted.status === 'dnd' && wanted.dndEndsAt ? wanted.dndEndsAt : null
        await chooseStatus(db, userId, isChosen ? wanted.status : null, ends === null ? null : new Date(ends))
        // A client of the programming interface without a socket is online for the time of grace.
        if (wanted.status === 'online') tracker.connect(userId, true).close()
        await settleNow()
        return (await door.statuses([userId]))[0]!
      },
    }
    return {
      door,
      ops: presenceOps({ db, clock, queries, setStatus: door.setStatus }),
      beats: [{ everyMs: BEAT_MS, work: () => orLog(renew()) }],
      start: async () => {
        isStarted = true
        await orLog(renew())
      },
      stop: async () => {
        tracker.closeAll()
        await orLog(settleNow())
        isStopped = true
      },
    }
  },
})

/** Interface of the room. */
export type PresenceInterface = RoomInterface<typeof presence>

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
