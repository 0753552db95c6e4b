import * as calls from '@samudra/contract/forum-calls'
import * as moderation from '@samudra/contract/forum-moderation'
import * as posts from '@samudra/contract/forum-posts'
import * as reading from '@samudra/contract/forum-reading'
import type { Op } from '@samudra/contract/kernel'
import { getNotices } from '@samudra/contract/notifications'
import { getUnread } from '@samudra/contract/unread'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aCategory,
  aForumServer,
  aPost,
  aTopic,
  type ForumServer,
} from '../../../../testing/forum/forum-server.ts'
import { download, upload } from '../../../../testing/samples/uploads.ts'
import { callRaw, until } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

type AnyOp = Op<unknown, unknown>
const isOp = (value: unknown): value is AnyOp =>
  typeof value === 'object' && value !== null && 'path' in value && 'right' in value
const OPS = [calls, posts, reading, moderation].flatMap((file) => Object.values(file).filter(isOp))
/** Word that nobody outside of the category may receive. */
const SECRET = 'moonfish'

let world: ForumServer
/** Ids of the hidden category by the names of fields. */
let hidden: Record<string, string>
beforeAll(async () => {
  world = await aForumServer()
  const { chen, server } = world
  const category = await aCategory(world, {
    name: `Desk ${SECRET}`,
    visibility: 'GROUPS',
    group_ids: ['analysts'],
    moderator_ids: ['test-chen'],
  })
  const file = await upload(
    server.base,
    chen.token,
    posts.uploadForumFile,
    { name: `${SECRET}.txt` },
    Buffer.from(SECRET),
  )
  if (!file.Status) throw new Error(file.Message)
  const topic = await aTopic(chen, category, {
    title: `About ${SECRET}`,
    body: `The ${SECRET} text @asha`,
    tags: [SECRET],
    links: [{ type: 'vessel', id: '419000001', label: SECRET }],
  })
  const post = await aPost(chen, topic, `More ${SECRET} @asha @ben`, { file_ids: [file.Data.id] })
  await chen.call(posts.replyToPost, { cid: post.cid, body: `Reply ${SECRET}` })
  const flag = await server
    .call(calls.updateForumCategory, {
      id: category.id,
      user_ids: [],
      expected_version: category.version,
    })
    .then(() => chen.call(moderation.flagForumPost, { cid: post.cid, reason: 'OTHER', note: SECRET }))
  hidden = { category: category.id, topic: topic.id, post: post.cid, file: file.Data.id, flag: flag.id }
})
afterAll(() => world.server.close())

/** Fields that name something, by the kind of thing. */
const KINDS: Record<string, readonly string[]> = {
  id: ['topic', 'category', 'post', 'flag'],
  cid: ['post'],
  topic_id: ['topic'],
  category_id: ['category'],
  move_topics_to: ['category'],
  into: ['topic'],
  file_id: ['file'],
}

/** Inputs of an operation about the hidden things: each field that names one in turn, and its texts as a search. */
function inputsOf(op: AnyOp): Record<string, unknown>[] {
  const shape = (op.shape as unknown as { shape: Record<string, unknown> }).shape ?? {}
  const base: Record<string, unknown> = { ...op.example }
  const fields = Object.keys(shape)
  const found = fields.flatMap((field) =>
    (KINDS[field] ?? []).map((kind) => ({ ...base, [field]: hidden[kind] })),
  )
  // All fields at once, with a topic and a post of each other.
  const all = Object.fromEntries(
    fields.flatMap((field) =>
      KINDS[field] === undefined ? [] : [[field, hidden[field === 'id' ? 'topic' : KINDS[field][0]!]]],
    ),
  )
  const searches = [
    ...(fields.includes('q')
      ? [SECRET, `from:chen`, `in:desk-${SECRET}`, `tag:${SECRET}`, 'has:file', 'is:open']
      : []
    ).map((q) => ({ ...base, q })),
    ...(fields.includes('tag') ? [{ ...base, tag: SECRET }] : []),
    ...(fields.includes('title') && op.method === 'GET' ? [{ ...base, title: `About ${SECRET}` }] : []),
    ...(fields.includes('username') && op.right.who === 'user' ? [{ ...base, username: 'chen' }] : []),
    ...(fields.includes('type') ? [{ ...base, type: 'vessel', id: '419000001' }] : []),
    ...(fields.includes('cids') ? [{ ...base, id: hidden['topic'], cids: [hidden['post']] }] : []),
    ...(fields.includes('quotes') && fields.includes('id')
      ? [{ ...base, id: hidden['topic'], quotes: [hidden['post']] }]
      : []),
  ]
  return [base, ...found, { ...base, ...all }, ...searches]
}

