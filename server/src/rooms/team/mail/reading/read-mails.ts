import type { MailIndex } from './indexed-mail.ts'
import { readMail } from './read-mail.ts'

const LENGTH_BYTES = 4

/** Reads messages that come one after another, each behind its length; yields the content of each when it has come whole. */
export async function* readMails(bytes: AsyncIterable<Buffer>): AsyncGenerator<MailIndex> {
  let held: Buffer[] = []
  let length = 0
  /** Bytes of the next message; null until its length has come. */
  let size: number | null = null
  for await (const part of bytes) {
    held.push(part)
    length += part.length
    while (length >= (size ?? LENGTH_BYTES)) {
      const whole = Buffer.concat(held)
      const taken: number = size ?? LENGTH_BYTES
      held = [whole.subarray(taken)]
      length -= taken
      if (size === null) size = whole.readUInt32LE(0)
      else {
        size = null
        yield readMail(whole.subarray(0, taken))
      }
    }
  }
}
