import { statfs } from 'node:fs/promises'
import { archiveDay, getStorage, restoreDay, type ArchivedDay, type Storage } from '@samudra/contract/storage'
import type { Administered } from '../kernel/administered.ts'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { startOf, type Archivist } from './archivist.ts'
import { HOUR_MS } from './asked.ts'
import { hasArrivals } from './compaction.sql.ts'
import { partitionsOf } from './partitions.sql.ts'
import { oldestRawBlock } from './raw-blocks.sql.ts'
import { DAY_MS } from './retention.sql.ts'
import { archives, arrivals, putArchive, sampleSince, sizes, type ArchiveRow } from './storage.sql.ts'

/** Growth is measured over two weeks at most, and told from so long on. */
const LONGEST_MS = 14 * DAY_MS
const SHORTEST_MS = 6 * HOUR_MS

type Needs = {
  db: Db
  clock: Clock
  settings: Administered
  archivist: Archivist
  /** A folder on the disk of the database; null when that is another machine's. */
  dataFolder: string | null
}

export const storageOps = (needs: Needs): Handled[] => [storage(needs), archive(needs), bringBack(needs)]

const storage = (needs: Needs) =>
  handle(getStorage, async () => {
    const { db, clock, dataFolder } = needs
    const now = clock.now()
    const found = await archives(db)
    const held = await sizes(db)
    const first = await sampleSince(db, now - LONGEST_MS)
    const measuredMs = first === null ? 0 : now - first.at
    const growth =
      first === null || measuredMs < SHORTEST_MS ? null : ((held.all - first.bytes) / measuredMs) * DAY_MS
    const disk = dataFolder === null ? null : await diskOf(dataFolder)
    return {
      as_of: new Date(now).toISOString(),
      tiers: await tiersOf(needs, held, found),
      growth_per_day: growth === null ? null : Math.round(growth),
      measured_h: Math.round(measuredMs / HOUR_MS),
      disk,
      days_until_full:
        disk === null || growth === null || growth <= 0 ? null : Math.floor(disk.free / growth),
      archives: found.map(shown),
    }
  })

async function tiersOf(
  { db, clock, settings }: Needs,
  held: Awaited<ReturnType<typeof sizes>>,
  found: ArchiveRow[],
): Promise<Storage['tiers']> {
  const now = clock.now()
  const oldestRow = (await partitionsOf(db, 'fixes'))[0]?.from ?? now
  const thinFrom = now - settings.number('ais.retention_raw_days') * DAY_MS
  const rows = await arrivals(db, oldestRow, now + DAY_MS)
  const packed = await arrivals(db, thinFrom, oldestRow)
  const thinnedFirst = (await partitionsOf(db, 'thin_chunks'))[0]
  const iso = (at: Date | null) => at?.toISOString() ?? null
  const { rows: rowBytes, packed: packedBytes, thinned, raw, counts, all } = held
  const takenOut = found
    .filter((one) => one.state === 'REMOVED')
    .reduce((sum, one) => sum + Number(one.fixes), 0)
  const files = found.reduce((sum, one) => sum + Number(one.bytes), 0)
  return [
    { tier: 'ROWS', bytes: rowBytes, positions: rows.fixes, from: iso(rows.first) },
    {
      tier: 'PACKED',
      bytes: packedBytes,
      // What was taken out counted as arrived.
      positions: Math.max(0, packed.fixes - takenOut),
      from: iso(packed.first),
    },
    {
      tier: 'THINNED',
      bytes: thinned,
      positions: null,
      from:
        thinnedFirst !== undefined && thinnedFirst.to <= thinFrom ? iso(new Date(thinnedFirst.from)) : null,
    },
    { tier: 'RAW', bytes: raw, positions: null, from: iso(await oldestRawBlock(db)) },
    { tier: 'COUNTS', bytes: counts, positions: null, from: null },
    {
      tier: 'OTHER',
      bytes: Math.max(0, all - rowBytes - packedBytes - thinned - raw - counts),
      positions: null,
      from: null,
    },
    {
      tier: 'FILES',
      bytes: files,
      positions: found.reduce((sum, one) => sum + Number(one.fixes), 0),
      from: found.length === 0 ? null : new Date(startOf(found.at(-1)!.day)).toISOString(),
    },
  ]
}

const archive = (needs: Needs) =>
  handle(archiveDay, async ({ input, caller, record }) => {
    const { db, clock } = needs
    const start = startOf(input.day)
    const held = (await archives(db)).find((one) => one.day === input.day)
    if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== input.day)
      throw new Refusal('VALIDATION', `${input.day} is no day; write it like 2026-01-31.`)
    if (
      held !== undefined &&
      held.state !== 'FAILED' &&
      held.state !== 'WRITTEN' &&
      held.state !== 'RESTORED'
    )
      throw new Refusal('IN_USE', BUSY[held.state])
    if (start + DAY_MS > clock.now() || (await hasArrivals(db, 'fixes', start, start + DAY_MS)))
      throw new Refusal(
        'IN_USE',
        `The positions of ${input.day} are not packed yet; archive days older than the hours set under Stored positions.`,
      )
    if ((await arrivals(db, start, start + DAY_MS)).fixes === 0)
      throw new Refusal('NOT_FOUND', `No positions arrived on ${input.day}.`)
    const row: ArchiveRow = {
      day: input.day,
      state: 'WRITING',
      removes: input.remove === true,
      fixes: '0',
      bytes: '0',
      why: null,
      asked_by: caller.username,
      changed_at: new Date(clock.now()),
    }
    if (input.reason !== undefined && input.reason !== '') record({ reason: input.reason })
    return begun(needs, row, record)
  })

const bringBack = (needs: Needs) =>
  handle(restoreDay, async ({ input, caller, record }) => {
    const held = (await archives(needs.db)).find((one) => one.day === input.day)
    if (held === undefined || !(await needs.archivist.isKept(input.day)))
      throw new Refusal('NOT_FOUND', `There is no file of ${input.day}.`)
    if (held.state === 'WRITING' || held.state === 'REMOVING' || held.state === 'RESTORING')
      throw new Refusal('IN_USE', BUSY[held.state])
    if (held.state === 'RESTORED')
      throw new Refusal('IN_USE', `The positions of ${input.day} are in the database already.`)
    const changed = { state: 'RESTORING' as const, asked_by: caller.username }
    return begun(needs, { ...held, ...changed, why: null, changed_at: new Date(needs.clock.now()) }, record)
  })

const BUSY = {
  WRITING: 'This day is being written; wait until it is done.',
  REMOVING: 'This day is leaving the database; wait until it is done.',
  RESTORING: 'This day is being read back; wait until it is done.',
  REMOVED: 'This day is in its file already.',
}

type Record = (entry: { objectType: string; objectId: string; after: unknown }) => void

async function begun({ db, archivist }: Needs, row: ArchiveRow, record: Record): Promise<ArchivedDay> {
  await putArchive(db, { ...row, fixes: Number(row.fixes), bytes: Number(row.bytes) })
  record({ objectType: 'archive', objectId: row.day, after: { state: row.state, removes: row.removes } })
  void archivist.work()
  return shown(row)
}

const shown = (row: ArchiveRow): ArchivedDay => ({
  day: row.day,
  state: row.state,
  positions: Number(row.fixes),
  bytes: Number(row.bytes),
  why: row.why,
  asked_by: row.asked_by,
  changed_at: row.changed_at.toISOString(),
})

const diskOf = (folder: string) =>
  statfs(folder).then(
    ({ blocks, bavail, bsize }) => ({ total: blocks * bsize, free: bavail * bsize }),
    () => null,
  )
