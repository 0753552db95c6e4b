// Runs the room tests once more on a PostgreSQL 15 of this machine, started for them on a socket; reports if there is
// none.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runTests } from './tests.mjs'

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
// Its last line shows when connections are accepted; the socket exists before.
const state = path.join(data, 'postmaster.pid')
for (let wait = 0; wait < 600 && !(existsSync(state) && /^ready/m.test(readFileSync(state, 'utf8'))); wait++)
  await new Promise((resolve) => setTimeout(resolve, 50))
const status = await runTests({
  name: 'unit-postgres',
  config: 'vitest.config.ts',
  args: [
    'server/src/rooms/picture/picture',
    'server/src/rooms/past/archive',
    'server/src/platform/engines/schema',
  ],
  env: { TEST_DATABASE_URL: url },
})
server.kill('SIGINT')
await new Promise((resolve) => server.once('close', resolve))
rmSync(folder, { recursive: true, force: true })
process.exit(status)
