import type { SamudraQueries } from '../../../sea/topics.ts'
import { getVesselNotifications, type VesselNotification } from '@samudra/contract/subscriptions'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { vesselNotificationsOf, type NotificationRow } from './notifications.sql.ts'
import { maySee, unreadOf, withMembersNow } from './notification-visibility.ts'

/** Maximum number of rows to page through; filters by vessel, type or time reach the others. */
const MOST = 20_000

const msOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

/** Creates operations on a user's vessel notifications, limited to what they may see now. */
export const vesselNotificationOps = ({
  db,
  clock,
  queries,
}: {
  db: Db
  clock: Clock
  queries: SamudraQueries
}): Handled[] => [
  handle(getVesselNotifications, async ({ input, caller }) => {
    const { mmsi, type, severity } = input
    const query = {
      mmsi: mmsi === undefined ? undefined : Number(mmsi),
      type,
      severity,
      from: msOf(input.from),
      to: msOf(input.to),
    }
    const notifications = await withMembersNow(
      await vesselNotificationsOf(db, caller.userId, query, MOST),
      queries,
    )
    const seen = notifications.filter((notice) => maySee(notice, caller))
    const unread = unreadOf(seen)
    const page = pageOf(input.unread === true ? unread : seen, input, clock.now())
    return { ...page, items: page.items.map(presentVesselNotice), unread: unread.length }
  }),
]

function presentVesselNotice(row: NotificationRow): VesselNotification {
  const { type, mmsis, at, count, link } = row.vessel!
  const [only, ...more] = mmsis
  return {
    id: row.id,
    mmsi: only === undefined || more.length > 0 ? null : mmsiText(only),
    type,
    text: row.text,
    severity: row.severity as VesselNotification['severity'],
    at: new Date(at).toISOString(),
    told_at: row.at.toISOString(),
    count,
    read_at: row.read_at?.toISOString() ?? null,
    link,
  }
}
