// Tests parameters of createCategory, updateForumCategory, deleteCategory, getCategoryDetails, getForumTopic, getTopicDetails,
// createForumTopic, 'user username' and others that no other test of the forum covers.
import type { ForumLink, ForumTopic } from '@samudra/contract/forum'
import {
  createForumCategory,
  createForumTopic,
  deleteForumCategory,
  getForumCategoryDetails,
  getForumTopicDetails,
  getForumTopics,
  getForumUser,
  getForumUserPosts,
  searchForum,
  updateForumCategory,
  updateForumTopic,
} from '@samudra/contract/forum-calls'
import { flagForumPost, getForumFlags } from '@samudra/contract/forum-moderation'
import {
  addForumPosts,
  bookmarkForumPost,
  getForumBookmarks,
  getForumFiles,
  getForumLikes,
  getForumPost,
  likeForumPost,
  replyToPost,
  updateForumPost,
  uploadForumFile,
} from '@samudra/contract/forum-posts'
import { getForumDrafts, saveForumDraft, setForumOpen } from '@samudra/contract/forum-reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCategory,
  aForumServer,
  aPost,
  aTopic,
  type ForumServer,
} from '../../../../testing/forum/forum-server.ts'
import { aPng } from '../../../../testing/samples/pictures.ts'
import { download, upload } from '../../../../testing/samples/uploads.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

let world: ForumServer
beforeAll(async () => {
  world = await aForumServer()
})
afterAll(() => world.server.close())

const LINK: ForumLink = { type: 'vessel', id: '419000001', label: 'MATSYA' }
const WRONG_LINKS = [
  ['links.0.type', { type: 'ship', id: '1', label: '' }],
  ['links.0.id', { type: 'vessel', id: '', label: '' }],
  ['links.0.label', { type: 'vessel', id: '1', label: 'x'.repeat(201) }],
] as const
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** Reads a list in pages of `limit` 1 by `cursor`, to its end. */
async function inPages<Item>(
  page: (at: { limit: number; cursor?: string }) => Promise<{ items: Item[]; next: string | null }>,
): Promise<Item[]> {
  const all: Item[] = []
  for (let cursor: string | undefined; ;) {
    const { items, next } = await page({ limit: 1, ...(cursor !== undefined && { cursor }) })
    all.push(...items)
    if (next === null) return all
    cursor = next
  }
}

test('createCategory and updateForumCategory set what a category shows, and who reads, posts and moderates', async () => {
  const { server, ben, chen } = world
  const made = await server.call(createForumCategory, {
    name: 'Desk of analysts',
    description: 'Daily work',
    color: '#123456',
    position: 7,
    visibility: 'GROUPS',
    group_ids: ['analysts'],
    user_ids: ['test-ben'],
    posting: 'PEOPLE',
    poster_ids: ['test-chen'],
    poster_group_ids: [],
    moderator_group_ids: [],
    moderator_ids: [],
  })
  expect(made).toMatchObject({ description: 'Daily work', color: '#123456', position: 7, can_read: false })
  expect(await ben.raw(getForumCategoryDetails, { id: made.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await chen.call(getForumCategoryDetails, { id: made.id })).toMatchObject({
    can_post: true,
    can_moderate: false,
  })
  const changed = await server.call(updateForumCategory, {
    id: made.id,
    name: 'Desk',
    description: 'Weekly work',
    color: '#654321',
    position: 8,
    visibility: 'PEOPLE',
    posting: 'GROUPS',
    poster_group_ids: ['nobody'],
    poster_ids: [],
    moderator_group_ids: ['analysts'],
    expected_version: made.version,
  })
  expect(changed).toMatchObject({
    name: 'Desk',
    slug: 'desk',
    description: 'Weekly work',
    color: '#654321',
    position: 8,
  })
  expect(await ben.call(getForumCategoryDetails, { id: made.id })).toMatchObject({ can_post: false })
  expect(await chen.call(getForumCategoryDetails, { id: made.id })).toMatchObject({ can_moderate: true })
  for (const [field, input] of [
    ['group_ids', { visibility: 'GROUPS' }],
    ['user_ids', { visibility: 'PEOPLE' }],
    ['poster_group_ids', { posting: 'GROUPS' }],
    ['poster_ids', { posting: 'PEOPLE' }],
  ] as const)
    expect(await server.raw(createForumCategory, { name: 'Empty', ...input })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field }],
    })
  expect(await server.raw(createForumCategory, { name: 'desk' })).toMatchObject({ Code: 'DUPLICATE' })
  expect(await server.raw(deleteForumCategory, { id: made.id, move_topics_to: made.id })).toMatchObject({
    Code: 'VALIDATION',
  })
})

