import { expect, test } from 'vitest'
import {
  BAD_BODY,
  CHAT_ID,
  chatContract,
  expectHidden,
  expectRefused,
  NO_ID,
  NO_RIGHT,
  NOT_THERE,
} from '../../../../../testing/chat/chat-contract.ts'

chatContract('posts', (cast) => {
  test('a new post has every field, and the author and time of the server', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    const answer = await asha.raw('POST', '/posts', {
      channel_id: channel.id,
      message: 'Fishing fleet off **Kochi** #fleet',
      pending_post_id: `${asha.id}:1`,
      user_id: NO_ID,
      create_at: 1,
    })
    expect(answer.status).toBe(201)
    const post = answer.json() as { id: string; create_at: number }
    expect(post).toMatchObject({
      id: expect.stringMatching(CHAT_ID),
      channel_id: channel.id,
      user_id: asha.id,
      root_id: '',
      original_id: '',
      message: 'Fishing fleet off **Kochi** #fleet',
      type: '',
      props: expect.any(Object),
      hashtags: '#fleet',
      pending_post_id: `${asha.id}:1`,
      edit_at: 0,
      delete_at: 0,
      is_pinned: false,
      reply_count: 0,
      metadata: expect.any(Object),
    })
    expect(Math.abs(post.create_at - Date.now())).toBeLessThan(60_000)
    expect(await asha.client.getPost(post.id)).toMatchObject({ id: post.id, user_id: asha.id })
  })

  test('the same pending_post_id twice makes one post', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const pending = { pending_post_id: `${asha.id}:same` }
    const [one, other] = await Promise.all([
      asha.post(channel.id, 'once', pending),
      asha.post(channel.id, 'once', pending),
    ])
    const again = await asha.post(channel.id, 'once', pending)
    expect(new Set([one.id, other.id, again.id]).size).toBe(1)
    expect((await asha.client.getPosts(channel.id)).order.filter((id) => id === one.id)).toHaveLength(1)
    const theirs = await ben.post(channel.id, 'mine', pending)
    expect(theirs.id).not.toBe(one.id)
    expect((await asha.client.getChannel(channel.id)).total_msg_count).toBe(
      (await asha.client.getPosts(channel.id)).order.filter((id) => [one.id, theirs.id].includes(id)).length,
    )
  })

  test('a message takes 16,383 characters and no more', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    const longest = 'ж'.repeat(16_383)
    expect((await asha.post(channel.id, longest)).message).toBe(longest)
    await expectRefused(asha.post(channel.id, `${longest}x`), 400)
  })

  test.each([
    { message: '' },
    { message: '   ' },
    { message: 5 },
    { message: 'x', root_id: 'zzz' },
    { message: 'x', root_id: NO_ID },
    { message: 'x', file_ids: Array.from({ length: 11 }, () => NO_ID) },
    { message: 'x', file_ids: ['nope'] },
    { message: 'x', file_ids: [NO_ID] },
    { message: 'x', pending_post_id: 'p'.repeat(500) },
    { message: 'x', props: 'text' },
  ])('a post of %j is refused with 400', async (body) => {
    const { asha } = cast()
    const channel = await asha.channel()
    await expectRefused(asha.client.createPost({ channel_id: channel.id, ...body } as never), 400)
  })

  test('a post to an unknown channel is refused', async () => {
    const { asha } = cast()
    await expectHidden(asha.post(NO_ID, 'x'))
    await expectRefused(asha.post('', 'x'), 400, BAD_BODY)
  })

  test('every letter survives: emoji, right to left, zero width and line breaks', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    for (const text of [
      '👩‍🚀 مرحبا\n\tשלום',
      'a\u200bb',
      '<script>alert(1)</script>',
      "'; drop table users; --",
      '\\u0041',
    ])
      expect((await asha.client.getPost((await asha.post(channel.id, text)).id)).message).toBe(text)
    const nul = await asha.raw('POST', '/posts', { channel_id: channel.id, message: 'a\u0000b' })
    expect([201, 400]).toContain(nul.status)
  })

  test('only the author edits a post', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const post = await asha.post(channel.id, 'speed 12 kn')
    const edited = await asha.client.patchPost({ id: post.id, message: 'speed 14 kn' })
    expect(edited).toMatchObject({ id: post.id, message: 'speed 14 kn', create_at: post.create_at })
    expect(edited.edit_at).toBeGreaterThanOrEqual(post.create_at)
    const whole = await asha.client.updatePost({ ...edited, message: 'speed 15 kn' })
    expect(whole.message).toBe('speed 15 kn')
    expect((await ben.client.getPost(post.id)).message).toBe('speed 15 kn')
    await expectRefused(ben.client.patchPost({ id: post.id, message: 'x' }), 403, NO_RIGHT)
    await expectRefused(ben.client.deletePost(post.id), 403, NO_RIGHT)
    await expectRefused(asha.client.patchPost({ id: post.id, message: 'x'.repeat(16_384) }), 400)
    await expectHidden(asha.client.updatePost({ ...edited, id: NO_ID }))
  })

  test('a deleted post is gone with its replies', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const root = await asha.post(channel.id, 'root')
    const reply = await ben.post(channel.id, 'reply', { root_id: root.id })
    expect(await asha.client.deletePost(root.id)).toEqual({ status: 'OK' })
    await expectRefused(asha.client.getPost(root.id), 404, NOT_THERE)
    await expectRefused(ben.client.getPost(reply.id), 404, NOT_THERE)
    expect((await asha.client.getPosts(channel.id)).order).not.toContain(root.id)
    await expectRefused(asha.client.deletePost(root.id), 404)
    await expectRefused(ben.post(channel.id, 'late', { root_id: root.id }), 400)
    await expectHidden(asha.client.patchPost({ id: root.id, message: 'x' }))
  })

  test('a list has the newest first, with pages, anchors and cursors', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.unshift((await asha.post(channel.id, `post ${i}`)).id)
    const page = await asha.client.getPosts(channel.id, 0, 3)
    expect(page).toMatchObject({ order: ids.slice(0, 3), next_post_id: '', prev_post_id: ids[3] })
    expect(Object.keys(page.posts).toSorted()).toEqual(ids.slice(0, 3).toSorted())
    expect((await asha.client.getPosts(channel.id, 1, 3)).order).toEqual(ids.slice(3, 6))
    const before = await asha.client.getPostsBefore(channel.id, ids[2]!, 0, 2)
    expect(before).toMatchObject({ order: [ids[3], ids[4]], next_post_id: ids[2], prev_post_id: ids[5] })
    const after = await asha.client.getPostsAfter(channel.id, ids[4]!, 0, 2)
    expect(after).toMatchObject({ order: [ids[2], ids[3]], next_post_id: ids[1], prev_post_id: ids[4] })
    expect((await asha.client.getPostsAfter(channel.id, ids[0]!)).order).toEqual([])
    expect((await asha.raw('GET', `/channels/${channel.id}/posts?before=abc`)).status).toBe(400)
    expect((await asha.raw('GET', `/channels/${channel.id}/posts?per_page=99999`)).status).toBe(200)
  })

  test('since returns the posts created, edited and deleted later', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    const [first, second] = [await asha.post(channel.id, 'first'), await asha.post(channel.id, 'second')]
    const third = await asha.post(channel.id, 'third')
    await asha.client.patchPost({ id: first.id, message: 'first, edited' })
    await asha.client.deletePost(second.id)
    const list = await asha.client.getPostsSince(channel.id, third.create_at)
    expect(list.posts[first.id]).toMatchObject({ message: 'first, edited' })
    expect(list.posts[second.id]!.delete_at).toBeGreaterThan(0)
    expect(list.posts[third.id]).toBeUndefined()
    const now = Math.max(...Object.values(list.posts).map(({ update_at }) => update_at))
    expect((await asha.client.getPostsSince(channel.id, now)).order).toEqual([])
  })

  test('posts are answered by ids, without those that a user may not see', async () => {
    const { asha, ben } = cast()
    const [shared, own] = [await asha.channel({ members: [ben] }), await asha.channel()]
    const [one, other] = [await asha.post(shared.id, 'shared'), await asha.post(own.id, 'own')]
    const seen = await ben.client.getPostsByIds([one.id, other.id, NO_ID])
    expect(seen.map(({ id }) => id)).toEqual([one.id])
    expect(
      (
        await ben.raw(
          'POST',
          '/posts/ids',
          Array.from({ length: 4001 }, () => NO_ID),
        )
      ).status,
    ).toBe(400)
  })

  test('the posts around the first unread are answered', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const read = await asha.post(channel.id, 'read')
    await ben.client.viewMyChannel(channel.id)
    const unread = [await asha.post(channel.id, 'one'), await asha.post(channel.id, 'two')]
    const list = await ben.client.getPostsUnread(channel.id, ben.id, 5, 5)
    expect(list.order.slice(0, 3)).toEqual([unread[1]!.id, unread[0]!.id, read.id])
    await expectRefused(asha.client.getPostsUnread(channel.id, ben.id, 5, 5), 403, NO_RIGHT)
  })

  test('a post is pinned and unpinned, and pinned posts are listed', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const post = await asha.post(channel.id, 'orders of the day')
    expect(await ben.client.pinPost(post.id)).toEqual({ status: 'OK' })
    expect((await asha.client.getPinnedPosts(channel.id)).order).toEqual([post.id])
    expect((await asha.client.getPost(post.id)).is_pinned).toBe(true)
    expect((await asha.client.getChannelStats(channel.id)).pinnedpost_count).toBe(1)
    expect(await ben.client.unpinPost(post.id)).toEqual({ status: 'OK' })
    expect((await asha.client.getPinnedPosts(channel.id)).order).toEqual([])
    await expectHidden(asha.client.pinPost(NO_ID))
  })

  test('saved posts are preferences and are listed', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const post = await asha.post(channel.id, 'keep this')
    const saved = { user_id: ben.id, category: 'flagged_post', name: post.id, value: 'true' }
    await ben.client.savePreferences(ben.id, [saved])
    expect((await ben.client.getFlaggedPosts(ben.id)).order).toEqual([post.id])
    expect((await asha.client.getFlaggedPosts(asha.id)).order).toEqual([])
    await ben.client.deletePreferences(ben.id, [saved])
    expect((await ben.client.getFlaggedPosts(ben.id)).order).toEqual([])
    await expectRefused(asha.client.getFlaggedPosts(ben.id), 403, NO_RIGHT)
  })
})

