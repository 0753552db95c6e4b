import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFailure, sentenceOf } from '../../kernel/http/errors.ts'
import { isPlainFile, readPlainFile } from '../../kernel/files/plain-file.ts'
import { EMBEDDED_MAJOR } from './native.ts'
import { giveToUnprivileged, spawnEngine, type RunWay } from './run-as.ts'
import { removeSocketFolder } from './socket-folder.ts'

export const ENGINE_USER = 'samudra'
const NEEDED_BYTES = 300 * 1024 * 1024
/** A PostgreSQL cluster: its folder, the programs to run it with and the way to run them. */
export type Cluster = { native: string; way: RunWay; folder: string; passwordFile: string; logFile: string }

/** Makes the cluster when there is none; refuses one of another major version. */
export async function prepareCluster(cluster: Cluster): Promise<void> {
  const version = readPlainFile(path.join(cluster.folder, 'PG_VERSION'))
  if (version === null) return initialise(cluster)
  if (version.trim() !== EMBEDDED_MAJOR)
    throw new StartFailure(
      `${cluster.folder} was created by PostgreSQL ${version.trim()} and the embedded engine is ${EMBEDDED_MAJOR}. Start the version that created it, run npm run backup FILE there, and npm run restore FILE here into an empty data folder.`,
    )
}

/** Into a folder beside, then renamed: a first start that is killed leaves nothing half made. */
async function initialise(cluster: Cluster): Promise<void> {
  const parent = path.dirname(cluster.folder)
  const space = await statfs(parent)
  if (space.bavail * space.bsize < NEEDED_BYTES)
    throw new StartFailure(
      `${parent} has less than 300 MB free. Free some space, or start with another folder: npm start -- --data DIR`,
    )
  isPlainFile(cluster.passwordFile, { mayBeLink: true })
  const draft = await mkdtemp(`${cluster.folder}.new-`)
  await giveToUnprivileged(cluster.way, draft)
  const password = randomBytes(24).toString('base64url')
  await writeFile(cluster.passwordFile, password, { mode: 0o600 })
  const passwordInput = path.join(draft, '..', `${path.basename(draft)}.pw`)
  await writeFile(passwordInput, password, { mode: 0o600 })
  await giveToUnprivileged(cluster.way, passwordInput)
  try {
    await runToEnd(cluster, 'initdb', [
      '-D',
      draft,
      '-U',
      ENGINE_USER,
      '--pwfile',
      passwordInput,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      '--locale',
      'C',
      '--data-checksums',
      '--no-instructions',
    ])
    await rename(draft, cluster.folder)
  } finally {
    await rm(passwordInput, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

async function runToEnd(cluster: Cluster, program: string, args: string[]): Promise<void> {
  const child = spawnEngine(cluster.way, path.join(cluster.native, 'bin', program), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: path.dirname(cluster.folder),
    env: engineEnvironment(),
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0)
    throw new StartFailure(
      `The embedded database could not be created (${program} ended with ${code}): ${output.trim().split('\n').slice(-3).join(' ')}`,
    )
}

const engineEnvironment = () => ({ PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

export type RunningEngine = { child: ChildProcess; socketFolder: string; password: string }

/** Maximum connections: one process opens 18 at most; the rest are for inspection. */
const CONNECTIONS = 40

/** Starts the engine on a unix socket only and waits until it takes connections. */
export async function startEngine(
  cluster: Cluster,
  socketFolder: string,
  connections = CONNECTIONS,
): Promise<RunningEngine> {
  await mkdir(path.dirname(cluster.logFile), { recursive: true })
  const password = readPlainFile(cluster.passwordFile, { mayBeLink: true }) ?? ''
  isPlainFile(cluster.logFile, { mayBeLink: true })
  const log = openSync(cluster.logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    shared_buffers: '256MB',
    max_connections: String(connections),
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_level: 'minimal',
    max_wal_senders: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_min_messages: 'warning',
  }
  const args = [
    '-D',
    cluster.folder,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
  const child = spawnEngine(cluster.way, path.join(cluster.native, 'bin', 'postgres'), args, {
    stdio: ['ignore', log, log],
    cwd: cluster.folder,
    env: engineEnvironment(),
  })
  closeSync(log)
  await untilReady(child, cluster, socketFolder, password)
  return { child, socketFolder, password }
}

/** Recovery after a crash may take a while; only an engine that ends is a failure. */
async function untilReady(child: ChildProcess, cluster: Cluster, socketFolder: string, password: string) {
  let ended = false
  child.once('close', () => (ended = true))
  child.once('error', () => (ended = true))
  for (;;) {
    if (ended)
      throw new StartFailure(`The embedded database does not start: ${await lastLines(cluster.logFile)}`)
    if (await stat(path.join(socketFolder, '.s.PGSQL.5432')).catch(() => null)) {
      const client = new pg.Client({ host: socketFolder, user: ENGINE_USER, password, database: 'postgres' })
      try {
        await client.connect()
        await client.end()
        return
      } catch (error) {
        await client.end().catch(() => undefined)
        if (/password authentication/.test(sentenceOf(error)))
          throw new StartFailure(
            `The password in ${cluster.passwordFile} is not the one of the embedded database. Restore the right file, or start with another --data folder.`,
          )
      }
    }
    await sleep(15)
  }
}

async function lastLines(file: string) {
  const text = await readFile(file, 'utf8').catch(() => '')
  return `${text.trim().split('\n').slice(-3).join(' ')} (see ${file})`
}

/** Fast shutdown: sessions end, everything committed is on disk. */
export async function stopEngine(engine: RunningEngine): Promise<void> {
  if (engine.child.exitCode === null && engine.child.signalCode === null) {
    const ended = new Promise((resolve) => engine.child.once('close', resolve))
    engine.child.kill('SIGINT')
    const late = setTimeout(() => engine.child.kill('SIGQUIT'), 4000)
    await ended
    clearTimeout(late)
  }
  await removeSocketFolder(engine.socketFolder)
}
