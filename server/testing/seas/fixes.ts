import { silentLog } from '../../src/platform/kernel/text/log.ts'
import { NONE16, NO_PLACE, fixBatch, type FixBatch } from '../../src/sea/fix-batch.ts'
import type { Db } from '../../src/platform/needs/database.ts'
import { FIX_COLUMNS, emptyColumns } from '../../src/rooms/past/history/read/fix-columns.ts'
import type { FixColumn, FixQuery, LatestFixQuery } from '../../src/sea/fix-reader.ts'
import { ensurePartitions } from '../../src/rooms/past/history/record/partitions.sql.ts'
import { storePortion } from '../../src/rooms/past/history/record/record.sql.ts'
import { Recorder } from '../../src/rooms/past/history/record/recorder.ts'

/** One fix as plain values; the columns of a batch, one place of each. */
export type PlainFix = Record<FixColumn, number>

/** Returns a fix with meaningful defaults. */
export const aFix = (values: Partial<PlainFix> & Pick<PlainFix, 'recTime'>): PlainFix => ({
  mmsi: 419000001,
  split: 0,
  fixId: values.recTime * 1024,
  observedAt: values.recTime,
  lat: 18_500_000,
  lon: 72_000_000,
  sog: 120,
  cog: 900,
  heading: 90,
  rot: 0,
  navStatus: 0,
  type: 1,
  bits: 1,
  feed: 1,
  source: 1,
  station: -1,
  quality: 0,
  reasons: 0,
  ...values,
})

export function columnsOf(fixes: readonly PlainFix[]): FixBatch {
  const columns = emptyColumns(fixes.length)
  for (const [i, fix] of fixes.entries()) for (const name of FIX_COLUMNS) columns[name][i] = fix[name]
  columns.count = fixes.length
  return columns
}

/** A batch of one fix, as a feed brings it, with what was received for it. */
export function aReceivedFix(recTime: number, line: string): FixBatch {
  const bytes = Buffer.from(line)
  const batch = fixBatch(1, {
    bytes,
    from: Uint32Array.of(0),
    length: Uint16Array.of(bytes.length),
    hash: Uint32Array.of(1),
  })
  batch.count = 1
  batch.mmsi[0] = 419000001
  batch.fixId[0] = recTime * 1024
  batch.recTime[0] = batch.observedAt[0] = recTime
  return batch
}

export const plainFixes = (columns: FixBatch): PlainFix[] =>
  Array.from(
    { length: columns.count },
    (_, i) => Object.fromEntries(FIX_COLUMNS.map((name) => [name, columns[name][i]!])) as PlainFix,
  )

/** Stores fixes the way the recorder does, with the partitions they need. */
export async function storeFixes(db: Db, fixes: readonly PlainFix[]): Promise<void> {
  const days = new Set(fixes.map((fix) => Math.floor(fix.recTime / 86_400_000)))
  for (const day of days) await ensurePartitions(db, day * 86_400_000)
  const recorder = new Recorder((portion, isAgain) => storePortion(db, portion, isAgain), silentLog)
  recorder.record(columnsOf(fixes))
  await recorder.flush()
}

export async function readAll(batches: AsyncIterable<FixBatch>): Promise<PlainFix[]> {
  const all: PlainFix[] = []
  for await (const batch of batches) all.push(...plainFixes(batch))
  return all
}

const isIn = (box: NonNullable<FixQuery['box']>, fix: PlainFix) => {
  const [lat, lon] = [fix.lat, fix.lon]
  const [west, east] = [Math.floor(box.west * 1e6), Math.ceil(box.east * 1e6)]
  return (
    lat >= Math.floor(box.south * 1e6) &&
    lat <= Math.ceil(box.north * 1e6) &&
    (box.west <= box.east ? lon >= west && lon <= east : lon >= west || lon <= east)
  )
}

const isAccepted = (fix: PlainFix) => fix.quality < 2 && fix.lat !== NO_PLACE && fix.lon !== NO_PLACE

/** Reads from a list of all fixes in memory: the expected answer. */
export function readPlainly(all: readonly PlainFix[], query: FixQuery): PlainFix[] {
  const time = (fix: PlainFix) => (query.by === 'ARRIVAL' ? fix.recTime : fix.observedAt)
  const found = all.filter(
    (fix) =>
      time(fix) >= query.from &&
      time(fix) < query.to &&
      fix.recTime < (query.knownBy ?? Infinity) &&
      (query.mmsis?.includes(fix.mmsi) ?? true) &&
      (query.sources?.includes(fix.source) ?? true) &&
      (query.quarantined === true || isAccepted(fix)) &&
      (query.box === undefined || isIn(query.box, fix)),
  )
  const byContact = query.order === 'CONTACT'
  found.sort(
    (a, b) =>
      (byContact ? a.mmsi - b.mmsi || a.split - b.split : 0) || time(a) - time(b) || a.fixId - b.fixId,
  )
  return found.slice(0, query.limit)
}

