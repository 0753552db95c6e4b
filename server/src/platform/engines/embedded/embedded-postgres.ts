import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { writableFolder } from '../../kernel/files/writable-folder.ts'
import { sentenceOf } from '../../kernel/http/errors.ts'
import type { Database, Reserve } from '../../needs/database.ts'
import { openPostgres } from '../postgres.ts'
import { ENGINE_USER, prepareCluster, startEngine, stopEngine, type Cluster } from './cluster.ts'
import { DiskReserve } from './disk-reserve.ts'
import { lockFolder, runningOn } from './folder-lock.ts'
import { findNative, hydrateLinks } from './native.ts'
import { chooseRunWay, mayBeEntered, unprivilegedNative, type RunWay } from './run-as.ts'
import { endLeftover } from './postmaster.ts'
import { makeSocketFolder } from './socket-folder.ts'

const PACKAGE_VERSION = '18.4'
const RESTART_MS = 1000
const SHARED_FOLDER = '/var/lib/samudra'
const DATABASE_NAME = 'samudra'
const PASSWORD_FILE = 'postgres.password'

export type EmbeddedDatabase = Database & {
  way: RunWay
  /** Its address with its password, for tools that connect beside the server. Never logged. */
  url: string
}

type Embedding = {
  dataFolder: string
  migrationsFolder: string
  runAs?: string | undefined
  /** Maximum number of connections, where several processes use the database. */
  connections?: number
  /** Reports that the engine ended by itself and is started again. */
  report?: (what: string) => void
}

/** Starts the embedded PostgreSQL of a data folder, which no other process can take meanwhile. */
export async function embeddedPostgres(options: Embedding): Promise<EmbeddedDatabase> {
  await writableFolder(options.dataFolder)
  const lock = await lockFolder(options.dataFolder)
  try {
    const way = chooseRunWay(options.runAs)
    const native = findNative()
    await hydrateLinks(native)
    const cluster = await clusterOf(options.dataFolder, native, way)
    await endLeftover(cluster.folder)
    await prepareCluster(cluster)
    const socketFolder = await makeSocketFolder(way)
    await lock.note(socketFolder)
    const reserve = new DiskReserve(path.dirname(cluster.folder), options.report)
    await reserve.makeRoom()
    const engine = await keepRunning(cluster, socketFolder, { ...options, reserve })
    const connection = { host: socketFolder, user: ENGINE_USER, password: engine.password }
    await createDatabase(connection)
    const open = openPostgres({ ...connection, database: DATABASE_NAME }, options.migrationsFolder)
    return {
      ...open,
      engine: 'embedded',
      whereabouts: cluster.folder,
      reserve,
      way,
      url: `postgres://${ENGINE_USER}:${engine.password}@localhost/${DATABASE_NAME}?host=${encodeURIComponent(socketFolder)}`,
      close: async () => {
        await open.close()
        await engine.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Another connection to the database of a Samudra that runs on a data folder; null when none does. Nothing is started,
 * brought up to date or ended with it.
 */
export async function joinEmbedded({
  dataFolder,
  migrationsFolder,
}: {
  dataFolder: string
  migrationsFolder: string
}) {
  const socketFolder = await runningOn(dataFolder)
  if (socketFolder === null) return null
  const password = await readFile(path.join(dataFolder, PASSWORD_FILE), 'utf8').catch(() => '')
  const open = openPostgres(
    { host: socketFolder, user: ENGINE_USER, password, database: DATABASE_NAME },
    migrationsFolder,
  )
  return { ...open, engine: 'embedded' as const, whereabouts: dataFolder }
}

/** Starts the engine, and again whenever it ends by itself: killed for want of memory, say. */
async function keepRunning(
  cluster: Cluster,
  socketFolder: string,
  {
    report = () => undefined,
    connections,
    reserve,
  }: Pick<Embedding, 'report' | 'connections'> & { reserve: Reserve },
) {
  let isStopping = false
  let current = await startEngine(cluster, socketFolder, connections)
  let restarting: Promise<void> | undefined
  const watch = () =>
    current.child.once('close', () => {
      if (isStopping) return
      report('the embedded database ended by itself and is started again')
      restarting = restart()
    })
  async function restart() {
    while (!isStopping) {
      try {
        await endLeftover(cluster.folder)
        current = await startEngine(cluster, socketFolder, connections)
        watch()
        return report('the embedded database is back')
      } catch (error) {
        // Its last processes may still be ending.
        report(sentenceOf(error))
        await reserve.makeRoom()
        await sleep(RESTART_MS)
      }
    }
  }
  watch()
  return {
    password: current.password,
    stop: async () => {
      isStopping = true
      await restarting
      await stopEngine(current)
    },
  }
}

/**
 * Returns the cluster. Where namespaces are forbidden the engine runs as `nobody`, which cannot enter a private
 * folder.
 */
async function clusterOf(dataFolder: string, native: string, way: RunWay): Promise<Cluster> {
  const cluster: Cluster = {
    native,
    way,
    folder: path.join(dataFolder, 'postgres'),
    passwordFile: path.join(dataFolder, PASSWORD_FILE),
    logFile: path.join(dataFolder, 'postgres.log'),
  }
  if (way !== 'setuid') return cluster
  cluster.native = await unprivilegedNative(native, PACKAGE_VERSION, SHARED_FOLDER)
  if ((await mayBeEntered(cluster.folder)) && (await mayBeEntered(path.join(cluster.folder, 'x'))))
    return cluster
  const digest = createHash('sha256').update(path.resolve(dataFolder)).digest('hex').slice(0, 12)
  const parent = path.join(SHARED_FOLDER, digest)
  await mkdir(parent, { recursive: true, mode: 0o755 })
  return { ...cluster, folder: path.join(parent, 'postgres') }
}

async function createDatabase(connection: { host: string; user: string; password: string }) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME])
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}
