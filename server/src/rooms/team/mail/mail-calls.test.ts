import {
  deleteMailFromTrash,
  deleteSelectedMailFromTrash,
  emptyTrash,
  getConversation,
  getMail,
  getMails,
  markStarred,
  moveMails,
  moveToSpam,
  moveToTrash,
  replyMail,
  selectedMailMoveToTrash,
  sendMail,
  setFlag,
  undoSendMail,
  unreadMails,
} from '@samudra/contract/mail-calls'
import { setBlockedSender } from '@samudra/contract/mail-boxes'
import { setLegalHold } from '@samudra/contract/legal-holds'
import { getNotices } from '@samudra/contract/notifications'
import { getUnread } from '@samudra/contract/unread'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  arrived,
  aMailServer,
  changeSettings,
  deliver,
  mailsIn,
} from '../../../../testing/mail/mail-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { query } from '../../../platform/needs/query.ts'

type World = Awaited<ReturnType<typeof aMailServer>>
let world: World
beforeAll(async () => {
  world = await aMailServer({})
})
afterAll(() => world.server.close())

test('a mail can be undone for ten seconds, then is in the inbox, sanitised and pushed', async () => {
  const { asha, ben, server } = world
  const watcher = new Watcher(server.base, ben.token)
  const taken = await asha.call(sendMail, { to: ['ben'], subject: 'Taken back' })
  expect(taken).toMatchObject({ state: 'QUEUED', folder: 'Sent' })
  expect(Date.parse(taken.undo_until!) - Date.parse(taken.at)).toBe(10_000)
  expect((await asha.call(undoSendMail, { id: taken.id })).state).toBe('DRAFT')
  await changeSettings(server, { 'mail.undo_s': 0 })
  const body =
    '<p>All <b>quiet</b> since 04:00.</p><script>alert(1)</script><img src="https://spy.example/x.gif">'
  const row = await deliver(asha, ben, { to: ['ben'], subject: 'Watch report', body })
  expect(row).toMatchObject({ preview: 'All quiet since 04:00.', flags: [], from: { name: 'asha.menon' } })
  await expect.poll(() => watcher.events.map(({ name }) => name)).toContain('inbox_mail')
  expect(watcher.events.find(({ name }) => name === 'inbox_mail')?.payload).toMatchObject({
    mail_id: row.id,
    subject: 'Watch report',
    unread: 1,
  })
  // It is shown as it comes, and counted by the mail alone.
  await expect
    .poll(() => watcher.events.find(({ name }) => name === 'notice')?.payload)
    .toMatchObject({ notice: { kind: 'MAIL', text: 'Received a new Mail' }, quiet: false })
  expect(await ben.call(getNotices, {})).toMatchObject({ items: [], unread: 0 })
  expect(await ben.call(unreadMails, {})).toMatchObject({ count: 1, by_folder: { Inbox: 1 } })
  expect((await ben.call(getUnread, {})).items).toContainEqual({ room: 'mail', count: 1 })
  expect((await ben.call(getMail, { id: row.id, peek: true })).flags).toEqual([])
  const mail = await ben.call(getMail, { id: row.id })
  expect(mail).toMatchObject({ flags: ['SEEN'], remote_pictures: 1 })
  expect(mail.body).toBe(
    '<p>All <b>quiet</b> since 04:00.</p><img alt="" data-remote-src="https://spy.example/x.gif" />',
  )
  await expect
    .poll(() => watcher.events.findLast(({ name }) => name === 'unread')?.payload)
    .toEqual({ room: 'mail', count: 0 })
  watcher.close()
})

