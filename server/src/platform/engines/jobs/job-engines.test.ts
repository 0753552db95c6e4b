import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aClockedDatabase } from '../../../../testing/servers/a-clocked-database.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { jobsConform } from '../../../../testing/needs/job-tests.ts'
import { silentLog } from '../../kernel/text/log.ts'
import type { Others } from '../../kernel/cluster/others.ts'
import { underway } from '../../kernel/http/underway.ts'
import { systemClock } from '../../needs/clock.ts'
import type { Db } from '../../needs/database.ts'
import { query } from '../../needs/query.ts'
import { PostgresJobs } from './runner.ts'
import { untilNext } from './when.ts'

const jobsOver = (db: Db, pace?: { leaseMs: number; lookMs: number }) =>
  new PostgresJobs({ db, clock: systemClock, log: silentLog, ...(pace === undefined ? {} : { pace }) })

jobsConform('of PostgreSQL', async () => {
  const database = await aDatabase()
  return { more: () => jobsOver(database.db, { leaseMs: 5000, lookMs: 40 }), close: () => database.drop() }
})

test('a job is enqueued exactly when the transaction that stored its data commits', async () => {
  const { db, drop } = await aDatabase()
  await sql`create table orders (job text not null)`.execute(query(db))
  const jobs = jobsOver(db, { leaseMs: 5000, lookMs: 5 })
  const found: number[] = []
  const work = async () => {
    const { rows } = await sql`select job from orders`.execute(query(db))
    found.push(rows.length)
  }
  jobs.define({ name: 'test.ordered', does: '', work })
  await jobs.start()
  await jobs.enqueue('test.ordered', {}, '', async (client, id) => {
    await client.query('insert into orders (job) values ($1)', [id])
    // Time in which another looks for what is to be done.
    await client.query('select pg_sleep(0.05)')
  })
  await until(() => found.length > 0, 'it is done')
  const refused = jobs.enqueue('test.ordered', {}, '', () => Promise.reject(new Error('under way or over')))
  await expect(refused).rejects.toThrow('under way or over')
  const ordered = async () => (await jobs.list(0)).filter(({ name }) => name === 'test.ordered')
  await until(async () => (await ordered()).every(({ state }) => state === 'DONE'), 'nothing waits')
  expect([found, (await ordered()).length]).toEqual([[1], 1])
  await jobs.stop()
  await drop()
})

test('a job that is hurried at one process while another runs it runs there again', async () => {
  const { db, drop } = await aDatabase()
  const followers: ((name: string) => unknown)[] = []
  const aProcess = () => {
    const followed: Pick<Others, 'publish' | 'follow'> = {
      publish: (_, name) => followers.forEach((changed) => changed(name as string)),
      follow: (_, { changed }) => void followers.push(changed as (name: string) => unknown),
    }
    return new PostgresJobs({ db, clock: systemClock, log: silentLog, others: followed })
  }
  const [one, other] = [aProcess(), aProcess()]
  let runs = 0
  let goOn = () => {}
  const work = () => {
    runs++
    return new Promise<void>((resolve) => (goOn = resolve))
  }
  const kind = { name: 'test.hurried', does: '', when: { everyMs: 3_600_000, atStart: true as const }, work }
  one.define(kind)
  await one.start()
  await until(() => runs === 1, 'it runs')
  await other.hurry(kind.name)
  goOn()
  await until(() => runs === 2, 'it runs again', 10)
  goOn()
  await one.stop()
  await drop()
})

test('a job that was taken from its process is hurried by a timer that it had set', async () => {
  const { db, drop } = await aDatabase()
  const jobs = jobsOver(db, { leaseMs: 5000, lookMs: 5000 })
  let runs = 0
  jobs.define({ name: 'test.hurried', does: '', when: { everyMs: 3_600_000 }, work: async () => void runs++ })
  await jobs.start()
  const taken = AbortSignal.abort(new Error('another process took over the job'))
  await underway.within(taken, () => jobs.hurry('test.hurried'))
  await until(() => runs === 1, 'it runs')
  await jobs.stop()
  await drop()
})

test('a clock set back by an hour delays no scheduled, repeated or abandoned job', async () => {
  const { db, drop, putOn } = await aClockedDatabase()
  const pace = { leaseMs: 500, lookMs: 20 }
  const jobs = jobsOver(db, pace)
  let [came, tried] = [0, 0]
  jobs.define({ name: 'test.comes', does: '', when: { everyMs: 200 }, work: async () => void came++ })
  jobs.define({
    name: 'test.tried',
    does: '',
    tries: 50,
    backOff: { firstMs: 200, longestMs: 200 },
    work: () => Promise.reject(new Error(`tried ${++tried} times`)),
  })
  await jobs.enqueue('test.tried', {})
  await jobs.start()
  const goOn = async () => {
    const [before, triedBefore] = [came, tried]
    await until(() => came > before + 1 && tried > triedBefore + 1, 'both come again', 10)
  }
  await goOn()
  await putOn(-60)
  await goOn()
  await jobs.stop()

  await sql`update jobs set state = 'RUNNING', runner = 'killed', due_at = now() + interval '500 ms'
    where name in ('test.comes', 'test.tried')`.execute(query(db))
  await putOn(-60)
  const again = jobsOver(db, pace)
  let taken = 0
  again.define({ name: 'test.comes', does: '', when: { everyMs: 200 }, work: async () => void taken++ })
  again.define({ name: 'test.tried', does: '', work: async () => void taken++ })
  await again.start()
  await until(() => taken > 1, 'both are taken up', 10)
  await again.stop()
  await drop()
})

test('a cron line means the clocks of its zone, also on the days when they are set', () => {
  const next = (cron: string, zone: string, from: string) =>
    new Date(Date.parse(from) + untilNext({ cron, zone }, Date.parse(from))).toISOString()
  expect(next('30 2 * * *', 'Asia/Kolkata', '2026-11-22T00:00:00Z')).toBe('2026-11-22T21:00:00.000Z')
  // Half past two does not come on the day when two becomes three, and comes twice when three becomes two.
  expect(next('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toMatch(/^2026-03-29T01:[03]0/)
  expect(next('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(next('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  expect(() => untilNext({ cron: '61 * * * *', zone: 'UTC' }, 0)).toThrow('61')
  expect(() => untilNext({ cron: '1 * * * *', zone: 'Nowhere/Else' }, 0)).toThrow('Nowhere/Else')
})
