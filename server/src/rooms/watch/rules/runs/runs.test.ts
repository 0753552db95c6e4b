import { createRule } from '@samudra/contract/rule-keeping'
import {
  cancelRuleRun,
  getRuleResults,
  MOST_RUN_RESULTS,
  resumeRuleRun,
  runRule,
} from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../../testing/seas/fixes.ts'
import { runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Math.floor(Date.now() / HOUR) * HOUR
const START = NOW - 6 * HOUR
/** More ships lie still than a run keeps results. */
const LYING = MOST_RUN_RESULTS + 300
const [REPORTED_LATE, OF_SATX] = [419000301, 419000302]

let database: Awaited<ReturnType<typeof aDatabase>>
let server: TestServer
beforeAll(async () => {
  database = await aDatabase()
  for (const [id, code] of [
    [1, 'COAST'],
    [2, 'SATX'],
  ] as const)
    await sql`insert into sources (id, code, name) values (${id}, ${code}, ${code})`.execute(
      query(database.db),
    )
  let n = 0
  const heard = (minute: number, fix: Partial<PlainFix>, late = 0) => {
    const observedAt = START + minute * MINUTE
    const recTime = observedAt + 1000 + late
    return aFix({ recTime, observedAt, fixId: recTime * 1024 + (n++ % 1024), sog: 100, ...fix })
  }
  const fixes = [
    ...Array.from({ length: LYING }, (_, i) => heard(30, { mmsi: 419100000 + i, sog: 5 })),
    // Received at 60 and 180; fixes sent in between arrived two hours later.
    ...[60, 180].map((minute) => heard(minute, { mmsi: REPORTED_LATE })),
    ...[90, 120, 150].map((minute) => heard(minute, { mmsi: REPORTED_LATE }, 2 * HOUR)),
    heard(70, { mmsi: OF_SATX, source: 2, feed: 2 }),
  ]
  await storeFixes(
    database.db,
    fixes.sort((a, b) => a.recTime - b.recTime),
  )
  server = await aServer([], database)
})
afterAll(() => server.close())

const period = { from: new Date(START).toISOString(), to: new Date(NOW).toISOString() }
type Desk = Pick<TestServer, 'call'>
const begin = async (rule: Partial<RuleDraft>, more: object = {}, by: Desk = server) => {
  const { id } = await by.call(createRule, { ...SLOW, ...rule })
  const { run_id } = await by.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true, ...more })
  return { id, run_id }
}
const found = async ({ id, run_id }: { id: string; run_id: string }, by: Desk = server) => {
  const run = await runOver(by, id, run_id)
  const { items } = await by.call(getRuleResults, { id, run_id })
  return { run, items }
}
const SILENT = { when: { k: 'silence' as const, min: 100 }, allowed_lateness_min: 0 }

test('knowledge of that time differs from current knowledge: a silence that was filled later', async () => {
  const mmsis = [String(REPORTED_LATE)]
  const then = await found(
    await begin(SILENT, { mmsis, knowledge: 'AS_KNOWN', to: new Date(START + 200 * MINUTE).toISOString() }),
  )
  const now = await found(await begin(SILENT, { mmsis, to: new Date(START + 200 * MINUTE).toISOString() }))
  expect(then.items.map(({ first_at }) => first_at)).toEqual([new Date(START + 160 * MINUTE).toISOString()])
  expect(now.items).toEqual([])
  expect([then.run.scanned_fixes, now.run.scanned_fixes]).toEqual([2, 5])
})

test('a historical run is limited to what its user sees and reads no fix of another source', async () => {
  const ofCoast = await aUser(server, 'coast', ['COAST'])
  const heard = { when: { k: 'attr' as const, field: 'sog' as const, cmp: 'gt' as const, value: 9 } }
  const mmsis = [String(REPORTED_LATE), String(OF_SATX)]
  const ours = await found(await begin(heard, { mmsis }))
  const theirs = await found(await begin(heard, { mmsis }, ofCoast), ofCoast)
  expect(ours.items.map((one) => one.mmsis[0]).sort()).toEqual(mmsis)
  expect(theirs.items.map((one) => one.mmsis[0])).toEqual([mmsis[0]])
  expect([ours.run.scanned_fixes, theirs.run.scanned_fixes]).toEqual([6, 5])
})

