import { assignDuty } from '@samudra/contract/duties'
import {
  deleteMailContact,
  deleteMailFolder,
  deleteMailText,
  getBlockedSenders,
  getMailboxes,
  getMailContacts,
  getMailFolders,
  getMailTexts,
  saveMailContact,
  saveMailFolder,
  saveMailText,
  setBlockedSender,
} from '@samudra/contract/mail-boxes'
import { getMails, moveMails, replyMail, sendMail, setAnswering, getMail } from '@samudra/contract/mail-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrived, aMailServer, deliver } from '../../../../../testing/mail/mail-server.ts'
import { until } from '../../../../../testing/servers/a-server.ts'

type World = Awaited<ReturnType<typeof aMailServer>>
let { server, asha, ben }: Partial<World> = {}
beforeAll(async () => {
  ;({ server, asha, ben } = await aMailServer())
})
afterAll(() => server!.close())
const OTHERS = { mailbox: 'test-asha.menon' }

test('every user has a mailbox with its folders without any set-up', async () => {
  const { items } = await ben!.call(getMailboxes, {})
  expect(items).toMatchObject([
    {
      id: 'test-ben',
      kind: 'USER',
      address: 'ben@centre.internal',
      unread: 0,
      quota_bytes: 5000 * 1024 * 1024,
    },
  ])
  const folders = await ben!.call(getMailFolders, {})
  expect(folders.items.map(({ id }) => id)).toEqual([
    'Inbox',
    'Sent',
    'Drafts',
    'Spam',
    'Trash',
    'Archive',
    'Starred',
  ])
  expect(await ben!.raw(getMailFolders, OTHERS)).toMatchObject({ Code: 'FORBIDDEN' })
})

test('an own folder is added, renamed and filled, and its mails go to Archive when it is deleted', async () => {
  const folder = await ben!.call(saveMailFolder, { name: 'Exercises' })
  expect(await ben!.raw(saveMailFolder, { name: 'exercises' })).toMatchObject({ Code: 'DUPLICATE' })
  expect(await ben!.raw(saveMailFolder, { name: 'inbox' })).toMatchObject({ Code: 'DUPLICATE' })
  expect(await ben!.raw(saveMailFolder, { id: 'none', name: 'X' })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await ben!.raw(saveMailFolder, { ...OTHERS, name: 'X' })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await ben!.call(saveMailFolder, { id: folder.id, name: 'Drills' })).toMatchObject({
    id: folder.id,
    name: 'Drills',
  })
  const row = await deliver(asha!, ben!, { to: ['ben'], subject: 'For drills' })
  await ben!.call(moveMails, { ids: [row.id], folder: folder.id })
  expect((await ben!.call(getMails, { folder: folder.id })).items).toMatchObject([{ id: row.id }])
  expect((await ben!.call(getMails, { q: 'drills in:Drills' })).items).toHaveLength(1)
  expect((await ben!.call(getMailFolders, {})).items.at(-1)).toMatchObject({
    name: 'Drills',
    own: true,
    total: 1,
    unread: 1,
  })
  expect(await ben!.raw(deleteMailFolder, { id: 'Inbox' })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await ben!.raw(deleteMailFolder, { id: folder.id, ...OTHERS })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await ben!.call(deleteMailFolder, { id: folder.id })).toEqual({ id: folder.id, moved: 1 })
  expect((await ben!.call(getMails, { folder: 'Archive' })).items).toMatchObject([{ id: row.id }])
})

