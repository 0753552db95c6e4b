import { CHAT_BODIES } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { presentChannel } from '../presented.ts'
import { presentPosts } from '../posts/post-lists.ts'
import { authorOf } from '../posts/posting.ts'
import { pinnedOf } from '../posts/posts.sql.ts'
import { mustBeSelf } from '../people/user-routes.ts'
import { forbidden, invalidBody, notFound } from '../v4/chat-error.ts'
import { get, numberOf, OK, post, put, recorded, remove, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { accessTo, readableChannel } from './channel-access.ts'
import { archive, change, openDirect, openGroup, openNew, restore, teamChannels } from './channel-changes.ts'
import { channelByName, channelStats, channelsOf, openChannels, type ChannelRow } from './channels.sql.ts'

const MOST_PINNED = 200

/** Routes of channels of the team and direct ones. */
export const channelRoutes = (chat: Chat): ChatRoute[] => [
  ...changeRoutes(chat),
  ...factRoutes(chat),
  ...listRoutes(chat),
]

const changeRoutes = (chat: Chat): ChatRoute[] => [
  recorded(
    'chat channel opened',
    post('/channels', async ({ body, caller }) => ({
      status: 201,
      json: shown(chat, await openNew(chat, authorOf(caller), await body(CHAT_BODIES.channel))),
    })),
  ),
  post('/channels/direct', async ({ body, me }) => {
    const ids = await body(CHAT_BODIES.ids)
    const others = ids.filter((one) => one !== me)
    if (ids.length !== 2) throw invalidBody('A direct channel has two ids, one of them your own.')
    if (!ids.includes(me)) throw forbidden('One of the ids must be your own.')
    return { status: 201, json: shown(chat, await openDirect(chat, me, others[0] ?? me)) }
  }),
  post('/channels/group', async ({ body, me }) => ({
    status: 201,
    json: shown(chat, await openGroup(chat, me, await body(CHAT_BODIES.ids))),
  })),
  get('/channels/:c', async ({ params, me }) => ({
    json: shown(chat, (await readableChannel(chat, params['c']!, me)).channel),
  })),
  put('/channels/:c', async ({ params, caller, body }) => ({
    json: shown(
      chat,
      await change(chat, params['c']!, authorOf(caller), await body(CHAT_BODIES.channelPatch)),
    ),
  })),
  put('/channels/:c/patch', async ({ params, caller, body }) => ({
    json: shown(
      chat,
      await change(chat, params['c']!, authorOf(caller), await body(CHAT_BODIES.channelPatch)),
    ),
  })),
  recorded(
    'chat channel changed',
    put('/channels/:c/privacy', async ({ params, caller, body }) => {
      const { privacy } = await body(CHAT_BODIES.privacy)
      return { json: shown(chat, await change(chat, params['c']!, authorOf(caller), { type: privacy })) }
    }),
  ),
  recorded(
    'chat channel archived',
    remove(
      '/channels/:c',
      async ({ params, caller }) => (await archive(chat, params['c']!, authorOf(caller)), OK),
    ),
  ),
  recorded(
    'chat channel restored',
    post('/channels/:c/restore', async ({ params, caller }) => ({
      json: shown(chat, await restore(chat, params['c']!, authorOf(caller))),
    })),
  ),
]

const factRoutes = (chat: Chat): ChatRoute[] => [
  get('/channels/:c/stats', async ({ params, me }) => {
    const { channel } = await readableChannel(chat, params['c']!, me)
    const { members, pinned, files } = await channelStats(chat.db, channel.id)
    return {
      json: {
        channel_id: channel.id,
        member_count: members,
        guest_count: 0,
        pinnedpost_count: pinned,
        files_count: files,
      },
    }
  }),
  get('/channels/:c/pinned', async ({ params, me }) => {
    const { channel } = await accessTo(chat, params['c']!, me)
    const presented = await presentPosts(chat, await pinnedOf(chat.db, channel.id, MOST_PINNED))
    return {
      json: {
        order: presented.map(({ id }) => id),
        posts: Object.fromEntries(presented.map((one) => [one.id, one])),
        next_post_id: '',
        prev_post_id: '',
        has_next: false,
        first_inaccessible_post_time: 0,
      },
    }
  }),
  get('/channels/:c/timezones', async () => ({ json: [] })),
]

const listRoutes = (chat: Chat): ChatRoute[] => [
  get('/users/me/channels', async ({ me, query }) => ({
    json: (await channelsOf(chat.db, me, { withArchived: query['include_deleted'] === 'true' })).map((row) =>
      shown(chat, row),
    ),
  })),
  get('/users/:u/channels', async (call) => ({ json: await ownChannels(chat, call) })),
  get('/users/:u/teams/:t/channels', async (call) => ({ json: await ownChannels(chat, ofTeam(chat, call)) })),
  post('/users/:u/teams/:t/channels', async (call) => ({
    json: await teamChannels(chat, mustBeSelf(ofTeam(chat, call))),
  })),
  get('/teams/:t/channels', async (call) => ({ json: await open(chat, ofTeam(chat, call)) })),
  get('/teams/:t/channels/autocomplete', async (call) => ({
    json: (
      await openChannels(chat.db, { offset: 0, limit: 50, term: ofTeam(chat, call).query['name'] ?? '' })
    ).map((row) => shown(chat, row)),
  })),
  post('/teams/:t/channels/search', async (call) => {
    const { term } = await ofTeam(chat, call).body(CHAT_BODIES.userSearch)
    return {
      json: (await openChannels(chat.db, { offset: 0, limit: 100, term })).map((row) => shown(chat, row)),
    }
  }),
  get('/teams/:t/channels/name/:name', async (call) => ({
    json: shown(chat, await byName(chat, ofTeam(chat, call))),
  })),
  get('/teams/name/:team/channels/name/:name', async (call) => ({
    json: shown(chat, await byName(chat, call)),
  })),
]

const shown = (chat: Chat, row: ChannelRow) => presentChannel(row, chat.team)
/** Throws 404 unless the path names the one team. */
function ofTeam({ team }: Chat, call: ChatCall): ChatCall {
  if (call.params['t'] !== team) throw notFound('This team')
  return call
}
async function ownChannels(chat: Chat, call: ChatCall) {
  const since = numberOf(call.query, 'last_delete_at', [0, 0, 1e15])
  const withArchived = call.query['include_deleted'] === 'true' || since > 0
  return (await channelsOf(chat.db, mustBeSelf(call), { withArchived })).map((row) => shown(chat, row))
}

async function open(chat: Chat, { query }: ChatCall) {
  const limit = numberOf(query, 'per_page', [1, 60, 200])
  const page = await openChannels(chat.db, { offset: numberOf(query, 'page', [0, 0, 1e6]) * limit, limit })
  return page.map((row) => presentChannel(row, chat.team))
}
async function byName(chat: Chat, { params, me }: ChatCall) {
  const channel = await channelByName(chat.db, params['name']!)
  if (channel === undefined) throw notFound('This channel')
  const { member } = await readableChannel(chat, channel.id, me).catch(() => {
    // That a private channel of this name exists is not for others to know.
    throw notFound('This channel')
  })
  if (member === undefined && channel.delete_at > 0) throw forbidden('This channel is archived.')
  return channel
}
