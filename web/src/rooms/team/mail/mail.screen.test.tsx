import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { addUser, changePassword } from '@samudra/contract/identity'
import { getMails, sendMail, setFlag } from '@samudra/contract/mail-calls'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { holdBack } from '../../../../testing/page-worker.ts'
import { centreOfFile, fill, gone, openScreen, showPart } from '../../../../testing/a-screen.tsx'
import { useUnread } from '../../../stored/unread.store.ts'
import { ComposeHost } from './compose/ComposeHost.tsx'
import { useComposing, writeMail } from './compose/composing.store.ts'
import { useMailOutbox } from './compose/mail-outbox.ts'
import { incrementMailCount, resetMailCount, setMailCount } from './mail-count.ts'

const centre = centreOfFile()
const PASSWORD = 'Sagar-2-Mala-Watch'
let asha: Call
let admin: Call
beforeAll(async () => {
  admin = await callerOf(centre.base)
  const { version: expected_version } = await admin(getAdminSettings, {})
  await admin(updateAdminSettings, { changes: { 'mail.undo_s': 0 }, expected_version })
  const rights = { role: '2', sources: ['*'], zone_access: ['*'] } as const
  const { temporary_password: old_password } = await admin(addUser, {
    username: 'asha.menon',
    role: rights.role,
    sources: [...rights.sources],
    zone_access: [...rights.zone_access],
  })
  await (
    await callerOf(centre.base, 'asha.menon', old_password)
  )(changePassword, {
    old_password,
    new_password: PASSWORD,
  })
  asha = await callerOf(centre.base, 'asha.menon', PASSWORD)
})
beforeEach(() => {
  useComposing.setState({ mail: null })
  useMailOutbox.setState({ waiting: [] })
})

const INBOX = '/home/collaboration/mail/Inbox'
/** Sends a mail to the administrator and waits until it has arrived. */
async function aMail(subject: string) {
  await asha(sendMail, { to: ['admin'], subject, body: `<p>${subject}: text</p>` })
  await waitFor(
    async () =>
      expect((await admin(getMails, { folder: 'Inbox' })).items.map((row) => row.subject)).toContain(subject),
    { timeout: 30_000, interval: 400 },
  )
}

test('the mail count is set, grows by one, and is reset to 0', () => {
  const count = () => useUnread.getState().counts.get('mail')
  setMailCount(3)
  incrementMailCount()
  expect(count()).toBe(4)
  resetMailCount()
  expect(count()).toBe(0)
})

test('a mail is listed as unread, read when it is opened, starred, and archived with a way back', async () => {
  await aMail('Tug report')
  const user = openScreen(INBOX)
  const row = await screen.findByRole('row', { name: /Tug report/ })
  expect(row.dataset['unread']).toBe('true')
  await user.click(screen.getByRole('button', { name: /^Unread: Tug report/ }))
  await screen.findByTitle('Text of the mail: Tug report')
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /Tug report/ }).dataset['unread']).toBeUndefined(),
  )
  await user.keyboard('s')
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Remove the star' })[0]?.getAttribute('aria-pressed')).toBe(
      'true',
    ),
  )
  await user.keyboard('e')
  await screen.findByText('Mail archived')
  await gone(() => screen.queryByRole('row', { name: /Tug report/ }))
  await user.keyboard('z')
  await screen.findByRole('row', { name: /Tug report/ })
})

test('a mail archived is brought back also before the server has answered', async () => {
  await aMail('Quick report')
  const user = openScreen(INBOX)
  await user.click(await screen.findByRole('button', { name: /Quick report/ }))
  await screen.findByTitle('Text of the mail: Quick report')
  const release = holdBack('moveMails')
  await user.keyboard('e')
  await gone(() => screen.queryByRole('row', { name: /Quick report/ }))
  await user.keyboard('z')
  release()
  await screen.findByRole('row', { name: /Quick report/ })
  await waitFor(async () =>
    expect((await admin(getMails, {})).items.map(({ subject }) => subject)).toContain('Quick report'),
  )
})

test('new mail never moves the open one, and a mail marked as unread stays unread', async () => {
  await aMail('First')
  const user = openScreen(INBOX)
  await user.click(await screen.findByRole('button', { name: /First/ }))
  await screen.findByTitle('Text of the mail: First')
  await aMail('Second')
  await screen.findByRole('row', { name: /Second/ })
  expect(screen.getByTitle('Text of the mail: First')).toBeTruthy()
  await user.keyboard('u')
  await waitFor(() => expect(screen.getByRole('row', { name: /First/ }).dataset['unread']).toBe('true'))
  const first = async () => (await admin(getMails, {})).items.find(({ subject }) => subject === 'First')!
  await waitFor(async () => expect((await first()).flags).not.toContain('SEEN'), { interval: 400 })
  const { id } = await first()
  await admin(setFlag, { ids: [id], flag: 'SEEN', value: true })
  await waitFor(() => expect(screen.getByRole('row', { name: /First/ }).dataset['unread']).toBeUndefined())
})

test('a draft is saved automatically with its version, and a change elsewhere is shown first', async () => {
  const user = showPart(<ComposeHost />)
  await writeMail({ mailbox: null })
  await fill(user, await screen.findByRole('textbox', { name: 'Subject' }), 'Watch report')
  await screen.findByText(/^Draft saved/)
  const { draftId, version } = useComposing.getState().mail!
  expect([draftId === null, version]).toEqual([false, 1])
  useComposing.setState(({ mail }) => ({ mail: mail && { ...mail, version: 7 } }))
  await fill(user, screen.getByRole('textbox', { name: 'Subject' }), 'Watch report 2')
  await screen.findByText('This draft was changed in another window.')
  await user.click(screen.getByRole('button', { name: 'Keep this text' }))
  await gone(() => screen.queryByText('This draft was changed in another window.'))
  await waitFor(() => expect(useComposing.getState().mail?.version).toBe(2))
})

test('a mail without a recipient is not sent, and the button names the reason', async () => {
  const user = showPart(<ComposeHost />)
  await writeMail({ mailbox: null })
  const send = await screen.findByRole('button', { name: 'Send' })
  expect(send.title).toBe('Add a recipient')
  const to = screen.getByLabelText('To')
  await user.type(to, 'asha menon,')
  expect(send.title).toBe('asha menon is not a valid address')
  await user.click(screen.getByRole('button', { name: 'Remove asha menon' }))
  await user.type(to, 'asha.menon,')
  expect(send.title).toBe('Send (Ctrl+Enter)')
})
