import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { room, type Assembly, type Ground, type RoomInterface } from '../../../platform/ground.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { NotOurs } from '../../../platform/kernel/cluster/lease.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import { underway } from '../../../platform/kernel/http/underway.ts'
import { sources, type SourcesInterface } from '../../picture/sources/room.ts'
import { FixIds } from '../../../sea/fix-ids.ts'
import { settings, type SettingsInterface } from '../../centre/settings/room.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobKind } from '../../../platform/needs/jobs.ts'
import { Archivist } from './tiers/archivist.ts'
import { deriveFrom, derivedUpto } from './derived/derive.sql.ts'
import { forgetFeed, type Forgotten } from './tiers/forget.sql.ts'
import { latestFixes } from './read/fixes.sql.ts'
import { historyOps, presentFixes } from './history.ops.ts'
import { rawMessagesOf, rawOps, seenFix } from './raw.ops.ts'
import { fixReader } from './read/reader.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { sightingCounts } from './derived/sighting-counts.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import { dataSpans, firstData } from './derived/data-spans.sql.ts'
import { coverageCells, latencyBuckets, sourceCounts } from './derived/hours.sql.ts'
import { ARCHIVE_JOB, storageOps } from './storage.ops.ts'
import { trailOps } from './trails.ops.ts'
import { uncountedImports } from './derived/import-hours.sql.ts'
import { ensurePartitions } from './record/partitions.sql.ts'
import { storePortion } from './record/record.sql.ts'
import { keepLeft, storeLeft } from './record/left-fixes.ts'
import { Recorder } from './record/recorder.ts'
import { ProtectedPeriods } from './tiers/protected-periods.ts'
import { TierRunner } from './tiers/tier-runner.ts'

const DERIVE_MS = 60_000
/** Maximum wait for another process to store what it published, and interval of that check. */
const STORED_MS = 3000
const LOOK_MS = 20
const UNCOUNTED = 'counts could not be updated'

/** Every fix, as it arrived; tracks, counts and last positions that are derived from them. */
export const history = room({
  name: 'history',
  uses: { settings, sources },
  open: async (ground, { settings, sources }) => {
    const { db, clock, log, bus, assembly } = ground
    const leftFile = path.join(assembly.cacheFolder, 'left-fixes')
    await ensurePartitions(db, clock.now())
    await storeLeftOver({ db, log, leftFile })
    // Whatever the last run stored and did not get to derive is made good here.
    await deriveFrom(db, Number.MAX_SAFE_INTEGER)
    const recorder = openRecorder(ground, leftFile, settings, sources)
    bus.subscribe('judgedFix', (batch) => recorder.record(batch))
    bus.subscribe('reception', (reception) => recorder.recordReception(reception))
    const flush = flushing(ground, recorder)
    const stored = new ProtectedPeriods(ground)
    const derive = deriving(ground, recorder)
    const reader = fixReader(db)
    const needs = {
      ...ground,
      ...foldersOf(assembly),
      settings: settings.values,
      names: sources.names,
      reader,
      flush,
    }
    const archivist = new Archivist(needs)
    const tiers = new TierRunner({ ...needs, archivist, protectedPeriods: () => stored.now() })
    const query = { ...needs, archivist }
    const door = {
      recorder,
      /** Stored fixes, without those that are not flushed yet. */
      reader,
      /** Ids of new fixes, above all that this database has seen. */
      ids: new FixIds(await derivedUpto(db)),
      /** Stores received fixes, so that the reader finds them. */
      flush: needs.flush,
      /** Returns true if the id is of a stored fix of one of the vessels that the caller sees. */
      seesFix: async (mmsis: number[], id: string, caller: Caller) =>
        (await seenFix(query, mmsis, id, caller)) !== null,
      /** Returns fixes of one MMSI as the contract presents them, with receivers of these sources; null: of all. */
      present: (rows: FixBatch, mmsi: number, sources: readonly number[] | null) =>
        presentFixes(query, rows, mmsi, sources),
      /** Returns messages as received for a fix of a batch, or the reason why they are not stored. */
      rawMessages: (rows: FixBatch, i: number) => rawMessagesOf(query, rows, i),
      /** Deletes the fixes of one feed by their period of arrival. */
      forget: (feed: Forgotten) => forgetFeed(db, feed),
      /** Returns the last fix of every source for every contact, complete up to the last durable fix. */
      latest: (since: Date) => latestFixes(db, since),
      counts: countsOf(db, reader, async () => {
        await flush()
        await derive().catch((error: unknown) => log.error(UNCOUNTED, { error: sentenceOf(error) }))
      }),
    }
    return {
      door,
      ops: [historyOps, trailOps, rawOps, storageOps].flatMap((ops) => ops(query)),
      jobs: jobsOf({ days: () => ensurePartitions(db, clock.now()), derive, tiers, archivist }),
      start: async () => {
        recorder.start()
      },
      stop: async () => {
        await recorder.stop()
        await derive().catch((error: unknown) => log.error(UNCOUNTED, { error: sentenceOf(error) }))
      },
    }
  },
})

