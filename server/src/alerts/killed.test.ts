import { acknowledgeAlerts, getAlerts, type Alert } from '@samudra/contract/alerts'
import { getAudit, verifyAudit } from '@samudra/contract/audit'
import { getNotices } from '@samudra/contract/notices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../testing/a-redis.ts'
import { until } from '../../testing/a-server.ts'
import { aHit, hurry } from '../../testing/alerts.ts'
import { storedResults } from '../../testing/results.ts'
import { TwoServers, type Started } from '../../testing/two-servers.ts'
import { inTransaction, query } from '../needs/query.ts'

const FLOOD = 120
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
const alerts = async (): Promise<Alert[]> => (await desk.call(getAlerts, { limit: 500 })).items
const alertOf = async (mmsi: number) => (await alerts()).find((one) => one.mmsi === String(mmsi))!
/** Has the alert of a ship raised, and answers it. */
async function raised(mmsi: number): Promise<Alert> {
  await storedResults(two.database.db, [aHit(Date.now(), { mmsi })])
  await until(async () => {
    await hurry(desk, 'alerts.raise')
    return (await alertOf(mmsi)) !== undefined
  }, 'it is raised')
  return alertOf(mmsi)
}

/**
 * Kills the server in the middle of what it does: when it waits to write into a table that is held meanwhile, with what it
 * wrote into another one, `after`, not committed yet; and starts another server.
 */
async function killedWriting(table: string, after: string, act: () => void): Promise<void> {
  await inTransaction(two.database.db, async (holder) => {
    await holder.query(`lock table ${table} in share mode`)
    act()
    await until(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks waits join pg_locks has using (pid) where not waits.granted
          and waits.relation = ${table}::regclass and has.granted and has.relation = ${after}::regclass`.execute(
        query(two.database.db),
      )
      return rows[0]!.n > 0
    }, `it is about to write into ${table}`)
    await two.kill(server)
  })
  await startAgain()
}
const asksNobody = (asked: Promise<unknown>) => void asked.catch(() => undefined)

/** Each version of each alert is kept once, and one of them stands. */
async function expectWholeVersions() {
  const { rows } = await sql`
    select a.id from alerts a where version <> (select count(*) from alert_versions v where v.id = a.id)
      or 1 <> (select count(*) from alert_versions v where v.id = a.id and v.known_to is null)`.execute(
    query(two.database.db),
  )
  expect(rows).toEqual([])
}
/** What the record says was done with an alert by hand. */
const recordsOf = async (id: string) =>
  (await desk.call(getAudit, { action: acknowledgeAlerts.name, object_id: id })).items
const notices = async (begin: string) =>
  (await desk.call(getNotices, { limit: 500 })).items.filter(({ text }) => text.startsWith(begin))

test.skipIf(noRedis !== null)(
  'killed in the middle of an acknowledgement, nobody took the alert and no record says so; once it is taken its record is there',
  async () => {
    const { id, mmsi } = await raised(419_400_001)
    await killedWriting('alert_versions', 'alerts', () =>
      asksNobody(desk.raw(acknowledgeAlerts, { ids: [id], action: 'ACK' })),
    )
    expect(await alertOf(Number(mmsi))).toMatchObject({ state: 'NEW', owner: null, version: 1 })
    // Once more, killed when its record is written: none stands without the other.
    await killedWriting('audit_records', 'alerts', () =>
      asksNobody(desk.raw(acknowledgeAlerts, { ids: [id], action: 'ACK' })),
    )
    expect(await alertOf(Number(mmsi))).toMatchObject({ state: 'NEW', owner: null, version: 1 })
    expect(await recordsOf(id)).toEqual([])
    // And once it is stored, whether anybody was answered or not.
    asksNobody(desk.raw(acknowledgeAlerts, { ids: [id], action: 'ACK' }))
    await until(async () => (await alertOf(Number(mmsi))).state === 'ACKNOWLEDGED', 'it is stored')
    await two.kill(server)
    await startAgain()
    expect(await recordsOf(id)).toMatchObject([
      { actor: 'admin', result: 'OK', after: [{ id, ok: true, state: 'ACKNOWLEDGED' }] },
    ])
    const taken = await alertOf(Number(mmsi))
    expect(taken).toMatchObject({
      state: 'ACKNOWLEDGED',
      owner: 'admin',
      version: 2,
      next_escalation_at: null,
    })
    const { results } = await desk.call(acknowledgeAlerts, { ids: [id], action: 'ACK' })
    expect(results).toMatchObject([{ id, ok: true }])
    expect(await alertOf(Number(mmsi))).toEqual(taken)
    expect(await desk.call(verifyAudit, {})).toMatchObject({ intact: true })
    await expectWholeVersions()
  },
  120_000,
)

test.skipIf(noRedis !== null)(
  'killed in the middle of an escalation, nobody was told, and the next is told once, with one record of it',
  async () => {
    const { id, mmsi } = await raised(419_400_002)
    await killedWriting('notices', 'alerts', () =>
      asksNobody(
        sql`update alerts set next_escalation_at = now() - interval '1 minute' where id = ${id}`
          .execute(query(two.database.db))
          .then(() => hurry(desk, 'alerts.clock')),
      ),
    )
    await until(async () => {
      await hurry(desk, 'alerts.clock')
      return (await alertOf(Number(mmsi))).escalation_level === 1
    }, 'the next is told')
    await hurry(desk, 'alerts.clock')
    expect(await alertOf(Number(mmsi))).toMatchObject({ escalation_level: 1, state: 'NEW', version: 2 })
    expect(await notices('Nobody has taken')).toHaveLength(1)
    const { items } = await desk.call(getAudit, { action: 'alert escalated', object_id: id })
    expect(items).toHaveLength(1)
    expect(await desk.call(verifyAudit, {})).toMatchObject({ intact: true })
    await expectWholeVersions()
  },
  120_000,
)

test.skipIf(noRedis !== null)(
  'killed in the middle of a flood, each alert is raised once, in at most twenty groups, and the flood is told once',
  async () => {
    const before = (await alerts()).length
    const ships = Array.from({ length: FLOOD }, (_, ship) => 419_410_000 + ship)
    const hits = ships.map((mmsi) => aHit(Date.now(), { mmsi }))
    await killedWriting('notices', 'alerts', () =>
      asksNobody(storedResults(two.database.db, hits).then(() => hurry(desk, 'alerts.raise'))),
    )
    await until(async () => {
      await hurry(desk, 'alerts.raise')
      return (await alerts()).length === before + FLOOD
    }, 'all are raised')
    await hurry(desk, 'alerts.raise')
    const all = (await alerts()).filter(({ mmsi }) => ships.includes(Number(mmsi)))
    expect(new Set(all.map(({ mmsi }) => mmsi)).size).toBe(FLOOD)
    expect(all.map(({ count, state, escalation_level }) => [count, state, escalation_level])).toEqual(
      all.map(() => [1, 'NEW', 0]),
    )
    const groups = new Set(all.map(({ group_key }) => group_key))
    expect(groups).not.toContain(null)
    expect(groups.size).toBeLessThanOrEqual(20)
    expect(await notices('Many alerts come at once')).toHaveLength(1)
    await expectWholeVersions()
  },
  120_000,
)
