import type { Files } from '../../../../platform/needs/files.ts'
import { rawBytes } from '../store/raw-files.sql.ts'
import type { IndexedAttachment } from './indexed-mail.ts'
import { decodedStream } from './transfer-encoding.ts'

/** Yields an attachment, or a range of its bytes, out of the raw message as it is read. */
export const attachmentBytes = (
  raw: Files,
  hash: string,
  { start, end, encoding }: Pick<IndexedAttachment, 'start' | 'end' | 'encoding'>,
  range: { from?: number; to?: number } = {},
): AsyncGenerator<Uint8Array> => decodedStream(rawBytes(raw, hash, { from: start, to: end }), encoding, range)
