import MimeNode from 'nodemailer/lib/mime-node/index.js'

/** Recipient that a report is about. */
export type Reported = { recipient: string; state: 'FAILED' | 'DELAYED'; answer: string; at: Date }

/** Builds a report on failed or late recipients (RFC 3464): a text, the fields for programs, and the headers of the message. */
export async function deliveryReport(of: {
  domain: string
  /** Sender of the message, who gets the report. */
  to: string
  subject: string
  /** Headers of the message. */
  headers: string
  reported: readonly Reported[]
  now: Date
}): Promise<Buffer> {
  const isLate = of.reported.every(({ state }) => state === 'DELAYED')
  const root = new MimeNode('multipart/report; report-type=delivery-status', { newline: '\r\n' })
  root.setHeader({
    from: `Mail system <postmaster@${of.domain}>`,
    to: of.to,
    subject: `${isLate ? 'Mail is delayed' : 'Mail was not delivered'}: ${of.subject}`,
    date: of.now.toUTCString().replace('GMT', '+0000'),
    'auto-submitted': 'auto-replied',
  })
  const list = of.reported.map(({ recipient, answer }) => `${recipient}\n    ${answer}`).join('\n\n')
  root
    .createChild('text/plain; charset=utf-8')
    .setContent(
      isLate
        ? `These recipients were not reached yet. Sending continues for two days. You do not need to do anything.\n\n${list}\n`
        : `These recipients did not receive your mail:\n\n${list}\n\nCorrect the address, or send it again later.\n`,
    )
  const fields = of.reported.map(({ recipient, state, answer, at }) =>
    [
      `Final-Recipient: rfc822; ${oneLine(recipient)}`,
      `Action: ${state === 'DELAYED' ? 'delayed' : 'failed'}`,
      `Status: ${statusIn(answer) ?? (state === 'DELAYED' ? '4.0.0' : '5.0.0')}`,
      `Diagnostic-Code: smtp; ${oneLine(answer)}`,
      `Last-Attempt-Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    ].join('\r\n'),
  )
  root
    .createChild('message/delivery-status')
    .setContent([`Reporting-MTA: dns; ${of.domain}`, ...fields].join('\r\n\r\n') + '\r\n')
  root.createChild('text/rfc822-headers').setContent(of.headers)
  return root.build()
}

const oneLine = (text: string) => text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500)
const statusIn = (answer: string) => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(answer)?.[0]
