import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aTnef } from '../../../../../testing/mail/a-tnef.ts'
import { attachmentBytes } from './attachment-bytes.ts'
import { readMail } from './read-mail.ts'
import { readTnef } from './tnef.ts'

const CHART = { name: 'Übersicht – 海図.png', content: Buffer.from('chart of the strait') }
const LOG = { name: 'log.txt', content: Buffer.from('04:00 all quiet\n') }
const packed = aTnef({ html: '<p>See the <b>files</b>.</p><script>x()</script>', files: [CHART, LOG] })

const mailWith = (tnef: Buffer, text = '') =>
  Buffer.from(
    [
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      text,
      '--x',
      'Content-Type: application/ms-tnef; name=winmail.dat',
      'Content-Transfer-Encoding: base64',
      '',
      tnef.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      '--x--',
    ].join('\r\n'),
  )

test('a winmail.dat is read as the text and files that it holds', async () => {
  const raw = mailWith(packed)
  const index = readMail(raw)
  expect(index).toMatchObject({ html: expect.stringContaining('<p>See the <b>files</b>.</p>'), marks: [] })
  expect(index.html).not.toContain('script')
  expect(index.attachments).toMatchObject([
    { name: CHART.name, content_type: 'image/png', size: CHART.content.length },
    { name: LOG.name, content_type: 'text/plain', size: LOG.content.length },
  ])
  const files = { read: (_: string, { from, to }: { from: number; to: number }) => [raw.subarray(from, to)] }
  const bytesOf = (at: number, range = {}) =>
    buffer(attachmentBytes(files as never, '', index.attachments[at]!, range))
  expect(await bytesOf(0)).toEqual(CHART.content)
  expect(await bytesOf(1)).toEqual(LOG.content)
  expect((await bytesOf(0, { from: 6, to: 8 })).toString()).toBe('of')
})

test('the text of the mail itself comes before the one of its winmail.dat', () => {
  expect(readMail(mailWith(packed, 'Plain text')).text).toBe('Plain text')
})

test('a damaged winmail.dat stays a file, beside its readable parts', () => {
  const index = readMail(mailWith(packed.subarray(0, packed.length - 20)))
  expect(index.marks).toMatchObject([{ kind: 'WINMAIL' }])
  expect(index.attachments.map(({ name }) => name)).toEqual([CHART.name, 'log.txt', 'winmail.dat'])
})

test('any bytes end in time, and no file lies outside of them', () => {
  for (let length = 0; length < packed.length; length++) readTnef(packed.subarray(0, length))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(packed.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
      const bytes = Buffer.from(packed)
      for (const [at, value] of changes) bytes[at] = value
      for (const { start, end } of readTnef(bytes)?.files ?? [])
        expect(start >= 0 && start < end && end <= bytes.length).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('too many files, properties and values are left', () => {
  const many = aTnef({
    files: Array.from({ length: 2000 }, (_, i) => ({ name: `${i}`, content: Buffer.of(1) })),
  })
  expect(readTnef(many)).toMatchObject({ isDamaged: true, files: { length: 500 } })
  expect(readMail(mailWith(many)).attachments.length).toBeLessThanOrEqual(501)
  const bomb = Buffer.from(packed)
  // The count of properties of the message.
  bomb.writeUInt32LE(0xffffffff, bomb.indexOf(Buffer.of(1, 0x03, 0x90, 0x06, 0)) + 9)
  expect(readTnef(bomb)).toMatchObject({ isDamaged: true, files: [] })
})
