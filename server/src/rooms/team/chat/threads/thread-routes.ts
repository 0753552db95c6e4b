import type { Chat } from '../chat.ts'
import { presentPosts } from '../posts/post-lists.ts'
import { postFor } from '../posts/posting.ts'
import { threadRootsOf } from '../posts/post-windows.sql.ts'
import { mustBeSelf } from '../people/user-routes.ts'
import { notFound } from '../v4/chat-error.ts'
import { get, numberOf, OK, put, remove, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import {
  followThread,
  readAllThreads,
  readThread,
  threadOf,
  threadsOf,
  threadTotals,
  type ThreadRow,
} from './threads.sql.ts'

export const threadRoutes = (chat: Chat): ChatRoute[] => {
  const follow = (following: boolean) => async (call: ChatCall) => {
    const me = mustBeSelf(call)
    const { post } = await postFor(chat, call.params['r']!, me)
    await followThread(chat.db, post.id, me, following, chat.clock.now())
    chat.publish({
      event: 'thread_follow_changed',
      data: { thread_id: post.id, state: following, reply_count: post.reply_count },
      users: [me],
    })
    return OK
  }
  return [
    get('/users/:u/teams/:t/threads', async (call) => ({
      json: await threads(chat, mustBeSelf(call), call.query),
    })),
    put('/users/:u/teams/:t/threads/read', async (call) => {
      const me = mustBeSelf(call)
      const now = chat.clock.now()
      await readAllThreads(chat.db, me, now)
      chat.publish({
        event: 'thread_read_changed',
        data: { timestamp: now, channel_id: '' },
        users: [me],
        team: chat.team,
      })
      return OK
    }),
    get('/users/:u/teams/:t/threads/:r', async (call) => ({
      json: await oneThread(chat, mustBeSelf(call), call.params['r']!),
    })),
    put('/users/:u/teams/:t/threads/:r/read/:ms', async (call) => {
      const me = mustBeSelf(call)
      const { post } = await postFor(chat, call.params['r']!, me)
      const upto = numberOf(call.params, 'ms', [0, 0, 1e15])
      const before = await threadOf(chat.db, post.id, me)
      await readThread(chat.db, post.id, me, upto, chat.clock.now())
      const thread = await oneThread(chat, me, post.id)
      chat.publish({
        event: 'thread_read_changed',
        data: {
          thread_id: post.id,
          timestamp: upto,
          unread_mentions: thread.unread_mentions,
          unread_replies: thread.unread_replies,
          previous_unread_mentions: before?.unread_mentions ?? 0,
          previous_unread_replies: before?.unread_replies ?? 0,
          channel_id: post.channel_id,
        },
        users: [me],
        team: chat.team,
      })
      return { json: thread }
    }),
    put('/users/:u/teams/:t/threads/:r/following', follow(true)),
    remove('/users/:u/teams/:t/threads/:r/following', follow(false)),
  ]
}

async function threads(chat: Chat, me: string, query: Record<string, string>) {
  const limit = numberOf(query, 'per_page', [1, 25, 100])
  const at = async (name: 'before' | 'after') => {
    const id = query[name]
    if (id === undefined || id === '') return null
    return (await threadRootsOf(chat.db, [id]))[0]?.last_reply_at ?? null
  }
  const totals = await threadTotals(chat.db, me)
  const isTotalsOnly = query['totalsOnly'] === 'true'
  const rows = isTotalsOnly
    ? []
    : await threadsOf(chat.db, me, {
        unread: query['unread'] === 'true',
        since: numberOf(query, 'since', [0, 0, 1e15]),
        before: await at('before'),
        after: await at('after'),
        limit,
      })
  return {
    total: totals.total,
    total_unread_threads: totals.unread,
    total_unread_mentions: totals.mentions,
    total_unread_urgent_mentions: 0,
    threads: await presentThreads(chat, rows),
  }
}

async function oneThread(chat: Chat, me: string, rootId: string) {
  await postFor(chat, rootId, me)
  const row = await threadOf(chat.db, rootId, me)
  if (row === undefined) throw notFound('This thread')
  return (await presentThreads(chat, [row]))[0]!
}

async function presentThreads(chat: Chat, rows: readonly ThreadRow[]) {
  const roots = await threadRootsOf(
    chat.db,
    rows.map(({ root_id }) => root_id),
  )
  const presented = new Map((await presentPosts(chat, roots)).map((post) => [post.id, post]))
  return rows.flatMap((row) => {
    const post = presented.get(row.root_id)
    if (post === undefined) return []
    return [
      {
        id: row.root_id,
        reply_count: post.reply_count,
        last_reply_at: post.last_reply_at,
        last_viewed_at: row.last_viewed_at,
        participants: post.participants ?? [],
        post,
        unread_replies: row.unread_replies,
        unread_mentions: row.unread_mentions,
        is_following: row.following,
      },
    ]
  })
}
