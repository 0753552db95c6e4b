import { deleteForumCategory, getForumCategories, getForumTopics } from '@samudra/contract/forum-calls'
import {
  exportForumTopic,
  exportHeldForum,
  replyToPost,
  updateForumPost,
  uploadForumFile,
} from '@samudra/contract/forum-posts'
import { deleteForumPost } from '@samudra/contract/forum-posts'
import { setLegalHold } from '@samudra/contract/legal-holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCategory,
  aForumServer,
  aPost,
  aTopic,
  type ForumServer,
} from '../../../../../testing/forum/forum-server.ts'
import { download, upload } from '../../../../../testing/samples/uploads.ts'
import { filesIn } from '../../../../platform/formats/zip.ts'
import { query } from '../../../../platform/needs/query.ts'
import { createFirstContent } from './first-content.sql.ts'
import { deleteTopicsBefore } from './forum-retention.sql.ts'

let world: ForumServer
beforeAll(async () => {
  world = await aForumServer()
})
afterAll(() => world.server.close())

test('a new installation has three categories with a welcome topic each, and not again after they are deleted', async () => {
  const { server, asha } = world
  const names = async () => (await asha.call(getForumCategories, {})).map(({ name }) => name)
  expect(await names()).toEqual(['Announcements', 'Watch floor', 'Knowledge'])
  expect((await asha.call(getForumTopics, {})).items.map(({ author }) => author.username)).toEqual([
    'Samudra',
    'Samudra',
    'Samudra',
  ])
  await server.call(deleteForumCategory, { id: 'forum-knowledge' })
  await createFirstContent(server.database.db, new Date())
  expect(await names()).toEqual(['Announcements', 'Watch floor'])
})

test('a topic is exported as markdown with its files, and as PDF', async () => {
  const { asha, ben, server } = world
  const topic = await aTopic(asha, await aCategory(world, { name: 'Exports' }), {
    title: 'Fire at berth 7',
    tags: ['fire'],
    body: 'Smoke over *berth 7*',
  })
  const file = await upload(
    server.base,
    ben.token,
    uploadForumFile,
    { name: 'log.txt' },
    Buffer.from('the log'),
  )
  if (!file.Status) throw new Error(file.Message)
  await aPost(ben, topic, 'Log attached', { file_ids: [file.Data.id] })
  const slip = await aPost(ben, topic, 'a slip')
  await ben.call(deleteForumPost, { cid: slip.cid })
  const zip = await download(server.base, asha.token, exportForumTopic, { id: topic.id, format: 'MARKDOWN' })
  const files = filesIn(zip.bytes)
  const text = files.get('topic.md')!().toString()
  expect(text).toContain('# Fire at berth 7')
  expect(text).toContain('## #1 asha')
  expect(text).toContain('Smoke over *berth 7*')
  expect(text).not.toContain('a slip')
  const [name] = [...files.keys()].filter((one) => one.startsWith('files/'))
  expect(text).toContain(`[log.txt](<${name}>)`)
  expect(files.get(name!)!().toString()).toBe('the log')
  const pdf = await download(server.base, asha.token, exportForumTopic, { id: topic.id, format: 'PDF' })
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a legal hold exports all posts of a user with earlier and deleted texts, sealed', async () => {
  const { asha, ben, server } = world
  const topic = await aTopic(asha, await aCategory(world))
  const post = await aPost(ben, topic, 'before the edit')
  await ben.call(updateForumPost, { cid: post.cid, body: 'after the edit', expected_version: 1 })
  await ben
    .call(replyToPost, { cid: post.cid, body: 'to be deleted' })
    .then(({ cid }) => ben.call(deleteForumPost, { cid }))
  const hold = await server.call(setLegalHold, { user_id: 'test-ben', reason: 'Case 12' })
  const { bytes } = await download(server.base, server.token, exportHeldForum, {
    id: hold.id,
    reason: 'Case 12',
  })
  const text = bytes.toString()
  for (const one of ['before the edit', 'after the edit', 'to be deleted']) expect(text).toContain(one)
  expect(JSON.parse(text.trim().split('\n').at(-1)!)).toMatchObject({
    kind: 'seal',
    sha256: expect.any(String),
  })
})

test('topics past their retention go, except pinned ones and those with a post of a held user', async () => {
  const { asha, ben, chen, server } = world
  const { db } = server.database
  const category = await aCategory(world)
  const [old, held, fresh] = [
    await aTopic(asha, category, { title: 'Old topic' }),
    await aTopic(asha, category, { title: 'Held topic' }),
    await aTopic(asha, category, { title: 'Fresh topic' }),
  ]
  await aPost(chen, old, 'x')
  await aPost(ben, held, 'x')
  await sql`update forum_topics set last_post_at = '2020-01-01' where id in (${old.id}, ${held.id})`.execute(
    query(db),
  )
  const gone = await deleteTopicsBefore(db, new Date('2021-01-01'), ['test-ben'])
  expect(gone).toMatchObject({ topics: 1, isLast: true })
  const { items } = await asha.call(getForumTopics, { category_id: category.id })
  expect(items.map(({ title }) => title)).toEqual([fresh.title, held.title])
  const counts = (await asha.call(getForumCategories, {})).find(({ id }) => id === category.id)
  expect(counts).toMatchObject({ topic_count: 2, post_count: 3 })
})
