/**
 * Measures a historical run of 30 days over 20,000 vessels, as a job of the product executes it, on fixes in the
 * storage form of old ones. `npm run bench -- look-back [--ships=20000] [--every=900] [--days=30] [--questions=3]
 * [--data=folder that is kept]`
 */
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { EvaluatedRule, RuleNode, RuleZone } from '@samudra/contract/rules'
import { circleAround } from '@samudra/nautical/polygons/shapes'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { aRule } from '../rules/testing/a-sea.ts'
import { foldersOf } from '../server/src/compose.ts'
import { embeddedPostgres } from '../server/src/platform/engines/embedded/embedded-postgres.ts'
import { dataSpans } from '../server/src/rooms/past/history/derived/data-spans.sql.ts'
import { fixReader } from '../server/src/rooms/past/history/read/reader.ts'
import { partsOf, visibilityOf } from '../server/src/platform/kernel/http/caller-visibility.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { inTransaction, query } from '../server/src/platform/needs/query.ts'
import { LOOK_BACK } from '../server/src/rooms/watch/rules/runs/look-back.ts'
import { PastOf } from '../server/src/rooms/watch/rules/reevaluation/past-changes.ts'
import { runRuleJob } from '../server/src/rooms/watch/rules/runs/run.ts'
import { insertRun, NOT_BEGUN, readRun, type RunRow } from '../server/src/rooms/watch/rules/runs/runs.sql.ts'
import { nameOfZone, zonesOf, type WorldData } from '../server/src/rooms/watch/rules/evaluation/world.ts'
import { embedded, root } from './engines.ts'
import { HistorySea, storeOld } from './history-sea.ts'
import { cpuSecondsBelow } from './processes.ts'
import { option, printTable, printTarget, sized, whole } from './report.ts'

const SHIPS = Number(option('ships', sized('20000', '200')))
const EVERY_S = Number(option('every', '900'))
const DAYS = Number(option('days', sized('30', '1')))
const DAY = 86_400_000
const FROM = Date.UTC(2026, 0, 1)
const TO = FROM + DAYS * DAY
const remaining = option('data', '')
const BUILT = [path.join(root, 'dist/history-run.js'), LOOK_BACK].find((file) => existsSync(file))!
/** Every eighth ship is a tanker. */
const TANKER = 80

async function engineOf() {
  if (remaining === '') return embedded()
  const database = await embeddedPostgres({
    dataFolder: path.resolve(remaining),
    migrationsFolder: foldersOf(root).migrationsFolder,
  })
  await database.migrate()
  return { database, close: () => database.close() }
}

async function store(db: Db): Promise<void> {
  const { rows } = await sql<{ fixes: boolean; ships: boolean }>`
    select exists (select from sources) as fixes, exists (select from statics) as ships`.execute(query(db))
  if (!rows[0]!.fixes) await storeFixes(db)
  if (!rows[0]!.ships) await storeShips(db)
}

