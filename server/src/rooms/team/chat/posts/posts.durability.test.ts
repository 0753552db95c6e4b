// Rooms: chat, presence
import type { Post } from '@mattermost/types/posts'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noRedis } from '../../../../../testing/servers/a-redis.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { size } from '../../../../../testing/servers/durability-size.ts'
import { TwoServers, type Started } from '../../../../../testing/servers/two-servers.ts'
import { addUser, CHAT_PREFIX, ChatTester } from '../../../../../testing/chat/chat-server.ts'
import { inner } from '../../../../../testing/chat/chat-socket.ts'

const POSTS = size(150, 600)
/** Posts of a user on the way at once. */
const LINES = 6

describe.skipIf(noRedis !== null)('posts with two servers', () => {
  let two: TwoServers
  let [one, other]: Started[] = []
  beforeAll(async () => {
    two = await TwoServers.open()
    one = await two.start()
    other = await two.start()
    for (const name of ['asha', 'ben', 'chen']) await addUser(two.database.db, name)
    const admin = await two.logIn(one)
    const { version } = await admin.call(getAdminSettings, {})
    await admin.call(updateAdminSettings, {
      changes: { 'chat.posts_per_minute': 100_000 },
      expected_version: version,
    })
  })
  afterAll(() => two.close())

  /** Posts once: after a cut or a refusal again under the same pending id, at the server that is there. */
  async function sendOnce(base: () => string, token: string, body: object): Promise<Post> {
    for (const end = Date.now() + 60_000; ;) {
      const answer = await fetch(`${base()}${CHAT_PREFIX}/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => null)
      const text = await answer?.text().catch(() => null)
      if (answer?.status === 201 && typeof text === 'string') return JSON.parse(text) as Post
      if (Date.now() > end) throw new Error(`not stored: ${answer?.status} ${text}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  test('a server killed amid posting loses and doubles no post; other screens get each once', async () => {
    const asha = await ChatTester.logIn(one!, 'asha')
    const [ben, chen] = [await ChatTester.logIn(other!, 'ben'), await ChatTester.logIn(other!, 'chen')]
    const channel = await asha.channel({ members: [ben, chen] })
    await chen.client.viewMyChannel(channel.id)
    const socket = await chen.socket()
    const read = async () => {
      const seen: Post[] = []
      for (let page = 0; ; page++) {
        const { order, posts } = await chen.client.getPosts(channel.id, page, 200)
        seen.push(...order.map((id) => posts[id]!))
        if (order.length < 200) return seen.filter(({ type }) => type === '')
      }
    }
    let base = one!.base
    let sent = 0
    const answered: Post[] = []
    const line = async () => {
      while (sent < POSTS) {
        const number = sent++
        const pending_post_id = `${asha.id}:${number}`
        answered.push(
          await sendOnce(() => base, asha.token, {
            channel_id: channel.id,
            message: `@chen ${number}`,
            pending_post_id,
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

    const stored = await read()
    const messages = stored.map(({ message }) => message)
    expect(messages.length).toBe(POSTS)
    expect(new Set(messages).size).toBe(POSTS)
    expect(new Set(answered.map(({ id }) => id))).toEqual(new Set(stored.map(({ id }) => id)))
    const [member, of] = [await chen.member(channel.id), await chen.client.getChannel(channel.id)]
    expect({ mentions: member.mention_count, unread: of.total_msg_count - member.msg_count }).toEqual({
      mentions: POSTS,
      unread: POSTS,
    })

    // A client whose socket was closed reads again; one that was not must have received each post.
    const received = () =>
      socket
        .events('posted')
        .map((frame) => inner<Post>(frame, 'post'))
        .filter(({ type }) => type === '')
    if (socket.ws.readyState === socket.ws.OPEN)
      await until(
        () =>
          new Set(received().map(({ id }) => id)).size === POSTS || socket.ws.readyState !== socket.ws.OPEN,
        () =>
          `each post reaches the other server: ${new Set(received().map(({ id }) => id)).size} of ${POSTS}`,
      )
    expect(received().length - new Set(received().map(({ id }) => id)).size).toBe(0)
    expect(stored.map(({ create_at }) => create_at)).toEqual(
      stored.map(({ create_at }) => create_at).toSorted((a, b) => b - a),
    )
  })
})
