import {
  forwardMail,
  getMail,
  getMails,
  readReceiptMail,
  replyMail,
  retryMail,
  saveDraft,
  sendDraftMail,
  sendMail,
  undoSendMail,
} from '@samudra/contract/mail-calls'
import { uploadMailFile } from '@samudra/contract/mail-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  arrived,
  aMailServer,
  changeSettings,
  deliver,
  mailsIn,
} from '../../../../../testing/mail/mail-server.ts'
import { aPdf } from '../../../../../testing/samples/pdfs.ts'
import { upload } from '../../../../../testing/samples/uploads.ts'
import { until } from '../../../../../testing/servers/a-server.ts'

type World = Awaited<ReturnType<typeof aMailServer>>
let { server, asha, ben }: Partial<World> = {}
beforeAll(async () => {
  ;({ server, asha, ben } = await aMailServer())
})
afterAll(() => server!.close())

const file = async (user: NonNullable<typeof asha>, name: string, text: string | Buffer) => {
  const put = await upload(server!.base, user.token, uploadMailFile, { name }, Buffer.from(text))
  if (!put.Status) throw new Error(`${put.Code}: ${put.Message}`)
  return put.Data.id
}

test('a sent mail carries recipients, files, cards, priority and the request for a receipt', async () => {
  const id = await file(asha!, 'log.txt', 'first line')
  const row = await deliver(asha!, ben!, {
    to: ['Ben <ben@centre.internal>'],
    cc: ['asha.menon'],
    bcc: ['admin'],
    subject: 'With everything',
    body: 'plain & simple',
    body_format: 'text',
    attachment_ids: [id],
    links: [{ type: 'vessel', id: '419000001', label: 'INS Example' }],
    request_receipt: true,
    priority: 'HIGH',
  })
  const mail = await ben!.call(getMail, { id: row.id })
  expect(mail).toMatchObject({
    priority: 'HIGH',
    receipt_requested: true,
    cc: [{ address: 'asha.menon@centre.internal' }],
    bcc: [],
    links: [{ type: 'vessel', id: '419000001', label: 'INS Example' }],
    attachments: [{ name: 'log.txt', size: 10 }],
    has_attachments: true,
  })
  expect(mail.body_text).toContain('plain & simple')
  expect(mail.body_text).toContain('Vessel: INS Example (419000001)')
  expect(mail.body).not.toContain('419000001')
  const sent = await arrived(asha!, 'With everything', 'Sent')
  expect(await asha!.call(getMail, { id: sent.id })).toMatchObject({
    bcc: [{ address: 'admin@centre.internal' }],
  })
  expect(await server!.call(getMails, {})).toMatchObject({ items: [{ subject: 'With everything' }] })
})

