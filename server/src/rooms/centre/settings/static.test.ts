import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { STATIC_KEYS, staticPage, staticPdf, updateStatic, uploadStaticPdf } from '@samudra/contract/settings'
import { CLEAR_TYPE, bytesOf, readRecord, withRecord } from '@samudra/contract/wire/seal'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, callRaw, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aPdf } from '../../../../testing/samples/pdfs.ts'
import { query } from '../../../platform/needs/query.ts'
import { blocksOf } from './page-pdf.ts'

let server: TestServer
let user: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  server = await aServer()
  user = await aUser(server, 'operator')
})
afterAll(() => server.close())

type Described = { name: string; content_type: string; size: number; sha256: string }
async function download(key: string, token = server.token) {
  const answer = await fetch(`${server.base}${staticPdf.path.replace('{key}', key)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { record, bytes } = await readRecord(answer.body as unknown as AsyncIterable<Uint8Array>)
  return {
    data: (record as Envelope<Described> & { Status: true }).Data,
    bytes: Buffer.from(await bytesOf(bytes)),
  }
}
async function upload(key: string, bytes: Uint8Array, token = server.token) {
  const parts: Uint8Array[] = []
  for await (const part of withRecord({ name: 'Own notice' }, [bytes])) parts.push(part)
  const answer = await fetch(`${server.base}${uploadStaticPdf.path.replace('{key}', key)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': CLEAR_TYPE },
    body: Buffer.concat(parts),
  })
  return (await answer.json()) as Envelope<{ name: string; size: number; sha256: string }>
}
const aStream = (dictionary: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`9 0 obj <<${dictionary} /Length ${body.length}>>\nstream\n`),
    body,
    Buffer.from('\nendstream endobj\n'),
  ]).toString('latin1')

test('a visitor reads the landing page, the notice and the motto, and logs in for the rest', async () => {
  const motto = await callRaw(server.base, '', staticPage, { key: 'motto' })
  expect(motto).toMatchObject({ Data: { body_md: 'Vasudhaiva Kutumbakam - The World is One Family' } })
  for (const key of ['landing', 'notice'] as const)
    expect((await callRaw(server.base, '', staticPage, { key })).Status).toBe(true)
  for (const key of ['help', 'password_guidance'] as const)
    expect(await callRaw(server.base, '', staticPage, { key })).toMatchObject({ Code: 'SESSION_EXPIRED' })
  expect((await user.call(staticPage, { key: 'password_guidance' })).body_md).toContain(
    'avoid common passwords',
  )
  expect((await user.call(staticPage, { key: 'landing' })).body_md).toContain('## Our Mission')
})

test('an administrator changes a page, its former content stays, and a second editor is notified', async () => {
  const page = await server.call(staticPage, { key: 'help' })
  const { key, title } = page
  const input = { key, title, body_md: 'Ask the watch officer.', expected_version: page.version }
  expect(await user.raw(updateStatic, input)).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await server.call(updateStatic, input)).toMatchObject({
    version: 2,
    body_md: 'Ask the watch officer.',
  })
  expect(await server.raw(updateStatic, input)).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { version: 2 },
  })
  const { rows } = await sql`select version, body_md from static_page_versions where key = 'help'`.execute(
    query(server.database.db),
  )
  expect(rows).toEqual([{ version: 1, body_md: page.body_md }])
})

test('every page comes as a PDF, the same bytes each time, and without anything to click', async () => {
  for (const key of STATIC_KEYS) {
    const { data, bytes } = await download(key, user.token)
    expect(data).toMatchObject({ content_type: 'application/pdf', size: bytes.length })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(data.sha256)
    expect((await download(key)).bytes.equals(bytes)).toBe(true)
    // What we make ourselves would be taken from others.
    expect(await upload(key, bytes)).toMatchObject({ Status: true })
    await upload(key, new Uint8Array(0))
  }
  expect(await callRaw(server.base, '', staticPdf, { key: 'notice' })).toMatchObject({
    Code: 'SESSION_EXPIRED',
  })
})