/** Interface of the room. */
export type HistoryInterface = RoomInterface<typeof history>

const FULL = 'the disk is full; the remaining space is reserved for administrators. Free 200 MB or more'

/** Stations are stored before the fixes that name them. */
const openRecorder = (
  { db, clock, log, lease, assembly: { database } }: Ground,
  leftFile: string,
  { values }: SettingsInterface,
  sources: SourcesInterface,
) =>
  new Recorder(
    async (portion, isAgain) => {
      if (lease.isOthers) throw new NotOurs()
      if (!lease.isOurs && lease.isDoubted) throw new Error('another process may have taken the feeds')
      if (database.reserve?.isReleased === true) throw new Error(FULL)
      await sources.saveStations(new Date(clock.now()))
      await storePortion(db, portion, isAgain, (client) => lease.guard(client, portion.lastId))
    },
    log,
    () => values.number('ais.raw_lines_days') > 0,
    (portions) => keepLeft(leftFile, portions),
  )

/**
 * Returns a function that stores what has arrived. Where another process has the feeds, it waits until that has stored
 * what was received of it.
 */
function flushing({ lease, bus }: Ground, recorder: Recorder): () => Promise<void> {
  let heardId = 0
  bus.subscribe('followedFix', (batch) => (heardId = batch.fixId[batch.count - 1]!))
  return async () => {
    if (!lease.isOthers) return recorder.flush()
    const [upto, end] = [heardId, performance.now() + STORED_MS]
    while (recorder.durableId < upto && performance.now() < end && lease.isOthers) await sleep(LOOK_MS)
  }
}

/** Where days that are written to files lie; the folder on the disk of the database, null when that is another machine's. */
function foldersOf({ cacheFolder, database }: Assembly) {
  const dataFolder = path.dirname(cacheFolder)
  return {
    archiveFolder: path.join(dataFolder, 'archive'),
    dataFolder: database.engine === 'embedded' ? dataFolder : null,
  }
}

/** Derives what is not derived yet, once at a time. */
function deriving({ db }: Ground, recorder: Recorder): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () =>
    (underWay ??= underway
      .aside(() => deriveFrom(db, recorder.durableFixId))
      .finally(() => (underWay = undefined)))
}

const jobsOf = (of: {
  days(): Promise<void>
  derive(): Promise<void>
  tiers: TierRunner
  archivist: Archivist
}): JobKind[] => [
  {
    name: 'history.days',
    does: 'Create position partitions for the next days',
    when: { everyMs: DERIVE_MS },
    work: () => of.days(),
  },
  {
    name: 'history.counts',
    does: 'Update position counts and last positions',
    when: { everyMs: DERIVE_MS },
    work: () => of.derive(),
  },
  {
    name: 'history.tiers',
    does: 'Position retention: pack, thin and delete',
    when: { everyMs: DERIVE_MS },
    work: () => of.tiers.work(),
  },
  {
    name: ARCHIVE_JOB,
    does: 'Archive and restore days of positions',
    when: { everyMs: DERIVE_MS, atStart: true },
    work: () => of.archivist.work(),
  },
]

async function storeLeftOver({ db, log, leftFile }: { db: Db; log: Log; leftFile: string }) {
  try {
    const fixes = await storeLeft(leftFile, (portion) => storePortion(db, portion, true))
    if (fixes > 0) log.info('fixes left by the last shutdown are stored', { fixes })
  } catch (error) {
    log.error('fixes left by the last shutdown could not be stored; their file stays', {
      file: leftFile,
      error: sentenceOf(error),
    })
  }
}

const countsOf = (db: Db, reader: FixReader, refresh: () => Promise<void>) => ({
  bySource: sourceCounts,
  latency: latencyBuckets,
  coverage: coverageCells,
  /** Returns the hour of the first counted position, epoch ms; null before any. */
  first: () => firstData(db),
  /** Returns times in a period, epoch ms, in which each source reported positions, with imports if `imports`. */
  spans: (period: { from: number; to: number; imports: boolean }) => dataSpans(db, period),
  /** Counts as `bySource` for a caller of some zones. */
  inSight: (from: Date, to: Date, visibility: CallerVisibility, sourceCode: (number: number) => string) =>
    sightingCounts(reader, from, to, visibility, sourceCode),
  /** Brings the counts up to the last durable fix. */
  refresh,
  /** Does the same when imports brought something that is not counted yet. */
  imports: async () => {
    if ((await uncountedImports(db)) > 0) await refresh()
  },
})
