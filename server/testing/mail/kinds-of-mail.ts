import MailComposer from 'nodemailer/lib/mail-composer/index.js'

type Composed = ConstructorParameters<typeof MailComposer>[0]
export type MailFile = { name: string; content: Buffer }
/** Kind of mail, as one side sends it and as the other must read it. */
export type KindOfMail = {
  kind: string
  subject: string
  /** Text as it is read, without the white space around it. */
  text: string
  files: MailFile[]
  raw: Buffer
}

const FROM = 'Dalia Rashid <dalia@other.example>'
const TO = 'asha@centre.example'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const LOG: MailFile = { name: 'log.txt', content: Buffer.from('04:00 all quiet\n') }
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//x//x//EN',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:1@other.example',
  'DTSTAMP:20261127T060000Z',
  'DTSTART:20261128T060000Z',
  'SUMMARY:Watch handover',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')
const INNER = `From: x@x.example\r\nTo: y@x.example\r\nSubject: Inner\r\n\r\nInner text\r\n`

/** Composes a mail with a library that is not the reader's. */
async function composed(
  kind: string,
  mail: Composed & { subject: string },
  read: { text?: string; files?: MailFile[] } = {},
): Promise<KindOfMail> {
  const raw = await new MailComposer({ from: FROM, to: TO, ...mail }).compile().build()
  return {
    kind,
    subject: mail.subject,
    text: read.text ?? String(mail.text ?? ''),
    files: read.files ?? [],
    raw,
  }
}

/** A mail whose lines are written here. */
function written(
  kind: string,
  read: { subject: string; text: string; files?: MailFile[] },
  lines: (string | Buffer)[],
): KindOfMail {
  const own = [`From: ${FROM}`, `To: ${TO}`, `Message-ID: <${kind.replaceAll(/\W+/g, '-')}@other.example>`]
  const all = [...own, 'MIME-Version: 1.0', ...lines].flatMap((line) => [
    typeof line === 'string' ? Buffer.from(line) : line,
    Buffer.from('\r\n'),
  ])
  return { kind, ...read, files: read.files ?? [], raw: Buffer.concat(all) }
}

/** Returns kinds of mail that other programs send. */
export async function kindsOfMail(): Promise<KindOfMail[]> {
  const big = { name: 'chart.bin', content: Buffer.alloc(10 * 1024 * 1024, 'chart of the strait ') }
  const unicode = {
    name: 'Küstenwache – मछली 漁船 (Übersicht).csv',
    content: Buffer.from('mmsi\n419000001\n'),
  }
  return [
    await composed('plain text', { subject: 'Plain', text: 'All quiet.' }),
    await composed('HTML with an alternative', {
      subject: 'Both',
      text: 'All quiet.',
      html: '<p>All <b>quiet</b>.</p>',
    }),
    await composed(
      'inline picture',
      {
        subject: 'Picture',
        text: 'See the picture.',
        html: '<p>See the picture. <img src="cid:dot@x"></p>',
        attachments: [{ filename: 'dot.png', content: PIXEL, cid: 'dot@x' }],
      },
      { files: [{ name: 'dot.png', content: PIXEL }] },
    ),
    await composed(
      'attachments with names of RFC 2231',
      { subject: 'Names', text: 'Two files.', attachments: [unicode, LOG].map(asFile) },
      { files: [unicode, LOG] },
    ),
    written('encoded words of Latin 1', { subject: 'Grüße aus Köln', text: 'x' }, [
      'Subject: =?iso-8859-1?Q?Gr=FC=DFe_aus?= =?iso-8859-1?B?IEv2bG4=?=',
      '',
      'x',
    ]),
    written('8bit', { subject: '8bit', text: 'Überfällig: मछली' }, [
      'Subject: 8bit',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Überfällig: मछली',
    ]),
    written('7bit with lines that begin with dots', { subject: 'Dots', text: '.one\n..two\nFrom here' }, [
      'Subject: Dots',
      'Content-Transfer-Encoding: 7bit',
      '',
      '.one',
      '..two',
      'From here',
    ]),
    await composed('base64', { subject: 'Base64', text: 'Überfällig: मछली', textEncoding: 'base64' }),
    await composed('quoted-printable', {
      subject: 'Quoted',
      text: 'Überfällig = true',
      textEncoding: 'quoted-printable',
    }),
    await composed('long lines', { subject: 'Long', text: `${'position '.repeat(1500)}end` }),
    await composed('empty body', { subject: 'Empty', text: '' }),
    await composed('empty subject', { subject: '', text: 'Without a subject.' }),
    written('format=flowed', { subject: 'Flowed', text: 'One sentence over two lines.' }, [
      'Subject: Flowed',
      'Content-Type: text/plain; charset=utf-8; format=flowed',
      '',
      'One sentence ',
      'over two lines.',
    ]),
    await composed(
      'calendar entry',
      {
        subject: 'Handover',
        text: 'Handover',
        icalEvent: { method: 'REQUEST', filename: 'handover.ics', content: CALENDAR },
      },
      { files: [{ name: 'handover.ics', content: Buffer.from(CALENDAR) }] },
    ),
    await composed(
      'mail as an attachment',
      {
        subject: 'Forwarded',
        text: 'See the mail.',
        attachments: [{ filename: 'inner.eml', content: INNER, contentType: 'message/rfc822' }],
      },
      { files: [{ name: 'inner.eml', content: Buffer.from(INNER) }] },
    ),
    written(
      'signed',
      {
        subject: 'Signed',
        text: 'Signed text',
        files: [{ name: 'smime.p7s', content: Buffer.from('signature') }],
      },
      [
        'Subject: Signed',
        'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary="s"',
        '',
        '--s',
        'Content-Type: text/plain',
        '',
        'Signed text',
        '--s',
        'Content-Type: application/pkcs7-signature; name="smime.p7s"',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename="smime.p7s"',
        '',
        Buffer.from('signature').toString('base64'),
        '--s--',
      ],
    ),
    await composed(
      '10 MB',
      { subject: 'Large', text: 'The chart.', attachments: [asFile(big)] },
      { files: [big] },
    ),
    await composed('many recipients, Cc and Bcc', {
      subject: 'Many',
      text: 'To all.',
      to: [TO, ...Array.from({ length: 60 }, (_, i) => `Member ${i} <member${i}@x.example>`)],
      cc: 'Ops <ops@x.example>',
      bcc: 'hidden@x.example',
    }),
    await composed('list', {
      subject: '[watch] News',
      text: 'News of the list.',
      list: { id: 'watch.other.example', unsubscribe: 'https://other.example/leave' },
      headers: { Precedence: 'list' },
    }),
    await composed('emoji and IDN', {
      subject: '⚓ Überfahrt bestätigt 🚢 — 確認',
      text: 'ok',
      from: 'Häfen <ops@häfen.example>',
    }),
  ]
}

const asFile = ({ name, content }: MailFile) => ({ filename: name, content })