export function latestPlainly(all: readonly PlainFix[], query: LatestFixQuery): PlainFix[] {
  const age = query.maxAgeMs ?? 5760 * 60_000
  const last = new Map<string, PlainFix>()
  for (const fix of all) {
    if (!isAccepted(fix) || fix.observedAt < query.at - age) continue
    if (query.by === 'ARRIVAL' ? fix.recTime >= query.at : fix.observedAt > query.at) continue
    if (fix.recTime >= (query.knownBy ?? Infinity)) continue
    if (query.mmsis?.includes(fix.mmsi) === false || query.sources?.includes(fix.source) === false) continue
    const key = `${fix.mmsi}/${fix.split}/${fix.source}`
    const held = last.get(key)
    if (
      held === undefined ||
      fix.observedAt > held.observedAt ||
      (fix.observedAt === held.observedAt && fix.fixId > held.fixId)
    )
      last.set(key, fix)
  }
  return [...last.values()]
    .filter((fix) => query.box === undefined || isIn(query.box, fix))
    .sort((a, b) => a.mmsi - b.mmsi || a.split - b.split || a.source - b.source)
}

/** A repeatable source of random numbers (mulberry32). */
export function dice(seed: number) {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(roll() * n)
  return { roll, below, one: <T>(of: readonly T[]) => of[below(of.length)]! }
}

const HOUR_MS = 3_600_000

/**
 * Fixes as they come in over `hours` from `start` on: of several ships, sources and splits, some late by minutes, hours
 * or years, some doubtful, quarantined or without a place.
 */
export function randomFixes(seed: number, count: number, start: number, hours: number): PlainFix[] {
  const { roll, below, one } = dice(seed)
  const arrivals = Array.from({ length: count }, () => start + below(hours * HOUR_MS)).sort((a, b) => a - b)
  return arrivals.map((recTime, i) => {
    const late = one([0, 0, 0, 1, 2, 30, 90, 600, 3000, 40_000, 3 * 525_600])
    const observedAt = recTime - Math.floor(late * 60_000 * roll()) + (late === 0 ? one([0, 45_000]) : 0)
    const isQuarantined = roll() < 0.08
    const hasPlace = roll() > 0.03
    return aFix({
      recTime,
      observedAt: isQuarantined && roll() < 0.5 ? recTime + below(1e10) : observedAt,
      fixId: recTime * 1024 + (i % 1024),
      mmsi: 419000000 + below(12),
      split: roll() < 0.1 ? 1 : 0,
      lat: hasPlace ? below(120_000_000) - 60_000_000 : NO_PLACE,
      lon: hasPlace ? below(360_000_000) - 180_000_000 : NO_PLACE,
      sog: roll() < 0.2 ? NONE16 : below(400),
      cog: roll() < 0.2 ? NONE16 : below(3600),
      heading: roll() < 0.4 ? NONE16 : below(360),
      rot: one([-128, 0, -127, 127, 5]),
      navStatus: one([0, 0, 0, 1, 5, 15]),
      type: one([1, 1, 1, 3, 18, 27]),
      bits: below(64),
      feed: one([1, 2, 700]),
      source: one([1, 1, 2, 3]),
      station: one([-1, 4, 70_000]),
      quality: isQuarantined ? 2 : roll() < 0.1 ? 1 : 0,
      reasons: isQuarantined ? one([1, 4, 16, 64]) : 0,
    })
  })
}

/** Questions about such fixes, of every sort. */
export function randomQuestion(seed: number, start: number, hours: number): FixQuery {
  const { roll, below, one } = dice(seed)
  const from = start + below(hours * HOUR_MS) - one([0, 0, 86_400_000])
  const isSmall = roll() < 0.5
  return {
    by: one(['ARRIVAL', 'OBSERVED']),
    from,
    to: from + (isSmall ? 600_000 : below(hours * HOUR_MS)),
    order: one(['CONTACT', 'TIME', 'ANY']),
    ...(roll() < 0.3 ? { knownBy: from + below(hours * HOUR_MS) } : {}),
    ...(roll() < 0.4 ? { mmsis: Array.from({ length: 1 + below(3) }, () => 419000000 + below(13)) } : {}),
    ...(roll() < 0.3 ? { box: one(BOXES) } : {}),
    ...(roll() < 0.3 ? { sources: one([[1], [2, 3], [9], null]) } : {}),
    ...(roll() < 0.3 ? { quarantined: true } : {}),
  }
}

const BOXES = [
  { west: 20, south: -40, east: 120, north: 30 },
  { west: 150, south: -60, east: -120, north: 60 },
]

export const sortedById = (fixes: PlainFix[]) =>
  fixes.toSorted((a, b) => a.fixId - b.fixId || a.mmsi - b.mmsi)
