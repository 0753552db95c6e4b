import { room, type RoomInterface } from '../../../platform/ground.ts'
import { identity } from '../../centre/identity/room.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import { sendDigests } from './digest.ts'
import { mailNotifications } from './notification-mails.ts'
import { notificationOps, presentDelivery, unreadNotifications } from './notifications.ops.ts'
import {
  deliveriesLeadingTo,
  deleteNotifications,
  limitNotifications,
  type Client,
} from './notifications.sql.ts'
import { notifyPersistently, notifyAll } from './notify-users.ts'
import { testNotificationOps } from './test-notification.ops.ts'
import { unreadOps } from './unread.ops.ts'
import { vesselNotificationOps } from './vessel-notifications.ops.ts'

const RETENTION_MS = 90 * 24 * 3_600_000
const DIGEST_MS = 60_000
const MAIL_MS = 10_000

/** Notifications to users, on every screen and at their next login. */
export const notifications = room({
  name: 'notifications',
  uses: { identity },
  open: async (ground, { identity }) => {
    const { db, clock, bus, log } = ground
    const needs = { ...ground, identity }
    let telling = Promise.resolve()
    // Runs one after the other: a later notification has a later id, and hiding follows the push.
    const inTurn = (act: () => Promise<void>): Promise<void> => {
      const mine = telling.then(act)
      telling = mine.catch(() => undefined)
      return mine
    }
    const orLog = (act: () => Promise<void>) =>
      void inTurn(act).catch((error: unknown) =>
        log.error('a notification could not be stored', { error: sentenceOf(error) }),
      )
    bus.subscribe('notice', (one) => orLog(() => notifyPersistently(needs, one)))
    bus.subscribe('noticeSeers', (about) => orLog(() => limitNotifications(db, about)))
    ground.queries.subscribe('unread', async (caller) => [
      { room: 'notices', count: await unreadNotifications(ground, caller) },
    ])
    const door = {
      /**
       * Notifies users as `make` returns, in one transaction with its changes: all of it or nothing. Throws what `make` throws.
       */
      notifyWith: (make: (client: Client) => Promise<readonly OutgoingNotification[]>) =>
        inTurn(() => notifyAll(needs, make)),
      /** Returns deliveries of notifications that lead to an alert, the latest first. */
      ofAlert: async (id: string) =>
        (await deliveriesLeadingTo(db, { kind: 'alert', id })).map((row) => ({
          ...presentDelivery(row),
          at: row.at.toISOString(),
        })),
    }
    return {
      door,
      ops: [
        ...notificationOps(ground),
        ...testNotificationOps(needs),
        ...unreadOps(ground),
        ...vesselNotificationOps(ground),
      ],
      jobs: [
        {
          name: 'notices.digest',
          does: 'Sends notification digests',
          when: { everyMs: DIGEST_MS },
          work: () => inTurn(() => sendDigests(needs)),
        },
        {
          name: 'notices.mail',
          does: 'Sends notification e-mails',
          when: { everyMs: MAIL_MS },
          work: () => mailNotifications(needs),
        },
        {
          name: 'notices.forget',
          does: 'Deletes notifications after 90 days',
          when: { cron: '40 3 * * *', zone: 'UTC' },
          work: () => deleteNotifications(db, new Date(clock.now() - RETENTION_MS)),
        },
      ],
      stop: () => telling,
    }
  },
})

/** Interface of the room. */
export type NotificationsInterface = RoomInterface<typeof notifications>
