import { addAoi, deleteAoi } from '@samudra/contract/areas'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { getNotices } from '@samudra/contract/notifications'
import {
  deleteReportTemplate,
  getReport,
  getReports,
  getReportTemplates,
  previewReport,
  runReport,
  saveReportTemplate,
  scheduleReport,
  type ReportBlock,
  type ReportRun,
  type ReportTemplate,
} from '@samudra/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, coastAndSatelliteIn, hurry } from '../../../../testing/seas/alerts.ts'
import { anEvent } from '../../../../testing/seas/an-event.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { hasPdfReader, pdfPages } from '../../../../testing/samples/pdf-pages.ts'
import { download } from '../../../../testing/samples/uploads.ts'
import { query } from '../../../platform/needs/query.ts'

const iso = (at: number) => new Date(at).toISOString()
/** A month that is over. */
const MONTH = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' }
const AT = Date.parse('2026-03-10T12:00:00.000Z')

let server: TestServer
type User = Awaited<ReturnType<typeof aUser>>
let partner: User
let area: string

beforeAll(async () => {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  await storedResults(database.db, [
    aHit(AT, { mmsi: 419000001, known_at: AT }),
    aHit(AT + 60_000, { mmsi: 419000002, sources: [[2]] }),
  ])
  server = await aServer([], database)
  partner = await aUser(server, 'partner', ['SATX'])
  const drawn = {
    type: 'VIGILANCE',
    notes: '',
    color: '#336699',
    recur: 'NONE',
    valid_from: null,
    valid_to: null,
  }
  const shape = { ...drawn, name: 'Gulf', geometry: boxOf(70, 8, 74, 12), visibility: 'CENTRE' }
  area = (await server.call(addAoi, shape as never)).id
  await server.call(addVesselEventsAndDisasters, anEvent({ title: 'Skiff alongside' }))
})
afterAll(() => server.close())

type By = Pick<TestServer, 'call' | 'raw'>
const saved = (more: Partial<ReportTemplate> = {}, by: By = server) =>
  by.call(saveReportTemplate, {
    name: 'Anomalies',
    kind: 'MONTHLY',
    blocks: [
      { kind: 'heading', title: 'Gulf' },
      { kind: 'number', title: 'Anomalies', query: { measure: 'anomalies', compare: 'previous' } },
      { kind: 'list', title: 'All', query: { measure: 'events' } },
    ],
    period: 'LAST_MONTH',
    zone: 'Asia/Kolkata',
    filters: {},
    recipients: { user_ids: [], addresses: [] },
    formats: ['pdf', 'csv', 'json'],
    visibility: 'CENTRE',
    ...more,
  } as never)
const runsOf = async (by: By) => (await by.call(getReports, { limit: 500 })).items
/** The run once it has ended. */
async function ended(id: string, by: By = server): Promise<ReportRun> {
  let run: ReportRun | undefined
  await until(
    async () => {
      run = (await runsOf(by)).find((one) => one.id === id)
      return run?.state === 'DONE' || run?.state === 'FAILED'
    },
    () => `the report ends, and is not ${JSON.stringify(run)}`,
  )
  return run!
}
const run = async (template: string, more: object = MONTH, by: By = server) =>
  ended((await by.call(runReport, { template_id: template, ...more })).id, by)
const bytesOf = async (id: string, format: 'pdf' | 'csv' | 'json', token = server.token) =>
  (await download(server.base, token, getReport, { id, format })).bytes

test('a month that is over has the same digest when it is run again, until something of it changes', async () => {
  const template = (await saved()).id
  const first = await run(template)
  expect(first).toMatchObject({ state: 'DONE', name: 'Anomalies', error: null, scheduled: false })
  expect(first.files.map(({ format }) => format)).toEqual(['pdf', 'csv', 'json'])
  const again = await run(template)
  expect(again.id).not.toBe(first.id)
  expect(again.digest).toBe(first.digest)
  await server.call(addVesselEventsAndDisasters, anEvent({ title: 'Boarding', start_at: iso(AT) }))
  expect((await run(template)).digest).not.toBe(first.digest)
  expect((await run(template, { ...MONTH, as_of: first.as_of })).digest).toBe(first.digest)
})

test.skipIf(!hasPdfReader)(
  'the files of a report have its numbers, its events and the query of each figure',
  async () => {
    const { id } = await run((await saved()).id)
    const pages = pdfPages(await bytesOf(id, 'pdf')).join('\n')
    expect(pages).toContain('Anomalies')
    expect(pages).toContain('2 (0 in the previous period)')
    expect(pages).toContain('Skiff alongside')
    expect(pages).toContain('Anomalies found from 2026-03-01 00:00 to 2026-04-01 00:00 UTC')
    const csv = Buffer.from(await bytesOf(id, 'csv')).toString()
    expect(csv).toContain('"2","Anomalies","total","","","","2","0"')
    const json = JSON.parse(Buffer.from(await bytesOf(id, 'json')).toString()) as {
      blocks: unknown[]
      owner: string
    }
    expect(json).toMatchObject({ owner: 'admin', from: MONTH.from })
    expect(json.blocks).toHaveLength(3)
  },
)

