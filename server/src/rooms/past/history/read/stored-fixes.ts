import type { Db } from '../../../../platform/needs/database.ts'
import { FIX_COLUMNS, emptyColumns } from './fix-columns.ts'
import { copyFix, type FixBatch } from '../../../../sea/fix-batch.ts'
import { storedReceptions } from './fixes.sql.ts'
import type { FixQuery } from '../../../../sea/fix-reader.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { decodeReceptions } from '../chunks/reception-chunks.ts'

/** A stretch of the stored fixes of an MMSI by one of their times; of some sources only, or of all (null). */
export type StoredRange = Pick<FixQuery, 'by' | 'from' | 'to' | 'knownBy'> & {
  mmsi: number
  sources: number[] | null
}
/** Where a page ends: the time its range goes by and the id of its last fix. */
export type Place = { time: number; fixId: number }

/**
 * The stored fixes of a range after a place of it in their order, quarantined ones too: at most `limit` of those that
 * `isSeen`, and how many of those there are in all.
 */
export async function storedPage(
  reader: FixReader,
  range: StoredRange,
  page: { after: Place | null; limit: number; isSeen: (fixes: FixBatch, i: number) => boolean },
): Promise<{ total: number; rows: FixBatch }> {
  const rows = emptyColumns(page.limit)
  let total = 0
  const { mmsi, ...query } = range
  const { after } = page
  const time = range.by === 'ARRIVAL' ? 'recTime' : 'observedAt'
  const isAfter = (fixes: FixBatch, i: number) =>
    after === null ||
    fixes[time][i]! > after.time ||
    (fixes[time][i] === after.time && fixes.fixId[i]! > after.fixId)
  for await (const batch of reader.readFixes({
    ...query,
    to: range.to + 1,
    mmsis: [mmsi],
    quarantined: true,
    order: 'TIME',
  }))
    for (let i = 0; i < batch.count; i++) {
      if (!page.isSeen(batch, i)) continue
      total++
      if (rows.count < page.limit && isAfter(batch, i)) copyFix(batch, i, rows, rows.count++)
    }
  return { total, rows }
}

/** One stored fix, of some ships or of any, by its id, which carries its arrival; null when there is none. */
export async function storedFix(
  reader: FixReader,
  mmsis: number[] | undefined,
  fixId: number,
  aheadMs: number,
): Promise<FixBatch | null> {
  const at = Math.floor(fixId / 1024)
  for await (const batch of reader.readFixes({
    by: 'ARRIVAL',
    from: at - aheadMs,
    to: at + aheadMs,
    mmsis,
    quarantined: true,
  })) {
    const i = batch.fixId.subarray(0, batch.count).indexOf(fixId)
    if (i < 0) continue
    const found = emptyColumns(1)
    found.count = 1
    for (const name of FIX_COLUMNS) found[name][0] = batch[name][i]!
    return found
  }
  return null
}

/** Another receiver of a transmission whose fix is stored. */
export type Receiver = {
  fixId: number
  recTime: number
  feed: number
  source: number
  station: number | null
}

/** Returns the other receivers of fixes of a vessel that arrived from an instant on. */
export async function receptionsOf(
  db: Db,
  mmsi: number,
  fixIds: readonly number[],
  from: number,
): Promise<Receiver[]> {
  if (fixIds.length === 0) return []
  const found: Receiver[] = []
  const wanted = new Set(fixIds)
  for (const row of await storedReceptions(db, mmsi, fixIds, from)) {
    if (row.body === null) {
      const { fix_id, rec_time, feed, source_id, station_id } = row
      found.push({
        fixId: Number(fix_id),
        recTime: rec_time.getTime(),
        feed,
        source: source_id,
        station: station_id,
      })
      continue
    }
    const held = decodeReceptions(row.body, mmsi)
    for (let i = 0; i < held.count; i++)
      if (wanted.has(held.fixId[i]!) && held.recTime[i]! >= from)
        found.push({
          fixId: held.fixId[i]!,
          recTime: held.recTime[i]!,
          feed: held.feed[i]!,
          source: held.source[i]!,
          station: held.station[i]! < 0 ? null : held.station[i]!,
        })
  }
  return found.sort((a, b) => a.recTime - b.recTime || a.feed - b.feed)
}
