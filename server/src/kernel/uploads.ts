import { Refusal } from './errors.ts'

/** The bytes of an upload in one piece; refuses more than `largest` before it has read much more. */
export async function wholeOf(bytes: AsyncIterable<Uint8Array>, largest: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > largest)
      throw new Refusal('TOO_LARGE', `The file is larger than ${largest / 1024 / 1024} MB; send it in parts.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
