import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { foldersOf } from '../server/src/compose.ts'
import { embeddedPostgres } from '../server/src/platform/engines/embedded/embedded-postgres.ts'
import { externalPostgres } from '../server/src/platform/engines/postgres.ts'
import type { Database } from '../server/src/platform/needs/database.ts'

const UNPRIVILEGED_UID = 65534
export const root = path.resolve(import.meta.dirname, '..')
const { migrationsFolder } = foldersOf(root)

/** An engine of a measurement: migrated, empty, gone with everything it wrote when it is closed. */
export type BenchEngine = { name: string; database: Database; close(): Promise<void> }

/** Opens the embedded engine, in a folder that stays if one is named. */
export async function embedded(given?: string): Promise<BenchEngine> {
  const folder = given ?? mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-'))
  const database = await embeddedPostgres({ dataFolder: folder, migrationsFolder })
  await database.migrate()
  return {
    name: 'embedded PostgreSQL 18',
    database,
    close: async () => {
      await database.close()
      if (given === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The PostgreSQL 15 of this machine on a socket, with its own settings and fsync on; null when there is none. */
export async function debian(): Promise<BenchEngine | null> {
  const bin = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin'
  if (!existsSync(path.join(bin, 'postgres'))) {
    console.log(`no PostgreSQL in ${bin} (PG_BIN names another place): left out`)
    return null
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-pg-'))
  const cluster = path.join(folder, 'data')
  const isRoot = process.getuid?.() === 0
  const asOther = isRoot ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  if (isRoot) execFileSync('chown', [`${UNPRIVILEGED_UID}:${UNPRIVILEGED_UID}`, folder])
  const makeArgs = ['-D', cluster, '-U', 'samudra', '--auth', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8']
  execFileSync(path.join(bin, 'initdb'), makeArgs, { ...asOther, stdio: 'ignore' })
  const args = ['-D', cluster, '-c', 'listen_addresses=', '-k', folder]
  const child = spawn(path.join(bin, 'postgres'), args, { ...asOther, stdio: 'ignore' })
  const url = `postgres://samudra@localhost/postgres?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (let wait = 0; wait < 200 && !existsSync(path.join(folder, '.s.PGSQL.5432')); wait++) await sleep(50)
    await sleep(300)
    const database = await externalPostgres({ url, migrationsFolder })
    await database.migrate()
    return {
      name: 'PostgreSQL 15 of Debian',
      database,
      close: async () => {
        await database.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
