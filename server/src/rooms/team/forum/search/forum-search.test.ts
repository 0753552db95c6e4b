import {
  getForumTags,
  getForumTopics,
  getForumTopicsOfObject,
  getSimilarForumTopics,
  searchForum,
} from '@samudra/contract/forum-calls'
import { likeForumPost, uploadForumFile } from '@samudra/contract/forum-posts'
import { lockForumTopic, setForumAnswer } from '@samudra/contract/forum-moderation'
import { markForumRead } from '@samudra/contract/forum-reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCategory,
  aForumServer,
  aPost,
  aTopic,
  type ForumServer,
} from '../../../../../testing/forum/forum-server.ts'
import { upload } from '../../../../../testing/samples/uploads.ts'

let world: ForumServer
beforeAll(async () => {
  world = await aForumServer()
  const { asha, ben, server } = world
  const quay = await aCategory(world, { name: 'Quay talk' })
  const topic = await aTopic(asha, quay, {
    title: 'Dhow without lights',
    body: 'Seen off the **northern** breakwater',
    tags: ['night'],
    links: [{ type: 'vessel', id: '419000007', label: 'MATSYA' }],
  })
  const answer = await aPost(ben, topic, 'The harbour master knows her')
  const file = await upload(
    server.base,
    ben.token,
    uploadForumFile,
    { name: 'breakwater_chart.txt' },
    Buffer.from('x'),
  )
  if (!file.Status) throw new Error(file.Message)
  await aPost(ben, topic, 'a chart', { file_ids: [file.Data.id] })
  await asha.call(setForumAnswer, { id: topic.id, cid: answer.cid })
  await asha.call(likeForumPost, { cid: answer.cid, liked: true })
  await ben.call(markForumRead, { id: topic.id, number: 1 })
  const closed = await aTopic(ben, await aCategory(world, { name: 'Old talk' }), {
    title: 'Dhow of last year',
  })
  await server.call(lockForumTopic, { id: closed.id, locked: true })
})
afterAll(() => world.server.close())

test.each([
  ['dhow', 2],
  ['dho', 0],
  ['dho*', 2],
  ['dhow lights', 1],
  ['"without lights"', 1],
  ['"lights without"', 0],
  ['dhow -lights', 1],
  ['breakwater', 2],
  ['breakwater has:file', 1],
  ['dhow in:quay-talk', 1],
  ['dhow in:"old talk"', 1],
  ['in:quay-talk', 3],
  ['in:quay-talk from:@ben', 2],
  ['in:quay-talk tag:night', 3],
  ['dhow tag:#day', 0],
  ['dhow is:locked', 1],
  ['dhow is:open', 1],
  ['in:quay-talk is:answered', 3],
  ['in:quay-talk is:mine', 1],
  ['is:liked', 1],
  ['dhow before:2020-01-01', 0],
  ['dhow after:2020-01-01', 2],
  ["o'brien & | ! ( :* \\ dhow", 0],
])('the search %s finds %i posts', async (q, count) => {
  expect((await world.asha.call(searchForum, { q })).items).toHaveLength(count)
})

test('a search names what it does not know', async () => {
  const { asha } = world
  expect(await asha.raw(searchForum, { q: 'is:funny' })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('is:funny is not known'),
  })
  expect(await asha.raw(searchForum, { q: 'before:yesterday' })).toMatchObject({ Code: 'VALIDATION' })
  expect((await asha.call(searchForum, { q: ' ' })).items).toEqual([])
})

test('unread posts are those after the read position, and matches come in pages with their text', async () => {
  const { asha, ben } = world
  expect((await ben.call(searchForum, { q: 'in:quay-talk is:unread' })).items).toHaveLength(0)
  const first = await asha.call(searchForum, { q: 'in:quay-talk', limit: 2 })
  const rest = await asha.call(searchForum, { q: 'in:quay-talk', limit: 2, cursor: first.next! })
  expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual([3, 2, 1])
  expect(rest.items[0]).toMatchObject({ excerpt: 'Seen off the northern breakwater', answered: true })
})

test('topics are found by their posts, by a linked object, and by a title like one that is written', async () => {
  const { asha } = world
  const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)
  expect(titles(await asha.call(getForumTopics, { q: 'harbour master' }))).toEqual(['Dhow without lights'])
  expect(titles(await asha.call(getForumTopics, { q: 'dhow', limit: 1 }))).toEqual(['Dhow of last year'])
  expect(titles(await asha.call(getForumTopicsOfObject, { type: 'vessel', id: '419000007' }))).toEqual([
    'Dhow without lights',
  ])
  expect(titles(await asha.call(getSimilarForumTopics, { title: 'Dhow with no lights' }))).toContain(
    'Dhow without lights',
  )
  expect(await asha.call(getForumTags, { q: 'ni' })).toEqual({ items: [{ tag: 'night', topics: 1 }] })
})
