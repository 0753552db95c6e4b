import type { ImportJob, TrackFormat } from '@samudra/contract/exchange'
import { TrackFindings } from './track-findings.ts'
import type { PassedFix } from '../passed-fix.ts'
import type { TrackReader } from './sink.ts'
import { HEAD_BYTES, formatOf, readerOf } from './open.ts'

/** Fixes reported together, and pieces of a file after which a report follows even without any. */
const BATCH = 10_000
const PIECES = 64

/** Findings since the last report, and what is known of the file so far. */
export type TracksRead = { fixes: PassedFix[]; report: Partial<ImportJob>; read: number }

/** Reads a file of tracks from end to end without holding it. Throws Unreadable. */
export async function* readTrackFile(bytes: AsyncIterable<Buffer>): AsyncGenerator<TracksRead> {
  const found = new TrackFindings()
  let reader = null as TrackReader | null
  let format = null as TrackFormat | null
  let head = Buffer.alloc(0)
  let [read, pieces] = [0, 0]
  const begin = () => {
    format = formatOf(head.subarray(0, HEAD_BYTES))
    reader = readerOf(format, found)
    reader.feed(head)
    return reader
  }
  const reported = (): TracksRead => ({
    fixes: found.take(),
    report: { ...found.report(), format, dialect: reader?.dialect ?? '' },
    read,
  })
  for await (const piece of bytes) {
    read += piece.length
    if (reader !== null) reader.feed(piece)
    else head = Buffer.concat([head, piece])
    if (reader === null && head.length >= HEAD_BYTES) begin()
    if (found.waiting < BATCH && ++pieces % PIECES !== 0) continue
    yield reported()
  }
  const last: TrackReader = reader ?? begin()
  last.end()
  yield reported()
}
