import { room, type Ground, type RoomInterface } from '../../../platform/ground.ts'
import { JobLines } from '../../../platform/kernel/cluster/job-lines.ts'
import type { FileKind } from '../../../platform/kernel/files/file-store.ts'
import { identity } from '../../centre/identity/room.ts'
import { settings } from '../../centre/settings/room.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { boxOps } from './boxes/mailboxes.ops.ts'
import { composeOps } from './compose/compose.ops.ts'
import { receiptOps } from './compose/receipts.ops.ts'
import { replyOps } from './compose/replies.ops.ts'
import { exportOps } from './export/mail-export.ops.ts'
import { attachmentOps } from './reading/attachments.ops.ts'
import { changeOps } from './store/mail-changes.ops.ts'
import { mailRetention } from './store/mail-retention.ts'
import { storeOutcome } from './compose/outgoing.sql.ts'
import { SEND_JOB, sending } from './compose/sending.sql.ts'
import { isAccountBox, isUserBox, membersOfBox } from './directory.ts'
import { accountsOf } from './account/mail-accounts.sql.ts'
import { SendTimer } from './compose/send-timer.ts'
import { MB, type MailRoom } from './mail.ts'
import { mailToUsers, sendProductMail, transportsOf, type ProductMail } from './transport/transports.ts'
import { MAIL_DOMAIN } from './transport/mail-options.ts'
import { MailReader } from './reading/mail-reader.ts'
import { readOps } from './read.ops.ts'
import { foldersOf } from './store/mailboxes.sql.ts'
import { storeLot } from './store/accept.ts'
import { pushChanged } from './store/push-mail.ts'
import { unreadMailPushes } from './store/unread-mail-pushes.ts'

/** Files of drafts; of sent mails they lie in the raw message. */
const FILES: FileKind = {
  name: 'mail',
  largest: 200 * MB,
  takes: 'SHARED',
  isOfUsers: true,
  waiting: { retentionMs: 24 * 3_600_000, most: 100 },
  isSeen: () => false,
}
/** Pause before a run that another one was in the way of, milliseconds. */
const RETRY_MS = 1000

/** Mail between the users of the installation, and with other servers. */
export const mail = room({
  name: 'mail',
  uses: { identity, settings },
  open: async (ground, { identity, settings }) => {
    const { db, clock, log, bus, queries, assembly, files, jobs, readers } = ground
    const unread = unreadMailPushes(ground)
    const timer: SendTimer = new SendTimer(clock, () =>
      jobs.hurry(SEND_JOB).catch((error: unknown) => {
        log.warn('mails are queued', { error: sentenceOf(error) })
        timer.at(clock.now() + RETRY_MS)
      }),
    )
    const mailRoom: MailRoom = {
      db,
      clock,
      log,
      identity,
      settings: settings.values,
      attachments: files.kind(FILES),
      raw: assembly.files,
      reader: new MailReader(readers),
      accepted: new JobLines((lot) => storeLot(mailRoom, lot)),
      domain: assembly.mail?.domain ?? MAIL_DOMAIN,
      sendsOutside: assembly.mail?.relay != null,
      accountsOf: async (userId) =>
        (await accountsOf(db, userId)).map(({ id, name, address }) => ({
          id,
          kind: 'ACCOUNT',
          name,
          address,
        })),
      duties: async () => (await queries.request('duties')).flat(),
      send: ground.send,
      unreadChanged: (mailboxes) => {
        unread.add(mailboxes.filter(isUserBox))
        // Changes of a user here are sent to the other server.
        for (const one of mailboxes) if (isAccountBox(one)) transports.wake(one)
      },
      notify: (notification) => bus.publish('notice', notification),
      outcome: async (mailId, outcomes) => {
        const changed = await storeOutcome(db, mailId, outcomes, new Date(clock.now()))
        if (changed !== undefined) pushChanged(mailRoom, [changed])
      },
      sendAt: (at) => timer.at(at),
    }
    answerQueries(ground, mailRoom)
    const transports = await transportsOf(mailRoom, ground)
    return {
      door: {
        /** Sends a mail of the product with files to an address, once for its key. Throws where none leaves here. */
        sendTo: (one: ProductMail) => sendProductMail(mailRoom, one),
      },
      ops: [readOps, changeOps, composeOps, replyOps, receiptOps, attachmentOps, exportOps, boxOps]
        .flatMap((ops) => ops(mailRoom))
        .concat(transports.ops),
      jobs: [sending(mailRoom), mailRetention(mailRoom)],
      beats: transports.beats,
      start: transports.start,
      stop: async () => {
        await transports.stop()
        timer.stop()
        await unread.stop()
      },
    }
  },
})

/** Interface of the room. */
export type MailInterface = RoomInterface<typeof mail>

function answerQueries({ db, queries }: Ground, mailRoom: MailRoom) {
  queries.subscribe('unread', async ({ userId }) => {
    const folders = await foldersOf(db, [userId])
    return [{ room: 'mail', count: folders.find(({ folder }) => folder === 'Inbox')?.unread ?? 0 }]
  })
  queries.subscribe('mailToUsers', (mails) => mailToUsers(mailRoom, mails))
  queries.subscribe('members', async (of, id) => (of === 'mailbox' ? membersOfBox(mailRoom, id) : []))
}
