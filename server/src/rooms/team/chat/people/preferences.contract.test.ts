import { expect, test } from 'vitest'
import {
  chatContract,
  expectHidden,
  expectRefused,
  NO_ID,
  NO_RIGHT,
} from '../../../../../testing/chat/chat-contract.ts'

chatContract('preferences', (cast) => {
  test('preferences of a user are stored, listed and removed', async () => {
    const { asha, ben } = cast()
    const one = { user_id: asha.id, category: 'sidebar', name: 'sort', value: 'online' }
    expect(await asha.client.savePreferences(asha.id, [one])).toEqual({ status: 'OK' })
    await asha.client.savePreferences(asha.id, [{ ...one, value: 'recent' }])
    expect(
      [await asha.client.getMyPreferences()].flat().filter((each) => each.category === 'sidebar'),
    ).toEqual([{ ...one, value: 'recent' }])
    expect(await asha.client.deletePreferences(asha.id, [one])).toEqual({ status: 'OK' })
    expect(
      [await asha.client.getUserPreferences(asha.id)].flat().filter((each) => each.category === 'sidebar'),
    ).toEqual([])
    await expectRefused(ben.client.savePreferences(asha.id, [one]), 403, NO_RIGHT)
    await expectRefused(ben.client.getUserPreferences(asha.id), 403, NO_RIGHT)
    await expectRefused(ben.client.savePreferences(ben.id, [one]), [400, 403])
  })

  test('preferences without a category, too many or too long are refused', async () => {
    const { asha } = cast()
    const one = { user_id: asha.id, category: 'sidebar', name: 'sort', value: 'x' }
    await expectRefused(asha.client.savePreferences(asha.id, [{ ...one, category: '' }]), 400)
    await expectRefused(asha.client.savePreferences(asha.id, [{ ...one, category: 'c'.repeat(33) }]), 400)
    await expectRefused(asha.client.savePreferences(asha.id, [{ ...one, value: 'x'.repeat(30_000) }]), 400)
    const many = Array.from({ length: 101 }, (_, i) => ({ ...one, name: `${i}` }))
    await expectRefused(asha.client.savePreferences(asha.id, many), 400)
    expect((await asha.raw('PUT', '/users/me/preferences', { category: 'x' })).status).toBe(400)
  })
})

chatContract('drafts', (cast) => {
  test('a draft is stored for channel and thread, listed and removed, on every device', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const root = await asha.post(channel.id, 'root')
    const [socket, foreign] = [await asha.socket(), await ben.socket()]
    const draft = {
      channel_id: channel.id,
      root_id: '',
      message: 'half a sen',
      user_id: asha.id,
      file_ids: [],
      props: {},
    }
    const saved = await asha.client.upsertDraft(draft as never, '')
    expect(saved).toMatchObject({
      channel_id: channel.id,
      message: 'half a sen',
      user_id: asha.id,
      create_at: expect.any(Number),
    })
    expect(JSON.parse((await socket.event('draft_created')).data['draft'] as string)).toMatchObject({
      message: 'half a sen',
    })
    await asha.client.upsertDraft({ ...draft, message: 'half a sentence' } as never, '')
    expect(JSON.parse((await socket.event('draft_updated')).data['draft'] as string)).toMatchObject({
      message: 'half a sentence',
    })
    await asha.client.upsertDraft({ ...draft, root_id: root.id, message: 'reply' } as never, '')
    const drafts = await asha.client.getUserDrafts(asha.team)
    expect(
      drafts
        .filter(({ channel_id }) => channel_id === channel.id)
        .map(({ message }) => message)
        .toSorted(),
    ).toEqual(['half a sentence', 'reply'])
    expect(await ben.client.getUserDrafts(ben.team)).toEqual([])
    await asha.client.deleteDraft(channel.id, '', '')
    await socket.event('draft_deleted')
    await asha.client.deleteDraft(channel.id, root.id, '')
    expect(
      (await asha.client.getUserDrafts(asha.team)).filter(({ channel_id }) => channel_id === channel.id),
    ).toEqual([])
    await foreign.ask('ping')
    expect(
      ['draft_created', 'draft_updated', 'draft_deleted'].flatMap((name) => foreign.events(name)),
    ).toEqual([])
  })

  test('drafts for channels of others, and too long ones, are refused', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel()
    await expectHidden(
      ben.client.upsertDraft({ channel_id: channel.id, message: 'x', root_id: '' } as never, ''),
    )
    await expectHidden(ben.client.upsertDraft({ channel_id: NO_ID, message: 'x', root_id: '' } as never, ''))
    await expectRefused(
      asha.client.upsertDraft(
        { channel_id: channel.id, message: 'x'.repeat(16_384), root_id: '' } as never,
        '',
      ),
      400,
    )
  })
})
