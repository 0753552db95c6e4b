import { expect, test } from 'vitest'
import type { Post } from '@mattermost/types/posts'
import type { Reaction } from '@mattermost/types/reactions'
import { chatContract } from '../../../../../testing/chat/chat-contract.ts'
import { inner, openChatSocket } from '../../../../../testing/chat/chat-socket.ts'

const postIn = (frame: Parameters<typeof inner>[0]) => inner<Post>(frame, 'post')

chatContract('socket requests', (cast) => {
  test('hello comes at once with a cookie or a header, and begins the numbers', async () => {
    const { server, asha } = cast()
    for (const headers of [{ cookie: asha.cookieHeader }, { authorization: `Bearer ${asha.token}` }]) {
      const socket = openChatSocket(server.base, headers)
      const hello = await socket.event('hello')
      expect(hello).toMatchObject({
        event: 'hello',
        seq: 0,
        data: {
          connection_id: expect.stringMatching(/^[a-z0-9]{26}$/),
          server_version: expect.stringMatching(/^11\.9/),
        },
        broadcast: { omit_users: null, user_id: asha.id, channel_id: '', team_id: '' },
      })
      socket.close()
    }
  })

  test('a program authenticates by a challenge, and a trailing slash is accepted', async () => {
    const { server, asha } = cast()
    const socket = openChatSocket(server.base, {}, '/')
    await new Promise((resolve) => socket.ws.once('open', resolve))
    const reply = await socket.ask('authentication_challenge', { token: asha.token })
    expect(reply).toMatchObject({ status: 'OK', seq_reply: 1 })
    expect(reply).not.toHaveProperty('seq')
    expect((await socket.event('hello')).seq).toBe(0)
    socket.close()
  })

  test.each(['', 'x', 'a.b.c', 7, null])(
    'a challenge with the token %s closes without hello',
    async (token) => {
      const socket = openChatSocket(cast().server.base)
      await new Promise((resolve) => socket.ws.once('open', resolve))
      socket.send('authentication_challenge', { token })
      await socket.closed()
      expect(socket.events('hello')).toEqual([])
    },
  )

  test('a socket that never authenticates is closed, and its requests are refused until then', async () => {
    const socket = openChatSocket(cast().server.base)
    await new Promise((resolve) => socket.ws.once('open', resolve))
    const refused = await socket.ask('get_statuses')
    expect(refused).toMatchObject({
      status: 'FAIL',
      seq_reply: 1,
      error: { status_code: 401, id: expect.any(String) },
    })
    await socket.closed()
  })

  test('ping is answered with pong, without a number', async () => {
    const socket = await cast().asha.socket()
    const pong = await socket.ask('ping')
    expect(pong).toMatchObject({
      status: 'OK',
      data: {
        text: 'pong',
        version: expect.any(String),
        server_time: expect.any(Number),
        node_id: expect.any(String),
      },
    })
    expect(pong).not.toHaveProperty('seq')
  })

  test('statuses are returned without ids, for ids, and in the form of the specification', async () => {
    const { asha, ben } = cast()
    const socket = await asha.socket()
    const bare = await socket.ask('get_statuses', null)
    expect(bare.data).toMatchObject({ [asha.id]: 'online' })
    const byIds = await socket.ask('get_statuses_by_ids', { user_ids: [ben.id] })
    expect(Object.keys(byIds.data)).toEqual([ben.id])
    const listed = await socket.ask('get_statuses', [asha.id, ben.id])
    expect(Object.keys(listed.data).toSorted()).toEqual([asha.id, ben.id].toSorted())
    const bad = await socket.ask('get_statuses_by_ids', { user_ids: 'all' })
    expect(bad).toMatchObject({ status: 'FAIL', error: { status_code: 400 } })
  })

  test('an unknown action fails, and the socket stays open', async () => {
    const socket = await cast().asha.socket()
    expect(await socket.ask('delete_everything', {})).toMatchObject({
      status: 'FAIL',
      error: {
        id: expect.stringMatching(/^api\./),
        message: expect.any(String),
        status_code: expect.any(Number),
      },
    })
    expect(await socket.ask('ping')).toMatchObject({ status: 'OK' })
  })

  test('typing reaches the other members, and not the author', async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben] })
    const [own, theirs, outside] = [await asha.socket(), await ben.socket(), await chen.socket()]
    expect(await own.ask('user_typing', { channel_id: channel.id, parent_id: '' })).toMatchObject({
      status: 'OK',
    })
    const typing = await theirs.event('typing')
    expect(typing).toMatchObject({
      data: { parent_id: '', user_id: asha.id },
      broadcast: { channel_id: channel.id },
    })
    expect(Object.keys(typing.broadcast!.omit_users as object)).toEqual([asha.id])
    expect(await outside.ask('user_typing', { channel_id: channel.id, parent_id: '' })).toMatchObject({
      status: 'FAIL',
    })
    await outside.ask('ping')
    expect([...own.events('typing'), ...outside.events('typing')]).toEqual([])
  })

  test('presence, active status and acknowledgements of notifications are accepted', async () => {
    const { asha } = cast()
    const socket = await asha.socket()
    const floor = await asha.watchFloor()
    expect(await socket.ask('presence', { channel_id: floor.id })).toMatchObject({ status: 'OK' })
    expect(
      await socket.ask('user_update_active_status', { user_is_active: true, manual: false }),
    ).toMatchObject({ status: 'OK' })
  })
})

