// Rooms: alerts, engines, kernel
import { acknowledgeAlerts, getAlerts, laterOf, type Alert } from '@samudra/contract/alerts'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../../../../testing/servers/a-redis.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import { aHit, expectWholeVersions, hurry, leftToRaise } from '../../../../../testing/seas/alerts.ts'
import { rulesAtWork } from '../../../../../testing/seas/rules.ts'
import { aJammingIncident, misled, type Spot } from '../../../../../testing/seas/misled.ts'
import { storedResults } from '../../../../../testing/seas/results.ts'
import { TwoServers } from '../../../../../testing/servers/two-servers.ts'
import { insertJob } from '../../../../platform/engines/jobs/jobs.sql.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import type { ResultRow } from '../../rules/findings/results.sql.ts'

const GHOST = { lat: 12, lon: 70 }
const ELSEWHERE = { lat: 5, lon: 65 }
const RAISE = 'alerts.raise'

let two: TwoServers
let desk: Awaited<ReturnType<TwoServers['logIn']>>
let screens: Watcher[] = []
beforeAll(async () => {
  if (noRedis !== null) return
  two = await TwoServers.open()
  const [one, other] = await Promise.all([two.start(), two.start()])
  desk = await two.logIn(one)
  const second = await two.logIn(other)
  screens = [new Watcher(one.base, desk.token), new Watcher(other.base, second.token)]
  await until(() => screens.every(({ socket }) => socket.connected), 'a screen is open at both')
  // The hits that these tests store come later.
  await rulesAtWork(two.database.db)
  // The very first that is raised is waited for in another way.
  await storedResults(two.database.db, [aHit(Date.now())])
  await allRaised()
})
afterAll(async () => {
  for (const screen of screens) screen.close()
  await two?.close()
})

const misledAll = (mmsis: readonly number[], there: Spot): Promise<ResultRow[]> =>
  Promise.all(mmsis.map((mmsi) => misled(two.database.db, Date.now(), mmsi, there)))
const alerts = async () => (await desk.call(getAlerts, { limit: 500 })).items
/** Has all that was found raised. */
const allRaised = () =>
  until(async () => (await hurry(desk, RAISE), (await leftToRaise(two.database.db)) === 0), 'all is raised')

async function count(of: RawBuilder<{ n: number }>): Promise<number> {
  const { rows } = await of.execute(query(two.database.db))
  return rows[0]!.n
}
/** Counts the servers that raise alerts. */
const raising = () =>
  count(sql`select count(distinct runner)::int as n from jobs where name = ${RAISE} and state = 'RUNNING'`)
/** Counts database sessions that wait for another. */
const waiting = () =>
  count(sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)

/**
 * Has one server raise some hits, and the other one more before those are stored, as when a slow process was thought
 * dead. Optionally runs a manual action meanwhile. Each proceeds as far as it can and waits.
 */
async function raisedAtBoth(some: ResultRow[], more: ResultRow[], byHand?: () => Promise<unknown>) {
  const { db } = two.database
  let done: Promise<unknown> = Promise.resolve()
  await inTransaction(db, async (holder) => {
    await holder.query('lock table alert_versions in share mode')
    await storedResults(db, some)
    await until(async () => (await hurry(desk, RAISE), (await waiting()) === 1), 'one raises alerts')
    await storedResults(db, more)
    const id = `again.${more[0]!.id}`
    await insertJob(db, { id, name: RAISE, input: {}, by: '' }, new Date(), async () => undefined)
    await until(async () => (await raising()) === 2 && (await waiting()) === 2, 'the other does too')
    if (byHand === undefined) return
    done = byHand()
    await until(async () => (await waiting()) === 3, 'a hand waits for both')
  })
  await done
  await allRaised()
}

/** All alerts of some ships, and of a jam, are one group; screens at both servers hold of all what a fresh one reads. */
async function expectOneGroup(mmsis: readonly (string | null)[]): Promise<Alert[]> {
  const all = await alerts()
  const key = all.find(({ mmsi }) => mmsi === mmsis[0])!.group_key
  expect(key).not.toBeNull()
  const group = all.filter(({ group_key }) => group_key === key)
  expect(group.map(({ mmsi, count: hits }) => [mmsi, hits]).toSorted()).toEqual(
    mmsis.map((mmsi) => [mmsi, 1]).toSorted(),
  )
  expect(all.filter(({ mmsi }) => mmsis.includes(mmsi))).toHaveLength(mmsis.length)
  await expectWholeVersions(two.database.db)
  for (const screen of screens) {
    const isReceived = () => all.every(({ id, version }) => heldBy(screen).get(id)?.version === version)
    await until(isReceived, 'all is told')
    expect(byId(heldBy(screen).values())).toEqual(byId(all))
  }
  return group
}
/** Returns alerts by id, as a screen holds them from pushes. */
function heldBy({ events }: Watcher): ReadonlyMap<string, Alert> {
  const received = events.flatMap(({ name, payload }) => (name === 'alerts' ? (payload as Alert[]) : []))
  const held = new Map<string, Alert>()
  for (const alert of received) held.set(alert.id, laterOf(held.get(alert.id), alert))
  return held
}
const byId = (some: Iterable<Alert>) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1))

test.skipIf(noRedis !== null)(
  'vessels of one jamming incident raised by two servers at once are one group on all screens',
  async () => {
    const ships = [419_700_001, 419_700_002, 419_700_003, 419_700_004, 419_700_005, 419_700_006]
    const hits = await misledAll(ships, GHOST)
    await raisedAtBoth(hits.slice(0, 3), [...hits.slice(3), aJammingIncident(Date.now(), GHOST)])
    const group = await expectOneGroup([...ships.map(String), null])
    const { groups } = await desk.call(getAlerts, { limit: 1 })
    const head_id = group.find(({ mmsi }) => mmsi === null)!.id
    expect(groups).toMatchObject([{ kind: 'JAM', head_id, alerts: 7, open: 7 }])
  },
  120_000,
)

test.skipIf(noRedis !== null)(
  'alerts acknowledged while two servers group them stay acknowledged and in the group',
  async () => {
    const alone = [419_710_001, 419_710_002]
    await storedResults(two.database.db, await misledAll(alone, ELSEWHERE))
    await allRaised()
    const ids = (await alerts()).filter(({ mmsi }) => alone.includes(Number(mmsi))).map(({ id }) => id)
    expect(ids).toHaveLength(alone.length)
    const [third, fourth] = [
      await misledAll([419_710_003], ELSEWHERE),
      await misledAll([419_710_004], ELSEWHERE),
    ]
    await raisedAtBoth(third, fourth, () => desk.call(acknowledgeAlerts, { ids, action: 'ACK' }))
    const group = await expectOneGroup([...alone, 419_710_003, 419_710_004].map(String))
    expect(group.map(({ mmsi, state, owner }) => [mmsi, state, owner]).toSorted()).toEqual([
      ['419710001', 'ACKNOWLEDGED', 'admin'],
      ['419710002', 'ACKNOWLEDGED', 'admin'],
      ['419710003', 'NEW', null],
      ['419710004', 'NEW', null],
    ])
  },
  120_000,
)
