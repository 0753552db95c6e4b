// Rooms: areas, kernel, visits
import { addAoi } from '@samudra/contract/areas'
import { getAoiLogs } from '@samudra/contract/visits'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until, type Receiver } from '../../../../testing/servers/a-server.ts'
import { boxOf, PLAIN_AREA } from '../../../../testing/seas/drawn-shapes.ts'
import { twoWithCoast, type Started, type TwoServers } from '../../../../testing/servers/two-servers.ts'
import { query } from '../../../platform/needs/query.ts'

/** A quarter of a mile wide. */
const STRIP = boxOf(65, 2.9, 65.004, 3.1)
const PLACES = {
  BEFORE: { lon: 64.998, age: 9 },
  INSIDE: { lon: 65.002, age: 6 },
  BEYOND: { lon: 65.009, age: 3 },
}
const NOW = Math.floor(Date.now() / 1000) * 1000
const [STAYS, ENTERS, COMES] = [475000001, 475000002, 475000003] as const

describe.skipIf(noRedis !== null)('two servers over one database', () => {
  let two: TwoServers
  let receiver: Receiver
  let one: Started
  let other: Started
  twoWithCoast((all) => void ({ two, receiver, one, other } = all))

  const counted = async (what: ReturnType<typeof sql<{ n: number }>>) =>
    (await what.execute(query(two.database.db))).rows[0]!.n
  const sails = (mmsi: number, places: readonly (keyof typeof PLACES)[]) =>
    receiver.send(
      places.flatMap((place) => {
        const { lon, age } = PLACES[place]
        const at = NOW - age * 60_000
        const second = new Date(at).getUTCSeconds()
        return encodePosition(
          { mmsi, lat: 3, lon, sog: 10, cog: 90, navStatus: 0, second },
          { tagBlock: { c: at / 1000 } },
        )
      }),
    )
  const visits = (are: ReturnType<typeof sql<boolean>>) =>
    counted(sql<{ n: number }>`select count(*)::int as n from visits join visit_zones using (zone)
      where kind = 'AOI' and ${are}`)
  const entries = () => visits(sql<boolean>`true`)
  const exits = () => visits(sql<boolean>`is_over`)
  /** Queries the database: calls are counted, and this runs often. */
  const isWatched = async () =>
    (await counted(
      sql<{ n: number }>`select count(*)::int as n from visit_zones where kind = 'AOI' and state = 'LIVE'`,
    )) === 1

  test('when the watching server is killed the other resumes: no entry is lost or notified twice', async () => {
    const admin = await two.logIn(one)
    const { id } = await admin.call(addAoi, {
      ...PLAIN_AREA,
      name: 'Strip',
      geometry: STRIP,
      backfill_days: 0,
    })
    await until(isWatched, 'the area is watched')
    await sails(STAYS, ['BEFORE', 'INSIDE'])
    await until(async () => (await entries()) === 1, 'the first is inside')
    // Stored, but not accounted for when it is killed.
    await sails(ENTERS, ['BEFORE', 'INSIDE'])
    const fixesOf = () =>
      counted(sql<{ n: number }>`select count(*)::int as n from fixes where mmsi = ${ENTERS}`)
    await until(async () => (await fixesOf()) === 2, 'the second is stored')
    await two.kill(one)
    await sails(STAYS, ['BEYOND'])
    await sails(ENTERS, ['BEYOND'])
    await sails(COMES, ['BEFORE', 'INSIDE', 'BEYOND'])
    await until(async () => (await entries()) === 3 && (await exits()) === 3, 'the other tells of all')
    const { items } = await (await two.logIn(other)).call(getAoiLogs, { id })
    const found = items.flatMap(({ kind, mmsi }) => (mmsi === null ? [] : `${kind} ${mmsi}`))
    expect(found.sort()).toEqual(
      [STAYS, ENTERS, COMES].flatMap((mmsi) => [`ENTRY ${mmsi}`, `EXIT ${mmsi}`]).sort(),
    )
  })
})
