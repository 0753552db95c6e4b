import type { IdentityInterface } from '../../centre/identity/room.ts'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { PresenceInterface } from '../presence/room.ts'
import type { AuditInterface } from '../../centre/audit/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { DutyOfUser, OutgoingNotification } from '../../../sea/topics.ts'
import type { JobLines } from '../../../platform/kernel/cluster/job-lines.ts'
import type { ChannelRow } from './channels/channels.sql.ts'
import type { ChatEvent } from './hub/chat-event.ts'
import type { PostJob } from './posts/post-job.ts'

/** Services of the chat server that its routes work with. */
export type Chat = {
  db: Db
  clock: Clock
  log: Log
  identity: IdentityInterface
  presence: PresenceInterface
  settings: Administered
  files: FilesOf
  /** Id of the one team. */
  team: string
  /** New posts, in order for each channel. */
  lines: JobLines<PostJob>
  /** Returns the duties of the moment. */
  duties(): Promise<DutyOfUser[]>
  /** Returns an area that a caller sees. Throws NOT_FOUND. */
  areaOf(id: string, caller: Caller): { id: string; name: string; isPublic: boolean }
  /** Returns the channels of a user that are not archived. */
  channelsOf(userId: string): Promise<ChannelRow[]>
  /** Returns which of some users are members of each of some channels. */
  membersAmong(channels: readonly string[], users: readonly string[]): Promise<Map<string, Set<string>>>
  /** Delivers an event to clients of this process and the others; after what it is about is stored. */
  publish(event: ChatEvent): void
  /** Pushes to the product screens that unread counts of users changed, by chat id. */
  countsChanged(users: readonly string[]): void
  /** Notifies users on every screen. */
  notify(notification: OutgoingNotification): void
  /** Leaves an audit record. */
  leave: AuditInterface['leave']
}

/** Channels that every user is a member of. */
export const DEFAULT_CHANNELS = [
  { name: 'town-square', display_name: 'Watch floor', purpose: 'The whole centre' },
  { name: 'off-topic', display_name: 'Off topic', purpose: 'Everything that is not about the watch' },
] as const
