import { expect, test } from 'vitest'
import type { ChatTester } from '../../../../../testing/chat/chat-server.ts'
import { chatContract, expectRefused, NO_RIGHT } from '../../../../../testing/chat/chat-contract.ts'

const countsOf = async (user: ChatTester, channelId: string) => {
  const [member, channel] = [await user.member(channelId), await user.client.getChannel(channelId)]
  return { mentions: member.mention_count, unread: channel.total_msg_count - member.msg_count }
}

chatContract('mention counts', (cast) => {
  test('a message in a direct or group channel is one mention for each other member', async () => {
    const { asha, ben, chen } = cast()
    const direct = await asha.client.createDirectChannel([asha.id, ben.id])
    const group = await asha.client.createGroupChannel([asha.id, ben.id, chen.id])
    await ben.client.viewMyChannel(direct.id)
    for (const text of ['one', 'two']) await asha.post(direct.id, text)
    await asha.post(group.id, 'to both')
    expect(await countsOf(ben, direct.id)).toEqual({ mentions: 2, unread: 2 })
    expect(await countsOf(chen, group.id)).toEqual({ mentions: 1, unread: 1 })
    expect(await countsOf(asha, direct.id)).toEqual({ mentions: 0, unread: 0 })
  })

  test.each([
    ['@ben look at this', true],
    ['@BEN, look', true],
    ['look @ben.', true],
    ['@all stations', true],
    ['@channel stations', true],
    ['@benny', false],
    ['ask ben', false],
    ['mail ben@ben.example', false],
    ['`@ben`', false],
    ['nothing for anyone', false],
  ])('in a channel "%s" mentions the user: %s', async (message, mentions) => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    await ben.client.viewMyChannel(channel.id)
    await asha.post(channel.id, message)
    expect(await countsOf(ben, channel.id)).toEqual({ mentions: mentions ? 1 : 0, unread: 1 })
  })

  test('@here mentions only online users', async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben, chen] })
    await ben.client.viewMyChannel(channel.id)
    await chen.client.viewMyChannel(channel.id)
    const socket = await ben.socket()
    await expect.poll(async () => (await asha.client.getStatus(ben.id)).status).toBe('online')
    await chen.client.updateStatus({ user_id: chen.id, status: 'offline' })
    await asha.post(channel.id, '@here who can take this?')
    await socket.event('posted', ({ data }) => String(data['post']).includes(channel.id))
    expect((await countsOf(ben, channel.id)).mentions).toBe(1)
    expect((await countsOf(chen, channel.id)).mentions).toBe(0)
    await chen.client.updateStatus({ user_id: chen.id, status: 'online' })
  })

  test('viewing a channel clears its counts, and writing in it views it', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    await asha.post(channel.id, '@ben one')
    await asha.post(channel.id, '@ben two')
    expect(await countsOf(ben, channel.id)).toMatchObject({ mentions: 2 })
    const viewed = await ben.client.viewMyChannel(channel.id)
    const times = (viewed as unknown as { last_viewed_at_times: Record<string, number> }).last_viewed_at_times
    expect(times[channel.id]).toBeGreaterThan(1e12)
    expect(await countsOf(ben, channel.id)).toEqual({ mentions: 0, unread: 0 })
    await asha.post(channel.id, '@ben three')
    await ben.post(channel.id, 'seen')
    expect(await countsOf(ben, channel.id)).toEqual({ mentions: 0, unread: 0 })
    expect(await countsOf(asha, channel.id)).toEqual({ mentions: 0, unread: 1 })
  })

  test('several channels are marked as read at once', async () => {
    const { asha, ben } = cast()
    const channels = [await asha.channel({ members: [ben] }), await asha.channel({ members: [ben] })]
    for (const { id } of channels) await asha.post(id, '@ben')
    const answer = await ben.client.readMultipleChannels(channels.map(({ id }) => id))
    expect(answer).toMatchObject({ status: 'OK' })
    for (const { id } of channels) expect(await countsOf(ben, id)).toEqual({ mentions: 0, unread: 0 })
  })

  test('deleting an unread mention takes it back, and the count is never below zero', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    await ben.client.viewMyChannel(channel.id)
    const read = await asha.post(channel.id, '@ben read')
    await ben.client.viewMyChannel(channel.id)
    const unread = await asha.post(channel.id, '@ben unread')
    await asha.client.deletePost(unread.id)
    expect((await countsOf(ben, channel.id)).mentions).toBe(0)
    await asha.client.deletePost(read.id)
    expect((await countsOf(ben, channel.id)).mentions).toBe(0)
    expect((await countsOf(ben, channel.id)).unread).toBeGreaterThanOrEqual(0)
  })

  test('a post marked as unread brings back its mentions and those after it', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    await asha.post(channel.id, '@ben zero')
    const from = await asha.post(channel.id, '@ben one')
    await asha.post(channel.id, 'two')
    await ben.client.viewMyChannel(channel.id)
    const answer = await ben.client.markPostAsUnread(ben.id, from.id)
    expect(answer).toMatchObject({
      team_id: ben.team,
      user_id: ben.id,
      channel_id: channel.id,
      mention_count: 1,
      last_viewed_at: from.create_at - 1,
    })
    expect(await countsOf(ben, channel.id)).toEqual({ mentions: 1, unread: 2 })
    await expectRefused(asha.client.markPostAsUnread(ben.id, from.id), 403, NO_RIGHT)
  })

  test('joining and leaving adds no counts, and an edited mention counts no second time', async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben] })
    await ben.client.viewMyChannel(channel.id)
    await asha.client.addToChannel(chen.id, channel.id)
    await asha.client.removeFromChannel(chen.id, channel.id)
    expect(await countsOf(ben, channel.id)).toEqual({ mentions: 0, unread: 0 })
    const post = await asha.post(channel.id, '@ben one')
    await asha.client.patchPost({ id: post.id, message: '@ben one, edited' })
    expect(await countsOf(ben, channel.id)).toEqual({ mentions: 1, unread: 1 })
  })

  test('urgent mentions are counted apart', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    await asha.post(channel.id, '@ben now', {
      metadata: { priority: { priority: 'urgent', requested_ack: false } },
    })
    expect(await ben.member(channel.id)).toMatchObject({ mention_count: 1, urgent_mention_count: 1 })
    await ben.client.viewMyChannel(channel.id)
    expect(await ben.member(channel.id)).toMatchObject({ mention_count: 0, urgent_mention_count: 0 })
  })

  test('counts of many posts at once are exact', async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben, chen] })
    await chen.client.viewMyChannel(channel.id)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? asha : ben).post(channel.id, `@chen ${i}`)),
    )
    expect(await countsOf(chen, channel.id)).toEqual({ mentions: 20, unread: 20 })
  })
})