chatContract('socket events', (cast) => {
  test('a post reaches members alone, with its channel, its sender and whom it mentions', async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben] })
    const [own, theirs, outside] = [await asha.socket(), await ben.socket(), await chen.socket()]
    const post = await asha.post(channel.id, '@ben the pilot is aboard')
    const posted = await theirs.event('posted', (frame) => postIn(frame).id === post.id)
    expect(posted).toMatchObject({
      data: {
        channel_type: 'P',
        channel_display_name: channel.display_name,
        channel_name: channel.name,
        sender_name: '@asha',
        team_id: asha.team,
        set_online: expect.any(Boolean),
        mentions: JSON.stringify([ben.id]),
      },
      broadcast: { channel_id: channel.id },
      seq: expect.any(Number),
    })
    expect(postIn(posted)).toMatchObject({
      id: post.id,
      message: '@ben the pilot is aboard',
      user_id: asha.id,
    })
    const mine = await own.event('posted', (frame) => postIn(frame).id === post.id)
    expect(mine.data).not.toHaveProperty('mentions')
    await outside.ask('ping')
    expect(outside.events('posted').filter((frame) => postIn(frame).id === post.id)).toEqual([])
  })

  test('edits, reactions and deletions reach the channel as JSON inside JSON', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const socket = await ben.socket()
    const post = await asha.post(channel.id, 'draught 9 m')
    await asha.client.patchPost({ id: post.id, message: 'draught 11 m' })
    expect(postIn(await socket.event('post_edited'))).toMatchObject({ id: post.id, message: 'draught 11 m' })
    await asha.client.addReaction(asha.id, post.id, 'anchor')
    const added = inner<Reaction>(await socket.event('reaction_added'), 'reaction')
    expect(added).toMatchObject({ user_id: asha.id, post_id: post.id, emoji_name: 'anchor' })
    await asha.client.removeReaction(asha.id, post.id, 'anchor')
    expect(inner<Reaction>(await socket.event('reaction_removed'), 'reaction')).toMatchObject({
      post_id: post.id,
    })
    await asha.client.deletePost(post.id)
    const deleted = await socket.event('post_deleted')
    expect(postIn(deleted)).toMatchObject({ id: post.id })
    expect(postIn(deleted).message).not.toBe('draught 9 m')
    expect(deleted.broadcast!.channel_id).toBe(channel.id)
  })

  test('new channels and members are announced to whom they concern', async () => {
    const { server, asha, ben, chen } = cast()
    const dora = await server.user()
    const socket = await ben.socket()
    const direct = await dora.client.createDirectChannel([dora.id, ben.id])
    const added = await socket.event('direct_added')
    expect(added.data).toMatchObject({ creator_id: dora.id, teammate_id: ben.id })
    expect(added.broadcast!.channel_id).toBe(direct.id)
    await dora.client.createDirectChannel([dora.id, ben.id])
    const group = await dora.client.createGroupChannel([dora.id, ben.id, chen.id])
    const grouped = await socket.event('group_added')
    expect(JSON.parse(grouped.data['teammate_ids'] as string)).toContain(ben.id)
    expect(grouped.broadcast!.channel_id).toBe(group.id)
    const channel = await asha.channel()
    await asha.client.addToChannel(ben.id, channel.id)
    expect(
      (await socket.event('user_added', ({ broadcast }) => broadcast!.channel_id === channel.id)).data,
    ).toMatchObject({
      user_id: ben.id,
      team_id: asha.team,
    })
    await asha.client.patchChannel(channel.id, { header: 'Berth 9' })
    await socket.event('channel_updated', (frame) => JSON.stringify(frame).includes(channel.id))
    await asha.client.removeFromChannel(ben.id, channel.id)
    expect(
      (await socket.event('user_removed', ({ data }) => data['channel_id'] === channel.id)).data,
    ).toMatchObject({
      remover_id: asha.id,
    })
    const open = await asha.channel({ type: 'O', members: [ben] })
    await asha.client.deleteChannel(open.id)
    expect((await socket.event('channel_deleted')).data).toMatchObject({ channel_id: open.id })
    await socket.ask('ping')
    expect(socket.events('direct_added')).toHaveLength(1)
  })

  test('viewed channels, unread marks, preferences and drafts reach the own sessions alone', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const [one, other, foreign] = [await ben.socket(), await ben.socket(), await asha.socket()]
    const post = await asha.post(channel.id, '@ben')
    await ben.client.viewMyChannel(channel.id)
    for (const socket of [one, other]) {
      const viewed = await socket.event(
        'multiple_channels_viewed',
        ({ data }) => channel.id in (data['channel_times'] as object),
      )
      expect((viewed.data['channel_times'] as Record<string, number>)[channel.id]).toBeGreaterThanOrEqual(
        post.create_at,
      )
    }
    await ben.client.markPostAsUnread(ben.id, post.id)
    expect((await other.event('post_unread')).data).toMatchObject({
      post_id: post.id,
      mention_count: 1,
      msg_count: expect.any(Number),
    })
    await ben.client.savePreferences(ben.id, [
      { user_id: ben.id, category: 'display', name: 'use_clock', value: 'true' },
    ])
    expect(JSON.parse((await other.event('preferences_changed')).data['preferences'] as string)).toEqual([
      expect.objectContaining({ category: 'display', name: 'use_clock', value: 'true' }),
    ])
    await foreign.ask('ping')
    const names = ['multiple_channels_viewed', 'post_unread', 'preferences_changed']
    expect(
      names.flatMap((name) => foreign.events(name).filter((frame) => JSON.stringify(frame).includes(ben.id))),
    ).toEqual([])
  })

  test('a status change reaches users who share a channel', async () => {
    const { asha, ben } = cast()
    const socket = await ben.socket()
    await asha.client.updateStatus({ user_id: asha.id, status: 'dnd' })
    const change = await socket.event(
      'status_change',
      ({ data }) => data['user_id'] === asha.id && data['status'] === 'dnd',
    )
    expect(change.data).toEqual({ status: 'dnd', user_id: asha.id })
    await asha.client.updateStatus({ user_id: asha.id, status: 'online' })
  })

  test('numbers of events have no gap, and replies do not count', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const socket = await ben.socket()
    for (let i = 0; i < 12; i++) {
      await asha.post(channel.id, `@ben ${i}`)
      await socket.ask('ping')
      await socket.ask('nonsense')
    }
    const last = await asha.post(channel.id, 'last')
    await socket.event('posted', (frame) => postIn(frame).id === last.id)
    const numbers = socket.frames.filter(({ event }) => event !== undefined).map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, i) => i))
  })

  test('two posts at the same moment arrive in the order of their lists', async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben, chen] })
    const socket = await chen.socket()
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? asha : ben).post(channel.id, `${i}`)),
    )
    await expect
      .poll(
        () =>
          socket
            .events('posted')
            .filter((frame) => postIn(frame).channel_id === channel.id && postIn(frame).type === '').length,
      )
      .toBe(made.length)
    const arrived = socket
      .events('posted')
      .map(postIn)
      .filter((post) => post.channel_id === channel.id && post.type === '')
      .map(({ id }) => id)
    const listed = (await chen.client.getPosts(channel.id, 0, 60)).order.filter((id) => arrived.includes(id))
    expect(arrived).toEqual(listed.toReversed())
  })
})
