import {
  NOTIFICATION_CHANNELS,
  notificationPush,
  testNotice,
  type NotificationChannel,
} from '@samudra/contract/notifications'
import { users } from '../../../platform/kernel/http/audience.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { MISSING, presentNotification } from './notifications.ops.ts'
import { inNotifications, markArrived, readSettings, storeNotification } from './notifications.sql.ts'
import { notificationOf, type NotifyNeeds } from './notify-users.ts'

type Outcome = { channel: NotificationChannel; state: 'SENT' | 'KEPT' | 'NOT_THERE'; why: string }

/** A trial goes by every channel there is, whatever the hour and the wishes. */
export const testNotificationOps = ({ db, clock, send, presence }: NotifyNeeds): Handled[] => [
  handle(testNotice, async ({ input: { severity }, caller, record }) => {
    const at = clock.now()
    const audience = users(caller.userId)
    const text = 'Test: notifications of this severity look like this.'
    const notice = notificationOf({ kind: 'TEST', severity, text, link: null, audience }, at)
    record({ objectType: 'notice', objectId: notice.id })
    const hasDigest = (await readSettings(db, caller.userId)).some(({ digest }) => digest !== null)
    const there = NOTIFICATION_CHANNELS.filter((channel) => MISSING[channel] === null)
    await inNotifications(db, (client) =>
      storeNotification(client, notice, [{ userId: caller.userId, channels: there, isQuiet: false }]),
    )
    const shown = presentNotification({ ...notice, read_at: null, arrived_at: null })
    send(notificationPush, { notice: shown, quiet: false, sound: true }, audience)
    const screens = (await presence.screens()).filter(({ userId }) => userId === caller.userId).length
    if (screens > 0) await markArrived(db, [caller.userId], [notice.id], new Date(clock.now()))
    return {
      id: notice.id,
      channels: NOTIFICATION_CHANNELS.map((channel) => outcomeOf(channel, screens, hasDigest)),
    }
  }),
]

function outcomeOf(channel: NotificationChannel, screens: number, hasDigest: boolean): Outcome {
  const missing = MISSING[channel]
  if (missing !== null) return { channel, state: 'NOT_THERE', why: missing }
  if (channel === 'DIGEST') {
    const why = hasDigest ? 'It will be in the next digest.' : 'You have not set a digest time.'
    return { channel, state: 'KEPT', why }
  }
  if (channel === 'EMAIL')
    return { channel, state: 'KEPT', why: 'You will receive an e-mail within a minute.' }
  if (screens === 0)
    return { channel, state: 'KEPT', why: 'No screen is connected. It is shown at your next login.' }
  return {
    channel,
    state: 'SENT',
    why: `Sent to ${screens === 1 ? '1 screen' : `${screens} screens`}.`,
  }
}
