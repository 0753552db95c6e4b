// The room tests once more on a PostgreSQL 15 of this machine, started for them on a socket; says so when there is none.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const bin = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin'
if (!existsSync(path.join(bin, 'postgres'))) {
  process.stdout.write(`SKIPPED: no PostgreSQL in ${bin}; the rooms were only tested on the embedded one.\n`)
  process.exit(0)
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-pg-'))
const data = path.join(folder, 'data')
const isRoot = process.getuid?.() === 0
const asOther = isRoot ? { uid: 65534, gid: 65534 } : {}
if (isRoot) execFileSync('chown', ['65534:65534', folder])
execFileSync(
  path.join(bin, 'initdb'),
  ['-D', data, '-U', 'samudra', '--auth', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8'],
  {
    ...asOther,
    stdio: 'ignore',
  },
)
const server = spawn(
  path.join(bin, 'postgres'),
  ['-D', data, '-c', 'listen_addresses=', '-k', folder, '-c', 'fsync=off'],
  {
    ...asOther,
    stdio: 'ignore',
  },
)
const url = `postgres://samudra@localhost/postgres?host=${encodeURIComponent(folder)}`
for (let wait = 0; wait < 200 && !existsSync(path.join(folder, '.s.PGSQL.5432')); wait++)
  await new Promise((resolve) => setTimeout(resolve, 50))
await new Promise((resolve) => setTimeout(resolve, 300))
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'server/src/picture', 'server/src/archive', 'server/src/engines/schema'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: url,
      TEST_REPORT: process.env['TEST_REPORT'] && `${process.env['TEST_REPORT']}-pg15`,
    },
  },
)
server.kill('SIGINT')
await new Promise((resolve) => server.once('close', resolve))
rmSync(folder, { recursive: true, force: true })
process.exit(status ?? 1)