chatContract('reactions', (cast) => {
  test('a reaction is one for user, post and emoji', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const post = await asha.post(channel.id, 'tug is alongside')
    const one = await ben.client.addReaction(ben.id, post.id, '+1')
    const again = await ben.client.addReaction(ben.id, post.id, '+1')
    expect(again).toMatchObject({
      user_id: ben.id,
      post_id: post.id,
      emoji_name: '+1',
      create_at: one.create_at,
    })
    await asha.client.addReaction(asha.id, post.id, 'eyes')
    expect(await asha.client.getReactionsForPost(post.id)).toHaveLength(2)
    expect((await asha.client.getPost(post.id)).metadata.reactions).toHaveLength(2)
    expect(await ben.client.removeReaction(ben.id, post.id, '+1')).toEqual({ status: 'OK' })
    expect(await asha.client.getReactionsForPost(post.id)).toHaveLength(1)
    await expectRefused(ben.client.addReaction(asha.id, post.id, '+1'), 403, NO_RIGHT)
    await expectRefused(ben.client.removeReaction(asha.id, post.id, 'eyes'), 403, NO_RIGHT)
    await expectRefused(ben.client.addReaction(ben.id, post.id, 'not an emoji!'), 400)
    await expectHidden(ben.client.addReaction(ben.id, NO_ID, '+1'))
  })
})
