import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  CHAT_ID,
  chatContract,
  expectHidden,
  expectRefused,
  NO_ID,
  NO_RIGHT,
  NOT_THERE,
} from '../../../../../testing/chat/chat-contract.ts'

chatContract('teams', (cast) => {
  test('one team exists and every user is its member', async () => {
    const { asha } = cast()
    const [mine, all] = [await asha.client.getMyTeams(), await asha.client.getTeams(0, 100)]
    expect(mine).toEqual([expect.objectContaining({ name: 'centre', display_name: 'Centre', delete_at: 0 })])
    expect(Array.isArray(all) ? all : all.teams).toEqual([expect.objectContaining({ id: mine[0]!.id })])
    expect((await asha.client.getTeam(asha.team)).id).toBe(asha.team)
    expect((await asha.client.getTeamByName('centre')).id).toBe(asha.team)
    await expectRefused(asha.client.getTeam(NO_ID), 404, NOT_THERE)
    await expectRefused(asha.client.getTeamByName('nowhere'), 404, NOT_THERE)
  })

  test('members and unread counts of the team are listed', async () => {
    const { asha, ben } = cast()
    const members = await asha.client.getTeamMembers(asha.team, 0, 100)
    expect(members.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([asha.id, ben.id]))
    expect(await asha.client.getMyTeamMembers()).toEqual([
      expect.objectContaining({ team_id: asha.team, user_id: asha.id, roles: expect.any(String) }),
    ])
    const [unread] = await asha.client.getMyTeamUnreads(true)
    expect(unread).toMatchObject({
      team_id: asha.team,
      msg_count: expect.any(Number),
      mention_count: expect.any(Number),
    })
  })
})

