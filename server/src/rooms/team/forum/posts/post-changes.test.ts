import { deleteForumTopic, getForumTopicDetails, getForumTopics } from '@samudra/contract/forum-calls'
import type { ForumPost } from '@samudra/contract/forum'
import {
  addForumPosts,
  bookmarkForumPost,
  deleteForumPost,
  getForumBookmarks,
  getForumFiles,
  getForumLikes,
  getForumPost,
  getForumPostEdits,
  getForumPosts,
  likeForumPost,
  replyToPost,
  restoreForumPost,
  updateForumPost,
  uploadForumFile,
} from '@samudra/contract/forum-posts'
import { deleteForumDraft, getForumDrafts, saveForumDraft } from '@samudra/contract/forum-reading'
import { deleteForumCategory } from '@samudra/contract/forum-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCategory,
  aForumServer,
  aPost,
  aTopic,
  type ForumServer,
} from '../../../../../testing/forum/forum-server.ts'
import { changeSettings } from '../../../../../testing/mail/mail-server.ts'
import { download, upload } from '../../../../../testing/samples/uploads.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'

let world: ForumServer
beforeAll(async () => {
  world = await aForumServer()
})
afterAll(() => world.server.close())

test('an edit keeps the earlier text, and the second of two editors gets the text of the first', async () => {
  const { asha, ben, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const post = await aPost(ben, topic, 'first text')
  const edited = await ben.call(updateForumPost, { cid: post.cid, body: 'second text', expected_version: 1 })
  expect(edited).toMatchObject({ body: 'second text', version: 2, edits: [{ version: 2, by: 'ben' }] })
  expect(
    await server.raw(updateForumPost, { cid: post.cid, body: 'other', expected_version: 1 }),
  ).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Message: 'ben edited this post meanwhile. Compare the texts, and save again.',
    Data: { body: 'second text', version: 2 },
  })
  expect(await asha.raw(updateForumPost, { cid: post.cid, body: 'x', expected_version: 2 })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  const { items } = await asha.call(getForumPostEdits, { cid: post.cid })
  expect(items.map(({ version, by, body }) => [version, by, body])).toEqual([
    [2, 'ben', 'second text'],
    [1, 'ben', 'first text'],
  ])
})

