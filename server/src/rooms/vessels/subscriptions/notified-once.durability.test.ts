// Rooms: engines, notifications, sea, subscriptions
import { getJobs, retryJob } from '@samudra/contract/jobs'
import {
  addSubscription,
  getSubscriptionFigures,
  getVesselNotifications,
} from '@samudra/contract/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { TwoServers } from '../../../../testing/servers/two-servers.ts'
import { inTransaction } from '../../../platform/needs/query.ts'
import { storeVesselUpdates } from '../../../sea/vessel-updates.sql.ts'
import { NOTIFY_JOB } from './room.ts'

const SHIPS = 60
const FIRST = 538_300_000

let two: TwoServers
beforeAll(async () => {
  if (noRedis === null) two = await TwoServers.open()
})
afterAll(() => two?.close())

test.skipIf(noRedis !== null)(
  'when one of two servers is killed, each vessel update is notified once and none is lost',
  async () => {
    const [one, other] = await Promise.all([two.start(), two.start()])
    const [first, second] = [await two.logIn(one), await two.logIn(other)]
    const target = { kind: 'PORT' as const, id: 'LKCMB' }
    await first.call(addSubscription, { target, happenings: ['ARRIVAL'], near_nm: null, severity: null })
    const hurry = async (by: typeof first) => {
      const job = (await by.call(getJobs, {})).items.find(({ name }) => name === NOTIFY_JOB)
      if (job !== undefined) await by.raw(retryJob, { id: job.id })
    }
    for (let ship = 0; ship < SHIPS; ship++) {
      const happening = {
        mmsi: FIRST + ship,
        split: 0,
        occasion: `ARRIVAL ${ship}`,
        type: 'ARRIVAL' as const,
        at: Date.now(),
        facts: { port: 'LKCMB' },
        sources: [],
        places: [] as [number, number][],
      }
      // Noted again as when it is found again.
      for (let again = 0; again < 2; again++)
        await inTransaction(two.database.db, (client) => storeVesselUpdates(client, [happening], Date.now()))
      if (ship < SHIPS / 2) await hurry(first)
      if (ship === SHIPS / 2) await two.kill(one)
      await hurry(second)
    }
    const notifications = async () => (await second.call(getVesselNotifications, { limit: 500 })).items
    const count = async () => (await notifications()).reduce((sum, notice) => sum + notice.count, 0)
    await until(async () => {
      await hurry(second)
      return (await count()) >= SHIPS
    }, 'all of it is told')
    expect(await count()).toBe(SHIPS)
    for (let ship = 0; ship < SHIPS; ship += 7)
      expect((await second.call(getVesselNotifications, { mmsi: String(FIRST + ship) })).total).toBe(1)
    expect((await second.call(getSubscriptionFigures, {}))[0]).toMatchObject({ told: SHIPS })
  },
  120_000,
)