test('topics are sorted, paged and narrowed', async () => {
  const { asha, ben, server } = world
  const category = await aCategory(world)
  const [first, second] = [
    await aTopic(asha, category, { tags: ['red'] }),
    await aTopic(asha, category, { tags: ['blue'] }),
  ]
  await aPost(asha, first, 'later')
  await ben.call(likeForumPost, { cid: second.first_cid, liked: true })
  const list = async (more: object) =>
    ids((await ben.call(getForumTopics, { category_id: category.id, ...more })).items)
  expect(await list({})).toEqual([first.id, second.id])
  expect(await list({ sort: 'NEWEST' })).toEqual([second.id, first.id])
  expect(await list({ sort: 'TOP' })).toEqual([second.id, first.id])
  expect(await list({ tag: '#Red' })).toEqual([first.id])
  expect(await list({ new: true })).toEqual([second.id, first.id])
  expect(await list({ unread: true })).toEqual([])
  expect(await list({ deleted: true })).toEqual([])
  expect(await list({ q: 'later' })).toEqual([first.id])
  for (const sort of ['LATEST', 'NEWEST', 'TOP'] as const) {
    const paged: ForumTopic[] = await inPages((page) =>
      ben.call(getForumTopics, { category_id: category.id, sort, ...page }),
    )
    expect(ids(paged)).toEqual(await list({ sort }))
    const inDetails = await inPages(
      async (page) => (await ben.call(getForumCategoryDetails, { id: category.id, sort, ...page })).topics,
    )
    expect(ids(inDetails)).toEqual(ids(paged))
  }
  expect(await ben.raw(getForumTopics, { cursor: 'x' })).toMatchObject({ Code: 'VALIDATION' })
  expect(
    ids(
      (await server.call(searchForum, { q: 'later', category_id: category.id })).items.map(
        ({ topic_id: id }) => ({ id }),
      ),
    ),
  ).toEqual([first.id])
  expect((await server.call(searchForum, { q: 'later', topic_id: second.id })).items).toEqual([])
})

test('a topic is created with all its parts, once for its client_key, and its draft_key goes', async () => {
  const { asha, ben } = world
  const category = await aCategory(world)
  const draft = {
    key: `new:${category.id}`,
    title: 'Half a title',
    body: 'half',
    tags: ['half'],
    links: [LINK],
    quotes: ['q'],
    file_ids: [],
    category_id: category.id,
    device: 'desk',
  }
  await asha.call(saveForumDraft, { ...draft, expected_version: 0 })
  expect((await asha.call(getForumDrafts, {})).items).toMatchObject([draft])
  const wanted = {
    category_id: category.id,
    title: 'A whole topic',
    body: 'whole',
    tags: ['whole'],
    file_ids: [],
    mentions: ['test-ben'],
    links: [LINK, LINK],
    client_key: 'topic-1',
    draft_key: draft.key,
  }
  const topic = await asha.call(createForumTopic, wanted)
  expect((await asha.call(createForumTopic, wanted)).id).toBe(topic.id)
  expect(topic).toMatchObject({ links: [LINK], tags: ['whole'], post_count: 1 })
  expect(await ben.call(getForumPost, { cid: topic.first_cid })).toMatchObject({
    mentions: [{ id: 'test-ben' }],
  })
  expect((await asha.call(getForumDrafts, {})).items).toEqual([])
  const changed = await asha.call(updateForumTopic, {
    id: topic.id,
    links: [],
    expected_version: topic.version,
  })
  expect(changed.links).toEqual([])
  expect(await ben.call(getForumTopicDetails, { id: topic.id })).toMatchObject({ title: 'A whole topic' })
})

test.each(WRONG_LINKS)('%s of a topic, a post and a draft is tested', async (field, link) => {
  const { asha } = world
  const links = [link] as unknown as ForumLink[]
  const refused = { Code: 'VALIDATION', fields: [{ field }] }
  const topic = await aTopic(asha, await aCategory(world))
  expect(
    await asha.raw(createForumTopic, { category_id: topic.category_id, title: 'Title', body: 'x', links }),
  ).toMatchObject(refused)
  expect(await asha.raw(updateForumTopic, { id: topic.id, links, expected_version: 1 })).toMatchObject(
    refused,
  )
  expect(await asha.raw(addForumPosts, { id: topic.id, body: 'x', links })).toMatchObject(refused)
  expect(await asha.raw(replyToPost, { cid: topic.first_cid, body: 'x', links })).toMatchObject(refused)
  expect(
    await asha.raw(updateForumPost, { cid: topic.first_cid, body: 'x', links, expected_version: 1 }),
  ).toMatchObject(refused)
  expect(
    await asha.raw(saveForumDraft, { key: 'new', body: '', device: '', links, expected_version: 0 }),
  ).toMatchObject(refused)
})

