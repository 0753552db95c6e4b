// Rooms: rules, engines
import { readFileSync, readdirSync } from 'node:fs'
import { createRule } from '@samudra/contract/rule-keeping'
import { getRuleResults, resumeRuleRun, runRule } from '@samudra/contract/rule-results'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'
import { databaseOfTest } from '../servers/a-database.ts'
import { logInAt, PASSWORD, until } from '../servers/a-server.ts'
import { size } from '../servers/durability-size.ts'
import { aFix, storeFixes } from '../seas/fixes.ts'
import { anInstallation } from '../servers/installation.ts'
import { SLOW } from '../seas/rules.ts'

const installation = anInstallation()
const aDatabase = databaseOfTest()
const HOUR = 3_600_000
const SHIPS = 8000
const ENDED_AT_EACH_TRY = 'the server stopped 3 times during this job'

/** Numbers of processes that a process started, and those started. */
function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
      } catch {
        return []
      }
    })
  const children = parents.filter(([, parent]) => parent === pid).map(([child]) => child)
  return [...children, ...children.flatMap(descendantsOf)]
}
const isAlive = (pid: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

type Standing = { state: string; hits: number; error: string | null; results: number; ships: number }
async function standingOf(db: Db, run: string): Promise<Standing> {
  const { rows } = await sql<Standing>`select state, hits, error,
      (select count(*)::int from rule_results where run_id = ${run}) as results,
      (select count(distinct mmsi)::int from rule_results where run_id = ${run}) as ships
    from rule_runs where id = ${run}`.execute(query(db))
  return rows[0]!
}

test.skipIf(process.platform !== 'linux')(
  'a historical run of a killed server continues or can be resumed, with nothing half stored',
  async () => {
    const database = await aDatabase()
    const { db } = database
    await sql`insert into sources (id, code, name) values (1, 'COAST', 'Coast')`.execute(query(db))
    const start = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR
    await storeFixes(
      db,
      Array.from({ length: SHIPS }, (_, i) => {
        const observedAt = start + i
        const recTime = observedAt + 1000
        return aFix({ recTime, observedAt, fixId: recTime * 1024 + (i % 1024), mmsi: 419100000 + i, sog: 5 })
      }),
    )
    const startServer = async () => {
      const args = ['--sim', 'none', '--database', database.url, '--admin-password', PASSWORD]
      const program = installation.start(args)
      return { program, desk: await logInAt(await program.ready(), 'admin', PASSWORD) }
    }
    let server = await startServer()
    const { id } = await server.desk.call(createRule, SLOW)
    const period = { from: new Date(start).toISOString(), to: new Date(start + HOUR).toISOString() }
    const request = { id, ...period, knowledge: 'CORRECTED', dry_run: true } as const
    const { run_id } = await server.desk.call(runRule, request)
    const kill = async (least: number) => {
      await until(async () => (await standingOf(db, run_id)).hits > least, 'the run found more')
      const children = descendantsOf(server.program.child.pid!)
      await server.program.stop('SIGKILL')
      await until(() => !children.some(isAlive), 'no process is left')
      const left = await standingOf(db, run_id)
      expect(left).toMatchObject({ state: 'RUNNING', results: left.hits, ships: left.hits })
      expect(left.hits).toBeLessThan(SHIPS)
      return left
    }
    const first = await kill(0)
    for (let kills = 0; kills < size(0, 2); kills++) {
      server = await startServer()
      await kill(first.hits)
    }
    // As if it had been killed at each of its tries.
    await sql`update jobs set tries = 3 where name = 'rules.run'`.execute(query(db))
    server = await startServer()
    await until(async () => (await standingOf(db, run_id)).state === 'FAILED', 'the run has failed')
    const left = await standingOf(db, run_id)
    expect(left).toMatchObject({ results: left.hits, ships: left.hits, error: ENDED_AT_EACH_TRY })
    await server.desk.call(resumeRuleRun, { run_id })
    await until(async () => (await standingOf(db, run_id)).state === 'SUCCEEDED', 'the resumed run is over')
    expect(await standingOf(db, run_id)).toMatchObject({
      hits: SHIPS,
      results: SHIPS,
      ships: SHIPS,
      error: null,
    })
    expect((await server.desk.call(getRuleResults, { id, run_id })).run).toMatchObject({ progress: 1 })
  },
)
