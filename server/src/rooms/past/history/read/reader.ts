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
/** What decides whether a fix is wanted; read of every chunk that is opened. */
const DECIDING: readonly FixColumn[] = [...KEY_COLUMNS, 'source', 'quality', 'lat', 'lon']

export const fixReader = (db: Db): FixReader => ({
  readFixes: (asked) => limited(inOrder(db, asked), asked.limit),
  latestAt: async (asked) => (await latestAndNext(db, asked, (tail) => inOrder(db, tail))).latest,
  around: (asked) => latestAndNext(db, { ...asked, by: 'OBSERVED' }, (tail) => inOrder(db, tail)),
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

async function* inOrder(db: Db, asked: Reading): AsyncGenerator<FixBatch> {
  if (asked.to <= asked.from || asked.mmsis?.length === 0 || asked.sources?.length === 0) return
  if (asked.order === 'TIME') for await (const slice of slicesOf(db, asked)) yield* inTime(db, slice)
  else if (asked.order === 'CONTACT') yield* byContact(db, asked)
  else yield* asTheyCome(db, asked)
}

async function* asTheyCome(db: Db, asked: Reading): AsyncGenerator<FixBatch> {
  const held = heldFor(asked)
  for await (const _ of gathering(db, asked, held))
    if (held.count >= BATCH) {
      yield asked.lastUpTo === undefined ? held.handOver() : held.columns
      if (asked.lastUpTo !== undefined) held.clear()
    }
  yield held.handOver()
}

async function* inTime(db: Db, asked: Reading): AsyncGenerator<FixBatch> {
  const held = heldFor(asked)
  for await (const _ of gathering(db, asked, held));
  const places = await sortedPlaces(held.columns, held.count, orderKeys('TIME', asked.by))
  yield* portions(held, places)
}

/** Ships come one after the other; all but the last are complete. */
async function* byContact(db: Db, asked: Reading): AsyncGenerator<FixBatch> {
  const held = heldFor(asked)
  const keys = orderKeys('CONTACT', asked.by)
  for await (const _ of gathering(db, asked, held)) {
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

const heldFor = (asked: Reading) =>
  new HeldFixes(new Set(asked.columns ?? FIX_COLUMNS), { lastUpTo: asked.lastUpTo })

/** Reads into `held`, pausing when there is something new to look at and when others should have their turn. */
async function* gathering(db: Db, asked: Reading, held: HeldFixes): AsyncGenerator<void> {
  const test = new FixTest(asked)
  const chunk = new OpenChunk(new Set([...(asked.columns ?? FIX_COLUMNS), ...DECIDING]))
  const reading = new CopyColumns(
    (batch) => held.addRows(batch),
    (body) => {
      chunk.open(body, test)
      held.addChunk(chunk, test)
    },
  )
  let began = performance.now()
  for await (const bytes of copiedOut(db, fixesStatement(asked), asked.signal)) {
    reading.feed(bytes)
    began = await breathe(began)
    yield
  }
  reading.flush()
}
