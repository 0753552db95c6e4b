import { statfs } from 'node:fs/promises'
import { archiveDay, getStorage, restoreDay, type ArchivedDay, type Storage } from '@samudra/contract/storage'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Jobs } from '../../../platform/needs/jobs.ts'
import { startOf, type Archivist } from './tiers/archivist.ts'
import { HOUR_MS } from './read/fix-test.ts'
import { hasArrivals } from './chunks/compaction.sql.ts'
import { partitionsOf } from './record/partitions.sql.ts'
import { oldestRawBlock } from './raw/raw-blocks.sql.ts'
import { DAY_MS } from './tiers/retention.sql.ts'
import {
  archives,
  arrivals,
  oldestRowHour,
  putArchive,
  sampleSince,
  sizes,
  stepAfterFailure,
  type ArchiveRow,
} from './tiers/storage.sql.ts'

/** The job that writes, takes out and reads back. */
export const ARCHIVE_JOB = 'history.archive'
/** Longest time for which growth is measured, two weeks, and shortest time to report it. */
const LONGEST_MS = 14 * DAY_MS
const SHORTEST_MS = 6 * HOUR_MS

type Needs = {
  db: Db
  clock: Clock
  settings: Administered
  archivist: Archivist
  jobs: Jobs
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
  const oldestDay = (await partitionsOf(db, 'fixes'))[0]?.from ?? now
  const oldestRow = (await oldestRowHour(db, oldestDay, now)) ?? now
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
    const { db, clock, archivist } = needs
    const { day } = input
    const removes = input.remove === true
    const held = (await archives(db)).find((one) => one.day === day)
    const isInFile = held !== undefined && Number(held.bytes) > 0 && (await archivist.isStored(day))
    checkDay(day)
    if (held !== undefined) checkMayArchive(held, { removes, isInFile })
    if (!isInFile) await checkPacked(needs, day)
    const row: ArchiveRow = {
      day,
      // The file of a day may hold more than the database still does, so it is not rewritten to remove the day.
      state: isInFile && removes ? 'REMOVING' : 'WRITING',
      removes,
      fixes: isInFile ? held.fixes : '0',
      bytes: isInFile ? held.bytes : '0',
      why: null,
      asked_by: caller.username,
      changed_at: new Date(clock.now()),
    }
    if (input.reason !== undefined && input.reason !== '') record({ reason: input.reason })
    return begun(needs, row, record)
  })

function checkDay(day: string) {
  const start = startOf(day)
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day)
    throw new OperationError('VALIDATION', `${day} is not a day. Write it like 2026-01-31.`)
}

/** Throws a refusal unless a day may be written into its file, or taken out, as it is. */
function checkMayArchive(held: ArchiveRow, { removes, isInFile }: { removes: boolean; isInFile: boolean }) {
  const { day, state } = held
  if (state !== 'FAILED' && state !== 'WRITTEN' && state !== 'RESTORED')
    throw new OperationError('IN_USE', BUSY[state])
  const failed = stepAfterFailure(held)
  if (failed === 'RESTORING')
    throw new OperationError(
      'IN_USE',
      `The restore of ${day} failed and may be incomplete. Restore it again first.`,
    )
  if (failed === 'REMOVING' && !isInFile)
    throw new OperationError(
      'NOT_FOUND',
      `The file of ${day} is missing in the archive folder. Put it back, then remove the day again.`,
    )
  if ((failed === 'REMOVING' || (state === 'WRITTEN' && isInFile)) && !removes)
    throw new OperationError(
      'IN_USE',
      failed === null
        ? `The positions of ${day} are already archived. To remove them from the database, set remove.`
        : `The removal of ${day} from the database failed. Remove it again first.`,
    )
}

/** Throws a refusal unless the positions of a day are there, and packed. */
async function checkPacked({ db, clock }: Needs, day: string) {
  const start = startOf(day)
  if (start + DAY_MS > clock.now() || (await hasArrivals(db, 'fixes', start, start + DAY_MS)))
    throw new OperationError(
      'IN_USE',
      `The positions of ${day} are not packed yet. Archive days older than the hours set under Stored positions.`,
    )
  if ((await arrivals(db, start, start + DAY_MS)).fixes === 0)
    throw new OperationError('NOT_FOUND', `No positions arrived on ${day}.`)
}

const bringBack = (needs: Needs) =>
  handle(restoreDay, async ({ input, caller, record }) => {
    const { day } = input
    const held = (await archives(needs.db)).find((one) => one.day === day)
    if (held === undefined || !(await needs.archivist.isStored(day)))
      throw new OperationError('NOT_FOUND', `No archive file of ${day}.`)
    if (held.state === 'WRITING' || held.state === 'REMOVING' || held.state === 'RESTORING')
      throw new OperationError('IN_USE', BUSY[held.state])
    if (held.state === 'RESTORED')
      throw new OperationError('IN_USE', `The positions of ${day} are already in the database.`)
    if (stepAfterFailure(held) === 'REMOVING')
      throw new OperationError(
        'IN_USE',
        `The removal of ${day} from the database failed. Remove it again first.`,
      )
    const changed = { state: 'RESTORING' as const, removes: false, asked_by: caller.username }
    return begun(needs, { ...held, ...changed, why: null, changed_at: new Date(needs.clock.now()) }, record)
  })

const BUSY = {
  WRITING: 'This day is being archived. Wait until it is finished.',
  REMOVING: 'This day is being removed from the database. Wait until it is finished.',
  RESTORING: 'This day is being restored. Wait until it is finished.',
  REMOVED: 'This day is already archived.',
}

type Recording = (entry: { objectType: 'archive'; objectId: string; after: unknown }) => void

async function begun({ db, jobs }: Needs, row: ArchiveRow, record: Recording): Promise<ArchivedDay> {
  await putArchive(db, { ...row, fixes: Number(row.fixes), bytes: Number(row.bytes) })
  record({ objectType: 'archive', objectId: row.day, after: { state: row.state, removes: row.removes } })
  await jobs.hurry(ARCHIVE_JOB)
  return shown(row)
}

const shown = (row: ArchiveRow): ArchivedDay => ({
  day: row.day,
  state: row.state,
  positions: Number(row.fixes),
  bytes: Number(row.bytes),
  why: row.why,
  failed: stepAfterFailure(row),
  asked_by: row.asked_by,
  changed_at: row.changed_at.toISOString(),
})

const diskOf = (folder: string) =>
  statfs(folder).then(
    ({ blocks, bavail, bsize }) => ({ total: blocks * bsize, free: bavail * bsize }),
    () => null,
  )
