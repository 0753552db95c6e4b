// Rooms: rule-actions, alerts, engines, vessel-lists
import { getNotices } from '@samudra/contract/notifications'
import { createRule } from '@samudra/contract/rule-keeping'
import { createVesselList, getVesselListHistory } from '@samudra/contract/vessel-lists'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { aHit, hurry } from '../../../../testing/seas/alerts.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'
import { TwoServers } from '../../../../testing/servers/two-servers.ts'
import { bringForward } from '../../../platform/engines/jobs/jobs.sql.ts'
import { query } from '../../../platform/needs/query.ts'

const SHIPS = 30
const FIRST = 419_500_000

let two: TwoServers
beforeAll(async () => {
  if (noRedis === null) two = await TwoServers.open()
})
afterAll(() => two?.close())

test.skipIf(noRedis !== null)(
  'with one of two servers killed, each rule action is done once for each hit',
  async () => {
    const [one, other] = await Promise.all([two.start(), two.start()])
    const [first, second] = [await two.logIn(one), await two.logIn(other)]
    const list = await second.call(createVesselList, {
      name: 'Watched',
      kind: 'STATIC',
      color: '#1565c0',
      visibility: 'PRIVATE',
    })
    const roles = ['ADMIN' as const]
    const rule = await second.call(createRule, {
      ...SLOW,
      actions: [
        { do: 'NOTIFY', channel: 'PAGE', to: { users: [], groups: [], roles } },
        { do: 'ADD_TO_LIST', list: list.id, expires_h: 24 },
        { do: 'LOG' },
      ],
    })
    const { db } = two.database
    const crowd = (by: typeof first) => Promise.all([hurry(by, 'alerts.raise'), hurry(by, 'actions.do')])
    for (let ship = 0; ship < SHIPS; ship++) {
      const hit = aHit(Date.now(), { mmsi: FIRST + ship, rule_id: rule.id, rule_version: 1 })
      await storedResults(db, [hit])
      await storedResults(db, [{ ...hit, again: 1 }])
      if (ship < SHIPS / 2) void crowd(first).catch(() => undefined)
      if (ship === SHIPS / 2) await two.kill(one)
      await crowd(second)
    }
    const countOf = async (where: ReturnType<typeof sql>): Promise<number> =>
      (await sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(query(db))).rows[0]!.n
    await until(async () => {
      // The killed one's jobs are let go seconds later.
      for (const job of ['alerts.raise', 'actions.do']) await bringForward(db, job, new Date())
      return (await countOf(sql`rule_deeds where state = 'DONE' and recorded_at is not null`)) === SHIPS * 3
    }, 'all of it is done and recorded')
    // More than three in one turn share a notification; each of the others has a vessel of its own.
    const notifications = (await second.call(getNotices, { limit: 500 })).items.flatMap(({ text }) =>
      text.startsWith('Slow vessels (') ? [text] : [],
    )
    expect(new Set(notifications).size).toBe(notifications.length)
    const stays = (await second.call(getVesselListHistory, { id: list.id, limit: 500 })).items
    expect(stays.map(({ mmsi }) => Number(mmsi)).sort()).toEqual(
      Array.from({ length: SHIPS }, (_, ship) => FIRST + ship),
    )
    expect(await countOf(sql`audit_records where action = 'rule acted'`)).toBe(SHIPS * 3)
  },
  240_000,
)
