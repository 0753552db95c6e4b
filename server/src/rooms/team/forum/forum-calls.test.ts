import {
  getForumCategories,
  getForumTopicDetails,
  getForumTopics,
  searchForum,
} from '@samudra/contract/forum-calls'
import { addForumPosts, getForumPostReplies, getForumPosts, replyToPost } from '@samudra/contract/forum-posts'
import {
  getForumUnread,
  markAllForumRead,
  markForumRead,
  setForumWatch,
} from '@samudra/contract/forum-reading'
import { getUnread } from '@samudra/contract/unread'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCategory,
  aForumServer,
  aPost,
  aTopic,
  type ForumServer,
} from '../../../../testing/forum/forum-server.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

let world: ForumServer
beforeAll(async () => {
  world = await aForumServer()
})
afterAll(() => world.server.close())

test('posts have numbers without gaps, and are read in windows to both sides', async () => {
  const { asha, ben } = world
  const topic = await aTopic(asha, await aCategory(world))
  await Promise.all(Array.from({ length: 19 }, (_, i) => aPost(i % 2 === 0 ? asha : ben, topic, `post ${i}`)))
  const all = await ben.call(getForumPosts, { id: topic.id, limit: 100 })
  expect(all.items.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect(all).toMatchObject({ total: 20, previous: null, next: null, last_number: 20 })
  const numbers = async (window: object) => {
    const page = await ben.call(getForumPosts, { id: topic.id, limit: 5, ...window })
    return [page.previous, page.items.map(({ number }) => number).join(' '), page.next]
  }
  expect(await numbers({ around: 10 })).toEqual(['8', '8 9 10 11 12', '12'])
  expect(await numbers({ around: 20 })).toEqual(['16', '16 17 18 19 20', null])
  expect(await numbers({ after: 12 })).toEqual(['13', '13 14 15 16 17', '17'])
  expect(await numbers({ before: 8 })).toEqual(['3', '3 4 5 6 7', '7'])
  expect(await numbers({ cursor: '17' })).toEqual(['18', '18 19 20', null])
})

test('a reply to a reply stands under the same post, and quotes it', async () => {
  const { asha, ben } = world
  const topic = await aTopic(asha, await aCategory(world))
  const root = await aPost(ben, topic, 'question')
  const reply = await asha.call(replyToPost, { cid: root.cid, body: 'answer' })
  expect(reply).toMatchObject({ parent_cid: root.cid, parent_number: 2, number: 3, quotes: [] })
  const deeper = await ben.call(replyToPost, { cid: reply.cid, body: 'thanks' })
  expect(deeper).toMatchObject({ parent_cid: root.cid, quotes: [reply.cid] })
  const { items, total } = await ben.call(getForumPostReplies, { cid: root.cid })
  expect({ total, numbers: items.map(({ number }) => number) }).toEqual({ total: 2, numbers: [3, 4] })
})

test('the same client key is one post', async () => {
  const { asha } = world
  const topic = await aTopic(asha, await aCategory(world))
  const sent = { id: topic.id, body: 'once', client_key: 'k1' }
  const answers = await Promise.all([1, 2, 3].map(() => asha.call(addForumPosts, sent)))
  expect(new Set(answers.map(({ cid }) => cid)).size).toBe(1)
  expect((await asha.call(getForumTopicDetails, { id: topic.id })).post_count).toBe(2)
})

test('the list shows the latest topic first, and what a reader has not read', async () => {
  const { asha, ben } = world
  const category = await aCategory(world)
  const first = await aTopic(asha, category, { title: 'Older topic' })
  const second = await aTopic(asha, category, { title: 'Newer topic' })
  const list = async () => (await ben.call(getForumTopics, { category_id: category.id })).items
  expect((await list()).map(({ id, is_new }) => [id, is_new])).toEqual([
    [second.id, true],
    [first.id, true],
  ])
  await ben.call(markForumRead, { id: first.id, number: 1 })
  await aPost(asha, first, 'more')
  await aPost(asha, first, 'and more')
  expect((await list())[0]).toMatchObject({
    id: first.id,
    is_new: false,
    unread: 2,
    read_number: 1,
    post_count: 3,
  })
  expect(await ben.call(getForumPosts, { id: first.id, around_unread: true })).toMatchObject({
    first_unread: 2,
  })
  expect(await ben.call(markForumRead, { id: first.id, number: 99 })).toEqual({ read_number: 3 })
  expect(await ben.call(markForumRead, { id: first.id, number: 2 })).toEqual({ read_number: 3 })
  const page = await ben.call(getForumTopics, { category_id: category.id, limit: 1 })
  const rest = await ben.call(getForumTopics, { category_id: category.id, limit: 1, cursor: page.next! })
  expect(rest.items.map(({ id }) => id)).toEqual([second.id])
})

test('unread topics count where the reader follows them', async () => {
  const { asha, ben } = world
  const topic = await aTopic(asha, await aCategory(world))
  const count = async () => (await ben.call(getUnread, {})).items.find(({ room }) => room === 'forum')?.count
  await ben.call(markForumRead, { id: topic.id, number: 1 })
  const before = await count()
  await aPost(asha, topic, 'one')
  expect(await count()).toBe(before)
  await ben.call(setForumWatch, { topic_id: topic.id, level: 'TRACKING' })
  expect(await count()).toBe(before! + 1)
  expect((await ben.call(getForumTopics, { unread: true })).items.map(({ id }) => id)).toContain(topic.id)
  expect(await ben.call(getForumUnread, {})).toMatchObject({ unread: before! + 1 })
  expect(await ben.call(markAllForumRead, {})).toEqual({ unread: 0, new_topics: 0 })
  expect(await count()).toBe(0)
})

test('a post is pushed to the screens of others, and its words are found', async () => {
  const { asha, ben, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const watcher = new Watcher(server.base, ben.token)
  await until(() => watcher.socket.connected, 'the socket is open')
  await aPost(asha, topic, 'The lighthouse keeper reported a dhow')
  await until(
    () => watcher.events.some(({ name }) => name === 'forum_post'),
    () => `the post is pushed, of ${JSON.stringify(watcher.events)}`,
  )
  watcher.close()
  const { items } = await ben.call(searchForum, { q: 'lighthouse from:asha' })
  expect(items).toMatchObject([{ topic_id: topic.id, number: 2 }])
})

test('a category for a group is not there for others', async () => {
  const { asha, chen, server } = world
  const category = await aCategory(world, { visibility: 'GROUPS', group_ids: ['analysts'] })
  const topic = await aTopic(chen, category, { title: 'For analysts' })
  expect((await asha.call(getForumCategories, {})).map(({ id }) => id)).not.toContain(category.id)
  expect(await asha.raw(getForumPosts, { id: topic.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const administered = (await server.call(getForumCategories, {})).find(({ id }) => id === category.id)
  expect(administered).toMatchObject({ can_read: false, topic_count: 0, last_topic: null })
  expect(await server.raw(getForumTopicDetails, { id: topic.id })).toMatchObject({ Code: 'NOT_FOUND' })
})
