import {
  deleteForumCategory,
  getDeletedForumCategories,
  getForumCategories,
  getForumCategoryDetails,
  getForumTopicDetails,
  getForumTopics,
  getForumUser,
  restoreForumCategory,
  searchForum,
  updateForumCategory,
  updateForumTopic,
} from '@samudra/contract/forum-calls'
import {
  decideForumFlag,
  flagForumPost,
  getForumFlags,
  lockForumTopic,
  mergeForumTopic,
  moveForumTopic,
  muteForumUser,
  pinForumTopic,
  restoreForumTopic,
  setForumAnswer,
  splitForumTopic,
} from '@samudra/contract/forum-moderation'
import { deleteForumTopic } from '@samudra/contract/forum-calls'
import { addForumPosts, getForumPost, getForumPosts, replyToPost } from '@samudra/contract/forum-posts'
import { markForumRead, setForumWatch } from '@samudra/contract/forum-reading'
import { getNotices } from '@samudra/contract/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCategory,
  aForumServer,
  aPost,
  aTopic,
  type ForumServer,
  type ForumUser,
} from '../../../../../testing/forum/forum-server.ts'
import { sql } from 'kysely'
import { query } from '../../../../platform/needs/query.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { until } from '../../../../../testing/servers/a-server.ts'

let world: ForumServer
beforeAll(async () => {
  world = await aForumServer()
})
afterAll(() => world.server.close())

const countsOf = async (id: string) => {
  const category = (await world.server.call(getForumCategories, {})).find((one) => one.id === id)!
  return [category.topic_count, category.post_count]
}
const bodies = async (user: ForumUser, id: string) =>
  (await user.call(getForumPosts, { id })).items.map(({ number, body }) => `${number} ${body}`)