test('a mail without recipients, to unknown ones or other servers, or in another name fails', async () => {
  expect(await asha!.raw(sendMail, { subject: 'x' })).toMatchObject({ Code: 'VALIDATION' })
  expect(await asha!.raw(sendMail, { to: ['nobody-here'] })).toMatchObject({ Code: 'VALIDATION' })
  expect(await asha!.raw(sendMail, { to: ['group:none'] })).toMatchObject({ Code: 'VALIDATION' })
  expect(await asha!.raw(sendMail, { to: ['a@example.org'] })).toMatchObject({ Code: 'MAIL_REFUSED' })
  expect(await server!.raw(sendMail, { to: ['ben'], mailbox: 'test-ben' })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  expect(await asha!.raw(sendMail, { to: ['ben'], attachment_ids: ['none'] })).toMatchObject({
    Code: 'VALIDATION',
  })
  expect(await asha!.raw(sendMail, { to: ['ben'], reply_of: { id: 'none', as: 'REPLY' } })).toMatchObject({
    Code: 'NOT_FOUND',
  })
})

test.each([
  ['links.0.type', { links: [{ type: 'ship', id: '1', label: '' }] }],
  ['links.0.id', { links: [{ type: 'vessel', id: '', label: '' }] }],
  ['links.0.label', { links: [{ type: 'vessel', id: '1', label: 'x'.repeat(201) }] }],
  ['reply_of.id', { reply_of: { id: 'x'.repeat(101), as: 'REPLY' } }],
  ['reply_of.as', { reply_of: { id: '1', as: 'COPY' } }],
])('a wrong %s is refused by its name, by sendMail and saveDraft', async (field, input) => {
  const fields = [{ field }]
  expect(await asha!.raw(sendMail, { to: ['ben'], ...input } as never)).toMatchObject({
    Code: 'VALIDATION',
    fields,
  })
  expect(await asha!.raw(saveDraft, input as never)).toMatchObject({ Code: 'VALIDATION', fields })
})

test('a line break in the subject makes no other field of the header', async () => {
  const row = await deliver(asha!, ben!, { to: ['ben'], subject: 'one Bcc: admin@centre.internal', body: '' })
  await asha!.call(sendMail, { to: ['ben'], subject: 'two\r\nBcc: admin@centre.internal' })
  expect(await arrived(ben!, 'two Bcc: admin@centre.internal')).toMatchObject({ to_count: 1 })
  expect(row.to_count).toBe(1)
})

test('a draft is saved in versions, and an older one is refused', async () => {
  const draft = await asha!.call(saveDraft, { subject: 'Draft', body: '<p>one</p>', to: ['ben'] })
  expect(draft).toMatchObject({ state: 'DRAFT', folder: 'Drafts', version: 1, flags: ['SEEN', 'DRAFT'] })
  const id = await file(asha!, 'a.txt', 'a')
  const saved = await asha!.call(saveDraft, {
    id: draft.id,
    expected_version: 1,
    subject: 'Draft two',
    to: ['ben', 'not-yet-whol'],
    cc: [],
    bcc: [],
    body: '<p onclick="x">two</p>',
    body_format: 'html',
    attachment_ids: [id],
    links: [],
    request_receipt: true,
    priority: 'LOW',
    mailbox: 'test-asha.menon',
    reply_of: undefined,
  })
  expect(saved).toMatchObject({
    version: 2,
    body: '<p>two</p>',
    attachments: [{ id, name: 'a.txt' }],
    priority: 'LOW',
  })
  expect(await asha!.raw(saveDraft, { id: draft.id, expected_version: 1 })).toMatchObject({
    Code: 'VERSION_CONFLICT',
  })
  expect(await asha!.raw(sendDraftMail, { id: draft.id, expected_version: 1 })).toMatchObject({
    Code: 'VALIDATION',
  })
  expect(await ben!.raw(saveDraft, { id: draft.id })).toMatchObject({ Code: 'NOT_FOUND' })
  await asha!.call(saveDraft, { id: draft.id, subject: 'Draft three', to: ['ben'] })
  expect(await asha!.raw(sendDraftMail, { id: draft.id, expected_version: 2 })).toMatchObject({
    Code: 'VERSION_CONFLICT',
  })
  await asha!.call(sendDraftMail, { id: draft.id, expected_version: 3 })
  await arrived(ben!, 'Draft three')
  expect(await mailsIn(asha!, 'Drafts')).toEqual([])
  expect(await asha!.raw(undoSendMail, { id: draft.id })).toMatchObject({ Code: 'IN_USE' })
  expect(await asha!.raw(retryMail, { id: draft.id })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('a mail that is sent later can be made a draft again until then', async () => {
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  const later = await asha!.call(sendMail, { to: ['ben'], subject: 'Later', send_at })
  expect(later).toMatchObject({ state: 'QUEUED', send_at, undo_until: null })
  const draft = await asha!.call(undoSendMail, { id: later.id })
  expect(draft).toMatchObject({ state: 'DRAFT', folder: 'Drafts', send_at: null })
  expect(await asha!.call(sendDraftMail, { id: draft.id, expected_version: 1, send_at })).toMatchObject({
    state: 'QUEUED',
  })
  expect((await mailsIn(ben!)).map(({ subject }) => subject)).not.toContain('Later')
})

test('an answer goes to the sender or to all but the writer, in the same conversation', async () => {
  const row = await deliver(asha!, ben!, {
    to: ['ben', 'admin'],
    cc: ['asha.menon'],
    subject: 'Question',
    body: '<p>Who?</p>',
  })
  const draft = await ben!.call(replyMail, {
    id: row.id,
    body: 'Me',
    body_format: 'text',
    all: true,
    attachment_ids: [],
    draft: true,
  })
  expect(draft).toMatchObject({
    state: 'DRAFT',
    subject: 'Re: Question',
    to: [{ address: 'asha.menon@centre.internal' }, { address: 'admin@centre.internal' }],
    cc: [],
    conversation_id: row.conversation_id,
  })
  expect(draft.body).toContain('<blockquote type="cite"><p>Who?</p></blockquote>')
  await ben!.call(replyMail, { id: row.id, body: '<p>I am</p>' })
  const answer = await arrived(asha!, 'Re: Question')
  const question = (await mailsIn(asha!, 'Sent')).find(({ subject }) => subject === 'Question')!
  expect(answer.conversation_id).toBe(question.conversation_id)
  expect((await ben!.call(getMail, { id: row.id })).flags).toContain('ANSWERED')
})

test('a forwarded mail has its files unless they are left out', async () => {
  const row = await deliver(asha!, ben!, {
    to: ['ben'],
    subject: 'Chart',
    attachment_ids: [await file(asha!, 'c.txt', 'chart')],
  })
  const draft = await ben!.call(forwardMail, {
    id: row.id,
    to: ['admin'],
    body: 'see',
    body_format: 'text',
    draft: true,
  })
  expect(draft).toMatchObject({
    subject: 'Fwd: Chart',
    attachments: [{ name: 'c.txt', size: 5 }],
    state: 'DRAFT',
  })
  const bare = await ben!.call(forwardMail, { id: row.id, keep_attachments: false, draft: true })
  expect(bare.attachments).toEqual([])
})

test('a receipt is sent once, when the reader agrees, and stands at the sent mail', async () => {
  const row = await deliver(asha!, ben!, { to: ['ben'], subject: 'Confirm', request_receipt: true })
  expect((await ben!.call(readReceiptMail, { id: row.id, send: true })).receipt_sent_at).not.toBeNull()
  expect(await ben!.raw(readReceiptMail, { id: row.id, send: false })).toMatchObject({ Code: 'DUPLICATE' })
  const sent = await arrived(asha!, 'Confirm', 'Sent')
  expect(await asha!.call(getMail, { id: sent.id })).toMatchObject({
    receipts: [{ reader: 'ben@centre.internal' }],
  })
  expect((await mailsIn(asha!)).map(({ subject }) => subject)).not.toContain('Read: Confirm')
  expect(await mailsIn(asha!, 'Archive')).toMatchObject([{ subject: 'Read: Confirm', flags: ['SEEN'] }])
})

test('a PDF with active links is refused before it is sent, in a sentence', async () => {
  const linked = aPdf('4 0 obj << /Type /Annot /A << /S /URI /URI (http://x.example) >> >> endobj')
  const put = await upload(server!.base, asha!.token, uploadMailFile, { name: 'links.pdf' }, linked)
  expect(put).toMatchObject({ Code: 'SCAN_BLOCKED', Message: expect.stringContaining('active links') })
})

test('a mail to a full mailbox fails, and is sent again when there is room', async () => {
  await changeSettings(server!, { 'mail.quota_mb': 10, 'mail.max_attachment_mb': 25 })
  const id = await file(asha!, 'big.bin', Buffer.alloc(9 * 1024 * 1024, 7))
  await asha!.call(sendMail, { to: ['ben'], subject: 'Big', attachment_ids: [id] })
  const sent = await arrived(asha!, 'Big', 'Sent')
  // Built, read and refused: longer than a second on a busy machine.
  await until(async () => (await asha!.call(getMail, { id: sent.id })).state === 'FAILED', 'it fails')
  expect(await asha!.call(getMail, { id: sent.id })).toMatchObject({
    deliveries: [{ state: 'FAILED', answer: 'The mailbox is full.' }],
  })
  await changeSettings(server!, { 'mail.quota_mb': 1000 })
  expect(await asha!.call(retryMail, { id: sent.id })).toMatchObject({
    state: 'SENT',
    deliveries: [{ state: 'SENT' }],
  })
  await arrived(ben!, 'Big')
})
