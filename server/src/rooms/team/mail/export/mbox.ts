import type { MailRoom } from '../mail.ts'
import { rawBytes } from '../store/raw-files.sql.ts'
import type { ExportedMail } from './exported.sql.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number, fill = '0') => String(value).padStart(2, fill)

/** Time as the first line of a mail in an mbox has it (RFC 4155). */
const asctime = (at: Date) =>
  `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${two(at.getUTCDate(), ' ')} ` +
  `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} ${at.getUTCFullYear()}`

/** Yields mails as an mbox; lines that look like the begin of a mail get a mark (mboxrd). Mails that are not sent are left out. */
export async function* mboxOf(
  { raw }: Pick<MailRoom, 'raw'>,
  lots: AsyncIterable<readonly ExportedMail[]> | Iterable<readonly ExportedMail[]>,
): AsyncGenerator<Uint8Array> {
  for await (const mails of lots)
    for (const { raw_hash, sender, at } of mails) {
      if (raw_hash === null) continue
      const address = sender.address.replace(/\s+/g, '') || 'MAILER-DAEMON'
      yield Buffer.from(`From ${address} ${asctime(at)}\n`)
      yield* markedLines(rawBytes(raw, raw_hash))
      yield Buffer.from('\n')
    }
}

async function* markedLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = ''
  let isWhole = true
  for await (const part of bytes) {
    const text = rest + Buffer.from(part).toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    if (end > 0) {
      yield Buffer.from(marked(text.slice(0, end)), 'latin1')
      isWhole = true
    } else isWhole = false
  }
  if (rest !== '' || !isWhole) yield Buffer.from(`${marked(rest)}\n`, 'latin1')
}
const marked = (text: string) => text.replaceAll('\r\n', '\n').replace(/^(>*From )/gm, '>$1')