test('a block whose area was deleted says so, and the others have their data', async () => {
  const blocks = [
    { kind: 'number', title: 'In the gulf', query: { measure: 'anomalies', area } },
    { kind: 'number', title: 'Anywhere', query: { measure: 'anomalies' } },
  ] as ReportBlock[]
  const request = { blocks, period: 'LAST_MONTH', zone: 'UTC', filters: {}, ...MONTH } as const
  expect((await server.call(previewReport, request)).blocks.map(({ figure }) => figure?.total)).toEqual([
    2, 2,
  ])
  await server.call(deleteAoi, { id: area })
  const [gulf, anywhere] = (await server.call(previewReport, request)).blocks
  expect(gulf).toMatchObject({ figure: null, error: expect.stringContaining('This area is not counted') })
  expect(anywhere).toMatchObject({ figure: { total: 2 }, error: null })
  expect(await run((await saved({ blocks })).id)).toMatchObject({ state: 'DONE' })
})

test('a partner gets a report of his own with what he may see, and no other', async () => {
  const template = await saved({
    recipients: { user_ids: ['test-partner'], addresses: ['box@samudra.invalid'] },
  })
  const mine = await run(template.id)
  await hurry(server, 'reports.deliver')
  await until(async () => (await runsOf(partner)).length === 1, 'the partner has a report')
  const his = await ended((await runsOf(partner))[0]!.id, partner)
  expect(his).toMatchObject({ state: 'DONE', owner_id: 'test-partner', from: MONTH.from })
  expect(his.digest).not.toBe(mine.digest)
  const json = JSON.parse(Buffer.from(await bytesOf(his.id, 'json', partner.token)).toString()) as {
    blocks: { figure: { total: number } | null }[]
  }
  expect(json.blocks[1]!.figure!.total).toBe(1)
  expect(await partner.raw(getReport, { id: mine.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const noticesOf = async (by: By) =>
    (await by.call(getNotices, { limit: 500 })).items.filter(({ text }) =>
      text.includes('Anomalies is ready'),
    )
  await until(async () => (await noticesOf(partner)).length === 1, 'the partner is notified once')
  const { rows } = await sql<{ error: string | null }>`
    select error from report_deliveries where kind = 'ADDRESS' and done_at is not null`.execute(
    query(server.database.db),
  )
  expect(rows).toEqual([{ error: expect.stringContaining('relay') }])
})

test('a report runs by the clock of its zone, once for each time, and notifies its owner', async () => {
  const { id } = await saved({ name: 'By the clock' })
  const refused = await server.raw(scheduleReport, { id, schedule: { cron: '*/5 * * * *', zone: 'UTC' } })
  expect(refused).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'schedule.cron' }] })
  const scheduled = await server.call(scheduleReport, {
    id,
    schedule: { cron: '30 2 * * *', zone: 'Asia/Kolkata' },
  })
  expect(scheduled.next_at).toMatch(/T21:00:00/)
  const known = async () =>
    (await sql`select from report_schedules where template_id = ${id}`.execute(query(server.database.db)))
      .rows
  await until(async () => {
    await hurry(server, 'reports.schedule')
    return (await known()).length === 1
  }, 'the schedule is known')
  await sql`update report_schedules set next_at = date_trunc('hour', now())`.execute(
    query(server.database.db),
  )
  const mine = async () => (await runsOf(server)).filter((one) => one.template_id === id)
  await until(async () => {
    await hurry(server, 'reports.schedule')
    return (await mine()).length > 0
  }, 'the report begins')
  await hurry(server, 'reports.schedule')
  const done = await ended((await mine())[0]!.id)
  expect(await mine()).toHaveLength(1)
  expect(done).toMatchObject({ state: 'DONE', scheduled: true })
  expect(done.from).toMatch(/T18:30:00/)
  await server.call(scheduleReport, { id, schedule: null })
})

test('bad input is refused, and what a release brings is copied and not changed', async () => {
  const refusal = (more: object) =>
    saved(more as never).then(
      () => null,
      (error: unknown) => String(error),
    )
  expect(await refusal({ blocks: [{ kind: 'number', title: 'x' }] })).toContain('blocks.0.query')
  expect(await refusal({ blocks: [{ kind: 'map', title: 'x', query: { measure: 'vessels' } }] })).toContain(
    'one by one',
  )
  expect(await refusal({ recipients: { user_ids: ['nobody'], addresses: [] } })).toContain('nobody')
  expect(await refusal({ zone: 'Mars/Olympus' })).toContain('zone')
  const { items } = await server.call(getReportTemplates, { limit: 500 })
  const monthly = items.find(({ id }) => id === 'monthly-security-update')!
  expect(monthly).toMatchObject({ built_in: true, mine: false, period: 'LAST_MONTH' })
  expect(await server.raw(deleteReportTemplate, { id: monthly.id })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await run(monthly.id)).toMatchObject({ state: 'DONE' })
  expect(await server.raw(runReport, { template_id: monthly.id, from: MONTH.from })).toMatchObject({
    Code: 'VALIDATION',
  })
  expect(
    await server.raw(runReport, { template_id: monthly.id, from: '2016-01-01T00:00:00Z', to: MONTH.to }),
  ).toMatchObject({ Code: 'TOO_LARGE' })
  for (const { id, kind } of items.filter((one) => one.built_in))
    if (kind === 'AREA' || kind === 'PORT')
      expect(await server.raw(runReport, { template_id: id })).toMatchObject({
        Code: 'VALIDATION',
        Message: `This report names no ${kind.toLowerCase()}; copy the template and choose the ${kind.toLowerCase()}.`,
      })
    else expect(await run(id, {})).toMatchObject({ state: 'DONE' })
})
