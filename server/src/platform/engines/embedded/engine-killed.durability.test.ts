// Rooms: engines
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../testing/servers/a-server.ts'
import { query } from '../../needs/query.ts'
import { embeddedPostgres } from './embedded-postgres.ts'

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../migrations')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('killed while it writes, it is started again by itself with everything that was committed', async () => {
  const dataFolder = path.join(folder, 'data')
  const reports: string[] = []
  const engine = await embeddedPostgres({
    dataFolder,
    migrationsFolder,
    report: (what) => reports.push(what),
  })
  await sql`create table survivors (n int)`.execute(query(engine.db))
  for (let n = 0; n < 50; n++) await sql`insert into survivors values (${n})`.execute(query(engine.db))
  const pid = Number(readFileSync(path.join(engine.whereabouts, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await until(() => reports.includes('the embedded database is back'), 'it is back')
  const { rows } = await sql<{ n: string }>`select count(*) as n from survivors`.execute(query(engine.db))
  expect(rows[0]?.n).toBe('50')
  await engine.close()
  expect(existsSync(path.join(dataFolder, 'samudra.lock'))).toBe(false)
})

test('when the program that started it is killed, the next start takes the folder over', async () => {
  const dataFolder = path.join(folder, 'data')
  mkdirSync(dataFolder)
  const dead = spawn('sleep', ['0'])
  await new Promise((resolve) => dead.once('close', resolve))
  writeFileSync(path.join(dataFolder, 'samudra.lock'), JSON.stringify({ pid: dead.pid, startedAt: '1' }))
  const engine = await embeddedPostgres({ dataFolder, migrationsFolder })
  await engine.close()
})
