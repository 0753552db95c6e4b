import { expect, test } from 'vitest'
import { chatContract, NO_ID } from '../../../../../testing/chat/chat-contract.ts'

const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

chatContract('search', (cast) => {
  const found = async (terms: string, isOr = false) => {
    const { asha } = cast()
    const list = await asha.client.searchPosts(asha.team, terms, isOr)
    return list.order.map((id) => list.posts[id]!.message).toSorted()
  }

  test('words, phrases, excluded words, hashtags and modifiers select posts', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ type: 'O', name: 'search-here', members: [ben] })
    await asha.post(channel.id, 'dredger Albatross at anchor')
    await ben.post(channel.id, 'dredger Cormorant under way #dredge')
    await ben.post((await asha.watchFloor()).id, 'dredger Kingfisher elsewhere')
    const gone = await asha.post(channel.id, 'dredger Heron deleted')
    await asha.client.deletePost(gone.id)
    expect(await found('dredger')).toHaveLength(3)
    expect(await found('DREDGER in:search-here')).toHaveLength(2)
    expect(await found('dredger from:ben')).toEqual([
      'dredger Cormorant under way #dredge',
      'dredger Kingfisher elsewhere',
    ])
    expect(await found('dredger from:@ben in:search-here')).toEqual(['dredger Cormorant under way #dredge'])
    expect(await found('dredger -anchor -elsewhere')).toEqual(['dredger Cormorant under way #dredge'])
    expect(await found('"at anchor"')).toEqual(['dredger Albatross at anchor'])
    expect(await found('"anchor at"')).toEqual([])
    expect(await found('#dredge')).toEqual(['dredger Cormorant under way #dredge'])
    expect(await found('albatross kingfisher')).toEqual([])
    expect(await found('albatross kingfisher', true)).toHaveLength(2)
    expect(await found(`dredger before:${day(1)}`)).toHaveLength(3)
    expect(await found(`dredger before:${day(0)}`)).toEqual([])
    expect(await found(`dredger after:${day(-1)}`)).toHaveLength(3)
    expect(await found(`dredger on:${day(0)}`)).toHaveLength(3)
    expect(await found('dredg*')).toHaveLength(3)
    expect(await found('dredger from:nobody')).toEqual([])
    expect(await found('dredger in:no-such-channel')).toEqual([])
  })

  test('terms that mean nothing are answered without a fault', async () => {
    for (const terms of ['', '   ', '"', '-', '#', 'from:', 'in:', "'", ':*', '& | ! ( )', '\\'])
      expect(Array.isArray(await found(terms))).toBe(true)
  })

  test('only channels of the user are searched, with pages and without a team too', async () => {
    const { asha, ben } = cast()
    const hidden = await ben.channel({ type: 'O' })
    await ben.post(hidden.id, 'lighthouse unseen')
    const channel = await asha.channel()
    for (let i = 0; i < 5; i++) await asha.post(channel.id, `lighthouse ${i}`)
    expect(await found('lighthouse')).toHaveLength(5)
    const params = { terms: 'lighthouse', is_or_search: false, page: 1, per_page: 2 }
    expect((await asha.client.searchPostsWithParams(asha.team, params as never)).order).toHaveLength(2)
    expect((await asha.client.searchPostsWithParams('', params as never)).order).toHaveLength(2)
    expect((await asha.raw('POST', `/teams/${asha.team}/posts/search`, { terms: 5 })).status).toBe(400)
    expect(
      (await asha.raw('POST', `/teams/${NO_ID}/posts/search`, { terms: 'x' })).status,
    ).toBeGreaterThanOrEqual(403)
  })
})
