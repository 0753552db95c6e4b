import { expect, test } from 'vitest'
import type { ChatTester } from '../../../../../testing/chat/chat-server.ts'
import {
  chatContract,
  expectHidden,
  expectRefused,
  NO_ID,
  NO_RIGHT,
} from '../../../../../testing/chat/chat-contract.ts'

chatContract('threads', (cast) => {
  const conversation = async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben, chen] })
    const root = await asha.post(channel.id, 'who has the tug?')
    const reply = await ben.post(channel.id, 'I have', { root_id: root.id })
    return { channel, root, reply }
  }
  const threadOf = async (user: ChatTester, rootId: string) =>
    (await user.client.getUserThreads(user.id, user.team, { perPage: 100 })).threads.find(
      ({ id }) => id === rootId,
    )

  test('a reply counts at its root, and a reply to a reply is refused', async () => {
    const { asha } = cast()
    const { channel, root, reply } = await conversation()
    expect(reply.root_id).toBe(root.id)
    expect(await asha.client.getPost(root.id)).toMatchObject({
      reply_count: 1,
      last_reply_at: reply.create_at,
    })
    await expectRefused(asha.post(channel.id, 'deeper', { root_id: reply.id }), 400)
    const other = await asha.channel()
    await expectRefused(asha.post(other.id, 'elsewhere', { root_id: root.id }), 400)
  })

  test('a thread is its root and replies, with pages in both directions', async () => {
    const { asha, ben } = cast()
    const { channel, root, reply } = await conversation()
    const more = [reply.id]
    for (let i = 0; i < 4; i++) more.push((await ben.post(channel.id, `r${i}`, { root_id: root.id })).id)
    const whole = await asha.client.getPostThread(root.id)
    expect(whole.order.toSorted()).toEqual([root.id, ...more].toSorted())
    expect((await asha.client.getPostThread(reply.id)).order.toSorted()).toEqual(
      [root.id, ...more].toSorted(),
    )
    const page = await asha.client.getPaginatedPostThread(root.id, { perPage: 2, direction: 'down' } as never)
    expect(page).toMatchObject({ has_next: true })
    expect(Object.keys(page.posts)).toContain(root.id)
    expect(page.order.length).toBeLessThanOrEqual(3)
    await expectHidden(asha.client.getPostThread(NO_ID))
  })

  test('the author of a reply follows the thread, and sees unread replies and mentions', async () => {
    const { asha, ben, chen } = cast()
    const { channel, root } = await conversation()
    expect(await threadOf(asha, root.id)).toMatchObject({
      reply_count: 1,
      unread_replies: 1,
      is_following: true,
      post: expect.objectContaining({ id: root.id }),
    })
    expect(await threadOf(chen, root.id)).toBeUndefined()
    await ben.post(channel.id, '@asha and a second tug', { root_id: root.id })
    expect(await threadOf(asha, root.id)).toMatchObject({ unread_replies: 2, unread_mentions: 1 })
    const list = await asha.client.getUserThreads(asha.id, asha.team, { unread: true })
    expect(list).toMatchObject({
      total_unread_threads: expect.any(Number),
      total_unread_mentions: expect.any(Number),
      total: expect.any(Number),
    })
    expect(list.total_unread_threads).toBeGreaterThanOrEqual(1)
    const one = await asha.client.getUserThread(asha.id, asha.team, root.id, true)
    expect(one).toMatchObject({ id: root.id, reply_count: 2, last_reply_at: expect.any(Number) })
    expect(one.participants.map(({ id }) => id)).toContain(ben.id)
  })

  test('a thread is read until an instant, and all at once', async () => {
    const { asha, ben } = cast()
    const { channel, root } = await conversation()
    const last = await ben.post(channel.id, '@asha', { root_id: root.id })
    await asha.client.updateThreadReadForUser(asha.id, asha.team, root.id, last.create_at + 1)
    expect(await threadOf(asha, root.id)).toMatchObject({ unread_replies: 0, unread_mentions: 0 })
    await ben.post(channel.id, '@asha again', { root_id: root.id })
    expect(await threadOf(asha, root.id)).toMatchObject({ unread_replies: 1, unread_mentions: 1 })
    await asha.client.updateThreadsReadForUser(asha.id, asha.team)
    expect(await threadOf(asha, root.id)).toMatchObject({ unread_replies: 0, unread_mentions: 0 })
    expect((await asha.client.getUserThreads(asha.id, asha.team, {})).total_unread_mentions).toBe(0)
  })

  test('a thread is followed and left', async () => {
    const { chen, ben, asha } = cast()
    const { channel, root } = await conversation()
    await chen.client.updateThreadFollowForUser(chen.id, chen.team, root.id, true)
    await ben.post(channel.id, 'more', { root_id: root.id })
    expect(await threadOf(chen, root.id)).toMatchObject({ is_following: true })
    await chen.client.updateThreadFollowForUser(chen.id, chen.team, root.id, false)
    expect(await threadOf(chen, root.id)).toBeUndefined()
    await expectRefused(asha.client.getUserThreads(chen.id, chen.team, {}), 403, NO_RIGHT)
    await expectHidden(chen.client.getUserThread(chen.id, chen.team, NO_ID))
  })

  test('changes of threads reach the sessions of their followers', async () => {
    const { asha, ben } = cast()
    const { channel, root } = await conversation()
    const socket = await asha.socket()
    await ben.post(channel.id, 'news', { root_id: root.id })
    const updated = await socket.event('thread_updated')
    expect(JSON.parse(updated.data['thread'] as string)).toMatchObject({ id: root.id, unread_replies: 2 })
    await asha.client.updateThreadReadForUser(asha.id, asha.team, root.id, Date.now())
    const read = await socket.event('thread_read_changed')
    expect(read.data).toMatchObject({
      thread_id: root.id,
      timestamp: expect.any(Number),
      unread_mentions: 0,
      unread_replies: 0,
      channel_id: channel.id,
    })
    await asha.client.updateThreadFollowForUser(asha.id, asha.team, root.id, false)
    const followed = await socket.event('thread_follow_changed')
    expect(followed.data).toMatchObject({ thread_id: root.id, state: false })
  })
})
