import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import type { NotificationsInterface } from '../../watch/notifications/room.ts'

/** Services that the parts of the forum work with. */
export type ForumRoom = {
  db: Db
  clock: Clock
  log: Log
  identity: IdentityInterface
  settings: Administered
  files: FilesOf
  send: Send
  /** Signs exports of legal holds. */
  sealKey: Buffer
  notify(notification: OutgoingNotification): void
  /** Notifies users as `make` returns, in one transaction with its changes. */
  notifyWith: NotificationsInterface['notifyWith']
  /** Counts the unread topics of users again for their screens. */
  unreadChanged(userIds: readonly string[]): void
  /** Pushes the likes of posts, some at once. */
  likesChanged(cids: readonly string[]): void
}
