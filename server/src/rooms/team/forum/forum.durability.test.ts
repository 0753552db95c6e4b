// Rooms: forum
import {
  createForumTopic,
  createForumCategory,
  getForumCategories,
  getForumTopicDetails,
} from '@samudra/contract/forum-calls'
import { addForumPosts, getForumFiles, getForumPosts, uploadForumFile } from '@samudra/contract/forum-posts'
import type { ForumPost } from '@samudra/contract/forum'
import { getNotices } from '@samudra/contract/notifications'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { download, upload } from '../../../../testing/samples/uploads.ts'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { callRaw, until } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { size } from '../../../../testing/servers/durability-size.ts'
import { TwoServers, type Started } from '../../../../testing/servers/two-servers.ts'

const POSTS = size(24, 200)
/** Posts on the way at once. */
const LINES = 3

describe.skipIf(noRedis !== null)('the forum with two servers', () => {
  let two: TwoServers
  let [one, other]: Started[] = []
  beforeAll(async () => {
    two = await TwoServers.open()
    one = await two.start()
    other = await two.start()
  })
  afterAll(() => two.close())

  test('a server killed amid posts with files loses none, doubles none, and screens of the other receive each', async () => {
    const admin = await two.logIn(other!)
    const { version } = await admin.call(getAdminSettings, {})
    await admin.call(updateAdminSettings, {
      changes: { 'forum.posts_per_minute': 100_000 },
      expected_version: version,
    })
    const asha = await aUser({ logIn: (name) => two.logIn(other!, name), database: two.database }, 'asha')
    const ben = await aUser({ logIn: (name) => two.logIn(other!, name), database: two.database }, 'ben')
    const category = await admin.call(createForumCategory, { name: 'Kills' })
    const topic = await asha.call(createForumTopic, {
      category_id: category.id,
      title: 'Amid',
      body: 'start',
    })
    const watcher = new Watcher(other!.base, admin.token)
    await until(() => watcher.socket.connected, 'the socket is open')
    let base = one!.base
    /** Calls until it is answered, at the server that is there: after a cut the same again. */
    async function again<T>(work: () => Promise<T | null>): Promise<T> {
      for (const end = Date.now() + 60_000; Date.now() < end;) {
        const done = await work().catch(() => null)
        if (done !== null) return done
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('never answered')
    }
    let sent = 0
    const answered: ForumPost[] = []
    const line = async () => {
      while (sent < POSTS) {
        const number = ++sent
        const file = await again(async () => {
          const answer = await upload(
            base,
            asha.token,
            uploadForumFile,
            { name: `${number}.txt` },
            Buffer.from(`file ${number}`),
          )
          return answer.Status ? answer.Data.id : null
        })
        const input = {
          id: topic.id,
          body: `post ${number} @ben`,
          file_ids: [file],
          client_key: `k${number}`,
        }
        answered.push(
          await again(async () => {
            const answer = await callRaw(base, asha.token, addForumPosts, input)
            return answer.Status ? answer.Data : null
          }),
        )
      }
    }
    const posting = Promise.all(Array.from({ length: LINES }, line))
    await until(() => answered.length > POSTS / 3, 'a third is posted')
    const killed = two.kill(one!)
    base = other!.base
    await killed
    await posting

    const stored: ForumPost[] = []
    for (let after = 1; stored.length < POSTS; after = stored.at(-1)!.number) {
      const { items } = await asha.call(getForumPosts, { id: topic.id, after, limit: 500 })
      if (items.length === 0) break
      stored.push(...items)
    }
    expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: POSTS }, (_, i) => i + 2))
    expect(new Set(stored.map(({ body }) => body)).size).toBe(POSTS)
    expect(new Set(answered.map(({ cid }) => cid))).toEqual(new Set(stored.map(({ cid }) => cid)))
    for (const { body, files } of stored) {
      expect(files).toHaveLength(1)
      const { bytes } = await download(other!.base, asha.token, getForumFiles, {
        id: topic.id,
        file_id: files[0]!.id,
      })
      expect(bytes.toString()).toBe(body.replace('post', 'file').replace(' @ben', ''))
    }
    expect(await asha.call(getForumTopicDetails, { id: topic.id })).toMatchObject({ post_count: POSTS + 1 })
    const counted = (await asha.call(getForumCategories, {})).find(({ id }) => id === category.id)
    expect(counted).toMatchObject({ topic_count: 1, post_count: POSTS + 1 })
    const received = () =>
      new Set(
        watcher.events
          .filter(({ name }) => name === 'forum_post')
          .map(({ payload }) => (payload as { post: ForumPost }).post.cid),
      )
    await until(
      () =>
        stored.every(({ cid }) => received().has(cid)) ||
        !watcher.socket.connected ||
        watcher.events.some(({ name }) => name === 'resync'),
      () => `each post reaches the other server: ${received().size} of ${POSTS}`,
    )
    watcher.close()
    // Ben is notified of each post once, also of those whose server ended before it notified.
    const paths = async () =>
      (await ben.call(getNotices, { limit: 500 })).items.flatMap(({ link }) =>
        link?.kind === 'screen' ? [link.path] : [],
      )
    await until(async () => (await paths()).length >= POSTS, 'each mention is notified', 90)
    const notified = await paths()
    expect(new Set(notified).size).toBe(notified.length)
    expect(notified.length).toBe(POSTS)
  }, 240_000)
})
