import { CHAT_BODIES } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { accessTo } from '../channels/channel-access.ts'
import { presentFiles } from '../files/present-files.ts'
import { mustBeSelf } from '../people/user-routes.ts'
import { preferencesOf } from '../people/preferences.sql.ts'
import { invalidParameter, notFound, tooMany } from '../v4/chat-error.ts'
import { CallBudget } from '../../../../platform/kernel/http/call-budget.ts'
import { get, numberOf, OK, post, put, recorded, remove, type ChatRoute } from '../v4/serve.ts'
import { postList, presentPosts } from './post-lists.ts'
import { authorOf, createPost, editPost, postFor, removePost } from './posting.ts'
import { editsOf, neighboursOf, postById, postsById, postsOf, type PostRow } from './posts.sql.ts'
import { threadPosts, unreadPosts, threadRootsOf } from './post-windows.sql.ts'
import { setUnread } from './unread.ts'

const PER_PAGE = [0, 60, 200] as const
const MOST_SINCE = 1000

/** Routes of posts. */
export const postRoutes = (chat: Chat): ChatRoute[] => [
  newPostRoute(chat),
  ...onePostRoutes(chat),
  ...postListRoutes(chat),
]

function newPostRoute(chat: Chat): ChatRoute {
  const budget = new CallBudget(() => {
    const perMinute = chat.settings.number('chat.posts_per_minute')
    return { perSecond: perMinute / 60, burst: Math.ceil(perMinute / 2) }
  })
  return post('/posts', async ({ body, caller }) => {
    const wanted = await body(CHAT_BODIES.post)
    const wait = budget.take(caller.userId, chat.clock.now())
    if (wait > 0) throw tooMany(`You are sending messages too fast. Try again in ${wait} s.`)
    return { status: 201, json: await createPost(chat, authorOf(caller), wanted) }
  })
}

const onePostRoutes = (chat: Chat): ChatRoute[] => [
  post('/posts/ids', async ({ body, me }) => ({
    json: await presentPosts(chat, await readable(chat, me, await body(CHAT_BODIES.ids))),
  })),
  get('/posts/:p', async ({ params, me }) => {
    const { post: row } = await postFor(chat, params['p']!, me)
    return { json: (await presentPosts(chat, [row]))[0] }
  }),
  put('/posts/:p', async ({ params, caller, body }) => ({
    json: await editPost(chat, params['p']!, authorOf(caller), await body(CHAT_BODIES.postPatch)),
  })),
  put('/posts/:p/patch', async ({ params, caller, body }) => ({
    json: await editPost(chat, params['p']!, authorOf(caller), await body(CHAT_BODIES.postPatch)),
  })),
  recorded(
    'chat message deleted',
    remove(
      '/posts/:p',
      async ({ params, caller }) => (await removePost(chat, params['p']!, authorOf(caller)), OK),
    ),
  ),
  post(
    '/posts/:p/pin',
    async ({ params, caller }) => (
      await editPost(chat, params['p']!, authorOf(caller), { is_pinned: true }),
      OK
    ),
  ),
  post(
    '/posts/:p/unpin',
    async ({ params, caller }) => (
      await editPost(chat, params['p']!, authorOf(caller), { is_pinned: false }),
      OK
    ),
  ),
  get('/posts/:p/files/info', async ({ params, me }) => {
    const { post: row } = await postFor(chat, params['p']!, me)
    return { json: [...(await presentFiles(chat, row.file_ids)).values()] }
  }),
  get('/posts/:p/edit_history', async ({ params, me }) => {
    const { post: row } = await postFor(chat, params['p']!, me)
    const [presented] = await presentPosts(chat, [row])
    const edits = await editsOf(chat.db, row.id)
    return {
      json: edits.map(({ until, message }) => ({
        ...presented,
        original_id: row.id,
        message,
        delete_at: until,
        edit_at: until,
      })),
    }
  }),
]

