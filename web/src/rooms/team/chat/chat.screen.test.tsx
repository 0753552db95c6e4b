import { addAoi } from '@samudra/contract/areas'
import { getForumUser } from '@samudra/contract/forum-calls'
import { addUser, changePassword, login } from '@samudra/contract/identity'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, fill, openScreen, signIn } from '../../../../testing/a-screen.tsx'
import { personLink } from '../../../kit/pages/links.ts'
import { call } from '../../../wire/call.ts'
import { signedIn } from '../../../wire/session.ts'
import { addressChat, chatApi, chatCall } from './state/chat-client.ts'
import { unlinkChat } from './state/chat-link.ts'
import { useDrafts } from './state/drafts.ts'

const centre = centreOfFile()
const OWN_PASSWORD = 'Sagar-2-Mala-Watch'
/** Another user, who writes by the calls of the chat server. */
let token = ''
let other: Call

/** Calls the chat server as the other user. */
async function asOther(path: string, body: unknown): Promise<{ id: string }> {
  const answer = await fetch(`${centre.base}/chat/api/v4${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { id: string }
}

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const administrator = await callerOf(centre.base)
  const made = await administrator(addUser, {
    username: 'ben.rao',
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  other = await callerOf(centre.base, 'ben.rao', made.temporary_password)
  await other(changePassword, { old_password: made.temporary_password, new_password: OWN_PASSWORD })
  token = (await other(login, { username: 'ben.rao', password: OWN_PASSWORD })).chat_token!
  // The DOM of tests sends no cookies.
  addressChat()
  chatApi.setToken(signedIn()!.chat_token!)
})
afterAll(() => {
  unlinkChat()
  chatApi.setToken('')
})

const field = () => screen.findByRole('textbox', { name: /^Message to/ })
const channelNamed = async (name: string) => {
  const [team] = await chatApi.getMyTeams()
  return chatApi.getChannelByName(team!.id, name)
}

test('an address with a user id opens the conversation with that user, who can be called there', async () => {
  const { id } = await other(getForumUser, { username: 'ben.rao' })
  openScreen(personLink(id))
  await screen.findByRole('button', { name: 'Audio call to ben.rao' })
})

test('a message is stored, and search finds it by author and words', async () => {
  const user = openScreen('/home/collaboration/chat')
  await fill(user, await field(), 'MATSYA 7 is silent')
  await user.keyboard('{Enter}')
  const { id } = await channelNamed('town-square')
  await waitFor(async () => {
    const { posts } = await chatApi.getPosts(id)
    expect(Object.values(posts).map(({ message }) => message)).toContain('MATSYA 7 is silent')
  })
  await user.click(await screen.findByRole('button', { name: 'Pinned messages' }))
  await screen.findByText('Nothing is pinned')
  await user.click(within(screen.getByRole('navigation')).getByRole('button', { name: 'Search' }))
  await fill(user, await screen.findByRole('textbox', { name: 'Search messages' }), 'silent from:admin')
  await user.keyboard('{Enter}')
  const panel = within(screen.getByRole('complementary', { name: 'Search' }))
  await panel.findByText('MATSYA 7 is silent')
  await fill(user, screen.getByRole('textbox', { name: 'Search messages' }), 'silent from:ben.rao')
  await user.keyboard('{Enter}')
  await panel.findByText('No message matches')
})

test('a draft is saved on the server and stands in the list', async () => {
  const user = openScreen('/home/collaboration/chat')
  await fill(user, await field(), 'half a sentence')
  const [team] = await chatApi.getMyTeams()
  await waitFor(async () => {
    const drafts = await chatCall<{ message: string }[]>(`/users/me/teams/${team!.id}/drafts`)
    expect(drafts.map(({ message }) => message)).toEqual(['half a sentence'])
  })
  await user.click(await screen.findByRole('button', { name: /^Off topic/ }))
  await within(await screen.findByRole('button', { name: /^Watch floor/ })).findByLabelText('Draft')
  expect(Object.values(useDrafts.getState().byKey).map(({ text }) => text)).toContain('half a sentence')
})

test('a private channel is created, and is not shown to others', async () => {
  const user = openScreen('/home/collaboration/chat')
  await user.click(await screen.findByRole('button', { name: 'New' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New channel…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New channel' }))
  await fill(user, await dialog.findByRole('textbox', { name: 'Name' }), 'Night plan')
  await user.click(dialog.getByRole('radio', { name: /^Private/ }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name: 'Night plan', level: 2 })
  const { id } = await channelNamed('night-plan')
  await expect(asOther('/posts', { channel_id: id, message: 'x' })).rejects.toThrow(
    /403|permission|member|may not/,
  )
})

test('a card of an object hidden from the reader shows that, and one of a public object opens it', async () => {
  const center: [number, number] = [73, 8]
  const area = {
    type: 'GENERAL',
    recur: 'NONE',
    color: '#1565c0',
    notes: '',
    valid_from: null,
    valid_to: null,
    shape: { shape: 'circle', center, radius_nm: 5 },
  } as const
  const hidden = await call(addAoi, { ...area, name: 'Hidden box', visibility: 'PRIVATE' })
  const shown = await call(addAoi, { ...area, name: 'Minicoy box', visibility: 'CENTRE' })
  const { id } = await channelNamed('town-square')
  const cards = [hidden, shown].map((one) => ({ kind: 'area', id: one.id, label: one.name }))
  await chatApi.createPost({ channel_id: id, message: 'two boxes', props: { cards } })
  await signIn('ben.rao', OWN_PASSWORD)
  chatApi.setToken(signedIn()!.chat_token!)
  openScreen('/home/collaboration/chat')
  await screen.findByText('You have no access to this object')
  await screen.findByRole('button', { name: 'Minicoy box' })
  expect(screen.queryByText('Hidden box')).toBeNull()
})
