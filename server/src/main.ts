import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { HELP, readConfig, type Config } from './config.ts'
import { assemble, foldersOf, type Server } from './compose.ts'
import { databaseToRead, openBus, openDatabase, openFiles } from './databases.ts'
import { backup, checkBackup, checkIsEmpty, restore, type Report } from './rooms/past/archive/backup.ts'
import { resetAdministrator } from './rooms/centre/identity/recovery.ts'
import { administered } from './platform/kernel/http/admin-values.ts'
import { StartFailure, missing, sentenceOf } from './platform/kernel/http/errors.ts'
import { readKeys } from './platform/kernel/http/keys.ts'
import { lineLog, type Log } from './platform/kernel/text/log.ts'
import { readTls } from './platform/kernel/http/tls.ts'
import { writableFolder } from './platform/kernel/files/writable-folder.ts'
import { systemClock } from './platform/needs/clock.ts'
import type { Bus } from './platform/needs/bus.ts'
import type { Database } from './platform/needs/database.ts'
import { readUpstreamLayers } from './platform/kernel/http/upstream-tiles.ts'
import { startSim, type SimulatedSea } from './sim-process.ts'

/** The installation: the nearest folder above this file that holds the migrations. */
function rootFolder(): string {
  for (let at = import.meta.dirname; at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(path.join(at, 'server', 'migrations'))) return at
  throw new StartFailure('The folder server/migrations is missing; this installation is not complete.')
}

const say = (text: string) => process.stdout.write(`${text}\n`)

function endOnSignals(stop: () => Promise<void>, log: Log) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('could not end in order', { error: String(error) })
          process.exit(1)
        },
      )
    })
}

function openSea(root: string, sim: NonNullable<Config['sim']>): Promise<SimulatedSea> {
  const bundled = path.join(root, 'dist', 'sim.js')
  return existsSync(bundled)
    ? startSim(bundled, sim)
    : startSim(path.join(root, 'sim', 'src', 'main.ts'), sim, ['--import', 'tsx'])
}

async function run(config: Config, root: string) {
  const log = lineLog()
  const folders = foldersOf(root)
  await writableFolder(config.dataFolder)
  const upstream = await readUpstreamLayers(config.baseLayersFile)
  const tls = config.tls === null ? null : await readTls(config.tls, Date.now())
  const keys = readKeys(config.dataFolder, config.key)
  const database = await openDatabase({
    ...config,
    ...folders,
    alone: config.redisUrl === undefined ? true : keys,
    report: (what) => log.error(what),
  })
  let sea: SimulatedSea | undefined
  let server: Server | undefined
  let processes: Bus | undefined
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      await server?.stop()
      await sea?.stop()
      await processes?.close()
      await database.close()
    })())
  endOnSignals(stop, log)
  try {
    await database.migrate()
    processes = await openBus({ ...config, keys, log })
    if (config.sim !== null) sea = await openSea(root, config.sim)
    server = await assemble(
      {
        ...config,
        ...folders,
        database,
        log,
        feeds: [...config.feeds, ...(sea?.feeds ?? [])],
        processes,
        keys,
        tls,
        tlsSource: config.tls ?? undefined,
        cacheFolder: path.join(config.dataFolder, 'tiles'),
        files: await openFiles(config.files),
        upstream,
        // The simulated sea brings weather of its own, unless another was chosen, or none.
        weather: config.weather === undefined ? sea?.weather : (config.weather ?? undefined),
        isWeatherSimulated: config.weather === undefined && sea !== undefined,
        version: versionOf(root),
      },
      { host: config.host, port: config.port },
    )
  } catch (error) {
    await stop().catch(() => undefined)
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new StartFailure(
        `Port ${config.port} is taken. Choose another: npm start -- --port ${config.port + 1}`,
      )
    throw error
  }
  welcome(config, server, database.whereabouts)
}

function welcome(config: Config, server: Server, whereabouts: string) {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const named = host.includes(':') ? `[${host}]` : host
  say(`Samudra is ready: ${config.tls === null ? 'http' : 'https'}://${named}:${server.port}`)
  if (config.tls === null && !isLoopback(config.host))
    say('Browsers on other machines need https: start with --tls, or put a proxy with TLS before it.')
  if (config.tls?.kind === 'own')
    say('The certificate is of its own making; browsers ask once whether to trust it.')
  say(`Data is stored in ${whereabouts}`)
  if (config.sim !== null) say(`The simulated sea is on (${config.sim.scenario}); --sim none switches it off`)
  const first = server.firstAdministrator
  if (first === null) return
  if (config.adminPassword === undefined)
    say(`First start. Administrator: ${first.username}   password (shown this once): ${first.password}`)
  else say(`First start. Administrator: ${first.username}, with the password given`)
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The version of the product, from its package.json. */
function versionOf(root: string): string {
  const read = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version?: string }
  return read.version ?? '0.0.0'
}

/** Resets and prints an administrator's password, for an operator of the server who can no longer log in. */
async function resetAndPrint(database: Database, config: Config, name: string) {
  const keys = readKeys(config.dataFolder, config.key)
  const settings = administered(() => new Map())
  const { username, password } = await resetAdministrator(database.db, systemClock, keys, settings, name)
  say(`Administrator: ${username}   temporary password (shown this once): ${password}`)
}

const VERBS = ['backup', 'check-backup', 'restore', 'reset-administrator'] as const

async function main() {
  const args = process.argv.slice(2)
  const verb = VERBS.find((one) => one === args[0]) ?? null
  const file = verb === null ? undefined : args[1]
  const config = readConfig(verb === null ? args : args.slice(2), process.env, process.cwd())
  if (config === null) return say(HELP)
  // What was given as options stands in the list of processes, a password among it.
  if (args.some((one) => one.startsWith('--admin-password'))) process.title = 'samudra'
  const root = rootFolder()
  if (verb === null) return run(config, root)
  if (file === undefined || file.startsWith('-'))
    throw new StartFailure(
      verb === 'reset-administrator'
        ? 'Name the administrator: npm run reset-administrator NAME'
        : `Name the file: npm run ${verb} FILE`,
    )
  if (verb === 'check-backup') return sayRows('Found', file, await checkBackup(file))
  const where = { ...config, ...foldersOf(root), alone: verb === 'restore' }
  const files = await openFiles(config.files)
  const database = await (verb === 'backup' ? databaseToRead(where) : openDatabase(where))
  try {
    if (verb === 'backup') return sayRows('Wrote and checked', file, await backup(database.db, files, file))
    // A database that is not empty stays in the version it is in.
    if (verb === 'restore') await checkIsEmpty(database.db)
    await database.migrate()
    if (verb === 'reset-administrator') return await resetAndPrint(database, config, file)
    sayRows('Read', file, await restore(database.db, files, file))
  } finally {
    await database.close()
  }
}

function sayRows(done: string, file: string, { rows, tables, files, lost }: Report) {
  say(`${done} ${rows} rows of ${tables} tables and ${files} files: ${path.resolve(file)}`)
  if (lost > 0) say(`Of ${lost} more files the bytes are not where they should be; they are not in it.`)
}

main().catch((error: unknown) => {
  const isFull = missing(error) === 'SPACE'
  if (isFull)
    process.stderr.write(`The disk is full. Free some space, then start again. (${sentenceOf(error)})\n`)
  else process.stderr.write(`${error instanceof StartFailure ? error.message : (error as Error).stack}\n`)
  process.exit(1)
})