test('signatures and templates are stored by mailbox, and one signature is the default', async () => {
  const first = await ben!.call(saveMailText, {
    kind: 'SIGNATURE',
    name: 'Watch',
    body: '<p>Ben</p>',
    is_default: true,
  })
  const second = await ben!.call(saveMailText, {
    kind: 'SIGNATURE',
    name: 'Private',
    body: '<p>B.</p>',
    is_default: true,
  })
  await ben!.call(saveMailText, {
    kind: 'TEMPLATE',
    name: 'Report',
    subject: 'Watch report',
    body: '<p>All quiet</p>',
  })
  const { items } = await ben!.call(getMailTexts, { kind: 'SIGNATURE' })
  expect(items.map(({ name, is_default }) => [name, is_default])).toEqual([
    ['Private', true],
    ['Watch', false],
  ])
  expect((await ben!.call(getMailTexts, {})).items).toHaveLength(3)
  expect(await ben!.raw(saveMailText, { kind: 'SIGNATURE', name: 'watch', body: '' })).toMatchObject({
    Code: 'DUPLICATE',
  })
  expect(await ben!.raw(saveMailText, { id: 'none', kind: 'TEMPLATE', name: 'X', body: '' })).toMatchObject({
    Code: 'NOT_FOUND',
  })
  expect(await ben!.raw(saveMailText, { ...OTHERS, kind: 'TEMPLATE', name: 'X', body: '' })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  expect(await ben!.raw(getMailTexts, OTHERS)).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await ben!.raw(deleteMailText, { id: first.id, ...OTHERS })).toMatchObject({ Code: 'FORBIDDEN' })
  await ben!.call(deleteMailText, { id: second.id })
  expect((await ben!.call(getMailTexts, {})).items).toHaveLength(2)
})

test('the address book finds users, duty roles and own outside addresses by their begin', async () => {
  const contact = await ben!.call(saveMailContact, { name: 'Coast station', address: 'watch@example.org' })
  expect(await ben!.raw(saveMailContact, { name: 'Twice', address: 'Watch@example.org' })).toMatchObject({
    Code: 'DUPLICATE',
  })
  await ben!.call(saveMailContact, { id: contact.id, name: 'Coast radio', address: 'watch@example.org' })
  const found = async (q: string, more = {}) =>
    (await ben!.call(getMailContacts, { q, ...more })).items.map(({ name }) => name)
  expect(await found('coast')).toEqual(['Coast radio'])
  expect(await found('ash')).toEqual(['asha.menon'])
  expect(await found('watch')).toEqual(['Watch officer', 'Coast radio'])
  expect(await found('watch', { kind: 'DUTY_ROLE' })).toEqual(['Watch officer'])
  await ben!.call(deleteMailContact, { id: contact.id })
  expect(await found('coast')).toEqual([])
})

test('a blocked sender is listed until it is allowed again', async () => {
  expect(
    (await ben!.call(setBlockedSender, { address: '@Spam.example', blocked: true })).items,
  ).toMatchObject([{ address: '@spam.example' }])
  expect(await ben!.raw(setBlockedSender, { ...OTHERS, address: 'a@b.c', blocked: true })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  expect(await ben!.raw(getBlockedSenders, OTHERS)).toMatchObject({ Code: 'FORBIDDEN' })
  await ben!.call(setBlockedSender, { address: '@spam.example', blocked: false })
  expect(await ben!.call(getBlockedSenders, {})).toEqual({ items: [] })
})

test('a user on duty reads the mailbox of the duty role and shows as answering', async () => {
  const mailbox = 'WATCH_OFFICER'
  expect(await asha!.raw(getMails, { mailbox })).toMatchObject({ Code: 'FORBIDDEN' })
  await server!.call(assignDuty, {
    user_id: 'test-asha.menon',
    role: mailbox,
    from: new Date(Date.now() - 1000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await ben!.call(sendMail, { to: ['watch-officer'], subject: 'To the watch' })
  await until(
    async () => (await asha!.call(getMails, { mailbox })).items.length === 1,
    'the mail of the duty arrives',
  )
  const [row] = (await asha!.call(getMails, { mailbox })).items
  expect(await asha!.call(getMailboxes, {})).toMatchObject({ items: [{}, { id: mailbox, unread: 1 }] })
  expect(await asha!.call(setAnswering, { id: row!.id, answering: true })).toMatchObject({
    username: 'asha.menon',
  })
  expect((await asha!.call(getMail, { id: row!.id })).answering).toMatchObject({ user_id: 'test-asha.menon' })
  expect(await asha!.call(setAnswering, { id: row!.id, answering: false })).toBeNull()
  expect(await ben!.raw(setAnswering, { id: row!.id, answering: true })).toMatchObject({ Code: 'NOT_FOUND' })
  await asha!.call(replyMail, { id: row!.id, body: 'Watch here' })
  expect((await arrived(ben!, 'Re: To the watch')).from).toMatchObject({ name: 'Watch officer', mailbox })
})
