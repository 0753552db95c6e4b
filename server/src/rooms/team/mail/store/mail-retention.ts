import type { JobKind } from '../../../../platform/needs/jobs.ts'
import { accountsOf, heldBoxes, removeAccount } from '../account/mail-accounts.sql.ts'
import type { MailRoom } from '../mail.ts'
import { deleteOverdue } from './mail-changes.sql.ts'
import { forgetRaws } from './forget-raws.ts'
import { deletedUsersBoxes, forgetOutgoing, removeBox } from './old-boxes.sql.ts'

const DAY_MS = 24 * 3_600_000
/** Days for which the mailbox of a deleted user stays. */
const DELETED_USER_DAYS = 90
const OUTGOING_DAYS = 365

/** Deletes mails past their time, every night: of Trash and Spam, past retention, and of deleted users. Legal holds stop it. */
export const mailRetention = (room: MailRoom): JobKind => ({
  name: 'mail.retention',
  does: 'Deletes mails past their retention, and those of Trash and Spam',
  when: { cron: '40 3 * * *', zone: 'UTC' },
  work: async ({ signal }) => {
    const now = room.clock.now()
    const days = room.settings.number('mail.retention_days')
    const held = await heldBoxes(room.db, await room.identity.heldUsers())
    const before = days === 0 ? null : new Date(now - days * DAY_MS)
    for (let isLast = false; !isLast;) {
      signal.throwIfAborted()
      const lot = await deleteOverdue(room.db, new Date(now), before, held)
      await forgetRaws(room, lot.rows)
      isLast = lot.isLast
    }
    for (const mailbox of await deletedUsersBoxes(
      room.db,
      new Date(now - DELETED_USER_DAYS * DAY_MS),
      held,
    )) {
      signal.throwIfAborted()
      for (const account of await accountsOf(room.db, mailbox))
        await forgetRaws(room, await removeAccount(room.db, account, false))
      await forgetRaws(room, await removeBox(room.db, mailbox))
    }
    await forgetOutgoing(room.db, new Date(now - OUTGOING_DAYS * DAY_MS))
  },
})