test('the PDF of the centre takes the place of ours until it is taken away', async () => {
  const own = aPdf('% of the centre')
  expect(await upload('notice', own, user.token)).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await upload('notice', own)).toMatchObject({ Data: { name: 'Own notice.pdf', size: own.length } })
  expect((await download('notice')).bytes.equals(own)).toBe(true)
  expect(await upload('notice', new Uint8Array(0))).toMatchObject({ Data: { size: 0 } })
  expect((await download('notice')).data.name).toBe('notice-v1.pdf')
})

test('a PDF that acts or leads somewhere is rejected, however it hides it', async () => {
  const hidden = Buffer.from('5 0 <</S /JavaScript /JS (app.alert(1))>>')
  const blocked = {
    script: aPdf('3 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj'),
    'script by reference': aPdf('3 0 obj <</S/Rendition /JS 7 0 R>> endobj'),
    'name in another spelling': aPdf('3 0 obj <</S /Java#53cript>> endobj'),
    program: aPdf('3 0 obj <</S /Launch /F (x)>> endobj'),
    opening: aPdf('3 0 obj <</OpenAction 4 0 R>> endobj'),
    attachment: aPdf('3 0 obj <</Names <</EmbeddedFiles 4 0 R>>>> endobj'),
    form: aPdf('3 0 obj <</S /SubmitForm>> endobj'),
    link: aPdf('3 0 obj <</A <</S /URI /URI (https://example.org)>>>> endobj'),
    encrypted: aPdf('trailer <</Encrypt 5 0 R>>'),
    'packed objects': aPdf(aStream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(hidden))),
    'objects packed twice': aPdf(
      aStream(
        '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
        deflateSync(deflateSync(hidden)),
      ),
    ),
    'object behind a picture': aPdf(
      aStream('/Type /XObject /Filter /FlateDecode', Buffer.concat([deflateSync(Buffer.from('x')), hidden])),
    ),
  }
  for (const [what, bytes] of Object.entries(blocked))
    expect({ what, ...(await upload('notice', bytes)) }).toMatchObject({ what, Code: 'SCAN_BLOCKED' })
  expect(await upload('notice', Buffer.from('<html>'))).toMatchObject({
    Code: 'SCAN_BLOCKED',
    Message: 'This file is not a PDF.',
  })
  for (const none of [Buffer.from('%PDF-1.7'), aPdf().subarray(0, 200)])
    expect(await upload('notice', none)).toMatchObject({
      Code: 'SCAN_BLOCKED',
      Message: expect.stringContaining('This PDF is damaged') as string,
    })
  const fine = aPdf(
    aStream(
      '/Type /XObject /Filter /FlateDecode',
      deflateSync(Buffer.from('about /JavaScript (only words)')),
    ) +
      aStream(
        '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
        deflateSync(Buffer.from('5 0 <</S /GoTo>>')),
      ),
  )
  expect(await upload('notice', fine)).toMatchObject({ Status: true })
  expect(await upload('notice', new Uint8Array(0))).toMatchObject({ Status: true })
})

test('a PDF of more than 25 MB is refused and the one before stays', async () => {
  const large = Buffer.concat([aPdf(), Buffer.alloc(25 * 1024 * 1024)])
  expect(await upload('notice', large)).toMatchObject({ Code: 'TOO_LARGE' })
  expect((await download('notice')).data.name).toBe('notice-v1.pdf')
})

test('headings, paragraphs and lists are distinguished, and links become words', () => {
  expect(
    blocksOf(
      '# One\nfirst line\nsecond **line**\n\n- item\n  goes on\n2. next\n\nsee [here](https://x.example)',
    ),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'One' },
    { kind: 'text', text: 'first line second line' },
    { kind: 'item', mark: '\u2022', text: 'item goes on' },
    { kind: 'item', mark: '2.', text: 'next' },
    { kind: 'text', text: 'see here (https://x.example)' },
  ])
})
