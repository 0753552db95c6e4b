import type { Files } from '../../../../platform/needs/files.ts'
import { rawBytes } from '../store/raw-files.sql.ts'
import type { IndexedAttachment } from './indexed-mail.ts'
import { decodedStream } from './transfer-encoding.ts'

/** Yields an attachment, or a range of its bytes, out of the raw message as it is read. */
export function attachmentBytes(
  raw: Files,
  hash: string,
  {
    start,
    end,
    encoding,
    within = { from: 0, to: Infinity },
  }: Pick<IndexedAttachment, 'start' | 'end' | 'encoding' | 'within'>,
  { from = 0, to = Infinity }: { from?: number; to?: number } = {},
): AsyncGenerator<Uint8Array> {
  return decodedStream(rawBytes(raw, hash, { from: start, to: end }), encoding, {
    from: within.from + from,
    to: Math.min(within.to, within.from + to),
  })
}