chatContract('channels', (cast) => {
  test('every user is a member of Watch floor and Off topic from the start', async () => {
    const { asha } = cast()
    const channels = await asha.client.getMyChannels(asha.team)
    expect(channels.map(({ name, display_name, type }) => [name, display_name, type])).toEqual(
      expect.arrayContaining([
        ['town-square', 'Watch floor', 'O'],
        ['off-topic', 'Off topic', 'O'],
      ]),
    )
  })

  test('a new channel has every field, its creator as administrator, and a name of its own', async () => {
    const { asha } = cast()
    const made = await asha.channel({ type: 'O', name: 'harbour-1' })
    expect(made).toMatchObject({
      id: expect.stringMatching(CHAT_ID),
      team_id: asha.team,
      type: 'O',
      name: 'harbour-1',
      display_name: expect.any(String),
      header: '',
      purpose: '',
      creator_id: asha.id,
      delete_at: 0,
      last_post_at: expect.any(Number),
      last_root_post_at: expect.any(Number),
      total_msg_count: expect.any(Number),
      total_msg_count_root: expect.any(Number),
    })
    expect((await asha.member(made.id)).roles.split(' ')).toContain('channel_admin')
    await expectRefused(asha.channel({ name: 'harbour-1' }), 400)
    expect(
      (await asha.raw('POST', '/channels', { team_id: asha.team, name: 'x1', display_name: 'X', type: 'P' }))
        .status,
    ).toBe(201)
  })

  test.each([
    { name: 'Has Blanks', display_name: 'x', type: 'O' },
    { name: 'ok-name', display_name: '', type: 'O' },
    { name: 'ok-name', display_name: 'x'.repeat(65), type: 'O' },
    { name: 'ok-name', display_name: 'x', type: 'D' },
    { name: 'ok-name', display_name: 'x', type: 'Z' },
    { name: 'x'.repeat(65), display_name: 'x', type: 'P' },
    { display_name: 'x', type: 'P' },
    { name: 'ok-name', display_name: 'x', type: 'O', header: 'x'.repeat(1025) },
    { name: 'ok-name', display_name: 'x', type: 'O', purpose: 'x'.repeat(251) },
  ])('a channel of %j is refused with 400', async (body) => {
    const { asha } = cast()
    await expectRefused(asha.client.createChannel({ team_id: asha.team, ...body } as never), 400)
  })

  test('a channel is found by its id and name, changed, archived and restored', async () => {
    const { asha, ben } = cast()
    const made = await asha.channel({ type: 'O', name: 'harbour-2', members: [ben] })
    expect((await ben.client.getChannel(made.id)).id).toBe(made.id)
    expect((await ben.client.getChannelByName(asha.team, 'harbour-2')).id).toBe(made.id)
    const changed = await asha.client.patchChannel(made.id, { header: 'Berth 4', display_name: 'Harbour' })
    expect(changed).toMatchObject({ header: 'Berth 4', display_name: 'Harbour', name: 'harbour-2' })
    const whole = await asha.client.updateChannel({ ...changed, purpose: 'Arrivals' })
    expect(whole).toMatchObject({ header: 'Berth 4', purpose: 'Arrivals' })
    expect(await asha.client.deleteChannel(made.id)).toEqual({ status: 'OK' })
    await expectRefused(ben.post(made.id, 'too late'), 400)
    expect((await asha.client.getMyChannels(asha.team)).map(({ id }) => id)).not.toContain(made.id)
    expect((await asha.client.unarchiveChannel(made.id)).delete_at).toBe(0)
    expect((await ben.post(made.id, 'again')).message).toBe('again')
    await expectRefused(asha.client.getChannelByName(asha.team, 'never-made'), 404, NOT_THERE)
    await expectRefused(asha.client.getChannel(NO_ID), 404, NOT_THERE)
  })

  test('the first channel is never archived', async () => {
    const { asha } = cast()
    const floor = await asha.watchFloor()
    const error = await asha.client.deleteChannel(floor.id).then(
      () => undefined,
      (thrown: { status_code: number }) => thrown,
    )
    expect([400, 403]).toContain(error?.status_code)
  })

  test('two users have one direct channel, whichever of them creates it', async () => {
    const { asha, ben, chen } = cast()
    const one = await asha.client.createDirectChannel([asha.id, ben.id])
    const other = await ben.client.createDirectChannel([asha.id, ben.id])
    expect(other.id).toBe(one.id)
    expect(one).toMatchObject({ type: 'D', team_id: '', name: [asha.id, ben.id].toSorted().join('__') })
    expect((await asha.raw('POST', '/channels/direct', [asha.id, ben.id])).status).toBe(201)
    await expectRefused(chen.client.createDirectChannel([asha.id, ben.id]), 403, NO_RIGHT)
    for (const ids of [[asha.id], [asha.id, ben.id, chen.id], [], ['x', 'y']])
      await expectRefused(asha.client.createDirectChannel(ids), 400)
    await expectRefused(asha.client.createDirectChannel([asha.id, NO_ID]), [400, 404])
    const own = await asha.client.createDirectChannel([asha.id, asha.id])
    expect(own.name).toBe(`${asha.id}__${asha.id}`)
  })

  test('a group channel is one for three to eight users', async () => {
    const { asha, ben, chen } = cast()
    const ids = [asha.id, ben.id, chen.id]
    const one = await asha.client.createGroupChannel(ids)
    expect(one).toMatchObject({ type: 'G', team_id: '' })
    expect(one.name).toBe(createHash('sha1').update(ids.toSorted().join('')).digest('hex'))
    expect((await chen.client.createGroupChannel(ids.toReversed())).id).toBe(one.id)
    expect((await asha.client.createGroupChannel([ben.id, chen.id])).id).toBe(one.id)
    await expectRefused(asha.client.createGroupChannel([asha.id, ben.id]), 400)
    await expectRefused(asha.client.createGroupChannel([asha.id, ben.id, NO_ID]), [400, 404])
    await expectRefused(
      asha.client.createGroupChannel(Array.from({ length: 9 }, (_, i) => `${i}`.repeat(26))),
      400,
    )
  })

  test('lists of channels: own with direct ones, public ones, by name', async () => {
    const { asha, ben } = cast()
    const open = await ben.channel({ type: 'O', name: 'public-berths' })
    const closed = await ben.channel({ type: 'P', name: 'private-berths' })
    const direct = await asha.client.createDirectChannel([asha.id, ben.id])
    const mine = (await asha.client.getMyChannels(asha.team)).map(({ id }) => id)
    expect(mine).toContain(direct.id)
    expect(mine).not.toContain(open.id)
    expect((await asha.client.getAllTeamsChannels()).map(({ id }) => id).toSorted()).toEqual(mine.toSorted())
    const listed = (await asha.client.getChannels(asha.team, 0, 200)).map(({ id }) => id)
    expect(listed).toContain(open.id)
    expect(listed).not.toContain(closed.id)
    expect(listed).not.toContain(direct.id)
    const named = (await asha.client.autocompleteChannels(asha.team, 'berth')).map(({ id }) => id)
    const begun = (await asha.client.autocompleteChannels(asha.team, 'public-b')).map(({ id }) => id)
    expect(begun).toEqual([open.id])
    expect(named).not.toContain(closed.id)
    const found = await asha.client.searchChannels(asha.team, 'public-b')
    expect(found.map(({ id }) => id)).toEqual([open.id])
    expect((await ben.client.searchChannels(asha.team, 'berths')).length).toBeGreaterThanOrEqual(1)
  })
})