test('pinned topics stand first until their time is over, of a category or of all lists', async () => {
  const { asha, server } = world
  const category = await aCategory(world)
  const [first, second, third] = [
    await aTopic(asha, category),
    await aTopic(asha, category),
    await aTopic(asha, category),
  ]
  const inCategory = async () =>
    (await asha.call(getForumTopics, { category_id: category.id })).items.map(({ id }) => id)
  expect(await asha.raw(pinForumTopic, { id: first.id, pinned: 'GLOBAL' })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  await server.call(pinForumTopic, { id: first.id, pinned: 'CATEGORY' })
  expect(await inCategory()).toEqual([first.id, third.id, second.id])
  expect((await asha.call(getForumTopics, {})).items[0]!.id).not.toBe(first.id)
  await server.call(pinForumTopic, { id: second.id, pinned: 'GLOBAL' })
  expect((await asha.call(getForumTopics, {})).items[0]).toMatchObject({ id: second.id, pinned: 'GLOBAL' })
  await server.call(pinForumTopic, { id: second.id, pinned: 'GLOBAL', until: '2020-01-01T00:00:00Z' })
  expect(await inCategory()).toEqual([first.id, third.id, second.id])
  await server.call(pinForumTopic, { id: first.id, pinned: 'NONE' })
})

test('a locked topic takes posts of moderators only', async () => {
  const { asha, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  await server.call(lockForumTopic, { id: topic.id, locked: true, reason: 'settled' })
  expect(await asha.raw(addForumPosts, { id: topic.id, body: 'but' })).toMatchObject({
    Code: 'FORBIDDEN',
    Message: 'This topic is locked. Only moderators may post in it.',
  })
  await server.call(addForumPosts, { id: topic.id, body: 'closing word' })
  expect(await asha.call(getForumTopicDetails, { id: topic.id })).toMatchObject({
    locked: true,
    can_post: false,
  })
})

test('the author of a topic marks its answer', async () => {
  const { asha, ben } = world
  const topic = await aTopic(asha, await aCategory(world))
  const post = await aPost(ben, topic, 'do this')
  expect(await ben.raw(setForumAnswer, { id: topic.id, cid: post.cid })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await asha.call(setForumAnswer, { id: topic.id, cid: post.cid })).toMatchObject({
    answer_post_id: post.cid,
    answer_number: 2,
  })
  expect(await ben.call(getForumPost, { cid: post.cid })).toMatchObject({ is_answer: true })
  const other = await aTopic(asha, await aCategory(world))
  expect(await asha.raw(setForumAnswer, { id: other.id, cid: post.cid })).toMatchObject({
    Code: 'VALIDATION',
  })
})

test('a topic moves to a category that fewer see, and is gone for the others', async () => {
  const { asha, chen, server } = world
  const [open, narrow] = [
    await aCategory(world),
    await aCategory(world, {
      visibility: 'PEOPLE',
      user_ids: ['test-chen'],
      moderator_ids: ['test-chen'],
    }),
  ]
  const topic = await aTopic(asha, open)
  await aPost(chen, topic, 'second')
  expect(await server.raw(moveForumTopic, { id: topic.id, category_id: narrow.id })).toMatchObject({
    Code: 'NOT_FOUND',
  })
  await server.call(updateForumCategory, {
    id: open.id,
    moderator_ids: ['test-chen'],
    expected_version: open.version,
  })
  await chen.call(moveForumTopic, { id: topic.id, category_id: narrow.id })
  expect(await asha.raw(getForumTopicDetails, { id: topic.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await countsOf(open.id)).toEqual([0, 0])
  expect(await chen.call(getForumCategoryDetails, { id: narrow.id })).toMatchObject({
    topic_count: 1,
    post_count: 2,
  })
})

test('posts are split to a new topic and merged back, and their addresses stay', async () => {
  const { asha, ben, server } = world
  const category = await aCategory(world)
  const topic = await aTopic(asha, category, { body: 'start' })
  const aside = await aPost(ben, topic, 'an aside')
  await aPost(asha, topic, 'on topic')
  const reply = await asha.call(replyToPost, { cid: aside.cid, body: 'about the aside' })
  expect(
    await server.raw(splitForumTopic, { id: topic.id, cids: [topic.first_cid], title: 'Never' }),
  ).toMatchObject({
    Code: 'VALIDATION',
  })
  const split = await server.call(splitForumTopic, {
    id: topic.id,
    cids: [reply.cid, aside.cid],
    title: 'The aside',
  })
  expect(await bodies(ben, topic.id)).toEqual(['1 start', '3 on topic'])
  expect(await bodies(ben, split.id)).toEqual(['1 an aside', '2 about the aside'])
  expect(await ben.call(getForumPost, { cid: aside.cid })).toMatchObject({ topic_id: split.id, number: 1 })
  expect(await countsOf(category.id)).toEqual([2, 4])
  expect((await ben.call(searchForum, { q: '"The aside"' })).items[0]).toMatchObject({ topic_id: split.id })
  await server.call(mergeForumTopic, { id: split.id, into: topic.id })
  expect(await bodies(ben, topic.id)).toEqual(['1 start', '3 on topic', '5 an aside', '6 about the aside'])
  expect(await ben.call(getForumTopicDetails, { id: split.id })).toMatchObject({
    id: topic.id,
    post_count: 4,
  })
  expect(await countsOf(category.id)).toEqual([1, 4])
  expect(await server.raw(restoreForumTopic, { id: split.id })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('a reader of all posts has none unread after the last ones are split off, and the next one is', async () => {
  const { asha, ben, chen, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  await aPost(ben, topic, 'to the point')
  const last = await aPost(ben, topic, 'an aside')
  await asha.call(markForumRead, { id: topic.id, number: 2 })
  await ben.call(markForumRead, { id: topic.id, number: 3 })
  await server.call(splitForumTopic, { id: topic.id, cids: [last.cid], title: 'The aside' })
  const unreadOf = async (user: ForumUser) => {
    const { unread, first_unread, last_number } = await user.call(getForumTopicDetails, { id: topic.id })
    return { unread, first_unread, last_number }
  }
  const allRead = { unread: 0, first_unread: null, last_number: 3 }
  for (const user of [asha, ben]) expect(await unreadOf(user)).toEqual(allRead)
  expect(await chen.call(markForumRead, { id: topic.id, number: 2 })).toMatchObject({ read_number: 3 })
  await server.call(addForumPosts, { id: topic.id, body: 'once more' })
  for (const user of [asha, ben])
    expect(await unreadOf(user)).toEqual({ unread: 1, first_unread: 4, last_number: 4 })
})

test('a deleted topic is listed for moderators and comes back with its posts', async () => {
  const { asha, server } = world
  const category = await aCategory(world)
  const topic = await aTopic(asha, category)
  await server.call(deleteForumTopic, { id: topic.id, reason: 'double' })
  expect(await countsOf(category.id)).toEqual([0, 0])
  expect(
    (await server.call(getForumTopics, { category_id: category.id, deleted: true })).items,
  ).toMatchObject([{ id: topic.id, deleted_by: 'admin', delete_reason: 'double' }])
  expect((await asha.call(getForumTopics, { deleted: true })).items).toEqual([])
  await server.call(restoreForumTopic, { id: topic.id })
  expect(await countsOf(category.id)).toEqual([1, 1])
  expect((await asha.call(getForumPosts, { id: topic.id })).items).toHaveLength(1)
})

test('a renamed topic keeps its address, and its new words are found', async () => {
  const { asha } = world
  const topic = await aTopic(asha, await aCategory(world), { title: 'Befor the raneme' })
  const renamed = await asha.call(updateForumTopic, {
    id: topic.id,
    title: 'After the rename',
    tags: ['Quay Side', '#piracy'],
    expected_version: topic.version,
  })
  expect(renamed).toMatchObject({ id: topic.id, slug: 'after-the-rename', tags: ['quay-side', 'piracy'] })
  expect((await asha.call(getForumTopics, { tag: 'quay-side' })).items).toMatchObject([{ id: topic.id }])
  expect((await asha.call(searchForum, { q: 'rename tag:piracy' })).items).toHaveLength(1)
  expect(
    await asha.raw(updateForumTopic, { id: topic.id, title: 'x y z', expected_version: 1 }),
  ).toMatchObject({
    Code: 'VERSION_CONFLICT',
  })
})

test('a flag goes to the moderators of the category, and is decided once', async () => {
  const { asha, ben, chen, server } = world
  const category = await aCategory(world, { moderator_ids: ['test-chen'] })
  const post = await aPost(ben, await aTopic(asha, category), 'buy now')
  await asha.call(flagForumPost, { cid: post.cid, reason: 'SPAM', note: 'advertising' })
  expect(await asha.raw(flagForumPost, { cid: post.cid, reason: 'SPAM' })).toMatchObject({
    Code: 'DUPLICATE',
  })
  expect((await asha.call(getForumFlags, {})).items).toEqual([])
  const [flag] = (await chen.call(getForumFlags, { category_id: category.id })).items
  expect(flag).toMatchObject({
    reason: 'SPAM',
    note: 'advertising',
    by: { username: 'asha' },
    post: { body: 'buy now' },
  })
  await until(
    async () => (await chen.call(getNotices, {})).items.some(({ kind }) => kind === 'FORUM_FLAG'),
    'the moderator is notified',
  )
  expect((await ben.call(getNotices, {})).items.map(({ kind }) => kind)).not.toContain('FORUM_FLAG')
  expect(await ben.raw(decideForumFlag, { id: flag!.id, state: 'UPHELD' })).toMatchObject({
    Code: 'NOT_FOUND',
  })
  await chen.call(decideForumFlag, {
    id: flag!.id,
    state: 'UPHELD',
    delete_post: true,
    note: 'no advertising',
  })
  expect(await server.raw(decideForumFlag, { id: flag!.id, state: 'DISMISSED' })).toMatchObject({
    Code: 'IN_USE',
  })
  expect(await ben.call(getForumPost, { cid: post.cid })).toMatchObject({
    body: '',
    deleted_by: 'chen',
    delete_reason: 'no advertising',
  })
})

test('a muted user reads and does not post', async () => {
  const { ben, server } = world
  const topic = await aTopic(server, await aCategory(world))
  await server.call(muteForumUser, { username: 'ben', until: '2099-01-01T00:00:00Z', reason: 'insults' })
  expect(await ben.raw(addForumPosts, { id: topic.id, body: 'x' })).toMatchObject({
    Code: 'FORBIDDEN',
    Message: 'You may not post in the forum until 2099-01-01 00:00 UTC.',
  })
  expect(await ben.call(getForumUser, { username: 'BEN' })).toMatchObject({ username: 'ben', muted: true })
  await server.call(muteForumUser, { username: 'ben', until: null })
  await ben.call(addForumPosts, { id: topic.id, body: 'x' })
})

test('a user outside of the posting group reads and does not post', async () => {
  const { asha, chen } = world
  const category = await aCategory(world, { posting: 'GROUPS', poster_group_ids: ['analysts'] })
  const topic = await aTopic(chen, category)
  expect(await asha.raw(addForumPosts, { id: topic.id, body: 'x' })).toMatchObject({
    Code: 'FORBIDDEN',
    Message: 'You may read this category, but not post in it.',
  })
  expect(await asha.call(getForumTopicDetails, { id: topic.id })).toMatchObject({ can_post: false })
})

test('a post states which mentioned users do not see its category', async () => {
  const { chen } = world
  const narrow = await aCategory(world, { visibility: 'PEOPLE', user_ids: ['test-chen'] })
  const post = await aPost(chen, await aTopic(chen, narrow), 'for @asha and @ben')
  expect(post.notice).toBe('asha and ben do not see this category, and are not notified.')
})

test('posts of a deleted account keep its name', async () => {
  const { asha, server } = world
  const gone = await aUser(server, 'gone')
  const topic = await aTopic(gone, await aCategory(world))
  await sql`delete from sessions where user_id = 'test-gone'`.execute(query(server.database.db))
  await sql`delete from users where id = 'test-gone'`.execute(query(server.database.db))
  expect(await asha.call(getForumTopicDetails, { id: topic.id })).toMatchObject({
    author: { username: 'gone' },
  })
  expect(await asha.call(getForumUser, { username: 'gone' })).toMatchObject({ posts: 1, joined: null })
})

test('a category is deleted with its topics and restored, or its topics move', async () => {
  const { asha, server } = world
  const [one, other] = [await aCategory(world), await aCategory(world)]
  const topic = await aTopic(asha, one)
  await server.call(deleteForumCategory, { id: one.id })
  expect(await asha.raw(getForumTopicDetails, { id: topic.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect((await server.call(getDeletedForumCategories, {})).items.map(({ id }) => id)).toContain(one.id)
  await server.call(restoreForumCategory, { id: one.id })
  await asha.call(getForumTopicDetails, { id: topic.id })
  expect(await server.call(deleteForumCategory, { id: one.id, move_topics_to: other.id })).toEqual({
    id: one.id,
    moved: 1,
  })
  expect(await asha.call(getForumTopicDetails, { id: topic.id })).toMatchObject({ category_id: other.id })
  expect(await countsOf(other.id)).toEqual([1, 1])
  expect(await server.raw(deleteForumCategory, { id: one.id })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('each user is notified once of a post: of a mention, a reply, a quote, or as watcher', async () => {
  const { asha, ben, chen } = world
  const category = await aCategory(world)
  const topic = await aTopic(asha, category, { title: 'Notices here' })
  const question = await aPost(ben, topic, 'a question')
  await chen.call(setForumWatch, { category_id: category.id, level: 'WATCHING' })
  await asha.call(replyToPost, { cid: question.cid, body: '@ben an answer' })
  const texts = async (user: ForumUser) =>
    (await user.call(getNotices, {})).items
      .map(({ text }) => text)
      .filter((text) => text.includes('Notices here'))
  await until(async () => (await texts(chen)).length > 0, 'the watcher is notified')
  expect(await texts(ben)).toEqual(['asha mentioned you in “Notices here”.'])
  expect(await texts(chen)).toEqual(['asha posted in “Notices here”.'])
  await chen.call(setForumWatch, { topic_id: topic.id, level: 'MUTED' })
  await asha.call(replyToPost, { cid: question.cid, body: 'another answer' })
  await ben.call(addForumPosts, { id: topic.id, body: '> an answer\n\n thanks', quotes: [topic.first_cid] })
  await until(async () => (await texts(asha)).length > 0, 'the quoted author is notified')
  expect(await texts(asha)).toEqual(['ben quoted you in “Notices here”.'])
  expect(await texts(ben)).toContain('asha replied to you in “Notices here”.')
  expect(await texts(chen)).toHaveLength(1)
})
