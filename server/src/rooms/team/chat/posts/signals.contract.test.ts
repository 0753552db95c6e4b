import { expect, test } from 'vitest'
import {
  chatContract,
  expectHidden,
  expectRefused,
  NO_RIGHT,
} from '../../../../../testing/chat/chat-contract.ts'

type Receipts = { delivered: string[]; seen: { user_id: string; at: number }[]; missing_ack: string[] }

chatContract('priority and acknowledgement', (cast) => {
  test('an urgent post requests acknowledgement, and members give and withdraw it', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const socket = await asha.socket()
    const post = await asha.post(channel.id, 'all stations: acknowledge', {
      metadata: { priority: { priority: 'urgent', requested_ack: true } },
    })
    expect((await ben.client.getPost(post.id)).metadata.priority).toMatchObject({
      priority: 'urgent',
      requested_ack: true,
    })
    const ack = await ben.client.acknowledgePost(post.id, ben.id)
    expect(ack).toMatchObject({ user_id: ben.id, post_id: post.id, acknowledged_at: expect.any(Number) })
    const event = await socket.event('post_acknowledgement_added')
    expect(JSON.parse(event.data['acknowledgement'] as string)).toMatchObject({
      user_id: ben.id,
      post_id: post.id,
    })
    expect((await asha.client.getPost(post.id)).metadata.acknowledgements).toEqual([
      expect.objectContaining({ user_id: ben.id, post_id: post.id }),
    ])
    await expectRefused(asha.client.acknowledgePost(post.id, ben.id), 403, NO_RIGHT)
    expect(await ben.client.unacknowledgePost(post.id, ben.id)).toEqual({ status: 'OK' })
    await socket.event('post_acknowledgement_removed')
    expect((await asha.client.getPost(post.id)).metadata.acknowledgements ?? []).toEqual([])
  })

  test('another priority is refused', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    await expectRefused(asha.post(channel.id, 'x', { metadata: { priority: { priority: 'panic' } } }), 400)
  })
})

chatContract('receipts', (cast) => {
  test('receivers and readers of a post are visible to its channel', async () => {
    const { server, asha, ben, chen } = cast()
    if (server.isProxied) return
    const group = await asha.client.createGroupChannel([asha.id, ben.id, chen.id])
    const socket = await ben.socket()
    const post = await asha.post(group.id, 'relief is at six', {
      metadata: { priority: { priority: 'important', requested_ack: true } },
    })
    await socket.event('posted')
    const receipts = async () => (await asha.raw('GET', `/posts/${post.id}/receipts`)).json() as Receipts
    await expect.poll(async () => (await receipts()).delivered).toContain(ben.id)
    expect(await receipts()).toMatchObject({
      seen: [],
      missing_ack: expect.arrayContaining([ben.id, chen.id]),
    })
    const own = await asha.socket()
    await ben.client.viewMyChannel(group.id)
    expect((await own.event('channel_seen')).data).toMatchObject({ channel_id: group.id, user_id: ben.id })
    await ben.client.acknowledgePost(post.id, ben.id)
    expect(await receipts()).toMatchObject({
      seen: [{ user_id: ben.id, at: expect.any(Number) }],
      missing_ack: [chen.id],
    })
    const dora = await server.user()
    expect([403, 404]).toContain((await dora.raw('GET', `/posts/${post.id}/receipts`)).status)
    await expectHidden(dora.client.getPost(post.id))
  })

  test('cards of a post are stored, at most ten', async () => {
    const { server, asha } = cast()
    if (server.isProxied) return
    const channel = await asha.channel()
    const card = { kind: 'vessel', id: '419000001', label: 'KESTREL' }
    const post = await asha.post(channel.id, 'this one', { props: { cards: [card] } })
    expect((await asha.client.getPost(post.id)).props['cards']).toEqual([card])
    await expectRefused(
      asha.post(channel.id, 'x', { props: { cards: Array.from({ length: 11 }, () => card) } }),
      400,
    )
    await expectRefused(asha.post(channel.id, 'x', { props: { cards: [{ ...card, kind: 'script' }] } }), 400)
  })
})
