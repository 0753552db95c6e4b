import { getMailAccounts } from '@samudra/contract/mail-accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startStubMailServer,
  STUB_PASSWORD,
  type StubMailServer,
} from '../../../../../../server/testing/mail/stub-mail-server.ts'
import { centreOfFile, choose, fill, gone, openScreen } from '../../../../../testing/a-screen.tsx'
import { call } from '../../../../wire/call.ts'

centreOfFile(() => Promise.resolve(['--mail-hosts', '127.0.0.1']))
let servers: StubMailServer
beforeAll(async () => {
  servers = await startStubMailServer()
})
afterAll(() => servers.stop())

const field = (name: string) => screen.findByLabelText(name)
const group = async (name: string) => within(await screen.findByRole('group', { name }))

test('an account on another server is checked, added, shown as a mailbox, changed and removed', async () => {
  const user = openScreen('/home/collaboration/mail/Inbox')
  await user.click(await screen.findByRole('button', { name: 'Mail settings' }))
  await user.click(await screen.findByRole('tab', { name: 'Accounts' }))
  await screen.findByText('No accounts on other servers')
  await user.click(screen.getByRole('button', { name: 'New account' }))

  // Each refusal stands at the part that it is about.
  await fill(user, await field('Name of the mailbox'), 'Ministry')
  await fill(user, await field('E-mail address'), 'asha@ministry.example')
  await fill(user, await field('Password'), 'wrong')
  expect(await field('User name on the server')).toHaveProperty('value', 'asha@ministry.example')
  for (const [name, port] of [
    ['Receiving (IMAP)', 1],
    ['Sending (SMTP)', servers.smtpPort],
  ] as const) {
    const server = await group(name)
    await fill(user, server.getByLabelText('Server'), '127.0.0.1')
    await choose(user, server.getByRole('combobox', { name: 'Encryption' }), 'None')
    await fill(user, server.getByLabelText('Port'), String(port))
  }
  const save = screen.getByRole('button', { name: 'Check and save' })
  await user.click(save)
  const imap = await group('Receiving (IMAP)')
  await imap.findByText(/^The server was not reached/)
  await fill(user, imap.getByLabelText('Port'), String(servers.imapPort))
  await user.click(save)
  const refusal = await screen.findByText(/^The server refused the user name or the password/)
  expect(refusal.closest('.mantine-InputWrapper-root')?.contains(await field('Password'))).toBe(true)
  await fill(user, await field('Password'), STUB_PASSWORD)
  await user.click(save)

  await screen.findByText(/^Connected, last synchronised/)
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Mailbox', hidden: true })).toBeTruthy())

  // It is changed without its password, which is stored.
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await fill(user, await field('Name of the mailbox'), 'Ministry of Ports')
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  await screen.findByText('Ministry of Ports')

  // A server that goes away is reported without a reload, also in the mailbox itself.
  await screen.findByText(/^Connected, /)
  servers.goAway()
  await screen.findByText(/^The server was not reached/)
  expect((await call(getMailAccounts, {})).items).toMatchObject([{ state: 'FAILED' }])
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await choose(user, screen.getByRole('combobox', { name: 'Mailbox' }), /Ministry of Ports/)
  await screen.findByText(/^The server was not reached/)

  // Removing the open account leads back to the own mailbox.
  await user.click(screen.getByRole('button', { name: 'Mail settings' }))
  await user.click(await screen.findByRole('tab', { name: 'Accounts' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove Ministry of Ports?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await gone(() => screen.queryByRole('combobox', { name: 'Mailbox', hidden: true }))
})
