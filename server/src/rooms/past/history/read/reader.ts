import type { Db } from '../../../../platform/needs/database.ts'
import { FixTest, type Reading } from './fix-test.ts'
import { OpenChunk } from '../chunks/chunks.ts'
import { CopyColumns } from './copy-columns.ts'
import { FIX_COLUMNS, KEY_COLUMNS, pickedFixes } from './fix-columns.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { orderKeys, sortedPlaces } from './fix-order.ts'
import { HeldFixes } from './held-fixes.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { latestAndNext } from './keyframes.ts'
import { copiedOut, fixesStatement } from './reader.sql.ts'
import { slicesOf } from './slices.sql.ts'

const BATCH = 8192
/** Columns that decide whether a fix is wanted; read of every chunk that is opened. */
const DECIDING: readonly FixColumn[] = [...KEY_COLUMNS, 'source', 'quality', 'lat', 'lon']

export const fixReader = (db: Db): FixReader => ({
  readFixes: (query) => limited(inOrder(db, query), query.limit),
  latestAt: async (query) => (await latestAndNext(db, query, (tail) => inOrder(db, tail))).latest,
  around: (query) => latestAndNext(db, { ...query, by: 'OBSERVED' }, (tail) => inOrder(db, tail)),
})

async function* limited(
  batches: AsyncIterable<FixBatch>,
  limit: number | undefined,
): AsyncGenerator<FixBatch> {
  let left = limit ?? Infinity
  if (left <= 0) return
  for await (const batch of batches) {
    if (batch.count === 0) continue
    if (batch.count >= left) {
      yield pickedFixes(
        batch,
        Int32Array.from({ length: left }, (_, i) => i),
      )
      return
    }
    left -= batch.count
    yield batch
  }
}

async function* inOrder(db: Db, query: Reading): AsyncGenerator<FixBatch> {
  if (query.to <= query.from || query.mmsis?.length === 0 || query.sources?.length === 0) return
  if (query.order === 'TIME') for await (const slice of slicesOf(db, query)) yield* inTime(db, slice)
  else if (query.order === 'CONTACT') yield* byContact(db, query)
  else yield* asTheyCome(db, query)
}

async function* asTheyCome(db: Db, query: Reading): AsyncGenerator<FixBatch> {
  const held = heldFor(query)
  for await (const _ of gathering(db, query, held))
    if (held.count >= BATCH) {
      yield query.lastUpTo === undefined ? held.handOver() : held.columns
      if (query.lastUpTo !== undefined) held.clear()
    }
  yield held.handOver()
}

async function* inTime(db: Db, query: Reading): AsyncGenerator<FixBatch> {
  const held = heldFor(query)
  for await (const _ of gathering(db, query, held));
  const places = await sortedPlaces(held.columns, held.count, orderKeys('TIME', query.by))
  yield* portions(held, places)
}

/** Ships come one after the other; all but the last are complete. */
async function* byContact(db: Db, query: Reading): AsyncGenerator<FixBatch> {
  const held = heldFor(query)
  const keys = orderKeys('CONTACT', query.by)
  for await (const _ of gathering(db, query, held)) {
    if (held.count < BATCH) continue
    const complete = held.beforeLastShip()
    // A ship alone is waited for until it is worth looking again.
    if (complete < BATCH / 2) continue
    yield* portions(held, await sortedPlaces(held.columns, complete, keys))
    held.drop(complete)
  }
  yield* portions(held, await sortedPlaces(held.columns, held.count, keys))
}

function* portions(held: HeldFixes, places: Int32Array): Generator<FixBatch> {
  for (let at = 0; at < places.length; at += BATCH) yield held.picked(places.subarray(at, at + BATCH))
}

const heldFor = (query: Reading) =>
  new HeldFixes(new Set(query.columns ?? FIX_COLUMNS), { lastUpTo: query.lastUpTo })

/** Reads into `held`, pausing when there is something new to look at and when others should have their turn. */
async function* gathering(db: Db, query: Reading, held: HeldFixes): AsyncGenerator<void> {
  const test = new FixTest(query)
  const chunk = new OpenChunk(new Set([...(query.columns ?? FIX_COLUMNS), ...DECIDING]))
  const reading = new CopyColumns(
    (batch) => held.addRows(batch),
    (body) => {
      chunk.open(body, test)
      held.addChunk(chunk, test)
    },
  )
  let began = performance.now()
  for await (const bytes of copiedOut(db, fixesStatement(query), query.signal)) {
    reading.feed(bytes)
    began = await breathe(began)
    yield
  }
  reading.flush()
}
