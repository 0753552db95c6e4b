// Rooms: kernel, rules
import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { getRuleResults } from '@samudra/contract/rule-results'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { noRedis } from '../../../../../testing/servers/a-redis.ts'
import { until, type Receiver } from '../../../../../testing/servers/a-server.ts'
import { receivedAt, previewOf, SLOW } from '../../../../../testing/seas/rules.ts'
import { twoWithCoast, type Started, type TwoServers } from '../../../../../testing/servers/two-servers.ts'
import { query } from '../../../../platform/needs/query.ts'
import { readWatch } from './states.sql.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
/** MMSIs: found before the kill and cleared after it, half-way at the kill, received only afterwards. */
const [STAYS, WAITS, COMES] = [475000011, 475000012, 475000013] as const
/** Found by a detector before the kill. */
const LISTED = 475000014

describe.skipIf(noRedis !== null)('two servers over one database', () => {
  let two: TwoServers
  let receiver: Receiver
  let one: Started
  let other: Started
  twoWithCoast((all) => void ({ two, receiver, one, other } = all))

  const counted = async (what: ReturnType<typeof sql<{ n: number }>>) =>
    (await what.execute(query(two.database.db))).rows[0]!.n
  const results = (are: ReturnType<typeof sql<boolean>>) =>
    counted(
      sql<{
        n: number
      }>`select count(*)::int as n from rule_results where run_id = '' and mmsi <> ${LISTED} and ${are}`,
    )
  const ofListed = (isDetector: boolean) =>
    counted(sql<{ n: number }>`select count(*)::int as n from rule_results
      where run_id = '' and mmsi = ${LISTED} and (rule_id = 'BLACKLIST') = ${isDetector}`)
  const stored = (mmsi: number) =>
    counted(sql<{ n: number }>`select count(*)::int as n from fixes where mmsi = ${mmsi}`)
  const sails = (mmsi: number, sog: number, ages: readonly number[]) =>
    receiver.send(
      ages.flatMap((age) => receivedAt(NOW - age * 60_000, { mmsi, lat: 3, lon: 65, sog, cog: 90 })),
    )

  test('when the evaluating server is killed the other continues without lost or repeated hits', async () => {
    const admin = await two.logIn(one)
    const lain = { ...SLOW, name: 'Slow for five minutes', when: { ...SLOW.when, for_min: 5 } }
    const heard = { ...SLOW, name: 'Found', when: { k: 'event' as const, types: ['BLACKLIST'] } }
    for (const rule of [SLOW, lain, heard]) {
      const { id } = await admin.call(createRule, rule)
      const ack_preview = await previewOf(admin, id)
      await admin.call(enableOrDisableRule, { id, enabled: true, ack_preview })
    }
    await until(async () => (await readWatch(two.database.db)) !== null, 'rules are at work')
    await sails(STAYS, 1, [14, 12, 10, 8])
    await until(async () => (await results(sql<boolean>`true`)) === 2, 'the first is found by both rules')
    // Slow, but not for long enough; its fixes are stored, its state is not saved at the kill.
    await sails(WAITS, 1, [11, 9])
    await until(async () => (await stored(WAITS)) === 2, 'the second is stored')
    await admin.call(addVesselToList, { id: 'blacklist', mmsis: [String(LISTED)], reason: 'known' })
    await sails(LISTED, 12, [2])
    await until(async () => (await ofListed(true)) === 1, 'she is found by the detector')
    await two.kill(one)
    await sails(STAYS, 9, [3])
    await sails(WAITS, 1, [5])
    await sails(COMES, 1, [4])
    await until(
      async () =>
        (await results(sql<boolean>`true`)) === 5 && (await results(sql<boolean>`status = 'CLEARED'`)) === 2,
      'the other finds the rest',
      60,
    )
    await until(async () => (await ofListed(false)) === 1, 'what the detector found is heard once')
    const there = await two.logIn(other)
    const { items } = await there.call(getRuleResults, { id: await firstRule() })
    expect(items.map(({ mmsis, status, again }) => [mmsis[0], status, again]).sort()).toEqual([
      [String(STAYS), 'CLEARED', 0],
      [String(WAITS), 'HIT', 0],
      [String(COMES), 'HIT', 0],
    ])
  })

  const firstRule = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from objects where type = 'rule' and body->>'name' = ${SLOW.name} limit 1`.execute(
      query(two.database.db),
    )
    return rows[0]!.id
  }
})
