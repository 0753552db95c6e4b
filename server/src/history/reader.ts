import type { Db } from '../needs/database.ts'
import { CopyColumns } from './copy-columns.ts'
import { emptyColumns, joinedFixes, type FixColumns } from './fix-columns.ts'
import {
  copiedOut,
  fixesStatement,
  latestStatement,
  type FixesAsked,
  type LatestAsked,
} from './reader.sql.ts'

/** As long as a contact stays on the picture unheard (spec: '5760 minutes'). */
const MAX_AGE_MS = 5760 * 60_000

/** The one way to stored fixes, wherever they lie. */
export type FixReader = {
  /** Batches of columns, read while they are taken: who stops taking ends the reading. */
  readFixes(asked: FixesAsked): AsyncIterable<FixColumns>
  /** The last accepted fix of each ship, split and source, in that order, in one batch. */
  latestAt(asked: LatestAsked): Promise<FixColumns>
}

export const fixReader = (db: Db): FixReader => ({
  readFixes: (asked) => batchesOf(copiedOut(db, fixesStatement(asked), asked.signal)),
  latestAt: async (asked) => {
    const statement = latestStatement(asked, asked.maxAgeMs ?? MAX_AGE_MS)
    const parts: FixColumns[] = []
    for await (const batch of batchesOf(copiedOut(db, statement, asked.signal))) parts.push(batch)
    return parts.length === 0 ? emptyColumns(0) : joinedFixes(parts)
  },
})

async function* batchesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<FixColumns> {
  let ready: FixColumns[] = []
  const reading = new CopyColumns(
    (batch) => ready.push(batch),
    () => undefined,
  )
  for await (const chunk of bytes) {
    reading.feed(chunk)
    if (ready.length === 0) continue
    yield* ready
    ready = []
  }
  reading.flush()
  yield* ready
}
