import { DiskFiles } from './platform/engines/files/disk.ts'
import { S3Files } from './platform/engines/files/s3.ts'
import { PostgresJobs } from './platform/engines/jobs/runner.ts'
import { MemoryBus } from './platform/engines/bus/memory.ts'
import { RedisBus } from './platform/engines/bus/redis.ts'
import { embeddedPostgres, joinEmbedded } from './platform/engines/embedded/embedded-postgres.ts'
import { SERVER_LOCK, externalPostgres } from './platform/engines/postgres.ts'
import { isLockHeld } from './platform/kernel/cluster/backup-lock.sql.ts'
import type { Keys } from './platform/kernel/http/keys.ts'
import type { Log } from './platform/kernel/text/log.ts'
import type { Others } from './platform/kernel/cluster/others.ts'
import type { Bus } from './platform/needs/bus.ts'
import type { Clock } from './platform/needs/clock.ts'
import type { Database, Db } from './platform/needs/database.ts'
import type { Files, FilesPlace } from './platform/needs/files.ts'
import type { Jobs } from './platform/needs/jobs.ts'

/** The database of a start: embedded in the data folder, or any PostgreSQL by its address. */
export const openDatabase = (options: {
  databaseUrl: string | undefined
  dataFolder: string
  migrationsFolder: string
  runAs: string | undefined
  /** Exclusion of other processes meanwhile; with a key, of those that have another key. */
  alone: boolean | Keys
  report?: (what: string) => void
}): Promise<Database> =>
  options.databaseUrl === undefined
    ? embeddedPostgres(options)
    : externalPostgres({ ...options, url: options.databaseUrl })

/** Opens the bus between the processes of this installation: Redis, or none for a single process. */
export const openBus = async (options: {
  redisUrl: string | undefined
  keys: Keys
  log: Log
}): Promise<Bus> =>
  options.redisUrl === undefined
    ? new MemoryBus(options)
    : RedisBus.open({
        url: options.redisUrl,
        name: options.keys.of('bus').toString('hex').slice(0, 12),
        log: options.log,
      })

/** Opens the jobs, which are stored in the database: any process that works on it executes them. */
export const openJobs = (needs: { db: Db; clock: Clock; log: Log; others?: Others }): Jobs =>
  new PostgresJobs(needs)

/** The database for a backup: beside a Samudra that works on it nothing is brought up to date. */
export async function databaseToRead(options: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const joined = options.databaseUrl === undefined ? await joinEmbedded(options) : null
  if (joined !== null) return joined
  const database = await openDatabase(options)
  if (!(await isLockHeld(database.db, SERVER_LOCK))) await database.migrate()
  return database
}

/** Opens the storage of file bytes. Throws a StartFailure where an external store cannot be used. */
export async function openFiles({ folder, s3 }: FilesPlace): Promise<Files> {
  if (s3 === null) return new DiskFiles(folder)
  const files = new S3Files(s3, folder)
  await files.check()
  return files
}
