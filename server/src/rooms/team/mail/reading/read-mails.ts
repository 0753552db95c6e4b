import type { MailIndex } from './mail-index.ts'
import { readMail } from './read-mail.ts'

/** Reads messages that come one after another; yields the content of each when it has come whole. */
export async function* readMails(
  bytes: AsyncIterable<Buffer>,
  sizes: readonly number[],
): AsyncGenerator<MailIndex> {
  let held: Buffer[] = []
  let length = 0
  let next = 0
  for await (const part of bytes) {
    held.push(part)
    length += part.length
    while (next < sizes.length && length >= sizes[next]!) {
      const whole = Buffer.concat(held)
      const size = sizes[next++]!
      held = [whole.subarray(size)]
      length -= size
      yield readMail(whole.subarray(0, size))
    }
  }
}
