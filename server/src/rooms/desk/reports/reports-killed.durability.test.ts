// Rooms: reports, engines, notifications
import { getNotices } from '@samudra/contract/notifications'
import { getReports, runReport, saveReportTemplate } from '@samudra/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { TwoServers, type Started } from '../../../../testing/servers/two-servers.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'

let two: TwoServers
let server: Started
let desk: Awaited<ReturnType<TwoServers['logIn']>>
beforeAll(async () => {
  if (noRedis !== null) return
  two = await TwoServers.open()
  await startAgain()
})
afterAll(() => two?.close())

async function startAgain() {
  server = await two.start()
  desk = await two.logIn(server)
}
const runs = async () => (await desk.call(getReports, {})).items
const read = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(query(two.database.db))).rows

test.skipIf(noRedis !== null)(
  'a server that is killed in the middle of two reports leaves them to the next, which ends each once',
  async () => {
    const template = await desk.call(saveReportTemplate, saveReportTemplate.example as never)
    // It waits to store the end of the first, whose files are stored; the second is in the line.
    await inTransaction(two.database.db, async (holder) => {
      await holder.query('lock table report_deliveries in share mode')
      for (let i = 0; i < 2; i++) await desk.call(runReport, { template_id: template.id })
      await until(async () => {
        const waits = await read(sql`
          select from pg_locks where not granted and relation = 'report_deliveries'::regclass`)
        return waits.length > 0
      }, 'a report is about to end')
      await two.kill(server)
    })
    await startAgain()
    await until(async () => (await runs()).every(({ state }) => state === 'DONE'), 'both reports are done')
    const all = await runs()
    expect(all).toHaveLength(2)
    for (const run of all) expect(run.files.map(({ format }) => format)).toEqual(['pdf'])
    const files = await read(sql`select from files where kind = 'report'`)
    expect(files).toHaveLength(2)
    const ready = async () =>
      (await desk.call(getNotices, { limit: 500 })).items.filter(({ text }) => text.includes('is ready'))
    await until(async () => (await ready()).length === 2, 'the owner is notified of both')
    expect(await read(sql`select from report_deliveries where done_at is null`)).toEqual([])
  },
)
