import {
  NAV_NONE,
  NONE16,
  NO_PLACE,
  ROT_NONE,
  copyFix,
  fixBatch,
  type FixBatch,
} from '../../../../sea/fix-batch.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'

export const STATION_NONE = -1

/** Columns that every read returns, because they determine order and place of a fix. */
export const KEY_COLUMNS = ['mmsi', 'split', 'fixId', 'observedAt', 'recTime'] as const
/** Every column, in the order in which tables and chunks hold them. */
export const FIX_COLUMNS = [
  ...KEY_COLUMNS,
  'lat',
  'lon',
  'sog',
  'cog',
  'heading',
  'rot',
  'navStatus',
  'type',
  'bits',
  'feed',
  'source',
  'station',
  'quality',
  'reasons',
] as const satisfies readonly FixColumn[]

/** Returns an empty batch; columns that are not requested have "not available", or 0 where there is no such value. */
export function emptyColumns(capacity: number): FixBatch {
  const columns = fixBatch(capacity)
  columns.lat.fill(NO_PLACE)
  columns.lon.fill(NO_PLACE)
  columns.sog.fill(NONE16)
  columns.cog.fill(NONE16)
  columns.heading.fill(NONE16)
  columns.rot.fill(ROT_NONE)
  columns.navStatus.fill(NAV_NONE)
  columns.station.fill(STATION_NONE)
  return columns
}

/** The same fixes in another order, or some of them. */
export function pickedFixes(source: FixBatch, order: ArrayLike<number>): FixBatch {
  const target = fixBatch(order.length)
  for (let i = 0; i < order.length; i++) copyFix(source, order[i]!, target, i)
  target.count = order.length
  return target
}

/** One batch of several. */
export function joinedFixes(parts: readonly FixBatch[]): FixBatch {
  if (parts.length === 1) return parts[0]!
  const joined = fixBatch(parts.reduce((sum, part) => sum + part.count, 0))
  for (const part of parts) {
    for (const column of FIX_COLUMNS) joined[column].set(part[column].subarray(0, part.count), joined.count)
    joined.count += part.count
  }
  return joined
}
