// Rooms: history
import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseOfTest } from '../../../../../testing/servers/a-database.ts'
import { size } from '../../../../../testing/servers/durability-size.ts'
import { dice, readAll, storeFixes } from '../../../../../testing/seas/fixes.ts'
import { ages, everything, fleetOf, START } from '../../../../../testing/seas/voyages.ts'
import { silentLog } from '../../../../platform/kernel/text/log.ts'
import { query } from '../../../../platform/needs/query.ts'
import { Compactor } from '../chunks/compactor.ts'
import { fixReader } from '../read/reader.ts'
import { Retention } from './retention.ts'

const DAY = 86_400_000
/** Runs that are killed before one may come to its end. */
const KILLS = size(4, 6)

const emptyDatabase = databaseOfTest()

test('killed in the middle of thinning, it goes on where it was and leaves the same tracks', async () => {
  const [database, calm] = [await emptyDatabase(), await emptyDatabase()]
  const fixes = fleetOf(60, 2)
  for (const { db } of [database, calm]) {
    await storeFixes(db, fixes)
    await new Compactor(db, silentLog).run(START + 2 * DAY)
  }
  const now = START + 4 * DAY
  await new Retention(calm.db, async () => []).run(ages(now))
  const program = path.resolve(import.meta.dirname, '../../../../../testing/servers/retain.ts')
  const { below } = dice(4)
  let [kills, isDone] = [0, false]
  for (let run = 0; run < 16 && !isDone; run++) {
    const child = spawn(process.execPath, ['--import', 'tsx', program, database.url, String(now)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('close', (_, signal) => resolve(signal)),
    )
    await new Promise((resolve) => child.stdout.once('data', resolve))
    // Early enough that some of it is left for every one of them.
    const soon = run < KILLS - 2 ? below(30) : 20 + below(200)
    await Promise.race([exit, sleep(run < KILLS ? soon : 20_000, undefined, { ref: false })])
    child.kill('SIGKILL')
    if ((await exit) === 'SIGKILL') kills++
    else isDone = true
  }
  expect({ isDone, killed: kills > 2 }).toEqual({ isDone: true, killed: true })
  const [found, wanted] = [
    await readAll(fixReader(database.db).readFixes(everything)),
    await readAll(fixReader(calm.db).readFixes(everything)),
  ]
  expect(found).toEqual(wanted)
  expect(wanted.length).toBeGreaterThan(500)
  const { rows } = await sql<{ n: string }>`select count(*) as n from fix_chunks`.execute(query(database.db))
  expect(rows[0]!.n).toBe('0')
}, 120_000)
