import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import type { Status } from '../presence/room.ts'
import type { CallOptions } from './call-options.ts'

/** Services of the calls room. */
export type CallsRoom = {
  db: Db
  clock: Clock
  log: Log
  settings: Administered
  servers: CallOptions
  send: Send
  notify(notification: OutgoingNotification): void
  statuses(userIds: readonly string[]): Promise<Status[]>
  /** Ids of the members of a chat channel; none for one that does not exist. */
  membersOf(channelId: string): Promise<readonly string[]>
  /** Pushes counts of missed calls that changed. */
  unseenChanged(userIds: readonly string[]): void
}
