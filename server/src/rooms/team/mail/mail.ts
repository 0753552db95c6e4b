import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { JobLines } from '../../../platform/kernel/cluster/job-lines.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Files } from '../../../platform/needs/files.ts'
import type { DutyOfUser, OutgoingNotification } from '../../../sea/topics.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import type { OutgoingRecipient } from './compose/outgoing.sql.ts'
import type { Box } from './box.ts'
import type { AcceptJob } from './store/accept-job.ts'
import type { MailReader } from './reading/mail-reader.ts'

/** Services that the parts of the mail work with. */
export type MailRoom = {
  db: Db
  clock: Clock
  log: Log
  identity: IdentityInterface
  settings: Administered
  /** Files that drafts name. */
  attachments: FilesOf
  /** Bytes of raw messages. */
  raw: Files
  reader: MailReader
  /** Mails that wait to be stored, in one line. */
  accepted: JobLines<AcceptJob>
  /** Domain of the addresses of this installation. */
  domain: string
  /** True when mails to other servers are sent. */
  sendsOutside: boolean
  /** Returns the mailboxes of accounts that a user has on other servers. */
  accountsOf(userId: string): Promise<Box[]>
  /** Returns the duties of the moment. */
  duties(): Promise<DutyOfUser[]>
  send: Send
  /** Counts the unread mails of mailboxes again for the screens of their users. */
  unreadChanged(mailboxes: readonly string[]): void
  notify(notification: OutgoingNotification): void
  /** Stores how far a sent mail came to recipients, and pushes it to its sender. */
  outcome(mailId: string, outcomes: readonly OutgoingRecipient[]): Promise<void>
  /** Brings the job that sends forward, at a time in epoch ms. */
  sendAt(at: number): void
}

export const MB = 1024 * 1024
