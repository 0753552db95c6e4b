import { DEFAULT_USER_SETTINGS, readUserSettings, ROLES } from '@samudra/contract/identity'
import type { Account } from '../../centre/identity/room.ts'
import type { FileRow } from '../../../platform/kernel/files/files.sql.ts'
import type { ChannelRow } from './channels/channels.sql.ts'
import type { MemberRow } from './channels/channel-members.sql.ts'
import { chatIdOf } from './chat-ids.ts'
import type { ChatFileRow } from './files/chat-files.sql.ts'
import type { PersonRow } from './people/people.sql.ts'
import type { PostRow } from './posts/posts.sql.ts'

/** Name of the zone of IST and PST in the model's clients. */
const ZONES = { IST: 'Asia/Kolkata', PST: 'America/Los_Angeles', UTC: 'UTC' } as const

/** Returns a user as clients of the chat server read it. */
export function presentUser(account: Account, person?: PersonRow) {
  const settings = readUserSettings(account.settings)
  const zone = (settings.ok ? settings.value : DEFAULT_USER_SETTINGS)['datetime.zone']
  return {
    id: chatIdOf(account.id),
    create_at: account.created_at.getTime(),
    update_at: account.updated_at.getTime(),
    delete_at: account.status === 'DELETED' ? (account.deleted_at ?? account.updated_at).getTime() : 0,
    username: account.username.toLowerCase(),
    email: account.email,
    nickname: person?.nickname ?? '',
    first_name: '',
    last_name: '',
    position: '',
    roles: account.role === ROLES.ADMIN ? 'system_admin system_user' : 'system_user',
    locale: 'en',
    timezone: {
      useAutomaticTimezone: 'false',
      automaticTimezone: '',
      manualTimezone: ZONES[zone] ?? 'UTC',
    },
    props: person?.props ?? {},
    notify_props: {
      channel: 'true',
      desktop: 'mention',
      desktop_sound: 'true',
      email: 'false',
      first_name: 'false',
      mention_keys: '',
      push: 'none',
      ...person?.notify_props,
    },
    is_bot: false,
    last_picture_update: 0,
    mfa_active: false,
    auth_service: '',
    email_verified: true,
    terms_of_service_id: '',
    terms_of_service_create_at: 0,
  }
}

export const presentTeam = (id: string) => ({
  id,
  create_at: 0,
  update_at: 0,
  delete_at: 0,
  display_name: 'Centre',
  name: 'centre',
  description: 'Everyone of this centre',
  email: '',
  type: 'O',
  company_name: '',
  allowed_domains: '',
  invite_id: '',
  allow_open_invite: true,
  scheme_id: '',
  group_constrained: false,
  policy_id: null,
})
export const presentTeamMember = (teamId: string, userId: string, isAdmin: boolean) => ({
  team_id: teamId,
  user_id: userId,
  roles: isAdmin ? 'team_user team_admin' : 'team_user',
  delete_at: 0,
  scheme_guest: false,
  scheme_user: true,
  scheme_admin: isAdmin,
  explicit_roles: '',
})

export const presentChannel = (row: ChannelRow, teamId: string) => ({
  ...row,
  team_id: row.type === 'D' || row.type === 'G' ? '' : teamId,
  extra_update_at: 0,
  scheme_id: '',
  group_constrained: null,
  shared: null,
  policy_id: null,
})

export const presentMember = (row: MemberRow) => ({
  channel_id: row.channel_id,
  user_id: row.user_id,
  roles: row.is_admin ? 'channel_user channel_admin' : 'channel_user',
  last_viewed_at: row.last_viewed_at,
  msg_count: row.msg_count,
  mention_count: row.mention_count,
  msg_count_root: row.msg_count_root,
  mention_count_root: row.mention_count_root,
  urgent_mention_count: row.urgent_mention_count,
  notify_props: {
    desktop: 'default',
    email: 'default',
    push: 'default',
    mark_unread: 'all',
    ignore_channel_mentions: 'default',
    ...row.notify_props,
  },
  last_update_at: row.last_update_at,
  scheme_guest: false,
  scheme_user: true,
  scheme_admin: row.is_admin,
  explicit_roles: '',
})

/** Name and extension of a file as the model shows them. */
const extensionOf = (name: string) => /\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const presentFile = (row: FileRow, of?: Omit<ChatFileRow, 'file_id'>) => ({
  id: row.id.toLowerCase(),
  user_id: chatIdOf(row.user_id),
  post_id: row.of_id ?? '',
  channel_id: of?.channel_id ?? '',
  create_at: row.at.getTime(),
  update_at: row.at.getTime(),
  delete_at: 0,
  name: row.name,
  extension: extensionOf(row.name),
  size: row.size,
  mime_type: row.type,
  width: of?.width ?? 0,
  height: of?.height ?? 0,
  has_preview_image: (of?.width ?? 0) > 0,
  mini_preview: null,
  archived: false,
})
export type PresentedFile = ReturnType<typeof presentFile>

export type Reaction = { user_id: string; post_id: string; emoji_name: string; create_at: number }
export type Acknowledgement = { user_id: string; post_id: string; acknowledged_at: number }

const HASHTAG = /(?:^|\s)(#[\p{L}][\p{L}\p{N}_-]{1,63})/gu
/** Returns a post as clients read it, with what hangs on it. A deleted post shows nothing of its content. */
export function presentPost(
  row: PostRow,
  more: {
    files?: PresentedFile[]
    reactions?: Reaction[]
    acknowledgements?: Acknowledgement[]
    isFollowing?: boolean
  } = {},
) {
  const { mentions: _mentions, priority, requested_ack, participants, ...post } = row
  const isDeleted = row.delete_at > 0
  const { files = [], reactions = [], acknowledgements = [], isFollowing } = more
  return {
    ...post,
    message: isDeleted ? '' : row.message,
    props: isDeleted ? {} : row.props,
    file_ids: isDeleted ? [] : row.file_ids,
    original_id: '',
    hashtags: isDeleted ? '' : [...row.message.matchAll(HASHTAG)].map(([, tag]) => tag).join(' '),
    has_reactions: reactions.length > 0,
    is_following: isFollowing ?? false,
    participants: row.reply_count > 0 ? participants.map((id) => ({ id })) : null,
    metadata: {
      ...(files.length > 0 && { files }),
      ...(reactions.length > 0 && { reactions }),
      ...(acknowledgements.length > 0 && { acknowledgements }),
      ...((priority !== '' || requested_ack) && { priority: { priority, requested_ack } }),
    },
  }
}
export type PresentedPost = ReturnType<typeof presentPost>
