import type { NotificationSeverity } from '@samudra/contract/notifications'
import type { UserMail } from '../../../sea/topics.ts'
import { awaitingMail, markMailed, readSettings, type MailedRow } from './notifications.sql.ts'
import { isQuietAt, USUAL } from './quiet.ts'
import { maySee, withMembersNow } from './notification-visibility.ts'
import type { NotifyNeeds } from './notify-users.ts'

/** Notices looked at by one run. */
const LOT = 2000
/** Time for which notices that are not critical are collected, so that a flood is one mail. */
const COLLECT_MS = 60_000
/** Notices listed in one mail. */
const LISTED = 100

/**
 * Mails what waits for it, one mail for each reader: what is critical at once, all else a minute after it came and
 * outside of the reader's quiet hours. What a reader may not know of any more is left out.
 */
export async function mailNotifications(needs: NotifyNeeds): Promise<void> {
  const { db, clock, identity, queries } = needs
  const waiting = await awaitingMail(db, LOT)
  if (waiting.length === 0) return
  const wishes = new Map((await readSettings(db, null)).map((one) => [one.user_id, one]))
  const known = new Map((await identity.everyone()).map((user) => [user.userId, user]))
  const now = clock.now()
  const mails: { mail: UserMail; ids: string[] }[] = []
  const all = await withMembersNow(waiting, queries)
  for (const userId of new Set(all.map(({ user_id }) => user_id))) {
    const own = all.filter(({ user_id }) => user_id === userId)
    const user = known.get(userId)
    const seen = user === undefined ? [] : own.filter((notice) => maySee(notice, user))
    const lost = own.filter((notice) => !seen.includes(notice))
    if (lost.length > 0) await markMailed(db, userId, idsOf(lost))
    const zone = user?.settings['datetime.zone'] ?? 'UTC'
    const wish = wishes.get(userId) ?? USUAL
    const isDue = ({ severity, waits_since, kind, breaks_quiet }: MailedRow) =>
      severity === 'CRITICAL' ||
      kind === 'TEST' ||
      (now - waits_since.getTime() >= COLLECT_MS &&
        (breaks_quiet || !isQuietAt(wish, severity as NotificationSeverity, { at: now, zone })))
    const due = seen.filter((notice) => isDue(notice))
    if (due.length > 0) mails.push({ mail: mailOf(userId, due), ids: idsOf(due) })
  }
  const stored = new Set(
    await queries
      .request(
        'mailToUsers',
        mails.map(({ mail }) => mail),
      )
      .then((all) => all.flat()),
  )
  for (const { mail, ids } of mails) if (stored.has(mail.key)) await markMailed(db, mail.userId, ids)
}

const idsOf = (notices: readonly { id: string }[]) => notices.map(({ id }) => id)

/** Returns the mail about some notices of one reader. Its key names the last of them, so that it is sent once. */
function mailOf(userId: string, notices: readonly MailedRow[]): UserMail {
  const last = notices.at(-1)!
  const [only, ...others] = notices
  const lines = notices
    .slice(0, LISTED)
    .map(
      ({ at, severity, text }) =>
        `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${severity}  ${text}`,
    )
  const more = notices.length > LISTED ? [`and ${notices.length - LISTED} more.`] : []
  return {
    key: `${userId}-${last.id}`,
    userId,
    at: last.at,
    subject:
      others.length === 0
        ? oneLine(only!.text)
        : `${notices.length} notifications, the last: ${oneLine(last.text)}`,
    text: [...lines, ...more, '', 'Log in to Samudra to see them.'].join('\n'),
    isUrgent: notices.some(({ severity }) => severity === 'CRITICAL'),
  }
}
const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