chatContract('members', (cast) => {
  test('members of a channel are added, listed, counted and removed', async () => {
    const { asha, ben, chen } = cast()
    const channel = await asha.channel()
    const added = await asha.client.addToChannel(ben.id, channel.id)
    expect(added).toMatchObject({
      channel_id: channel.id,
      user_id: ben.id,
      mention_count: 0,
      msg_count: expect.any(Number),
      last_viewed_at: expect.any(Number),
      notify_props: expect.any(Object),
      roles: expect.stringContaining('channel_user'),
    })
    const several = await asha.client.addToChannels([chen.id], channel.id)
    expect([several].flat()[0]).toMatchObject({ user_id: chen.id })
    expect(
      (await asha.client.getChannelMembers(channel.id, 0, 100)).map(({ user_id }) => user_id).toSorted(),
    ).toEqual([asha.id, ben.id, chen.id].toSorted())
    expect((await asha.client.getChannelMember(channel.id, ben.id)).user_id).toBe(ben.id)
    expect(await asha.client.getChannelStats(channel.id)).toMatchObject({
      channel_id: channel.id,
      member_count: 3,
      guest_count: 0,
      pinnedpost_count: 0,
      files_count: 0,
    })
    expect(await asha.client.removeFromChannel(ben.id, channel.id)).toEqual({ status: 'OK' })
    await expectRefused(asha.client.getChannelMember(channel.id, ben.id), 404)
    await expectHidden(ben.client.getChannel(channel.id))
    expect((await chen.raw('DELETE', `/channels/${channel.id}/members/me`)).status).toBe(200)
    await expectRefused(asha.client.addToChannel(NO_ID, channel.id), [400, 404])
    expect((await asha.raw('POST', `/channels/${channel.id}/members`, {})).status).toBe(400)
  })

  test('a user joins an open channel by itself, and is not added twice', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ type: 'O' })
    await ben.client.addToChannel(ben.id, channel.id)
    await ben.client.addToChannel(ben.id, channel.id)
    expect((await asha.client.getChannelStats(channel.id)).member_count).toBe(2)
  })

  test('memberships of a user are listed with counts, to that user alone', async () => {
    const { asha, ben } = cast()
    const all = await asha.client.getMyChannelMembers(asha.team)
    expect(all.every(({ user_id }) => user_id === asha.id)).toBe(true)
    const paged = await asha.client.getAllChannelsMembers(asha.id, 0, 2)
    expect(paged).toHaveLength(2)
    await expectRefused(ben.client.getAllChannelsMembers(asha.id), 403, NO_RIGHT)
  })

  test('a member mutes a channel for itself', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    await ben.client.updateChannelNotifyProps({
      channel_id: channel.id,
      user_id: ben.id,
      mark_unread: 'mention',
    })
    expect((await ben.member(channel.id)).notify_props).toMatchObject({ mark_unread: 'mention' })
    expect((await asha.member(channel.id)).notify_props).toMatchObject({ mark_unread: 'all' })
    const path = `/channels/${channel.id}/members/${ben.id}/notify_props`
    expect((await asha.raw('PUT', path, { mark_unread: 'all' })).status).toBe(403)
    expect((await ben.raw('PUT', path, { mark_unread: 'never' })).status).toBe(400)
  })
})

