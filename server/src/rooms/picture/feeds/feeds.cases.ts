import {
  addFeed,
  deleteFeed,
  getFeedHistory,
  getFeeds,
  getSourceCoveredRegions,
  getSourceWiseAisInfo,
  testFeed,
  tryFeed,
  updateFeed,
} from '@samudra/contract/feeds'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, type Sea } from '../../../../testing/parameters/sea.ts'

let feeds = 0
const aFeed = () => ({
  name: `Feed ${++feeds}`,
  kind: 'nmea-tcp' as const,
  address: '127.0.0.1:9',
  source: 'MSIS',
  priority: 10,
  trust: 0.5,
  expected_interval_s: 10,
  options: {},
  stations: [{ name: 'Mast', lat: 9, lon: 76 }],
  enabled: false,
})
const feedFields = { address: '127.0.0.1:10', options: { time: 'received' } }
const someFeed = async ({ call }: Sea) => ({ id: (await call(addFeed, aFeed())).id })

export const CASES = [
  parameterCase(getFeeds, { base: async (sea) => (await someFeed(sea), {}) }),
  parameterCase(addFeed, { base: aFeed, other: { ...feedFields, name: '' } }),
  parameterCase(updateFeed, {
    base: async (sea) => ({ ...(await someFeed(sea)), expected_version: 1, stations: aFeed().stations }),
    other: { ...feedFields, name: '' },
  }),
  parameterCase(deleteFeed, { base: someFeed }),
  parameterCase(getFeedHistory, { base: someFeed }),
  parameterCase(testFeed, {
    base: async ({ call }) => ({ id: (await call(addFeed, { ...aFeed(), enabled: true })).id, seconds: 1 }),
  }),
  parameterCase(tryFeed, {
    base: () => ({ kind: 'nmea-tcp', address: '127.0.0.1:9', options: {}, seconds: 1 }),
    other: { address: '127.0.0.1:10', options: { tls: 7 } },
    elsewhere: { secret: 'server/src/rooms/picture/feeds/test-feed.test.ts' },
  }),
  parameterCase(getSourceWiseAisInfo, { base: () => ({ from: noon(-60), to: noon(60) }) }),
  parameterCase(getSourceCoveredRegions, { base: () => ({ days: 30 }) }),
]
