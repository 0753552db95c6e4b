import { CHAT_BODIES } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { DEFAULT_CHANNELS } from '../chat.ts'
import { chatIdOf, userIdOf } from '../chat-ids.ts'
import { presentMember } from '../presented.ts'
import { mustBeSelf } from '../people/user-routes.ts'
import type { Author } from '../posts/post-job.ts'
import { authorOf, systemPost } from '../posts/posting.ts'
import { forbidden, invalidBody, notFound } from '../v4/chat-error.ts'
import { get, numberOf, OK, post, put, recorded, remove, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { accessTo, readableChannel } from './channel-access.ts'
import { joinChannel, type ChannelRow } from './channels.sql.ts'
import {
  changeMemberRole,
  changeNotifyProps,
  memberOf,
  membershipsOf,
  membersOf,
  removeMember,
} from './channel-members.sql.ts'
import { viewChannel } from './viewing.ts'

const ALL = 2000

export const memberRoutes = (chat: Chat): ChatRoute[] => [
  ...membersRoutes(chat),
  ...ownMembershipRoutes(chat),
]

const membersRoutes = (chat: Chat): ChatRoute[] => [
  get('/channels/:c/members', async ({ params, query, me }) => {
    const { channel } = await accessTo(chat, params['c']!, me)
    const limit = numberOf(query, 'per_page', [1, 60, 200])
    const page = { offset: numberOf(query, 'page', [0, 0, 1e6]) * limit, limit }
    return { json: (await membersOf(chat.db, channel.id, page)).map(presentMember) }
  }),
  recorded(
    'chat members added',
    post('/channels/:c/members', async ({ params, body, caller }) => {
      const { user_id, user_ids } = await body(CHAT_BODIES.members)
      const ids = user_ids ?? (user_id === undefined ? [] : [user_id])
      const added = await addAll(chat, params['c']!, authorOf(caller), ids)
      return { status: 201, json: user_ids === undefined ? added[0] : added }
    }),
  ),
  post('/channels/:c/members/ids', async ({ params, body, me }) => {
    const { channel } = await accessTo(chat, params['c']!, me)
    const ids = await body(CHAT_BODIES.ids)
    return { json: (await membersOf(chat.db, channel.id, { limit: ALL, ids })).map(presentMember) }
  }),
]

const ownMembershipRoutes = (chat: Chat): ChatRoute[] => [
  post('/channels/members/me/view', view(chat)),
  post('/channels/members/:u/view', view(chat)),
  post('/channels/members/me/mark_read', async ({ body, me }) => {
    const times = await viewAll(chat, me, await body(CHAT_BODIES.ids))
    return { json: { status: 'OK', last_viewed_at_times: times } }
  }),
  get('/channels/:c/members/:u', async ({ params, me }) => {
    await accessTo(chat, params['c']!, me)
    return { json: presentMember(await memberOrNone(chat, params['c']!, params['u']!)) }
  }),
  recorded(
    'chat member removed',
    remove('/channels/:c/members/:u', async ({ params, caller }) => {
      await leave(chat, params['c']!, params['u']!, authorOf(caller))
      return OK
    }),
  ),
  put('/channels/:c/members/:u/notify_props', async (call) => {
    const me = mustBeSelf(call)
    const props = await call.body(CHAT_BODIES.notifyProps)
    const member = await changeNotifyProps(chat.db, call.params['c']!, me, props, chat.clock.now())
    if (member === undefined) throw forbidden('You are not a member of this channel.')
    publishMember(chat, member)
    chat.countsChanged([me])
    return OK
  }),
  put('/channels/:c/members/:u/schemeRoles', async ({ params, me, body }) => {
    const { member } = await accessTo(chat, params['c']!, me)
    if (!member.is_admin) throw forbidden('Only an administrator of the channel may change roles.')
    const { scheme_admin } = await body(CHAT_BODIES.schemeRoles)
    const changed = await changeMemberRole(
      chat.db,
      params['c']!,
      params['u']!,
      scheme_admin,
      chat.clock.now(),
    )
    if (changed === undefined) throw notFound('This member')
    publishMember(chat, changed)
    return OK
  }),
  get('/users/:u/channel_members', membershipsJson(chat)),
  post('/users/:u/channel_members', membershipsJson(chat)),
  get('/users/:u/teams/:t/channels/members', async (call) => ({
    json: (await membershipsOf(chat.db, mustBeSelf(call), { limit: ALL })).map(presentMember),
  })),
  get('/users/:u/channels/:c/unread', async (call) => {
    const { channel, member } = await accessTo(chat, call.params['c']!, mustBeSelf(call))
    return {
      json: {
        team_id: chat.team,
        channel_id: channel.id,
        msg_count: channel.total_msg_count - member.msg_count,
        mention_count: member.mention_count,
      },
    }
  }),
]

export const membershipsJson = (chat: Chat) => async (call: ChatCall) => {
  const me = mustBeSelf(call)
  const limit = numberOf(call.query, 'per_page', [1, 60, 200])
  const page = numberOf(call.query, 'page', [-1, 0, 1e6])
  const part = call.query['page'] === '-1' ? { limit: ALL } : { offset: page * limit, limit }
  return { json: (await membershipsOf(chat.db, me, part)).map(presentMember) }
}

async function memberOrNone({ db }: Chat, channelId: string, userId: string) {
  const member = await memberOf(db, channelId, userId)
  if (member === undefined) throw notFound('This member')
  return member
}

const view = (chat: Chat) => async (call: ChatCall) => {
  if (call.params['u'] !== undefined) mustBeSelf(call)
  const { channel_id, prev_channel_id } = await call.body(CHAT_BODIES.view)
  const ids = [channel_id, prev_channel_id ?? ''].filter((id) => id !== '')
  return { json: { status: 'OK', last_viewed_at_times: await viewAll(chat, call.me, ids) } }
}
async function viewAll(chat: Chat, me: string, ids: readonly string[]): Promise<Record<string, number>> {
  const times = await viewChannel(chat, me, ids)
  if (times.size < new Set(ids).size) throw forbidden('You are not a member of this channel.')
  return Object.fromEntries(times)
}

function publishMember({ publish }: Chat, member: Parameters<typeof presentMember>[0]) {
  const data = { channelMember: JSON.stringify(presentMember(member)) }
  publish({ event: 'channel_member_updated', data, users: [member.user_id] })
}

/** Adds members to a channel, or lets a user join an open one. Throws 400, 403. */
export async function addAll(chat: Chat, channelId: string, by: Author, ids: readonly string[]) {
  if (ids.length === 0) throw invalidBody('Name a user by user_id, or users by user_ids.')
  const { channel, member } = await readableChannel(chat, channelId, by.id)
  const isJoining = ids.length === 1 && ids[0] === by.id
  if (channel.type === 'D' || channel.type === 'G')
    throw invalidBody('You cannot add users to a direct channel; create a group.')
  if (member === undefined && !(isJoining && channel.type === 'O'))
    throw forbidden('You are not a member of this channel.')
  if (channel.delete_at > 0) throw forbidden('This channel is archived.')
  const accounts = await chat.identity.accountsById(ids.map(userIdOf))
  const active = accounts.filter(({ status }) => status === 'ACTIVE')
  const missing = ids.find((id) => !active.some((one) => chatIdOf(one.id) === id))
  if (missing !== undefined) throw notFound('This user')
  const added = await joinChannel(chat.db, channel.id, ids, chat.clock.now())
  for (const id of added) {
    chat.publish({ event: 'user_added', data: { user_id: id, team_id: chat.team }, channel: channel.id })
    const name = active.find((one) => chatIdOf(one.id) === id)!.username
    await announce(chat, by, channel, { id, name, isSelf: id === by.id })
  }
  return (await membersOf(chat.db, channel.id, { limit: ids.length, ids })).map(presentMember)
}

const announce = (
  chat: Chat,
  by: Author,
  channel: ChannelRow,
  { id, name, isSelf }: { id: string; name: string; isSelf: boolean },
) =>
  systemPost(chat, by, channel, {
    type: isSelf ? 'system_join_channel' : 'system_add_to_channel',
    message: isSelf ? `${name} joined the channel.` : `${name} added to the channel by ${by.username}.`,
    props: isSelf
      ? { username: name }
      : { username: by.username, addedUserId: id, addedUsername: name, userId: by.id },
  })

/** Removes a member, or lets one leave. Throws 400 for direct channels and those for everybody, 403. */
async function leave(chat: Chat, channelId: string, userId: string, by: Author) {
  const { channel, member } = await accessTo(chat, channelId, by.id)
  if (channel.type === 'D' || channel.type === 'G') throw invalidBody('A direct channel cannot be left.')
  if (DEFAULT_CHANNELS.some(({ name }) => name === channel.name))
    throw invalidBody('This channel is for everybody and cannot be left.')
  const isSelf = userId === by.id
  if (!isSelf && !member.is_admin)
    throw forbidden('Only an administrator of the channel may remove a member.')
  await memberOrNone(chat, channelId, userId)
  const [account] = await chat.identity.accountsById([userIdOf(userId)])
  const name = account?.username ?? userId
  if (channel.delete_at === 0)
    await systemPost(chat, by, channel, {
      type: isSelf ? 'system_leave_channel' : 'system_remove_from_channel',
      message: isSelf ? `${name} left the channel.` : `${name} was removed from the channel.`,
      props: { username: name, removedUserId: userId, removedUsername: name },
    })
  if (!(await removeMember(chat.db, channelId, userId))) return
  const data = { user_id: userId, remover_id: by.id, channel_id: channelId }
  chat.publish({ event: 'user_removed', data, channel: channelId, users: [userId] })
  chat.countsChanged([userId])
}
