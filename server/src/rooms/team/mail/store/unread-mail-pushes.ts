import { Collected } from '../../../../platform/kernel/cluster/collected.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { foldersOf } from './mailboxes.sql.ts'
import { pushUnread } from './push-mail.ts'

/** Pushes the unread mails of users, by the id of the mailbox, to their screens, some at once. */
export const unreadMailPushes = ({ db, send, log }: { db: Db; send: Send; log: Log }) =>
  new Collected(log, 'unread mails could not be pushed', async (ids) => {
    const folders = await foldersOf(db, ids)
    const counts = new Map(
      folders.flatMap((one) => (one.folder === 'Inbox' ? [[one.mailbox, one.unread]] : [])),
    )
    for (const id of ids) pushUnread({ send }, id, counts.get(id) ?? 0)
  })
