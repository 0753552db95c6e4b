import { kindPlural, type UserNotification } from '@samudra/contract/notifications'
import { NOTIFICATION_TYPE_WORDS } from '@samudra/contract/subscriptions'
import { users } from '../../../platform/kernel/http/audience.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import { readSettings, takeForDigest, type NotificationRow } from './notifications.sql.ts'
import { isDigestDue } from './quiet.ts'
import { maySee, withMembersNow } from './notification-visibility.ts'
import { notifyAll, type NotifyNeeds } from './notify-users.ts'

/** Sends one digest notification to each user whose digest is due. */
export async function sendDigests(needs: NotifyNeeds): Promise<void> {
  const { db, clock, identity } = needs
  const wishes = (await readSettings(db, null)).filter(({ digest }) => digest !== null)
  if (wishes.length === 0) return
  const known = new Map((await identity.everyone()).map((user) => [user.userId, user]))
  for (const { user_id, digest, digested_at } of wishes) {
    const user = known.get(user_id)
    const at = clock.now()
    if (user === undefined) continue
    const when = { at, zone: user.settings['datetime.zone'] }
    if (!isDigestDue(digest, digested_at?.getTime() ?? null, when)) continue
    await notifyAll(needs, async (client) => {
      const waiting = await takeForDigest(client, user_id, new Date(at))
      const seen = (await withMembersNow(waiting, needs.queries)).filter((notice) => maySee(notice, user))
      return seen.length === 0 ? [] : [digestOf(user_id, seen)]
    })
  }
}

type Waiting = Pick<NotificationRow, 'at' | 'kind' | 'vessel'> & { channels: readonly string[] }

function digestOf(userId: string, waiting: readonly Waiting[]): OutgoingNotification {
  const counts = new Map<string, number>()
  for (const { kind, vessel } of waiting) {
    const words =
      vessel === null ? kindPlural(kind as UserNotification['kind']) : NOTIFICATION_TYPE_WORDS[vessel.type]
    counts.set(words, (counts.get(words) ?? 0) + (vessel?.count ?? 1))
  }
  const parts = [...counts].map(([words, count]) => `${words}: ${count}`)
  const from = waiting[0]!.at.toISOString()
  const isOfShips = waiting.some(({ vessel }) => vessel !== null)
  return {
    kind: 'DIGEST',
    severity: 'INFO',
    // The screen shows when by the clocks of its user.
    text: `Digest of ${waiting.length} ${waiting.length === 1 ? 'notice' : 'notices'}. ${parts.join(', ')}.`,
    link: isOfShips
      ? { kind: 'screen', path: `/home/main/vesselNotifications?from=${encodeURIComponent(from)}` }
      : null,
    audience: users(userId),
    // Mailed when one of the summed up notices was to be mailed.
    usually: waiting.some(({ channels }) => channels.includes('EMAIL')) ? ['PAGE', 'EMAIL'] : ['PAGE'],
  }
}