const postListRoutes = (chat: Chat): ChatRoute[] => [
  get('/channels/:c/posts', async ({ params, query, me }) => ({
    json: await channelPosts(chat, params['c']!, query, me),
  })),
  get('/users/:u/channels/:c/posts/unread', async (call) => {
    const { channel, member } = await accessTo(chat, call.params['c']!, mustBeSelf(call))
    const before = numberOf(call.query, 'limit_before', PER_PAGE)
    const after = numberOf(call.query, 'limit_after', [1, 60, 200])
    const rows = await unreadPosts(chat.db, channel.id, { at: member.last_viewed_at, before, after })
    return { json: await around(chat, channel.id, rows) }
  }),
  get('/posts/:p/thread', async ({ params, query, me }) => {
    const root = await postById(chat.db, params['p']!)
    if (root === undefined) throw notFound('This message')
    await accessTo(chat, root.channel_id, me)
    const rootId = root.root_id === '' ? root.id : root.root_id
    const limit = numberOf(query, 'perPage', [0, 0, 1000])
    const rows = await threadPosts(chat.db, rootId, {
      limit: limit === 0 ? 1000 : limit,
      isUp: query['direction'] === 'up',
      from: numberOf(query, 'fromCreateAt', [0, 0, 1e15]),
    })
    if (rows.every(({ id }) => id !== rootId)) throw notFound('This message')
    const list = await postList(chat, rows)
    return { json: { ...list, has_next: rows.length > limit && limit > 0 } }
  }),
  post('/users/:u/posts/:p/set_unread', async (call) => ({
    json: await setUnread(chat, mustBeSelf(call), call.params['p']!),
  })),
  get('/users/:u/posts/flagged', async (call) => {
    const me = mustBeSelf(call)
    const saved = await preferencesOf(chat.db, me, 'flagged_post')
    const limit = numberOf(call.query, 'per_page', [1, 60, 200])
    const offset = numberOf(call.query, 'page', [0, 0, 1e6]) * limit
    const ids = saved.flatMap(({ name, value }) => (value === 'true' ? [name] : []))
    const rows = (await readable(chat, me, ids)).toSorted((one, other) => other.create_at - one.create_at)
    const channel = call.query['channel_id'] ?? ''
    return {
      json: await postList(
        chat,
        rows.filter((row) => channel === '' || row.channel_id === channel).slice(offset, offset + limit),
      ),
    }
  }),
  post('/posts/:p/reminder', async () => OK),
]

/** Returns those of some posts that are in channels of a user. */
async function readable(chat: Chat, me: string, ids: readonly string[]): Promise<PostRow[]> {
  const rows = await postsById(chat.db, ids)
  const channels = [...new Set(rows.map(({ channel_id }) => channel_id))]
  const members = await chat.membersAmong(channels, [me])
  return rows.filter(({ channel_id }) => members.get(channel_id)?.has(me) === true)
}

async function channelPosts(chat: Chat, channelId: string, query: Record<string, string>, me: string) {
  const { channel } = await accessTo(chat, channelId, me)
  const limit = numberOf(query, 'per_page', PER_PAGE)
  const since = query['since']
  if (since !== undefined) {
    const rows = await postsOf(chat.db, channel.id, {
      since: numberOf(query, 'since', [0, 0, 1e15]),
      limit: MOST_SINCE,
    })
    return postList(chat, rows, { more: await rootsMissing(chat, rows) })
  }
  const anchor = query['before'] ?? query['after']
  if (anchor === undefined) {
    const offset = numberOf(query, 'page', [0, 0, 1e6]) * limit
    return around(chat, channel.id, await postsOf(chat.db, channel.id, { offset, limit }))
  }
  const at = (await postById(chat.db, anchor))?.create_at
  if (at === undefined)
    throw invalidParameter(query['before'] === undefined ? 'after' : 'before', 'the id of a message')
  const rows = await postsOf(
    chat.db,
    channel.id,
    query['before'] === undefined ? { after: at, limit } : { before: at, limit },
  )
  return around(chat, channel.id, rows)
}

/** Returns posts, newest first, with the cursors to those next to them and the roots of the threads they are in. */
async function around(chat: Chat, channelId: string, rows: readonly PostRow[]) {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  const { next, previous } =
    newest === undefined || oldest === undefined
      ? { next: '', previous: '' }
      : await neighboursOf(chat.db, channelId, oldest.create_at, newest.create_at)
  return postList(chat, rows, { next, previous, more: await rootsMissing(chat, rows) })
}
async function rootsMissing({ db }: Chat, rows: readonly PostRow[]): Promise<PostRow[]> {
  const known = new Set(rows.map(({ id }) => id))
  const wanted = rows.flatMap(({ root_id }) => (root_id === '' || known.has(root_id) ? [] : [root_id]))
  return wanted.length === 0 ? [] : threadRootsOf(db, [...new Set(wanted)])
}
