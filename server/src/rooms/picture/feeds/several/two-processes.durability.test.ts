// Rooms: aircraft, engines, feeds, kernel, picture
import { getAdsbData } from '@samudra/contract/aircraft'
import { getFeeds } from '@samudra/contract/feeds'
import { filterAisData } from '@samudra/contract/picture'
import { encodeSbs } from '@samudra/nautical/adsb/adsb-encode'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { aReceivedFix } from '../../../../../testing/seas/fixes.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { Receiver, aServer, until } from '../../../../../testing/servers/a-server.ts'
import { MemoryBus, MemoryHub } from '../../../../platform/engines/bus/memory.ts'
import { Bus } from '../../../../platform/kernel/cluster/topic-bus.ts'
import { silentLog } from '../../../../platform/kernel/text/log.ts'
import { REASON } from '../../../../sea/fix-batch.ts'
import { FixIds } from '../../../../sea/fix-ids.ts'
import type { Topics } from '../../../../sea/topics.ts'
import { Ingest } from '../ingest.ts'
import { RawLines } from '../reading/raw-lines.ts'

const ships = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    encodePosition({ mmsi: 419000001 + from + n, lat: 5 + n / 100, lon: 75 }),
  ).flat()

test('data received by one process appears on the other, which takes the feeds when it ends', async () => {
  const [database, receiver, hub] = [await aDatabase(), await Receiver.listen(), new MemoryHub()]
  const more = () => ({ processes: new MemoryBus({ hub, log: silentLog }) })
  const sky = await Receiver.listen()
  const feeds = [receiver.feed('COAST'), sky.feed('SKY', { kind: 'sbs-tcp' })]
  const first = await aServer(feeds, database, more())
  const second = await aServer([], database, more())
  const shown = async (server: typeof first) =>
    (await server.call(filterAisData, { filter: {}, limit: 500 })).total
  const flown = async (server: typeof first) => (await server.call(getAdsbData, {})).aircraft
  await receiver.send(ships(0, 100))
  await until(async () => (await shown(second)) === 100, 'the second shows them')
  const [feed] = (await second.call(getFeeds, {})).items
  expect(feed).toMatchObject({ name: 'COAST' })
  await until(
    async () => (await second.call(getFeeds, {})).items[0]!.state === 'UP',
    'it tells that it is up',
  )
  const report = { address: 0x4ca2d6, lat: 12.5, lon: 72.25, altitude: 10_000, onGround: false }
  await sky.send([
    encodeSbs(3, report, new Date()),
    encodeSbs(1, { ...report, callSign: 'RYR1AB' }, new Date()),
  ])
  await until(async () => (await flown(second))[0]?.callsign === 'RYR1AB', 'the second shows the aircraft')
  expect(await flown(second)).toEqual(await flown(first))
  await first.halt()
  await receiver.send(ships(100, 50))
  await until(async () => (await shown(second)) === 150, 'the second has the feed')
  await second.halt()
  await Promise.all([receiver.close(), sky.close()])
  await database.drop()
})

test('late rows of a former owner are taken by the next, unless it received them itself', () => {
  const bus = new Bus<Topics>((_, error) => {
    throw error
  })
  const taken: number[][] = []
  bus.subscribe('judgedFix', ({ count, fixId, mmsi, reasons }) => {
    for (let i = 0; i < count; i++) taken.push([mmsi[i]!, fixId[i]!, reasons[i]!])
  })
  const ids = new FixIds(5000)
  const ingest = new Ingest(bus, { judge: () => undefined }, ids, new RawLines())
  const late = (mmsi: number) => {
    const batch = aReceivedFix(2, `ship ${mmsi}`)
    batch.mmsi[0] = mmsi
    batch.received!.hash[0] = mmsi
    // Its process could not place it; this one may.
    batch.reasons[0] = REASON.JUMP
    return batch
  }
  ingest.knowFixes(late(1))
  for (const mmsi of [1, 2, 2, 3]) ingest.adopt(late(mmsi))
  expect(taken).toEqual([
    [2, 5001, 0],
    [3, 5002, 0],
  ])
})