async function storeFixes(db: Db): Promise<void> {
  const began = performance.now()
  const stored = await storeOld(db, new HistorySea({ ships: SHIPS, everyS: EVERY_S, from: FROM }), {
    from: FROM,
    to: TO,
  })
  await sql`insert into sources (id, code, name) values (1, 'ONE', 'One'), (2, 'TWO', 'Two'), (3, 'SAT', 'Sat')`.execute(
    query(db),
  )
  await sql`vacuum (analyze) fix_chunks`.execute(query(db))
  console.log(`${whole(stored)} fixes stored in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

/** Stores the hours in which vessels were received, of one day of each, and their static data. */
async function storeShips(db: Db): Promise<void> {
  await sql`insert into vessel_hours select mmsi, hour, 1, 4, hour, hour
    from (select 200000000 + ship * 17 as mmsi from generate_series(0, ${SHIPS - 1}) ship) ships,
      generate_series(${new Date(TO - DAY)}::timestamptz, ${new Date(TO - 1)}::timestamptz, '1 hour') hour`.execute(
    query(db),
  )
  await sql`insert into static_versions (mmsi, split, known_from, fields, marks)
    select 200000000 + ship * 17, 0, ${new Date(FROM - DAY)}::timestamptz,
      jsonb_build_object('shipType', jsonb_build_object('value', case when ship % 8 = 0 then ${TANKER}::int else 70 end, 'source', 1, 'at', 0)), 0
    from generate_series(0, ${SHIPS - 1}) ship`.execute(query(db))
  await sql`insert into statics (mmsi, split, fields, marks, updated_at)
    select mmsi, split, fields, marks, known_from from static_versions`.execute(query(db))
  await sql`vacuum (analyze) vessel_hours, static_versions, statics`.execute(query(db))
}

/** Conditions that rules written by users may contain: the subject and the place. */
const ring = circleAround(place(5, 65), 120 * METRES_PER_NM)
const zone = { area: { type: 'Polygon' as const, coordinates: [ring] } }
const slow: RuleNode = { k: 'attr', field: 'sog', cmp: 'lt', value: 3 }
const QUESTIONS: Record<string, RuleNode> = {
  'slow for an hour inside a circle of 120 NM': {
    op: 'ALL',
    of: [slow, { k: 'zone', rel: 'INSIDE', zone }],
    for_min: 60,
  },
  'tankers slow for six hours': {
    op: 'ALL',
    of: [{ k: 'attr', field: 'ship_type', cmp: 'eq', value: 'TANKER' }, slow],
    for_min: 360,
  },
  'faster than 19.5 kn for an hour': {
    op: 'ALL',
    of: [{ k: 'attr', field: 'sog', cmp: 'gt', value: 19.5 }],
    for_min: 60,
  },
}

const cpuS = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const outlineOf = ({ area }: RuleZone) => (area === undefined ? null : partsOf(area))
const names = { sources: () => [{ number: 1, code: 'ONE' }] } as never

/** World that rules of vessels and outlines need; baselines are not queried here. */
const worlds = {
  outlineOf,
  data: async (rules: readonly EvaluatedRule[]): Promise<WorldData> => ({
    zones: zonesOf(rules).map((one) => [nameOfZone(one), outlineOf(one)]),
    ports: null,
    shore: null,
    schemes: [],
    sources: [[1, 'ONE']],
    past: new PastOf(true),
    stations: [],
    names: [],
  }),
  usual: async () => null,
  usualVessels: async () => null,
  forecasts: async () => null,
}

/** Runs a rule as the job of the product does; only fixes and the vessels' own reports are queried here. */
async function lookBack(db: Db, name: string, when: RuleNode) {
  const rule = aRule(when, { id: name, limits: { max_hits_per_hour: 100_000 } })
  const id = `${name} ${Date.now()}`
  await insertRun(db, runOf(id, rule))
  let slowest = 0
  let looked = performance.now()
  const watch = setInterval(() => {
    slowest = Math.max(slowest, performance.now() - looked - 10)
    looked = performance.now()
  }, 10)
  const [began, cpu, engineCpu] = [performance.now(), cpuS(), cpuSecondsBelow(process.pid)]
  const signal = new AbortController().signal
  await runRuleJob(
    {
      db,
      fixes: fixReader(db),
      spans: (period: Parameters<typeof dataSpans>[1]) => dataSpans(db, period),
      clock: { now: () => TO } as never,
      flush: async () => undefined,
      countUp: async () => undefined,
      names,
      worlds,
      lookBackProgram: BUILT,
      sightOf: async () => visibilityOf(['*'], '*'),
    } as never,
    {
      input: { run_id: id },
      tries: 1,
      mark: null,
      signal,
      progress: () => undefined,
      step: (_, work) => inTransaction(db, async (client) => work?.(client)),
    },
  )
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  const run = (await readRun(db, id))!
  if (run.state !== 'SUCCEEDED' && run.state !== 'PARTIAL') throw new Error(`${run.state}: ${run.error}`)
  const row = [
    name,
    seconds.toFixed(1),
    (cpuS() - cpu).toFixed(1),
    (cpuSecondsBelow(process.pid) - engineCpu).toFixed(1),
    whole(run.scanned_fixes),
    whole(run.hits),
    slowest.toFixed(0),
  ]
  return { name, seconds, row }
}

const runOf = (id: string, rule: EvaluatedRule): RunRow => ({
  id,
  rule_id: rule.id,
  rule_version: 1,
  rule,
  is_draft: false,
  started_by_id: 'bench',
  started_by: 'bench',
  started_at: TO,
  from_at: FROM,
  to_at: TO,
  knowledge: 'CORRECTED',
  dry_run: true,
  is_confined: false,
  area: null,
  ships: null,
  ...NOT_BEGUN,
})

const engine = await engineOf()
try {
  const { db } = engine.database
  await store(db)
  const runs = []
  for (const [name, when] of Object.entries(QUESTIONS).slice(0, Number(option('questions', '3'))))
    runs.push(await lookBack(db, name, when))
  printTable(
    `A look back of ${DAYS} days over ${whole(SHIPS)} vessels (load ${os.loadavg()[0]!.toFixed(1)})`,
    ['', 's', 'our CPU s', 'database CPU s', 'fixes', 'hits', 'event loop stood still, ms'],
    runs.map(({ row }) => row),
  )
  for (const { name, seconds } of runs) printTarget(`${name}: seconds`, seconds, { below: 60 })
} finally {
  await engine.close()
}
