import { getNotices } from '@samudra/contract/notifications'
import {
  getReports,
  getReportTemplates,
  runReport,
  saveReportTemplate,
  type ReportRun,
  type ReportTemplate,
} from '@samudra/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { hurry } from '../../../../testing/seas/alerts.ts'
import { query } from '../../../platform/needs/query.ts'

const MONTH = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' }

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

const db = () => query(server.database.db)
const saved = (more: Partial<ReportTemplate> = {}) =>
  server.call(saveReportTemplate, {
    name: 'Anomalies',
    kind: 'MONTHLY',
    blocks: [{ kind: 'number', title: 'Anomalies', query: { measure: 'anomalies' } }],
    period: 'LAST_MONTH',
    zone: 'UTC',
    filters: {},
    recipients: { user_ids: [], addresses: [] },
    formats: ['csv', 'json'],
    visibility: 'PRIVATE',
    ...more,
  } as never)
const begun = async (template_id: string) => (await server.call(runReport, { template_id, ...MONTH })).id
const runOf = async (id: string) =>
  (await server.call(getReports, { limit: 500 })).items.find((one) => one.id === id)
/** Waits until a run ended; its job does not wait for the next try. */
async function ended(id: string): Promise<ReportRun> {
  let run: ReportRun | undefined
  await until(async () => {
    await sql`update jobs set due_at = now() where name = 'reports.run' and state = 'WAITING'`.execute(db())
    run = await runOf(id)
    return run?.state === 'DONE' || run?.state === 'FAILED'
  }, 'the report ends')
  return run!
}
const filesOf = async (id: string) =>
  (await sql`select from files where kind = 'report' and of_id = ${id}`.execute(db())).rows.length
const noticesOf = async (name: string, word: string) =>
  (await server.call(getNotices, { limit: 500 })).items.filter(
    ({ text }) => text.includes(name) && text.includes(word),
  )

/** Has files of reports fail as many times as they are stored. */
async function failFiles(times: number): Promise<() => Promise<void>> {
  await sql`create sequence failed_files`.execute(db())
  await sql`
    create function fail_file() returns trigger language plpgsql as $$ begin
      if new.kind = 'report' and nextval('failed_files') <= ${sql.lit(times)} then raise exception 'the disk is full'; end if;
      return new;
    end $$`.execute(db())
  await sql`create trigger fail_file before insert on files for each row execute function fail_file()`.execute(
    db(),
  )
  return async () => {
    await sql`drop trigger fail_file on files`.execute(db())
    await sql`drop function fail_file`.execute(db())
    await sql`drop sequence failed_files`.execute(db())
  }
}

test('a report whose first try fails is done by the second, with each of its files once', async () => {
  const repair = await failFiles(1)
  const id = await begun((await saved({ name: 'Second try' })).id)
  expect(await ended(id)).toMatchObject({ state: 'DONE', error: null })
  await repair()
  expect(await filesOf(id)).toBe(2)
  await until(async () => (await noticesOf('Second try', 'is ready')).length === 1, 'its owner is notified')
  expect(await noticesOf('Second try', 'failed')).toEqual([])
})

test('a report that fails in each of three tries notifies its owner once, with the reason', async () => {
  const repair = await failFiles(99)
  const id = await begun((await saved({ name: 'No disk' })).id)
  const run = await ended(id)
  await repair()
  expect(run).toMatchObject({ state: 'FAILED', digest: null, files: [] })
  expect(run.error).toContain('the disk is full')
  await until(async () => (await noticesOf('No disk', 'failed')).length === 1, 'its owner is notified')
  expect((await noticesOf('No disk', 'failed'))[0]).toMatchObject({ severity: 'WARNING' })
  await hurry(server, 'reports.deliver')
  expect(await noticesOf('No disk', 'failed')).toHaveLength(1)
})

test('two runs of a template at once are both done, with the same digest', async () => {
  const template = (await saved({ name: 'Twice' })).id
  const ids = await Promise.all([begun(template), begun(template)])
  const [one, other] = await Promise.all(ids.map(ended))
  expect(one).toMatchObject({ state: 'DONE' })
  expect(other).toMatchObject({ state: 'DONE', digest: one!.digest })
  expect(await Promise.all(ids.map(filesOf))).toEqual([2, 2])
})

test('reports past their retention are deleted with their files, and others and templates stay', async () => {
  const template = await saved({ name: 'Old' })
  const [old, recent] = [await begun(template.id), await begun(template.id)]
  await ended(old)
  await ended(recent)
  const age = (id: string, days: number) =>
    sql`update reports set ended_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(db())
  await age(recent, 399)
  await age(old, 401)
  await until(async () => {
    await hurry(server, 'reports.retention')
    return (await runOf(old)) === undefined
  }, 'the old report is deleted')
  expect([await filesOf(old), await filesOf(recent)]).toEqual([0, 2])
  expect(await runOf(recent)).toMatchObject({ state: 'DONE' })
  const { rows } = await sql`select from report_deliveries where report_id = ${old}`.execute(db())
  expect(rows).toEqual([])
  expect((await server.call(getReportTemplates, { limit: 500 })).items).toContainEqual(
    expect.objectContaining({ id: template.id }),
  )
})
