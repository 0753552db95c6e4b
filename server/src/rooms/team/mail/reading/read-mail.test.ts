import { expect, test } from 'vitest'
import { aPdf } from '../../../../../testing/samples/pdfs.ts'
import { readMail } from './read-mail.ts'
import { lookAlike } from './sender-marks.ts'

const lines = (...text: string[]) => Buffer.from(text.join('\r\n'), 'latin1')
const html = (body: string) => readMail(lines('Content-Type: text/html', '', body)).html

test.each([
  ['<script>alert(1)</script>quiet', 'quiet'],
  ['<img src=x onerror=alert(1)>', '<img alt="" />'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" java&#10;script:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['<svg onload=alert(1)><a xlink:href="javascript:x">y</a></svg>', '<a>y</a>'],
  ['<iframe src="//evil"></iframe><object data="x"></object><embed src="x">', ''],
  ['<form action="https://evil"><input name="a"><button>go</button></form>', 'go'],
  ['<meta http-equiv="refresh" content="0;url=//evil"><base href="//evil">', ''],
  ['<p style="background:url(https://spy/x);color:red;position:fixed">a</p>', '<p style="color:red">a</p>'],
  ['<style>*{background:url(//spy)}</style>a', 'a'],
  ['<table background="https://spy/x"><tr><td>a</td></tr></table>', '<table><tr><td>a</td></tr></table>'],
  ['<math><mtext><table><mglyph><style><img src=x onerror=y>', '<table></table>'],
  [
    '<img src="cid:logo"><img src="https://spy/x.gif">',
    '<img alt="" src="cid:logo" /><img alt="" data-remote-src="https://spy/x.gif" />',
  ],
])('HTML that acts is shown without its acts: %s', (body, shown) => {
  expect(html(body)).toBe(shown)
})

test('a link names its true target', () => {
  expect(html('<a href="https://evil.example/login">https://bank.example</a>')).toContain(
    'data-true-target="https://evil.example/login"',
  )
})

test('alternatives, pictures of the mail and attachments are distinguished', () => {
  const index = readMail(
    lines(
      'From: =?utf-8?Q?Asha_M=C3=A9non?= <asha@x.example>',
      'To: a@x.example, "Group" <b@x.example>',
      'Subject: =?iso-8859-1?Q?=E9tat?= =?utf-8?B?IMO8YmVy?=',
      'Message-ID: <one@x.example>',
      'References: <zero@x.example>',
      'Disposition-Notification-To: asha@x.example',
      'Importance: high',
      'Content-Type: multipart/mixed; boundary=mix',
      '',
      '--mix',
      'Content-Type: multipart/related; boundary=rel',
      '',
      '--rel',
      'Content-Type: multipart/alternative; boundary="alt"',
      '',
      '--alt',
      '',
      'plain text',
      '--alt',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>rich =C3=A9</p><img src=3D"cid:pic">',
      '--alt--',
      '--rel',
      'Content-Type: image/png',
      'Content-ID: <pic>',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--rel--',
      '--mix',
      'Content-Type: application/octet-stream',
      "Content-Disposition: attachment; filename*=utf-8''..%2F..%2Fetc%2Fp%C3%A4ss",
      '',
      'data',
      '--mix--',
    ),
  )
  expect(index).toMatchObject({
    subject: 'état über',
    from: { name: 'Asha Ménon', address: 'asha@x.example' },
    recipients: { to: [{ address: 'a@x.example' }, { name: 'Group' }] },
    references: ['<zero@x.example>'],
    receiptTo: 'asha@x.example',
    priority: 'HIGH',
    text: 'plain text',
    html: '<p>rich é</p><img alt="" src="cid:pic" />',
    attachments: [
      { content_type: 'image/png', content_id: 'pic', inline: true, size: 8 },
      { name: 'päss', inline: false, size: 4 },
    ],
    marks: [],
  })
})

const nested = (depth: number) => {
  let text = 'innermost'
  for (let i = depth; i > 0; i--)
    text = `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n${i === depth ? '\r\n' : ''}${text}\r\n--b${i}--\r\n`
  return Buffer.from(text)
}
test.each([
  ['30 levels of parts', nested(30), 'innermost', []],
  ['5000 levels of parts', nested(5000), '', ['TOO_COMPLEX']],
  ['a missing boundary', lines('Content-Type: multipart/mixed', '', 'the text'), 'the text', ['DAMAGED']],
  [
    'a boundary that never comes',
    lines('Content-Type: multipart/mixed; boundary=x', '', 'the text'),
    'the text',
    ['DAMAGED'],
  ],
  [
    'a cut end',
    lines('Content-Type: multipart/mixed; boundary=x', '', '--x', '', 'the text'),
    'the text',
    ['DAMAGED'],
  ],
  ['an unknown character set', lines('Content-Type: text/plain; charset=klingon', '', 'caf\xe9'), 'café', []],
  ['bytes that are not UTF-8', lines('Content-Type: text/plain; charset=utf-8', '', 'caf\xe9'), 'café', []],
  ['broken base64', lines('Content-Transfer-Encoding: base64', '', 'dGhl!!IHRleHQ'), 'the text', []],
  [
    'broken quoted-printable',
    lines('Content-Transfer-Encoding: quoted-printable', '', 'a=ZZb=3'),
    'a=ZZb=3',
    [],
  ],
  ['no header', lines('', 'the text'), 'the text', []],
  ['nothing but NULs', Buffer.alloc(1000), '', []],
  [
    'ISO-2022-JP',
    lines('Content-Type: text/plain; charset=iso-2022-jp', '', '\x1b$B%F%9%H\x1b(B'),
    'テスト',
    [],
  ],
])('a mail with %s is read', (_, raw, text, marks) => {
  const index = readMail(raw)
  expect(index.text.replaceAll('\0', '').trim()).toBe(text)
  expect(index.marks.map(({ kind }) => kind)).toEqual(marks)
})

test('header bombs, 10,000 recipients and 100,000 parts end in time', () => {
  const to = Array.from({ length: 10_000 }, (_, i) => `user${i}@x.example`).join(', ')
  const many = readMail(lines(`To: ${to}`, `References: ${'<a@b> '.repeat(50_000)}`, '', 'x'))
  expect(many.recipientCount).toBe(10_000)
  expect(many.recipients.to).toHaveLength(1000)
  expect(many.references).toHaveLength(20)
  const parts = readMail(
    Buffer.from(
      `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(100_000)}--x--`,
    ),
  )
  expect(parts.marks).toMatchObject([{ kind: 'TOO_COMPLEX' }])
  const deep = readMail(Buffer.from(`Content-Type: text/html\r\n\r\n${'<div>'.repeat(200_000)}x`))
  expect(deep.html.length).toBeLessThan(100_000)
  readMail(Buffer.from(`Subject: ${'=?utf-8?B?'.repeat(40_000)}\r\n\r\nx`))
  readMail(Buffer.from(`To: ${'"('.repeat(200_000)}\r\n\r\nx`))
}, 20_000)

test('winmail.dat, calendars and PDFs with active links carry a warning and stay attachments', () => {
  const linked = aPdf('4 0 obj <</A <</S /URI /URI (https://x.example)>>>> endobj').toString('base64')
  const index = readMail(
    lines(
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: application/ms-tnef; name=winmail.dat',
      '',
      'x',
      '--x',
      'Content-Type: text/calendar; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      '--x',
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      linked,
      '--x--',
    ),
  )
  expect(index.marks.map(({ kind }) => kind)).toEqual(['WINMAIL', 'CALENDAR', 'ACTIVE_PDF'])
  expect(index.attachments).toMatchObject([
    {},
    { name: 'part-2.ics' },
    { warning: expect.stringContaining('active links') },
  ])
})

test('a receipt and a report of a delivery name the mail that they are about', () => {
  const report = (type: string, ...block: string[]) =>
    readMail(
      lines(
        `Content-Type: multipart/report; report-type=x; boundary=x`,
        '',
        '--x',
        '',
        'text',
        '--x',
        `Content-Type: message/${type}`,
        '',
        ...block,
        '--x',
        'Content-Type: text/rfc822-headers',
        '',
        'Message-ID: <one@x>',
        '--x--',
      ),
    ).report
  expect(
    report(
      'disposition-notification',
      'Final-Recipient: rfc822; ben@x.example',
      'Original-Message-ID: <one@x>',
      'Disposition: manual-action/MDN-sent-manually; displayed',
    ),
  ).toEqual({ kind: 'RECEIPT', messageId: '<one@x>', reader: 'ben@x.example', isDisplayed: true })
  expect(
    report(
      'delivery-status',
      'Reporting-MTA: dns; x',
      '',
      'Final-Recipient: rfc822; no@x.example',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 no such user',
    ),
  ).toMatchObject({
    kind: 'DELIVERY',
    messageId: '<one@x>',
    recipients: [{ address: 'no@x.example', action: 'failed', status: '5.1.1' }],
  })
})

const domain = 'centre.internal'
test.each([
  [
    'a name of a user',
    { name: 'asha.menon', address: 'x@evil.example', isUser: true },
    /has the name asha.menon/,
  ],
  [
    'a name of a duty role',
    { name: 'Watch Officer', address: 'x@evil.example', isUser: false },
    /has the name/,
  ],
  [
    'another address as name',
    { name: 'ben@centre.internal', address: 'x@evil.example', isUser: false },
    /shows the address/,
  ],
  [
    'our domain from outside',
    { name: '', address: 'ben@centre.internal', isUser: false },
    /came from outside/,
  ],
  ['a letter that looks alike', { name: '', address: 'ben@centre.lnternal', isUser: false }, /resembles/],
  ['a letter more', { name: '', address: 'ben@centrre.internal', isUser: false }, /resembles/],
  ['Cyrillic letters', { name: '', address: 'ben@сentre.example', isUser: false }, /mixes letters/],
])('a sender with %s is marked', (_, sender, why) => {
  expect(lookAlike({ ...sender, domain })).toMatch(why)
})
test('an ordinary sender from outside is not marked', () => {
  expect(
    lookAlike({ name: 'Coast Guard', address: 'ops@coastguard.example', domain, isUser: false }),
  ).toBeNull()
})