async function answerOf(op: AnyOp, token: string, input: Record<string, unknown>) {
  const { base } = world.server
  if (op.right.stream === 'down') return download(base, token, op, input)
  if (op.right.stream === 'up')
    return { envelope: await upload(base, token, op, input, Buffer.from('x')), bytes: Buffer.alloc(0) }
  return { envelope: await callRaw(base, token, op, input), bytes: Buffer.alloc(0) }
}

describe('a user who is not in the audience of a category', () => {
  test.each(OPS)('$name reveals nothing of it', async (op) => {
    for (const input of inputsOf(op)) {
      const { envelope, bytes } = await answerOf(op, world.asha.token, input)
      const text =
        JSON.stringify(envelope.Status ? envelope.Data : envelope.Message) + bytes.toString('latin1')
      expect({ input, text: text.toLowerCase() }).toMatchObject({ text: expect.not.stringContaining(SECRET) })
      if (!envelope.Status) {
        expect(envelope.Code).not.toBe('INTERNAL')
        // A draft names what it likes.
        if (
          op.right.who === 'user' &&
          op.right.cut !== 'own' &&
          Object.values(input).some((value) => Object.values(hidden).includes(String(value)))
        )
          expect({ input, code: envelope.Code }).toMatchObject({
            code: expect.stringMatching(/^(?:NOT_FOUND|VALIDATION)$/),
          })
      } else if (op.name === 'user username')
        expect(envelope.Data).toMatchObject({ posts: 0, topics: 0, likes_received: 0 })
    }
  })

  test('its topic, posts and counts are as they were after all those calls', async () => {
    const topic = await world.chen.call(calls.getForumTopicDetails, { id: hidden['topic']! })
    expect(topic).toMatchObject({
      post_count: 3,
      views: 0,
      like_count: 0,
      locked: false,
      pinned: 'NONE',
      watchers: 0,
    })
  })

  test('its mentions of a user outside make no notice, and no count', async () => {
    const { asha, ben } = world
    for (const user of [asha, ben]) {
      const notices = await user.call(getNotices, {})
      expect(JSON.stringify(notices)).not.toContain(SECRET)
      const { items } = await user.call(getUnread, {})
      expect(items.find(({ room }) => room === 'forum')).toEqual({ room: 'forum', count: 0 })
    }
  })
})

test('a member of the audience reads it by each of those calls', async () => {
  const readers = OPS.filter(
    ({ method, right }) => method === 'GET' && right.who === 'user' && right.cut === 'group',
  )
  const silent = []
  for (const op of readers) {
    const answers = await Promise.all(inputsOf(op).map((input) => answerOf(op, world.chen.token, input)))
    if (
      !answers.some(({ envelope, bytes }) =>
        (JSON.stringify(envelope) + bytes.toString('latin1')).includes(SECRET),
      )
    )
      silent.push(op.name)
  }
  // Likes and bookmarks there are none, counts have no words, and the member is no author of flags or edits.
  expect(silent.toSorted()).toEqual(['getForumBookmarks', 'getForumLikes', 'getForumUnread'])
})

test('an administrator outside of the audience administers the category, and reads nothing of it', async () => {
  const { server } = world
  const readers = OPS.filter(({ method, right }) => method === 'GET' && right.who === 'user')
  for (const op of readers)
    for (const input of inputsOf(op)) {
      const { envelope, bytes } = await answerOf(op, server.token, input)
      const text = (
        JSON.stringify(envelope.Status ? envelope.Data : '') + bytes.toString('latin1')
      ).toLowerCase()
      // The name of the category is what is administered.
      expect(text.replaceAll(`desk ${SECRET}`, '').replaceAll(`desk-${SECRET}`, '')).not.toContain(SECRET)
    }
})

test('pushes of a category go to those who see it at that moment', async () => {
  const { ben, chen, server } = world
  const category = await aCategory(world, { visibility: 'PEOPLE', user_ids: ['test-ben', 'test-chen'] })
  const topic = await aTopic(chen, category)
  const watcher = new Watcher(server.base, ben.token)
  await until(() => watcher.socket.connected, 'the socket is open')
  await aPost(chen, topic, 'Ben may read this')
  await until(() => JSON.stringify(watcher.events).includes('Ben may read this'), 'the post is pushed')
  const { version } = (await server.call(calls.getForumCategories, {})).find(({ id }) => id === category.id)!
  await server.call(calls.updateForumCategory, {
    id: category.id,
    user_ids: ['test-chen'],
    expected_version: version,
  })
  await aPost(chen, topic, 'Ben may not read this')
  const open = await aTopic(chen, await aCategory(world), { title: 'A later topic for all' })
  await until(() => JSON.stringify(watcher.events).includes(open.id), 'a later push arrives')
  expect(JSON.stringify(watcher.events)).not.toContain('Ben may not read this')
  watcher.close()
})
