import type { MailReader } from './mail-reader.ts'

export { plainHtml } from './sanitise.ts'

/** Returns HTML that a user wrote, sanitised in the reader process, with its text. */
export async function sanitiseSoon(
  reader: Pick<MailReader, 'read'>,
  body: string,
): Promise<{ html: string; text: string }> {
  if (body.trim() === '') return { html: '', text: '' }
  const raw = Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${body}`)
  const { html, text } = await reader.read({
    size: raw.length,
    head: raw.subarray(0, 4096),
    read: () => bytesOf(raw),
  })
  // The writer sees the pictures that the writer names.
  return { html: html.replaceAll(' data-remote-src="', ' src="'), text }
}

async function* bytesOf(raw: Buffer): AsyncGenerator<Uint8Array> {
  yield raw
}
