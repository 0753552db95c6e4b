import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDatabase } from '../../../../../server/testing/servers/a-database.ts'
import { Program } from '../../../../../server/testing/servers/a-process.ts'
import { PASSWORD } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, fill, openScreen } from '../../../../testing/a-screen.tsx'
import { signedIn } from '../../../wire/session.ts'
import { addressChat, chatApi } from './state/chat-client.ts'
import { unlinkChat } from './state/chat-link.ts'
import { chatNow } from './state/chat.store.ts'

const stops: (() => unknown)[] = []
/** Starts a second server, which stands in for a chat server of another vendor. */
async function behind(): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-behind-'))
  const database = await aDatabase()
  const where = ['--port', '0', '--host', '127.0.0.1', '--data', folder, '--database', database.url]
  const program = new Program([
    ...where,
    '--sim',
    'none',
    '--admin-password',
    PASSWORD,
    '--chat-clients',
    'on',
  ])
  stops.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => database.drop(),
    () => program.stop(),
  )
  return ['--chat-url', `${await program.ready()}/chat`]
}
centreOfFile(behind)

beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  // The DOM of tests sends no cookies.
  addressChat()
  chatApi.setToken(signedIn()!.chat_token!)
})
afterAll(async () => {
  unlinkChat()
  chatApi.setToken('')
  for (const stop of stops.toReversed()) await stop()
})

test('a user without an account there links one, and a wrong password is refused in the form', async () => {
  const user = openScreen('/home/collaboration/chat')
  const form = within(await screen.findByRole('form', { name: 'Link your chat account' }))
  await fill(user, form.getByLabelText(/^User name or e-mail there/), 'admin')
  await fill(user, form.getByLabelText(/^Password there/), 'not the password')
  await user.click(form.getByRole('button', { name: 'Link account' }))
  await within(await form.findByRole('alert')).findByText(/The chat server answered/)
  expect(screen.queryByText(/Failed to establish Web Socket/)).toBeNull()
  await fill(user, form.getByLabelText(/^Password there/), PASSWORD)
  await user.click(form.getByRole('button', { name: 'Link account' }))
  await screen.findByRole('textbox', { name: 'Message to Watch floor' })
  await waitFor(() => expect(chatNow().link).toBe('open'))
})

test('functions missing on the chat server are hidden or marked, and messages are own ones', async () => {
  notifications.clean()
  const user = openScreen('/home/collaboration/chat')
  await fill(user, await screen.findByRole('textbox', { name: 'Message to Watch floor' }), 'Radio check')
  await user.keyboard('{Enter}')
  const post = within(await screen.findByRole('article', { name: /Radio check/ }))
  await user.click(post.getByRole('button', { name: 'More' }))
  await screen.findByText('This chat server does not report who has seen a message.')
  expect(screen.queryByRole('menuitem', { name: /^Seen by/ })).toBeNull()
  // An own message can be edited: the page knows the user's id there.
  screen.getByRole('menuitem', { name: 'Edit' })
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Priority' }))
  const wanted = await screen.findByLabelText(/^Request acknowledgement/)
  expect(wanted.hasAttribute('disabled')).toBe(true)
  screen.getByText('This chat server does not support acknowledgements.')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'New' }))
  await screen.findByText(/^This chat server does not support watch channels/)
  expect(screen.queryByRole('menuitem', { name: 'Channel of this watch' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ask the watch' })).toBeNull()
  expect(screen.queryByText(/does not have this function/)).toBeNull()
})
