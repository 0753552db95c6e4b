// Rooms: alerts, audit, engines, notifications
import { editAlertDefinition, getAlertDefinitions } from '@samudra/contract/alert-definitions'
import { acknowledgeAlerts, getAlerts, type Alert } from '@samudra/contract/alerts'
import { getAudit, verifyAudit } from '@samudra/contract/audit'
import { getUsers } from '@samudra/contract/identity'
import { getNotices } from '@samudra/contract/notifications'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../../../../testing/servers/a-redis.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { aHit, expectWholeVersions, hurry } from '../../../../../testing/seas/alerts.ts'
import { misled, type Spot } from '../../../../../testing/seas/misled.ts'
import { storedResults } from '../../../../../testing/seas/results.ts'
import { TwoServers, type Started } from '../../../../../testing/servers/two-servers.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import type { ResultRow } from '../../rules/findings/results.sql.ts'

const FLOOD = 120
let two: TwoServers
let server: Started
let desk: Awaited<ReturnType<TwoServers['logIn']>>
beforeAll(async () => {
  if (noRedis !== null) return
  two = await TwoServers.open()
  await startAgain()
  // Next escalation of what a test says, and of nothing that another left while the machine was slow.
  const { version } = await desk.call(getAdminSettings, {})
  await desk.call(updateAdminSettings, { changes: { 'alerts.ack_high_min': 60 }, expected_version: version })
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
const ignoringAnswer = (request: Promise<unknown>) => void request.catch(() => undefined)

/** Returns the audit records of manual actions on an alert. */
const recordsOf = async (id: string) =>
  (await desk.call(getAudit, { action: acknowledgeAlerts.name, object_id: id })).items
const notices = async (begin: string) =>
  (await desk.call(getNotices, { limit: 500 })).items.filter(({ text }) => text.startsWith(begin))

test.skipIf(noRedis !== null)(
  'a kill during an acknowledgement leaves no owner and no record; a retry leaves both',
  async () => {
    const { id, mmsi } = await raised(419_400_001)
    await killedWriting('alert_versions', 'alerts', () =>
      ignoringAnswer(desk.raw(acknowledgeAlerts, { ids: [id], action: 'ACK' })),
    )
    expect(await alertOf(Number(mmsi))).toMatchObject({ state: 'NEW', owner: null, version: 1 })
    // Once more, killed when its record is written: none stands without the other.
    await killedWriting('audit_records', 'alerts', () =>
      ignoringAnswer(desk.raw(acknowledgeAlerts, { ids: [id], action: 'ACK' })),
    )
    expect(await alertOf(Number(mmsi))).toMatchObject({ state: 'NEW', owner: null, version: 1 })
    expect(await recordsOf(id)).toEqual([])
    // And once it is stored, whether anybody was answered or not.
    ignoringAnswer(desk.raw(acknowledgeAlerts, { ids: [id], action: 'ACK' }))
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
    await expectWholeVersions(two.database.db)
  },
  120_000,
)

test.skipIf(noRedis !== null)(
  'a kill during an escalation notifies no user; the next is notified once with one record',
  async () => {
    const { id, mmsi } = await raised(419_400_002)
    await killedWriting('notices', 'alerts', () =>
      ignoringAnswer(
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
    expect(await notices('This alert is unassigned')).toHaveLength(1)
    const { items } = await desk.call(getAudit, { action: 'alert escalated', object_id: id })
    expect(items).toHaveLength(1)
    expect(await desk.call(verifyAudit, {})).toMatchObject({ intact: true })
    await expectWholeVersions(two.database.db)
  },
  120_000,
)

const GHOST = { lat: 12, lon: 70 }
const JAMS = 'default-SPOOFING_EVENT'
/** Age of hours, which a restarted server does not evaluate by itself. */
const AGO = { agoMin: 180 }
/** Ships of a jam, beside one another at a place where they are not; what is found of them is not stored yet. */
const misledAll = (mmsis: readonly number[], there: Spot) =>
  Promise.all(mmsis.map((mmsi) => misled(two.database.db, Date.now(), mmsi, there, AGO)))
const storedAndRaised = (hits: readonly ResultRow[]) =>
  storedResults(two.database.db, hits).then(() => hurry(desk, 'alerts.raise'))
const standing = async (mmsis: readonly number[]) =>
  (await alerts()).filter(({ mmsi }) => mmsis.includes(Number(mmsi)))
const statesOf = (some: readonly Alert[]) => some.map(({ state, owner, version }) => [state, owner, version])
/** Has alerts of some ships raised as one group, and answers them. */
async function raisedAsGroup(mmsis: readonly number[], there: Spot): Promise<Alert[]> {
  await storedResults(two.database.db, await misledAll(mmsis, there))
  await until(async () => {
    await hurry(desk, 'alerts.raise')
    return (await standing(mmsis)).length === mmsis.length
  }, 'all are raised')
  const group = await standing(mmsis)
  expect(new Set(group.map(({ group_key }) => group_key)).size).toBe(1)
  expect(group[0]!.group_key).not.toBeNull()
  return group
}

test.skipIf(noRedis !== null)(
  'a kill while vessels form an incident group leaves one alert each, one group, one message',
  async () => {
    const [admin] = (await desk.call(getUsers, {})).items
    const [of] = (await desk.call(getAlertDefinitions, { ids: [JAMS] })).items
    const audience = { users: [admin!.id], groups: [], duty_roles: [] }
    await desk.call(editAlertDefinition, { id: JAMS, expected_version: of!.version, audience })
    const ships = [419_420_001, 419_420_002, 419_420_003, 419_420_004]
    const alone = ships.slice(0, 2)
    await storedAndRaised(await misledAll(alone, GHOST))
    await until(async () => (await standing(alone)).length === 2, 'two are raised')
    expect((await standing(alone)).map(({ group_key }) => group_key)).toEqual([null, null])
    const more = await misledAll(ships.slice(2), GHOST)
    await killedWriting('notices', 'alerts', () => ignoringAnswer(storedAndRaised(more)))
    await until(async () => {
      await hurry(desk, 'alerts.raise')
      return (await standing(ships)).length === ships.length
    }, 'all are raised')
    await hurry(desk, 'alerts.raise')
    const group = await standing(ships)
    expect(group.map(({ mmsi, count, version }) => [Number(mmsi), count, version]).toSorted()).toEqual(
      ships.map((mmsi) => [mmsi, 1, alone.includes(mmsi) ? 2 : 1]),
    )
    const { groups } = await desk.call(getAlerts, { limit: 1 })
    expect(groups).toMatchObject([{ kind: 'JAM', alerts: ships.length, open: ships.length }])
    expect(group.map(({ group_key }) => group_key)).toEqual(group.map(() => groups[0]!.group_key))
    expect(await notices('Several vessels report')).toHaveLength(1)
    await expectWholeVersions(two.database.db)
  },
  120_000,
)

test.skipIf(noRedis !== null)(
  'a kill in a group acknowledgement or its undo changes nothing; a retry leaves one record',
  async () => {
    const ships = [419_430_001, 419_430_002, 419_430_003]
    const ids = (await raisedAsGroup(ships, { lat: 5, lon: 65 })).map(({ id }) => id)
    const raised = statesOf(await standing(ships))
    expect(raised).toEqual(ships.map(() => ['NEW', null, 1]))
    const takeAll = () => desk.raw(acknowledgeAlerts, { ids, action: 'ACK' })
    for (const table of ['alert_versions', 'audit_records']) {
      await killedWriting(table, 'alerts', () => ignoringAnswer(takeAll()))
      expect(statesOf(await standing(ships))).toEqual(raised)
    }
    expect(await recordsOf(ids.join())).toEqual([])
    await takeAll()
    const taken = statesOf(await standing(ships))
    expect(taken).toEqual(ships.map(() => ['ACKNOWLEDGED', 'admin', 2]))
    expect(await recordsOf(ids.join())).toHaveLength(1)

    // As a screen takes it back, where all stands as it was left.
    const putBack = () =>
      desk.raw(acknowledgeAlerts, {
        ids,
        action: 'SHELVE',
        until: new Date(Date.now() + 3_600_000).toISOString(),
        comment: 'Acknowledged by mistake',
        expected_versions: Object.fromEntries(ids.map((id) => [id, 2])),
      })
    await killedWriting('audit_records', 'alerts', () => ignoringAnswer(putBack()))
    expect(statesOf(await standing(ships))).toEqual(taken)
    await putBack()
    expect(statesOf(await standing(ships))).toEqual(ships.map(() => ['SHELVED', 'admin', 3]))
    await sql`update alerts set shelved_until = now() where id = any(${ids}::text[])`.execute(
      query(two.database.db),
    )
    await until(async () => {
      await hurry(desk, 'alerts.clock')
      return (await standing(ships)).every(({ state }) => state === 'NEW')
    }, 'all are new again')
    expect(statesOf(await standing(ships))).toEqual(ships.map(() => ['NEW', null, 4]))
    expect(await recordsOf(ids.join())).toHaveLength(2)
    expect(await desk.call(verifyAudit, {})).toMatchObject({ intact: true })
    await expectWholeVersions(two.database.db)
  },
  120_000,
)

test.skipIf(noRedis !== null)(
  'a kill while an unowned group escalates notifies no user; one notification follows',
  async () => {
    const ships = [419_440_001, 419_440_002, 419_440_003]
    const ids = (await raisedAsGroup(ships, { lat: -3, lon: 60 })).map(({ id }) => id)
    await killedWriting('notices', 'alerts', () =>
      ignoringAnswer(
        sql`update alerts set next_escalation_at = now() - interval '1 minute' where id = any(${ids}::text[])`
          .execute(query(two.database.db))
          .then(() => hurry(desk, 'alerts.clock')),
      ),
    )
    await until(async () => {
      await hurry(desk, 'alerts.clock')
      return (await standing(ships)).every(({ escalation_level }) => escalation_level === 1)
    }, 'the next is told')
    await hurry(desk, 'alerts.clock')
    expect(statesOf(await standing(ships))).toEqual(ships.map(() => ['NEW', null, 2]))
    expect((await standing(ships)).map(({ escalation_level }) => escalation_level)).toEqual(
      ships.map(() => 1),
    )
    expect((await notices('')).filter(({ rolls }) => rolls !== null)).toHaveLength(1)
    for (const object_id of ids)
      expect((await desk.call(getAudit, { action: 'alert escalated', object_id })).items).toHaveLength(1)
    await expectWholeVersions(two.database.db)
  },
  120_000,
)

test.skipIf(noRedis !== null)(
  'a kill during an alert burst leaves each alert once, at most 20 groups, one notification',
  async () => {
    const before = (await alerts()).length
    const ships = Array.from({ length: FLOOD }, (_, ship) => 419_410_000 + ship)
    const hits = ships.map((mmsi) => aHit(Date.now(), { mmsi }))
    await killedWriting('notices', 'alerts', () =>
      ignoringAnswer(storedResults(two.database.db, hits).then(() => hurry(desk, 'alerts.raise'))),
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
    expect(await notices('Alert burst')).toHaveLength(1)
    await expectWholeVersions(two.database.db)
  },
  120_000,
)
