import {
  getNoticeDeliveries,
  getNotices,
  getNoticeSettings,
  noticesRead,
  readNotices,
  updateNoticeSettings,
  type Delivery,
  type UserNotification,
  type NotificationChannel,
  type NotificationSettings,
  type NotificationSeverity,
} from '@samudra/contract/notifications'
import { users } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { SamudraQueries } from '../../../sea/topics.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  deliveriesOf,
  markArrived,
  markRead,
  notificationsOf,
  readSettings,
  writeSettings,
  type DeliveryRow,
  type NotificationRow,
} from './notifications.sql.ts'
import { USUAL } from './quiet.ts'
import { maySee, unreadOf, withMembersNow } from './notification-visibility.ts'

/** Maximum number of notifications that a user reads. */
const MOST = 2000
/** Why a channel cannot be chosen; null for one that is there. */
export const MISSING: Record<NotificationChannel, string | null> = {
  PAGE: null,
  SOUND: null,
  DIGEST: null,
  EMAIL: null,
  WEBHOOK:
    'notifications to other programs are not available; choose PAGE, or use a webhook in a rule of an administrator',
}

type Needs = { db: Db; clock: Clock; send: Send; queries: SamudraQueries }

export const notificationOps = (needs: Needs): Handled[] =>
  [list, read, deliveries, settings, updateSettings].map((make) => make(needs))

/** Returns those notifications of a user that they may still see. */
async function seenBy(
  { db, queries }: Pick<Needs, 'db' | 'queries'>,
  caller: Caller,
): Promise<NotificationRow[]> {
  const notified = await withMembersNow(await notificationsOf(db, caller.userId, MOST), queries)
  return notified.filter((notice) => maySee(notice, caller))
}

/** Returns the number of notifications that a user has not read. */
export const unreadNotifications = async (
  needs: Pick<Needs, 'db' | 'queries'>,
  caller: Caller,
): Promise<number> => unreadOf(await seenBy(needs, caller)).length

const list = ({ db, clock, queries }: Needs) =>
  handle(getNotices, async ({ input, caller }) => {
    const seen = await seenBy({ db, queries }, caller)
    const unread = unreadOf(seen)
    const page = pageOf(input.unread === true ? unread : seen, input, clock.now())
    const arriving = page.items.flatMap(({ id, arrived_at }) => (arrived_at === null ? [id] : []))
    if (arriving.length > 0) await markArrived(db, [caller.userId], arriving, new Date(clock.now()))
    return { ...page, items: page.items.map(presentNotification), unread: unread.length }
  })

const read = ({ db, clock, send, queries }: Needs) =>
  handle(readNotices, async ({ input, caller, record }) => {
    const { ids = [], upto = null, kind = null } = input
    record({ objectType: 'notice', objectId: upto ?? ids.join() })
    await markRead(db, caller.userId, { ids, upto, kind, at: new Date(clock.now()) })
    const unread = unreadOf(await seenBy({ db, queries }, caller)).length
    send(noticesRead, { ids, upto, kind, unread }, users(caller.userId))
    return { unread }
  })

const deliveries = ({ db }: Needs) =>
  handle(getNoticeDeliveries, async ({ input, caller }) => {
    const rows = await deliveriesOf(db, input.id, caller.isAdmin ? null : caller.userId)
    if (rows.length === 0)
      throw new OperationError('NOT_FOUND', 'This notification does not exist; it may have been deleted.')
    return { items: rows.map(presentDelivery) }
  })

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  username: row.username,
  channels: row.channels,
  quiet: row.is_quiet,
  awaits_digest: row.awaits_digest,
  arrived_at: row.arrived_at?.toISOString() ?? null,
  read_at: row.read_at?.toISOString() ?? null,
})

const settingsOf = async (db: Db, userId: string): Promise<NotificationSettings> => {
  const [found = USUAL] = await readSettings(db, userId)
  const { channels, quiet, breaks, digest, version } = found
  return { channels, quiet, breaks, digest, version }
}

const settings = ({ db }: Needs) =>
  handle(getNoticeSettings, async ({ caller }) => settingsOf(db, caller.userId))

const updateSettings = ({ db }: Needs) =>
  handle(updateNoticeSettings, async ({ input, caller, record }) => {
    const { expected_version, ...wishes } = input
    record({ objectType: 'notice_settings', objectId: caller.userId })
    for (const [kind, row] of Object.entries(wishes.channels))
      for (const [severity, channels] of Object.entries(row ?? {}))
        checkCell(`${kind}.${severity}`, severity as NotificationSeverity, channels ?? [], wishes.digest)
    const before = await settingsOf(db, caller.userId)
    const after = { ...wishes, version: expected_version + 1 }
    if (!(await writeSettings(db, caller.userId, after)))
      throw new OperationError(
        'VERSION_CONFLICT',
        'You changed this on another screen meanwhile; look at it again.',
        {
          data: before,
        },
      )
    record({ before, after })
    return after
  })

function checkCell(
  cell: string,
  severity: NotificationSeverity,
  channels: readonly NotificationChannel[],
  digest: NotificationSettings['digest'],
) {
  const missing = channels.map((channel) => MISSING[channel]).find((why) => why !== null)
  if (missing !== undefined) throw wrongCell(cell, missing)
  if (severity === 'CRITICAL' && !channels.includes('PAGE'))
    throw wrongCell(cell, 'critical notifications always use PAGE; choose PAGE')
  if (cell.startsWith('MAIL.') && channels.includes('DIGEST'))
    throw wrongCell(cell, 'new mails are listed in the mail, not in a digest; choose another channel')
  if (cell.startsWith('MAIL.') && channels.includes('EMAIL'))
    throw wrongCell(cell, 'a mail about each new mail would lead to the next one; choose another channel')
  if (digest === null && channels.includes('DIGEST')) throw wrongCell(cell, 'set the digest time first')
}
const wrongCell = (cell: string, why: string) =>
  new OperationError('VALIDATION', `Check channels: ${why}.`, {
    fields: [{ field: `channels.${cell}`, why }],
  })

export const presentNotification = (row: Omit<NotificationRow, 'audience' | 'seers'>): UserNotification => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind as UserNotification['kind'],
  severity: row.severity as UserNotification['severity'],
  text: row.text,
  link: row.link,
  rolls: row.rolls,
  read_at: row.read_at?.toISOString() ?? null,
})