test('a preview of a confined user counts not all that a rule seen by others finds', async () => {
  const nowhere = await aUser(server, 'nowhere', ['*'], { role: 1, zone_access: [] })
  const mmsis = [String(REPORTED_LATE)]
  const countsAll = async (visibility: RuleDraft['visibility'], by: Desk, viewer = by) => {
    const { id, run_id } = await begin({ visibility }, { mmsis }, by)
    await runOver(by, id, run_id)
    return (await viewer.call(getRuleResults, { id, run_id })).run!.counts_all
  }
  expect(await countsAll('CENTRE', nowhere)).toBe(false)
  expect(await countsAll('CENTRE', nowhere, server)).toBe(false)
  expect(await countsAll('CENTRE', server, nowhere)).toBe(false)
  expect(await countsAll('CENTRE', server)).toBe(true)
  // Only its owner sees hits of a private rule.
  expect(await countsAll('PRIVATE', nowhere)).toBe(true)
})

test('a run over a period that lies ahead is refused', async () => {
  const { id } = await server.call(createRule, SLOW)
  const ahead = {
    from: new Date(Date.now() + 3_600_000).toISOString(),
    to: new Date(Date.now() + 7_200_000).toISOString(),
  }
  expect(await server.raw(runRule, { id, ...ahead, knowledge: 'CORRECTED', dry_run: true })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'from' }],
  })
})

test('a run states the share of its period with data, by the sources that its reader may see', async () => {
  const run = await begin({ visibility: 'CENTRE' })
  const { coverage, preview } = await runOver(server, run.id, run.run_id)
  expect(coverage!.share).toBeGreaterThan(0)
  expect(coverage!.share).toBeLessThan(0.9)
  expect(coverage!.sources.map(({ source }) => source).sort()).toEqual(['COAST', 'SATX'])
  const ofSatx = await aUser(server, 'satx', ['SATX'])
  const answer = await runOver(ofSatx, run.id, run.run_id)
  expect(answer.coverage!.sources.map(({ source }) => source)).toEqual(['SATX'])
  expect(preview).toMatch(/^[0-9a-f]{64}$/)
})

test('a user with ten runs under way gets no eleventh, and another user does', async () => {
  const { id, run_id } = await begin({ visibility: 'CENTRE', valid_to: period.from })
  await runOver(server, id, run_id)
  const other = await aUser(server, 'other')
  const put = (state: string) =>
    sql`insert into rule_runs
      select (jsonb_populate_record(r, jsonb_build_object('id', r.id || ${state}::text || n, 'state', ${state}::text))).*
      from rule_runs r, generate_series(1, 5) n where r.id = ${run_id}`.execute(query(server.database.db))
  await Promise.all([put('QUEUED'), put('RUNNING')])
  const run = { id, ...period, knowledge: 'CORRECTED' as const, dry_run: true }
  expect(await server.raw(runRule, run)).toMatchObject({
    Code: 'RATE_LIMIT',
    Message: '10 of your historical runs wait or run already; wait until one has ended, or cancel one.',
  })
  expect(await other.raw(runRule, run)).toMatchObject({ Status: true })
  await sql`delete from rule_runs where id ~ '(QUEUED|RUNNING)[1-5]$'`.execute(query(server.database.db))
})

test('a run stores ten thousand results, and states that there are more', async () => {
  const { run } = await found(await begin({}))
  expect(run).toMatchObject({ state: 'PARTIAL', truncated: true, hits: MOST_RUN_RESULTS })
})

const half = {
  when: {
    op: 'ALL' as const,
    of: [SLOW.when, { k: 'attr' as const, field: 'mmsi' as const, cmp: 'starts' as const, value: '419105' }],
  },
}

test('a cancelled run resumes where it stopped and finds what an uninterrupted one finds', async () => {
  const run = await begin(half)
  await server.call(cancelRuleRun, { run_id: run.run_id })
  expect((await runOver(server, run.id, run.run_id)).state).toBe('CANCELLED')
  await server.call(resumeRuleRun, { run_id: run.run_id })
  expect((await found(run)).run).toMatchObject({ state: 'SUCCEEDED', hits: 1000, scanned_fixes: 1000 })
})

test('a run goes on when the server comes back', async () => {
  const run = await begin(half)
  const share = async () => (await server.call(getRuleResults, run)).run!.progress
  await until(async () => (await share()) > 0, 'it is under way')
  await server.halt()
  server = await aServer([], database)
  expect((await found(run)).run).toMatchObject({ state: 'SUCCEEDED', hits: 1000, scanned_fixes: 1000 })
})
