import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../../platform/needs/query.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { insertChannel } from '../channels/channels.sql.ts'
import { newChatId } from '../chat-ids.ts'
import { storePosts } from '../posts/posts.sql.ts'
import { deletePostsBefore } from './chat-retention.sql.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 27)
let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

async function aChannel(...members: string[]) {
  const id = newChatId(NOW)
  const row = {
    id,
    type: 'P' as const,
    name: id,
    display_name: id,
    header: '',
    purpose: '',
    creator_id: '',
    props: {},
  }
  await insertChannel(
    database.db,
    row,
    members.map((userId) => ({ userId, isAdmin: false })),
    NOW - 100 * DAY_MS,
  )
  return id
}
async function aPost(channel: string, author: string, message: string, at: number, root = '') {
  const id = newChatId(at)
  const row = {
    id,
    channel_id: channel,
    user_id: author,
    root_id: root,
    message,
    type: '',
    props: {},
    priority: '' as const,
  }
  const rest = { requested_ack: false, file_ids: [], file_names: '', pending_post_id: '' }
  await storePosts(
    database.db,
    [{ post: { ...row, ...rest }, mentioned: { userIds: [], everybody: false } }],
    at,
  )
  return id
}
const messages = async () => {
  const { rows } = await sql<{ message: string }>`select message from chat_posts order by message`.execute(
    query(database.db),
  )
  return rows.map(({ message }) => message)
}

test('expired messages are deleted, except under a legal hold and roots of living threads', async () => {
  const [asha, ben, held] = ['a', 'b', 'c'].map((letter) => letter.repeat(26)) as [string, string, string]
  const plain = await aChannel(asha, ben)
  await aPost(plain, asha, 'old', NOW - 40 * DAY_MS)
  const root = await aPost(plain, asha, 'old root', NOW - 39 * DAY_MS)
  await aPost(plain, held, 'old of a held user who left', NOW - 38 * DAY_MS)
  await aPost(plain, ben, 'new reply', NOW - DAY_MS, root)
  const watched = await aChannel(asha, held)
  await aPost(watched, asha, 'old beside a held user', NOW - 40 * DAY_MS)
  const gone = await deletePostsBefore(database.db, NOW - 30 * DAY_MS, [held])
  expect(gone).toMatchObject({ posts: 1, isLast: true })
  expect(await messages()).toEqual([
    'new reply',
    'old beside a held user',
    'old of a held user who left',
    'old root',
  ])
})