test('a post and a reply have cards, quotes and mentions, and an edit changes them', async () => {
  const { asha, ben, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const file = await upload(server.base, ben.token, uploadForumFile, { name: 'grey.png' }, aPng(40, 30))
  if (!file.Status) throw new Error(file.Message)
  const more = { links: [LINK], quotes: [topic.first_cid, 'none'], mentions: ['test-asha', 'nobody'] }
  const post = await ben.call(addForumPosts, {
    id: topic.id,
    body: 'card',
    client_key: 'c',
    draft_key: 'new',
    ...more,
  })
  expect(post).toMatchObject({ links: [LINK], quotes: [topic.first_cid], mentions: [{ username: 'asha' }] })
  const reply = await ben.call(replyToPost, {
    cid: post.cid,
    body: 'x',
    client_key: 'r',
    draft_key: 'new',
    file_ids: [file.Data.id],
    ...more,
  })
  expect(reply).toMatchObject({ links: [LINK], quotes: [topic.first_cid], files: [{ name: 'grey.png' }] })
  const edited = await ben.call(updateForumPost, {
    cid: reply.cid,
    body: 'y',
    links: [],
    quotes: [],
    draft_key: 'new',
    expected_version: 1,
  })
  expect(edited).toMatchObject({ links: [], quotes: [], files: [{ name: 'grey.png' }] })
  const small = await download(server.base, asha.token, getForumFiles, {
    id: topic.id,
    file_id: file.Data.id,
    thumbnail: true,
  })
  expect(small.envelope).toMatchObject({ Data: { content: { type: 'image/webp' } } })
  const turned = await download(server.base, asha.token, getForumFiles, {
    id: topic.id,
    file_id: file.Data.id,
    from_byte: 9,
    to_byte: 1,
  })
  expect(turned.envelope).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'from_byte' }] })
})

test('likes, bookmarks, flags and posts of a user come in pages', async () => {
  const { asha, ben, chen, server } = world
  const category = await aCategory(world, { moderator_ids: ['test-chen'] })
  const topic = await aTopic(asha, category)
  const [one, two] = [await aPost(asha, topic, 'one'), await aPost(asha, topic, 'two')]
  for (const user of [ben, chen]) await user.call(likeForumPost, { cid: one.cid, liked: true })
  for (const { cid } of [one, two]) {
    await ben.call(bookmarkForumPost, { cid, bookmarked: true })
    await ben.call(flagForumPost, { cid, reason: 'OTHER' })
  }
  const likes = await inPages((page) => asha.call(getForumLikes, { cid: one.cid, ...page }))
  expect(likes.map(({ username }) => username)).toEqual(['chen', 'ben'])
  const bookmarks = await inPages((page) => ben.call(getForumBookmarks, page))
  expect(bookmarks.map(({ post }) => post.body)).toEqual(['two', 'one'])
  const flags = await inPages((page) =>
    chen.call(getForumFlags, { state: 'OPEN', category_id: category.id, ...page }),
  )
  expect(flags.map(({ post }) => post.body)).toEqual(['one', 'two'])
  const own = await inPages((page) => server.call(getForumUserPosts, { username: 'asha', ...page }))
  expect(own.slice(0, 3).map(({ post }) => post.body)).toEqual(['two', 'one', 'First post.'])
  expect(await server.call(getForumUser, { username: 'asha' })).toMatchObject({ posts: own.length })
})

test('who writes in a topic is pushed to those who have it open, and to nobody else', async () => {
  const { asha, ben, chen, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const [reader, other] = [new Watcher(server.base, ben.token), new Watcher(server.base, chen.token)]
  await until(() => reader.socket.connected && other.socket.connected, 'the sockets are open')
  expect(await ben.call(setForumOpen, { id: topic.id, open: true })).toEqual({ readers: 1 })
  expect(await asha.call(setForumOpen, { id: topic.id, open: true, writing: true })).toEqual({ readers: 2 })
  const writing = (watcher: Watcher) => watcher.events.filter(({ name }) => name === 'forum_writing')
  await until(() => writing(reader).length > 0, 'the reader is informed')
  expect(writing(reader)).toMatchObject([
    { payload: { topic_id: topic.id, writing: true, user: { username: 'asha' } } },
  ])
  await aPost(asha, topic, 'done')
  await until(() => other.events.some(({ name }) => name === 'forum_post'), 'a later push arrives')
  expect(writing(other)).toEqual([])
  expect(await ben.call(setForumOpen, { id: topic.id, open: false })).toEqual({ readers: 1 })
  reader.close()
  other.close()
})