test('a mailbox, its lists and unread mails are open to its owner alone, not to administrators', async () => {
  const { asha, ben, server } = world
  const row = await deliver(asha, ben, { to: ['ben'], subject: 'Private' })
  expect(await server.raw(getMail, { id: row.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await server.raw(getMails, { mailbox: 'test-ben' })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await ben.raw(getMails, { mailbox: 'WATCH_OFFICER' })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await ben.raw(unreadMails, { mailbox: 'test-asha.menon' })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(
    await ben.raw(getConversation, { id: row.conversation_id, mailbox: 'test-asha.menon' }),
  ).toMatchObject({
    Code: 'FORBIDDEN',
  })
  expect(await server.call(markStarred, { ids: [row.id], starred: true })).toEqual({ updated: [] })
  expect(await server.call(setFlag, { ids: [row.id], flag: 'SEEN', value: true })).toEqual({ updated: [] })
  expect(await server.raw(moveToTrash, { id: row.id })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('the inbox opens with e-mail and password of the specification, which are not stored', async () => {
  const { ben, server } = world
  const given = { email: 'ben@example.org', password: 'Never-Stored-4711' }
  expect(await ben.call(getMails, { folder: 'Inbox', ...given })).toMatchObject({
    items: [{ subject: 'Private' }, {}],
  })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_records where audit_records::text like '%Never-Stored%'`.execute(
    query(server.database.db),
  )
  expect(rows[0]!.n).toBe(0)
})

test('flags and stars are set for many mails, and Starred shows them', async () => {
  const { ben } = world
  const ids = (await mailsIn(ben)).map(({ id }) => id)
  expect((await ben.call(markStarred, { ids, starred: true })).updated).toHaveLength(ids.length)
  expect((await ben.call(setFlag, { ids, flag: 'TASK', value: true })).updated).toHaveLength(ids.length)
  expect(await ben.call(getMails, { folder: 'Starred' })).toMatchObject({ total: ids.length })
  expect((await mailsIn(ben))[0]).toMatchObject({ starred: true, flags: expect.arrayContaining(['TASK']) })
  await ben.call(markStarred, { ids, starred: false })
  await ben.call(setFlag, { ids, flag: 'TASK', value: false })
  await ben.call(setFlag, { ids, flag: 'SEEN', value: false })
  expect(await ben.call(unreadMails, {})).toMatchObject({ count: ids.length })
})

test('a mail goes to the trash, back where it was, and is deleted only from there', async () => {
  const { asha, ben } = world
  const row = await deliver(asha, ben, { to: ['ben'], subject: 'For the trash' })
  expect(await ben.raw(deleteMailFromTrash, { id: row.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const { purge_at } = await ben.call(moveToTrash, { id: row.id })
  expect(Math.round((Date.parse(purge_at) - Date.now()) / 86_400_000)).toBe(30)
  expect(await ben.call(moveMails, { ids: [row.id] })).toEqual({
    moved: [{ id: row.id, from: 'Trash' }],
    failed: [],
  })
  expect((await ben.call(getMail, { id: row.id })).folder).toBe('Inbox')
  expect(await ben.call(moveMails, { ids: [row.id], folder: 'Archive' })).toMatchObject({
    moved: [{ from: 'Inbox' }],
  })
  const both = await ben.call(selectedMailMoveToTrash, { ids: [row.id, 'none'] })
  expect(both).toMatchObject({ moved: [{ id: row.id, from: 'Archive' }], failed: [{ id: 'none' }] })
  expect(await ben.call(deleteSelectedMailFromTrash, { ids: [row.id, 'none'] })).toMatchObject({
    deleted: [row.id],
    failed: [{ id: 'none' }],
  })
  expect(await ben.raw(getMail, { id: row.id })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('later mails of a blocked sender go to Spam at once', async () => {
  const { asha, ben } = world
  const row = await deliver(asha, ben, { to: ['ben'], subject: 'Unwanted' })
  await ben.call(moveToSpam, { id: row.id, block_sender: true })
  await asha.call(sendMail, { to: ['ben'], subject: 'Unwanted again' })
  expect(await arrived(ben, 'Unwanted again', 'Spam')).toMatchObject({ folder: 'Spam' })
  expect(await ben.call(moveMails, { ids: [row.id] })).toMatchObject({ moved: [{ from: 'Spam' }] })
  await ben.call(setBlockedSender, { address: 'asha.menon@centre.internal', blocked: false })
})

test('a list is read in pages, by conversation, unread only and oldest first', async () => {
  const { asha, ben } = world
  const question = await deliver(ben, asha, { to: ['asha.menon'], subject: 'Thread' })
  await deliver(asha, asha, { to: ['asha.menon'], subject: 'Alone' })
  await asha.call(replyMail, { id: question.id, body: 'one' })
  const answer = await arrived(ben, 'Re: Thread')
  await ben.call(replyMail, { id: answer.id, body: 'two' })
  await arrived(asha, 'Re: Thread')
  const threaded = await asha.call(getMails, { threaded: true })
  expect(threaded.items.map(({ subject, conversation }) => [subject, conversation.count])).toEqual([
    ['Re: Thread', 2],
    ['Alone', 1],
  ])
  const first = await asha.call(getMails, { limit: 2 })
  expect(first).toMatchObject({
    total: 3,
    unread: 3,
    items: [{ subject: 'Re: Thread' }, { subject: 'Alone' }],
  })
  const next = await asha.call(getMails, { limit: 2, cursor: first.next! })
  expect(next).toMatchObject({ next: null, items: [{ subject: 'Thread' }] })
  expect(await asha.raw(getMails, { cursor: 'x' })).toMatchObject({ Code: 'VALIDATION' })
  expect((await asha.call(getMails, { order: 'OLDEST' })).items[0]).toMatchObject({ subject: 'Thread' })
  await asha.call(getMail, { id: question.id })
  expect((await asha.call(getMails, { unread: true })).items).toHaveLength(2)
  const { items } = await asha.call(getConversation, { id: question.conversation_id })
  expect(items.map(({ subject }) => subject)).toEqual(['Thread', 'Re: Thread', 'Re: Thread'])
})

test.each([
  ['quiet', 1],
  ['qui', 0],
  ['qui*', 1],
  ['from:ash* quiet', 1],
  ['"all quiet"', 1],
  ['quiet -report', 0],
  ['from:asha.menon subject:report', 1],
  ['from:ben quiet', 0],
  ['to:ben report', 1],
  ['report has:attachment', 0],
  ['report after:2020-01-01', 1],
  ['report before:2020-01-01', 0],
  ['report is:read', 0],
  ['report is:unread', 1],
  ['report in:Trash', 0],
  ['report in:anywhere', 1],
  ["o'brien & | ! ( :* \\", 0],
])('the search %s finds %i mails', async (q, count) => {
  expect((await world.ben.call(getMails, { q })).items).toHaveLength(count)
})

test('the trash of the own mailbox is emptied in one call, and of no other', async () => {
  const { asha, ben } = world
  const row = await deliver(asha, ben, { to: ['ben'], subject: 'To be thrown away' })
  await ben.call(moveToTrash, { id: row.id })
  expect(await asha.raw(emptyTrash, { mailbox: 'test-ben' })).toMatchObject({ Code: 'FORBIDDEN' })
  const { total } = await ben.call(getMails, { folder: 'Trash' })
  expect(await ben.call(emptyTrash, {})).toEqual({ deleted: total, left: 0 })
  expect((await ben.call(getMails, { folder: 'Trash' })).items).toEqual([])
  expect(await ben.call(emptyTrash, {})).toEqual({ deleted: 0, left: 0 })
})

test('page by page, each hit of a beginning of a word comes once', async () => {
  const { asha, ben } = world
  for (const subject of ['Buoyage', 'Buoys', 'Buoyant']) await deliver(asha, ben, { to: ['ben'], subject })
  const search = { q: 'buoy*' }
  const all = (await ben.call(getMails, search)).items.map(({ id }) => id)
  expect(all).toHaveLength(3)
  const seen: string[] = []
  for (let cursor: string | undefined; seen.length <= all.length;) {
    const page = await ben.call(getMails, { ...search, limit: 1, ...(cursor !== undefined && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    if (page.next === null) break
    cursor = page.next
  }
  expect(seen).toEqual(all)
})

test('a mail deleted under a legal hold is gone for its user and stays for the hold', async () => {
  const { asha, ben, server } = world
  const row = await deliver(ben, asha, { to: ['asha.menon'], subject: 'Evidence' })
  await server.call(setLegalHold, { user_id: 'test-asha.menon', reason: 'Case 12' })
  await asha.call(moveToTrash, { id: row.id })
  await asha.call(deleteMailFromTrash, { id: row.id })
  expect(await asha.raw(getMail, { id: row.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const { rows } = await sql<{
    folder: string
  }>`select folder from mail_messages where id = ${row.id}`.execute(query(server.database.db))
  expect(rows).toEqual([{ folder: 'Held' }])
})