test('a deleted post keeps its number without its text, and comes back by its author', async () => {
  const { asha, ben, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const post = await aPost(ben, topic, 'slip')
  const reply = await asha.call(replyToPost, { cid: post.cid, body: 'reply' })
  expect(await asha.raw(deleteForumPost, { cid: post.cid })).toMatchObject({ Code: 'FORBIDDEN' })
  await ben.call(deleteForumPost, { cid: post.cid, reason: 'wrong topic' })
  const { items } = await asha.call(getForumPosts, { id: topic.id })
  expect(items[1]).toMatchObject({ number: 2, body: '', deleted_by: 'ben', delete_reason: 'wrong topic' })
  expect(await asha.call(getForumTopicDetails, { id: topic.id })).toMatchObject({
    post_count: 2,
    last_number: 3,
  })
  expect(await asha.raw(likeForumPost, { cid: post.cid, liked: true })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await server.call(getForumPost, { cid: post.cid })).toMatchObject({ body: 'slip' })
  expect(await asha.raw(restoreForumPost, { cid: post.cid })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await ben.call(restoreForumPost, { cid: post.cid })).toMatchObject({
    body: 'slip',
    deleted_at: null,
  })
  await server.call(deleteForumPost, { cid: reply.cid })
  expect(await asha.raw(restoreForumPost, { cid: reply.cid })).toMatchObject({ Code: 'FORBIDDEN' })
})

test('a topic is deleted by its author while nobody replied', async () => {
  const { asha, ben } = world
  const category = await aCategory(world)
  const alone = await aTopic(asha, category)
  expect(await ben.raw(deleteForumTopic, { id: alone.id })).toMatchObject({ Code: 'FORBIDDEN' })
  await asha.call(deleteForumTopic, { id: alone.id })
  expect((await ben.call(getForumTopics, { category_id: category.id })).items).toEqual([])
  const answered = await aTopic(asha, category)
  await aPost(ben, answered, 'reply')
  expect(await asha.raw(deleteForumTopic, { id: answered.id })).toMatchObject({ Code: 'FORBIDDEN' })
})

test('likes count once for each user, and are pushed together', async () => {
  const { asha, ben, chen, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const post = await aPost(asha, topic, 'good')
  expect(await asha.raw(likeForumPost, { cid: post.cid, liked: true })).toMatchObject({ Code: 'FORBIDDEN' })
  const watcher = new Watcher(server.base, asha.token)
  await until(() => watcher.socket.connected, 'the socket is open')
  await Promise.all([ben, chen, ben].map((one) => one.call(likeForumPost, { cid: post.cid, liked: true })))
  const pushed = () => watcher.events.filter(({ name }) => name === 'forum_like')
  await until(() => pushed().length > 0, 'likes are pushed')
  expect(pushed()).toMatchObject([{ payload: { cid: post.cid, like_count: 2 } }])
  watcher.close()
  const likes = await asha.call(getForumLikes, { cid: post.cid })
  expect(likes.items.map(({ username }) => username).toSorted()).toEqual(['ben', 'chen'])
  await ben.call(likeForumPost, { cid: post.cid, liked: false })
  expect(await chen.call(getForumPost, { cid: post.cid })).toMatchObject({ like_count: 1, liked: true })
  await ben.call(bookmarkForumPost, { cid: post.cid, bookmarked: true })
  expect((await ben.call(getForumBookmarks, {})).items).toMatchObject([
    { post: { cid: post.cid, bookmarked: true } },
  ])
})

test('a file is uploaded, posted once, and read by ranges; another user cannot post it', async () => {
  const { asha, ben, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const file = await upload(
    server.base,
    ben.token,
    uploadForumFile,
    { name: 'log.txt' },
    Buffer.from('0123456789'),
  )
  if (!file.Status) throw new Error(file.Message)
  const { id } = file.Data
  expect(await asha.raw(addForumPosts, { id: topic.id, body: 'mine', file_ids: [id] })).toMatchObject({
    Code: 'VALIDATION',
  })
  const sent = { id: topic.id, body: '', file_ids: [id], client_key: 'with-file' }
  const [first, again] = await Promise.all([ben.call(addForumPosts, sent), ben.call(addForumPosts, sent)])
  expect([first.cid, first.files]).toEqual([again.cid, again.files])
  expect(await ben.raw(addForumPosts, { ...sent, client_key: 'other' })).toMatchObject({ Code: 'VALIDATION' })
  const part = await download(server.base, asha.token, getForumFiles, {
    id: topic.id,
    file_id: id,
    from_byte: 2,
    to_byte: 5,
  })
  expect(part.bytes.toString()).toBe('234')
  const list = await download(server.base, asha.token, getForumFiles, { id: topic.id })
  expect(list.envelope.Status && list.envelope.Data.items).toMatchObject([
    { name: 'log.txt', cid: first.cid },
  ])
  const edited = await ben.call(updateForumPost, {
    cid: first.cid,
    body: 'no file',
    file_ids: [],
    expected_version: 1,
  })
  expect(edited.files).toEqual([])
  const gone = await download(server.base, asha.token, getForumFiles, { id: topic.id, file_id: id })
  expect(gone.envelope).toMatchObject({ Code: 'NOT_FOUND' })
})

test('a draft is saved by version, outlives its category, and goes with its post', async () => {
  const { asha, server } = world
  const category = await aCategory(world)
  const topic = await aTopic(server, category)
  const draft = { key: `topic:${topic.id}`, body: 'half a thought', device: 'desk' }
  expect(await asha.call(saveForumDraft, { ...draft, expected_version: 0 })).toMatchObject({ version: 1 })
  expect(
    await asha.raw(saveForumDraft, { ...draft, body: 'x', device: 'phone', expected_version: 0 }),
  ).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { body: 'half a thought', device: 'desk' },
  })
  await asha.call(saveForumDraft, { ...draft, body: 'a whole thought', expected_version: 1 })
  await server.call(deleteForumCategory, { id: category.id })
  expect(await asha.raw(addForumPosts, { id: topic.id, body: 'x', draft_key: draft.key })).toMatchObject({
    Code: 'NOT_FOUND',
    Message: expect.stringContaining('does not exist any more'),
  })
  expect((await asha.call(getForumDrafts, {})).items).toMatchObject([{ body: 'a whole thought' }])
  const open = await aTopic(server, await aCategory(world))
  await asha.call(addForumPosts, { id: open.id, body: 'a whole thought', draft_key: draft.key })
  expect((await asha.call(getForumDrafts, {})).items).toEqual([])
  await asha.call(deleteForumDraft, { key: 'new' })
})

const JOINER = '\u200d'
test.each([
  ['a megabyte of zero-width joiners', JOINER.repeat(1_000_000), 'VALIDATION'],
  ['nothing but zero-width joiners', JOINER.repeat(5000), 'VALIDATION'],
  ['a text that is too long', 'x'.repeat(32_001), 'VALIDATION'],
  ['a hundred and one links', 'https://example.org '.repeat(101), 'VALIDATION'],
])('%s is refused with a sentence', async (_, body, code) => {
  const { asha } = world
  const topic = await aTopic(asha, await aCategory(world))
  const answer = await asha.raw(addForumPosts, { id: topic.id, body })
  expect(answer).toMatchObject({ Code: code, Message: expect.stringMatching(/\.$/) })
})

test('hostile text is stored as it is meant, without runs that show nothing', async () => {
  const { asha } = world
  const topic = await aTopic(asha, await aCategory(world))
  const stored = async (body: string) => (await aPost(asha, topic, body)).body
  expect(await stored('<script>alert(1)</script><svg onload=x>')).toBe(
    '<script>alert(1)</script><svg onload=x>',
  )
  expect(await stored(`a${JOINER.repeat(3000)}b`)).toBe(`a${JOINER}b`)
  expect(await stored(`z${'\u0301'.repeat(500)}`)).toHaveLength(9)
  expect((await stored(`${'>'.repeat(5000)} deep`)).length).toBeLessThan(20)
  expect(await stored('\u0061\u0301')).toBe('\u00e1')
  expect(await stored('👨‍👩‍👧 क्‍ष')).toBe('👨‍👩‍👧 क्‍ष')
})

test('a mention of 500 names notifies 20 users at most, with a sentence', async () => {
  const { asha } = world
  const topic = await aTopic(asha, await aCategory(world))
  const names = Array.from({ length: 500 }, (_, i) => `@name${i}`).join(' ')
  expect((await aPost(asha, topic, names)).notice).toBe(
    'A post notifies 20 users. The other 480 are mentioned, but not notified.',
  )
  expect((await aPost(asha, topic, '@ben look')).mentions).toEqual([{ id: 'test-ben', username: 'ben' }])
})

test('a flood of one user waits, from any number of calls at once', async () => {
  const { ben, asha, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  await changeSettings(server, { 'forum.posts_per_minute': 10 })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => ben.raw(addForumPosts, { id: topic.id, body: `flood ${i}` })),
  )
  const refused = answers.filter(({ Status }) => !Status)
  expect(refused.length).toBeGreaterThanOrEqual(20)
  expect(refused[0]).toMatchObject({
    Code: 'RATE_LIMIT',
    Message: 'You posted 10 times in a minute. Wait a minute.',
  })
  await changeSettings(server, { 'forum.posts_per_minute': 100_000, 'forum.topics_per_day': 1 })
  const category = await aCategory(world)
  const topics = await Promise.all(
    [1, 2].map(() => aTopic(ben, category).catch((error: Error) => error.message)),
  )
  expect(topics).toContainEqual(expect.stringContaining('RATE_LIMIT'))
  await changeSettings(server, { 'forum.topics_per_day': 1000 })
})

test('pages of long posts fit into an answer around the place that was asked for', async () => {
  const { asha } = world
  const topic = await aTopic(asha, await aCategory(world))
  for (let i = 0; i < 60; i++) await aPost(asha, topic, 'क'.repeat(31_000))
  const { items } = await asha.call(getForumPosts, { id: topic.id, around: 30, limit: 60 })
  expect(items.map(({ number }: ForumPost) => number)).toContain(30)
  expect(items.length).toBeLessThan(40)
}, 20_000)
