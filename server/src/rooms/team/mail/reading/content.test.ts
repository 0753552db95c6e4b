import { createHash } from 'node:crypto'
import { setLegalHold } from '@samudra/contract/legal-holds'
import { getMail } from '@samudra/contract/mail-calls'
import {
  exportHeldMail,
  exportMail,
  getAttachments,
  getMailSource,
  uploadMailFile,
} from '@samudra/contract/mail-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMailServer, arrived, deliver } from '../../../../../testing/mail/mail-server.ts'
import { download, upload } from '../../../../../testing/samples/uploads.ts'

type World = Awaited<ReturnType<typeof aMailServer>>
let { server, asha, ben }: Partial<World> = {}
let id = ''
let conversation_id = ''
const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 251))
beforeAll(async () => {
  ;({ server, asha, ben } = await aMailServer())
  const put = await upload(server.base, asha.token, uploadMailFile, { name: 'track.bin' }, bytes)
  if (!put.Status) throw new Error(put.Message)
  const mail = {
    to: ['ben'],
    subject: 'Track',
    body: '<p>From Kochi to Male</p>',
    attachment_ids: [put.Data.id],
  }
  ;({ id, conversation_id } = await deliver(asha, ben, mail))
})
afterAll(() => server!.close())
const get = <In, Out>(op: Parameters<typeof download<In, Out>>[2], input: In, user = ben!) =>
  download(server!.base, user.token, op, input)

test('an attachment comes whole or as a range of its bytes, byte for byte', async () => {
  const list = await get(getAttachments, { id })
  expect(list.envelope).toMatchObject({
    Data: { items: [{ name: 'track.bin', size: 100_000 }], content: null },
  })
  const { attachments } = await ben!.call(getMail, { id })
  const attachment_id = attachments[0]!.id
  expect((await get(getAttachments, { id, attachment_id })).bytes).toEqual(bytes)
  for (const [from_byte, to_byte] of [
    [0, 1],
    [1, 2],
    [54_321, 65_432],
    [99_999, 200_000],
    [5, 5],
  ])
    expect((await get(getAttachments, { id, attachment_id, from_byte, to_byte })).bytes).toEqual(
      bytes.subarray(from_byte, to_byte),
    )
  expect((await get(getAttachments, { id, attachment_id, from_byte: 9, to_byte: 1 })).envelope).toMatchObject(
    { Code: 'VALIDATION' },
  )
  expect((await get(getAttachments, { id, attachment_id: '9.9' })).envelope).toMatchObject({
    Code: 'NOT_FOUND',
  })
  expect((await get(getAttachments, { id }, asha)).envelope).toMatchObject({ Code: 'NOT_FOUND' })
})

test('the source is the same file for sender and receiver', async () => {
  const source = (await get(getMailSource, { id })).bytes
  const sent = await arrived(asha!, 'Track', 'Sent')
  const own = (await get(getMailSource, { id: sent.id }, asha)).bytes
  const hash = (some: Uint8Array) => createHash('sha256').update(some).digest('hex')
  expect(hash(own)).toBe(hash(source))
  expect(source.toString()).toMatch(/^Subject: Track\r$/m)
  expect((await get(getMailSource, { id }, asha)).envelope).toMatchObject({ Code: 'NOT_FOUND' })
})

test('a mail, a conversation and a folder are exported as EML, mbox and PDF', async () => {
  expect((await get(exportMail, { id, format: 'EML' })).bytes.toString()).toContain('Subject: Track')
  const mbox = (await get(exportMail, { folder: 'Inbox', format: 'MBOX' })).bytes.toString()
  expect(mbox).toMatch(/^From asha.menon@centre.internal \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}\n/)
  const pdf = await get(exportMail, { conversation_id, format: 'PDF' })
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await get(exportMail, { format: 'EML' })).envelope).toMatchObject({ Code: 'VALIDATION' })
  expect((await get(exportMail, { folder: 'Inbox', format: 'PDF' })).envelope).toMatchObject({
    Code: 'VALIDATION',
  })
  expect(
    (await get(exportMail, { folder: 'Inbox', mailbox: 'test-asha.menon', format: 'MBOX' })).envelope,
  ).toMatchObject({
    Code: 'FORBIDDEN',
  })
})

test('an administrator exports the mail of a user under legal hold, for a reason', async () => {
  const hold = await server!.call(setLegalHold, { user_id: 'test-ben', reason: 'Case 12' })
  const held = await download(server!.base, server!.token, exportHeldMail, { id: hold.id, reason: 'Case 12' })
  expect(held.bytes.toString()).toContain('Subject: Track')
  const none = await download(server!.base, server!.token, exportHeldMail, { id: 'none', reason: 'Case 12' })
  expect(none.envelope).toMatchObject({ Code: 'NOT_FOUND' })
})
