import { utcText, writeHead } from '../../../../platform/formats/pdf/head.ts'
import { Pdf } from '../../../../platform/formats/pdf/pdf.ts'
import type { MailAddress } from '@samudra/contract/mail'
import type { MailRoom } from '../mail.ts'
import { bodyOfRaw, type MailRecord } from '../store/messages.sql.ts'

/** Characters of one mail on paper. */
const LONGEST = 100_000

/** Returns mails as a PDF: head, recipients, text and names of attachments of each. */
export async function conversationPdf(
  room: MailRoom,
  mails: readonly MailRecord[],
  caller: string,
): Promise<Uint8Array> {
  const at = new Date(room.clock.now())
  const title = mails[0]?.subject || 'Mail'
  const pdf = new Pdf({ title, at, foot: 'Samudra mail' })
  await writeHead(pdf, { title, asOf: at, caller })
  for (const mail of mails) {
    const body = mail.raw_hash === null ? undefined : await bodyOfRaw(room.db, mail.raw_hash)
    const grey = { size: 9, colour: '#555555' }
    await pdf.write(addressText(mail.sender), { size: 11, weight: 700 })
    await pdf.write(utcText(mail.at), grey)
    await pdf.write(`To: ${mail.recipients.to.slice(0, 100).map(addressText).join(', ')}`, grey)
    if (mail.recipients.cc.length > 0)
      await pdf.write(`Cc: ${mail.recipients.cc.slice(0, 100).map(addressText).join(', ')}`, grey)
    const files = body?.attachments.map(({ name, size }) => `${name} (${size} bytes)`) ?? []
    if (files.length > 0) await pdf.write(`Attachments: ${files.join(', ')}`, grey)
    pdf.gap(6)
    const text = (body?.body_text ?? mail.draft?.body ?? '').slice(0, LONGEST)
    for (const line of text.split('\n'))
      await (line.trim() === '' ? pdf.gap(5) : pdf.write(line, { size: 10 }))
    pdf.gap(14)
  }
  return pdf.end()
}

const addressText = ({ name, address }: MailAddress) =>
  name === '' || name === address ? address : `${name} <${address}>`
