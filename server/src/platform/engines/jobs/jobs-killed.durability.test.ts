// Rooms: engines
import { spawn } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { slowCount, STEPS } from '../../../../testing/needs/slow-count.ts'
import { silentLog } from '../../kernel/text/log.ts'
import { systemClock } from '../../needs/clock.ts'
import { query } from '../../needs/query.ts'
import { PostgresJobs } from './runner.ts'

test('another process resumes the job of a killed one within ten seconds, each step exactly once', async () => {
  const database = await aDatabase()
  const { db, url, drop } = database
  await sql`create table counted (step integer not null)`.execute(query(db))
  const script = path.resolve(import.meta.dirname, '../../../../testing/needs/jobs.main.ts')
  const first = spawn(process.execPath, ['--import', 'tsx', script, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let found = ''
  first.stdout.on('data', (chunk: Buffer) => (found += chunk.toString()))
  const jobs = new PostgresJobs({ db, clock: systemClock, log: silentLog })
  const steps: number[] = []
  jobs.define(slowCount((step) => steps.push(step)))
  const id = await jobs.enqueue('test.count', {})
  await until(() => found.split('\n').length > 10, 'the first process is at it')
  await jobs.start()
  first.kill('SIGKILL')
  const killedAt = performance.now()
  await until(() => steps.length > 0, 'the second process goes on')
  expect(performance.now() - killedAt).toBeLessThan(10_000)
  await until(
    async () => (await jobs.list(0)).some((job) => job.id === id && job.state === 'DONE'),
    'it is done',
  )
  const { rows } = await sql<{ step: number }>`select step from counted order by step`.execute(query(db))
  expect(rows.map(({ step }) => step)).toEqual(Array.from({ length: STEPS }, (_, n) => n + 1))
  expect(steps[0]).toBeGreaterThan(10)
  await jobs.stop()
  await drop()
})