chatContract('rights', (cast) => {
  test('a non-member learns nothing of a private channel, not even as administrator', async () => {
    const { server, asha, ben } = cast()
    const admin = await server.user('second-admin', { role: 1 })
    const channel = await asha.channel()
    const post = await asha.post(channel.id, 'quiet words about Kestrel')
    for (const { client, team, id } of [ben, admin]) {
      const calls = [
        client.getChannel(channel.id),
        client.getChannelByName(team, channel.name),
        client.getChannelMembers(channel.id, 0, 10),
        client.getChannelStats(channel.id),
        client.getPosts(channel.id),
        client.getPost(post.id),
        client.getPostThread(post.id),
        client.getPinnedPosts(channel.id),
        client.createPost({ channel_id: channel.id, message: 'in' }),
        client.addReaction(id, post.id, 'eyes'),
        client.pinPost(post.id),
        client.patchPost({ id: post.id, message: 'changed' }),
        client.deletePost(post.id),
        client.patchChannel(channel.id, { header: 'x' }),
        client.deleteChannel(channel.id),
        client.addToChannel(id, channel.id),
        client.viewMyChannel(channel.id),
        client.markPostAsUnread('me', post.id),
        client.removeFromChannel(asha.id, channel.id),
        client.acknowledgePost(post.id, 'me'),
      ]
      const outcomes = await Promise.allSettled(calls)
      expect(
        outcomes.map((one) =>
          one.status === 'fulfilled' ? 200 : (one.reason as { status_code: number }).status_code,
        ),
      ).toSatisfy((statuses: number[]) => statuses.every((status) => [400, 403, 404].includes(status)))
      expect((await client.getPostsByIds([post.id]).catch(() => [])) ?? []).toEqual([])
      expect((await client.searchPosts(team, 'Kestrel', false)).order).toEqual([])
      expect((await client.searchChannels(team, channel.name)).map(({ id }) => id)).not.toContain(channel.id)
      expect((await client.getChannels(team, 0, 200)).map(({ id }) => id)).not.toContain(channel.id)
      expect((await client.getMyChannels(team)).map(({ id }) => id)).not.toContain(channel.id)
    }
    expect((await asha.client.getPost(post.id)).message).toBe('quiet words about Kestrel')
    expect((await asha.client.getChannelStats(channel.id)).member_count).toBe(1)
  })

  test('a removed member sees nothing more and receives nothing', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const socket = await ben.socket()
    const before = await asha.post(channel.id, 'before')
    await socket.event('posted')
    await asha.client.removeFromChannel(ben.id, channel.id)
    await socket.event('user_removed')
    await asha.post(channel.id, 'after')
    await expectHidden(ben.client.getPost(before.id))
    const floor = await asha.watchFloor()
    const last = await asha.post(floor.id, 'marker')
    await socket.event('posted', ({ data }) => String(data['post']).includes(last.id))
    expect(socket.events('posted').filter(({ data }) => String(data['post']).includes('after'))).toEqual([])
  })
})
