import { CHAT_BODIES } from '@samudra/contract/chat'
import type { Account } from '../../../centre/identity/room.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf, userIdOf } from '../chat-ids.ts'
import { accessTo } from '../channels/channel-access.ts'
import { memberIdsOf } from '../channels/channel-members.sql.ts'
import { lastDirectPosts } from '../channels/contacts.sql.ts'
import { presentTeam, presentTeamMember } from '../presented.ts'
import { forbidden, notFound } from '../v4/chat-error.ts'
import { get, numberOf, OK, post, put, remove, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { avatarOf } from './avatar.ts'
import { changePerson } from './people.sql.ts'
import { presentUsers } from './people.ts'

const PER_PAGE = [1, 60, 200] as const

/** Throws 403 unless the path names the caller. */
export function mustBeSelf({ params, me }: Pick<ChatCall, 'params' | 'me'>): string {
  if (params['u'] !== me) throw forbidden('You may do this for yourself only.')
  return me
}

/** Routes of users: lists, one by id, name or address, and what a user changes. */
export const userRoutes = (chat: Chat): ChatRoute[] => [
  ...userListRoutes(chat),
  ...userSearchRoutes(chat),
  ...oneUserRoutes(chat),
  ...ownUserRoutes(chat),
]

const userListRoutes = (chat: Chat): ChatRoute[] => [
  get('/users', async ({ query, me }) => {
    const limit = numberOf(query, 'per_page', PER_PAGE)
    const page = { offset: numberOf(query, 'page', [0, 0, 1e6]) * limit, limit }
    const isActive = query['active'] === 'true' && { isActive: true }
    return {
      json: await presentUsers(
        chat,
        await chat.identity.accountPage({ ...page, ...isActive, ...(await channelFilter(chat, query, me)) }),
      ),
    }
  }),
  get('/users/autocomplete', async ({ query, me }) => {
    const limit = numberOf(query, 'limit', [1, 25, 100])
    const prefix = query['name'] ?? ''
    const channel = query['in_channel'] ?? ''
    if (channel === '')
      return {
        json: {
          users: await presentUsers(
            chat,
            await chat.identity.accountPage({ offset: 0, limit, prefix, isActive: true }),
          ),
        },
      }
    const ids = await membersFor(chat, channel, me)
    const [users, others] = await Promise.all([
      chat.identity.accountPage({ offset: 0, limit, prefix, ids, isActive: true }),
      chat.identity.accountPage({ offset: 0, limit, prefix, except: ids, isActive: true }),
    ])
    return {
      json: { users: await presentUsers(chat, users), out_of_channel: await presentUsers(chat, others) },
    }
  }),
]

const userSearchRoutes = (chat: Chat): ChatRoute[] => [
  post('/users/search', async ({ body, me }) => {
    const {
      term,
      limit = 100,
      in_channel_id = '',
      not_in_channel_id = '',
    } = await body(CHAT_BODIES.userSearch)
    const filter = await channelFilter(
      chat,
      { in_channel: in_channel_id, not_in_channel: not_in_channel_id },
      me,
    )
    return {
      json: await presentUsers(
        chat,
        await chat.identity.accountPage({
          offset: 0,
          limit,
          prefix: term.replace(/^@/, ''),
          isActive: true,
          ...filter,
        }),
      ),
    }
  }),
  post('/users/ids', async ({ body }) => ({
    json: await presentUsers(
      chat,
      await chat.identity.accountsById((await body(CHAT_BODIES.ids)).map(userIdOf)),
    ),
  })),
  post('/users/usernames', async ({ body }) => ({
    json: await presentUsers(chat, await chat.identity.accountsByName(await body(CHAT_BODIES.names))),
  })),
  get('/users/known', async () => ({
    json: (await chat.identity.accountPage({ offset: 0, limit: 1000 })).map(({ id }) => chatIdOf(id)),
  })),
  get('/users/stats', async () => ({ json: { total_users_count: (await chat.identity.everyone()).length } })),
]

const oneUserRoutes = (chat: Chat): ChatRoute[] => [
  get('/users/username/:name', ({ params }) =>
    oneUser(chat, chat.identity.accountsByName([params['name']!])),
  ),
  get('/users/email/:address', ({ params }) =>
    oneUser(chat, chat.identity.accountsByEmail([params['address']!])),
  ),
  get('/users/me/teams', async () => ({ json: [presentTeam(chat.team)] })),
  get('/users/:u', ({ params }) => oneUser(chat, chat.identity.accountsById([userIdOf(params['u']!)]))),
  get('/users/:u/image', async ({ params, reply }) => {
    const [account] = await chat.identity.accountsById([userIdOf(params['u']!)])
    if (account === undefined) throw notFound('This user')
    await reply
      .header('Content-Type', 'image/svg+xml')
      .header('Cache-Control', 'private, max-age=86400')
      .send(Buffer.from(avatarOf(account.username, account.id)))
    return null
  }),
]

const ownUserRoutes = (chat: Chat): ChatRoute[] => [
  put('/users/:u/patch', async (call) => {
    const me = mustBeSelf(call)
    const { nickname, props, notify_props } = await call.body(CHAT_BODIES.userPatch)
    return changeOwn(chat, me, { nickname, props, notify_props })
  }),
  put('/users/:u/status/custom', async (call) => {
    const customStatus = JSON.stringify(await call.body(CHAT_BODIES.customStatus))
    await changeOwn(chat, mustBeSelf(call), { props: { customStatus } })
    return OK
  }),
  remove('/users/:u/status/custom', async (call) => {
    await changeOwn(chat, mustBeSelf(call), { props: { customStatus: null } })
    return OK
  }),
  get('/users/:u/teams', async () => ({ json: [presentTeam(chat.team)] })),
  get('/users/:u/teams/members', async (call) => ({
    json: [presentTeamMember(chat.team, mustBeSelf(call), call.caller.isAdmin)],
  })),
  get('/users/:u/contacts', contacts(chat)),
  get('/users/:u/groups', async () => ({ json: [] })),
  get('/users/:u/sessions', async (call) => {
    const me = mustBeSelf(call)
    const sessions = await chat.identity.openSessionsOf(call.caller.userId)
    return { json: sessions.map((session) => presentSession(session, me, call.caller.isAdmin)) }
  }),
]

async function oneUser(chat: Chat, accounts: Promise<Account[]>) {
  const [user] = await presentUsers(chat, await accounts)
  if (user === undefined) throw notFound('This user')
  return { json: user }
}

type OpenSession = { id: string; issued_at: Date; expires_at: Date; last_seen_at: Date; device_name: string }
const presentSession = (session: OpenSession, userId: string, isAdmin: boolean) => ({
  id: session.id.toLowerCase(),
  user_id: userId,
  device_id: '',
  roles: isAdmin ? 'system_admin system_user' : 'system_user',
  is_oauth: false,
  create_at: session.issued_at.getTime(),
  expires_at: session.expires_at.getTime(),
  last_activity_at: session.last_seen_at.getTime(),
  props: { browser: session.device_name },
})

/** Changes what a user shows in chat, and pushes it to everyone. */
async function changeOwn(chat: Chat, me: string, change: Parameters<typeof changePerson>[2]) {
  await changePerson(chat.db, me, change, chat.clock.now())
  const [user] = await presentUsers(chat, await chat.identity.accountsById([userIdOf(me)]))
  chat.publish({ event: 'user_updated', data: { user }, isForAll: true })
  return { json: user }
}

/** Contacts without bots, the last written to first, then by name. */
export const contacts = (chat: Chat) => async (call: ChatCall) => {
  const me = mustBeSelf(call)
  const [accounts, last] = await Promise.all([
    chat.identity.accountPage({ offset: 0, limit: 1000, isActive: true, except: [call.caller.userId] }),
    lastDirectPosts(chat.db, me),
  ])
  const statuses = await chat.presence.statuses(accounts.map(({ id }) => id))
  const statusOf = new Map(statuses.map(({ userId, status }) => [userId, status]))
  const users = await presentUsers(chat, accounts)
  const json = users.map((user) => ({
    ...user,
    status: statusOf.get(userIdOf(user.id)) ?? 'offline',
    last_post_at: last.get(user.id) ?? 0,
  }))
  return { json: json.toSorted((one, other) => other.last_post_at - one.last_post_at) }
}

async function channelFilter(chat: Chat, query: Record<string, string>, me: string) {
  const ids = query['in_channel'] ? await membersFor(chat, query['in_channel'], me) : null
  const except = query['not_in_channel'] ? await membersFor(chat, query['not_in_channel'], me) : null
  return { ...(ids !== null && { ids }), ...(except !== null && { except }) }
}
async function membersFor(chat: Chat, channelId: string, me: string): Promise<string[]> {
  const { channel } = await accessTo(chat, channelId, me)
  return (await memberIdsOf(chat.db, channel.id)).map(userIdOf)
}
