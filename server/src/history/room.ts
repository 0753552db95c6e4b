import { sentenceOf } from '../kernel/errors.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Log } from '../kernel/log.ts'
import type { Room } from '../kernel/room.ts'
import type { SamudraBus } from '../sea/topics.ts'
import { underway } from '../kernel/underway.ts'
import type { Administered } from '../kernel/administered.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { Archivist } from './archivist.ts'
import { deriveFrom, derivedUpto } from './derive.sql.ts'
import { forgetFeed, type Forgotten } from './forget.sql.ts'
import type { StoredFix } from '../sea/stored-fix.ts'
import { latestFixes } from './fixes.sql.ts'
import type { Names } from '../sea/names.ts'
import { historyOps } from './history.ops.ts'
import { rawOps, seenFix, type ReadRaw } from './raw.ops.ts'
import { fixReader } from './reader.ts'
import type { FixReader } from '../sea/fix-reader.ts'
import { countsInSight, type SightCount } from './sight-counts.ts'
import type { Sight } from '../kernel/sight.ts'
import { coverageCells, latencyBuckets, sourceCounts } from './hours.sql.ts'
import { storageOps } from './storage.ops.ts'
import { trailOps } from './trails.ops.ts'
import { uncountedImports } from './import-hours.sql.ts'
import { ensurePartitions } from './partitions.sql.ts'
import { storePortion } from './record.sql.ts'
import { keepLeft, storeLeft } from './left.ts'
import { Recorder } from './recorder.ts'
import type { KeptPeriod } from './retention.ts'
import { TierKeeper } from './tier-keeper.ts'

const DERIVE_MS = 60_000

export type HistoryRoom = Room & {
  readonly recorder: Recorder
  /** The stored fixes; what has not been flushed yet is not among them. */
  readonly reader: FixReader
  /** Whether a fix of one of these ships is stored under this id and seen by a caller. */
  seesFix(mmsis: number[], id: string, caller: Caller): Promise<boolean>
  /** Takes away what one feed brought in a period of arrival. */
  forget(asked: Forgotten): Promise<void>
  /** The last fix of every source for every contact, complete up to the last durable fix. */
  latest(since: Date): Promise<StoredFix[]>
  /** The newest fix id this database has seen; later ones must be above it. */
  readonly lastFixId: number
  counts: {
    bySource: typeof sourceCounts
    latency: typeof latencyBuckets
    coverage: typeof coverageCells
    /** The same as `bySource` for a caller of some zones. */
    inSight(from: Date, to: Date, sight: Sight, sourceCode: (number: number) => string): Promise<SightCount[]>
    /** Brings the counts up to the last durable fix. */
    refresh(): Promise<void>
    /** The same, when imports brought something that is not counted yet. */
    imports(): Promise<void>
  }
}

type Needs = {
  db: Db
  clock: Clock
  log: Log
  bus: SamudraBus
  settings: Administered
  names: Names
  rawReading: ReadRaw
  /** Periods whose fixes outlive their retention, epoch ms. */
  keptPeriods: () => readonly KeptPeriod[]
  /** Stores what fixes refer to, before them. */
  beforeStore: () => Promise<void>
  /** Where days that are written to files lie. */
  archiveFolder: string
  /** Where fixes wait that an end without the database left. */
  leftFile: string
  /** A folder on the disk of the database; null when that is another machine's. */
  dataFolder: string | null
}

export async function historyRoom(needs: Needs): Promise<HistoryRoom> {
  const { db, clock, log, bus } = needs
  await ensurePartitions(db, clock.now())
  await storeLeftOver(needs)
  // Whatever the last run stored and did not get to derive is made good here.
  await deriveFrom(db, Number.MAX_SAFE_INTEGER)
  const recorder = new Recorder(
    async (portion, isAgain) => {
      await needs.beforeStore()
      await storePortion(db, portion, isAgain)
    },
    log,
    () => needs.settings.number('ais.raw_lines_days') > 0,
    (portions) => keepLeft(needs.leftFile, portions),
  )
  bus.hear('judgedFix', (batch) => recorder.record(batch))
  bus.hear('reception', (reception) => recorder.recordReception(reception))
  let deriving: Promise<void> | undefined
  const derive = () =>
    (deriving ??= underway
      .aside(() => deriveFrom(db, recorder.durableFixId))
      .catch((error: unknown) =>
        log.error('counts could not be brought up to date', { error: sentenceOf(error) }),
      )
      .finally(() => (deriving = undefined)))
  const reader = fixReader(db)
  const archivist = new Archivist({ ...needs, reader })
  const tiers = new TierKeeper({ ...needs, archivist })
  const asked = { ...needs, reader, archivist, flush: () => recorder.flush() }
  let timer: NodeJS.Timeout | undefined
  return {
    name: 'history',
    recorder,
    reader,
    seesFix: async (mmsis, id, caller) => (await seenFix(asked, mmsis, id, caller)) !== null,
    forget: (asked) => forgetFeed(db, asked),
    lastFixId: await derivedUpto(db),
    ops: [historyOps, trailOps, rawOps, storageOps].flatMap((ops) => ops(asked)),
    latest: (since) => latestFixes(db, since),
    counts: countsOf(db, reader, async () => {
      await recorder.flush()
      await derive()
    }),
    start: async () => {
      recorder.start()
      void archivist.work()
      timer = setInterval(() => {
        ensurePartitions(db, clock.now()).catch((error: unknown) =>
          log.error('tomorrow has no partition yet', { error: sentenceOf(error) }),
        )
        void derive().then(() => tiers.work())
      }, DERIVE_MS)
    },
    stop: async () => {
      clearInterval(timer)
      await recorder.stop()
      await tiers.stop()
      await derive()
    },
  }
}

async function storeLeftOver({ db, log, leftFile }: Needs) {
  try {
    const fixes = await storeLeft(leftFile, (portion) => storePortion(db, portion, true))
    if (fixes > 0) log.info('fixes that the last end had left are stored', { fixes })
  } catch (error) {
    log.error('fixes that the last end had left could not be stored; their file stays', {
      file: leftFile,
      error: sentenceOf(error),
    })
  }
}

const countsOf = (db: Db, reader: FixReader, refresh: () => Promise<void>): HistoryRoom['counts'] => ({
  bySource: sourceCounts,
  latency: latencyBuckets,
  coverage: coverageCells,
  inSight: (...asked) => countsInSight(reader, ...asked),
  refresh,
  imports: async () => {
    if ((await uncountedImports(db)) > 0) await refresh()
  },
})
