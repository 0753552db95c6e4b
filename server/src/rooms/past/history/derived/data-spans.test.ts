import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { dataSpans } from './data-spans.sql.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
const at = (hour: number, minute = 0) => Date.UTC(2026, 4, 1, hour, minute)
beforeAll(async () => {
  database = await aDatabase()
  const run = (statement: string) => sql.raw(statement).execute(query(database.db))
  const hour = (n: number) => `'${new Date(at(n)).toISOString()}'`
  for (const n of [2, 3, 7]) {
    await run(`insert into source_hours values (1, ${hour(n)}, 5, 0, '{5}')`)
    await run(`insert into vessel_hours (mmsi, hour, source_id, fixes, first_rec, last_rec)
      values (419000001, ${hour(n)}, 1, 5, ${hour(n)}::timestamptz + interval '10 min', ${hour(n)}::timestamptz + interval '50 min')`)
  }
  await run(`insert into source_hours values (2, ${hour(3)}, 0, 0, '{}')`)
  await run(`insert into import_hours values (${hour(5)}, 20001, 3, 9, 0), (${hour(9)}, 20001, 3, 0, 9)`)
})
afterAll(() => database.drop())

test('times with data end at the first and last position, and an hour without any parts them', async () => {
  expect(await dataSpans(database.db, { from: at(0), to: at(24), imports: false })).toEqual([
    { source: 1, from: at(2, 10), to: at(3, 50) },
    { source: 1, from: at(7, 10), to: at(7, 50) },
  ])
})

test('times with data are cut to the period, and imports count by the hour observed', async () => {
  expect(await dataSpans(database.db, { from: at(2, 30), to: at(7, 20), imports: true })).toEqual([
    { source: 1, from: at(2, 30), to: at(3, 50) },
    { source: 3, from: at(5), to: at(6) },
    { source: 1, from: at(7, 10), to: at(7, 20) },
  ])
})
