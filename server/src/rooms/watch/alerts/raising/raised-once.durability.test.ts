// Rooms: alerts, engines, notifications
import { acknowledgeAlerts, getAlerts, type Alert } from '@samudra/contract/alerts'
import { getNotices } from '@samudra/contract/notifications'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../../../../testing/servers/a-redis.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { aHit, expectWholeVersions, hurry } from '../../../../../testing/seas/alerts.ts'
import { storedResults } from '../../../../../testing/seas/results.ts'
import { TwoServers } from '../../../../../testing/servers/two-servers.ts'
import { bringForward } from '../../../../platform/engines/jobs/jobs.sql.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

const SHIPS = 36
const FIRST = 419_300_000

let two: TwoServers
beforeAll(async () => {
  if (noRedis === null) two = await TwoServers.open()
})
afterAll(() => two?.close())

test.skipIf(noRedis !== null)(
  'with one of two servers killed, each alert is raised, acknowledged and escalated once',
  async () => {
    const [one, other] = await Promise.all([two.start(), two.start()])
    const [first, second] = [await two.logIn(one), await two.logIn(other)]
    const all = async () => {
      const alerts: Alert[] = []
      for (let cursor: string | undefined; ;) {
        const page = await second.call(getAlerts, { limit: 500, ...(cursor && { cursor }) })
        alerts.push(...page.items)
        if (page.next === null) return alerts
        cursor = page.next
      }
    }
    // The test queries the database, as calls are limited and jobs of the killed server are released seconds later.
    const { db } = two.database
    const countOf = async (those: RawBuilder<unknown>): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from alerts where ${those}`.execute(query(db))
      return rows[0]!.n
    }
    const crowd = (by: typeof first) => Promise.all([hurry(by, 'alerts.raise'), hurry(by, 'alerts.clock')])
    for (let ship = 0; ship < SHIPS; ship++) {
      // The severity is critical, so each has its own notification; others that wait together share one.
      const hit = aHit(Date.now(), { mmsi: FIRST + ship, severity: 'CRITICAL' })
      // Stored again as when it is found again, and once more as it comes again.
      await storedResults(db, [hit])
      await storedResults(db, [{ ...hit, again: 1 }])
      if (ship < SHIPS / 2) void crowd(first).catch(() => undefined)
      if (ship % 3 === 0 && ship < SHIPS / 2) {
        const ids = (await all()).slice(0, 20).map(({ id }) => id)
        if (ids.length > 0) void first.raw(acknowledgeAlerts, { ids, action: 'ACK' }).catch(() => undefined)
      }
      if (ship === SHIPS / 2) await two.kill(one)
      await crowd(second)
    }
    await until(async () => {
      await bringForward(db, 'alerts.raise', new Date())
      return (await countOf(sql`count >= 2`)) >= SHIPS
    }, 'all of it is raised')
    const alerts = await all()
    expect(new Set(alerts.map(({ mmsi }) => mmsi)).size).toBe(SHIPS)
    expect(alerts.map(({ count, state }) => [count, state])).toEqual(
      alerts.map(({ owner }) => [2, owner === null ? 'NEW' : 'ACKNOWLEDGED']),
    )

    // Their time has come, several turns of the clock over.
    await inTransaction(db, (client) =>
      client.query(`update alerts set next_escalation_at = now() where state = 'NEW'`),
    )
    const waiting = alerts.filter(({ state }) => state === 'NEW').length
    expect(waiting).toBeGreaterThan(0)
    const found = async () =>
      (await second.call(getNotices, { limit: 500 })).items.filter(({ text }) =>
        text.startsWith('This alert is unassigned'),
      )
    await until(async () => {
      await bringForward(db, 'alerts.clock', new Date())
      return (await countOf(sql`escalation_level = 1`)) === waiting
    }, 'all are told to the next')
    expect(await found()).toHaveLength(waiting)
    await expectWholeVersions(db)
  },
  240_000,
)
