import { getSourceWiseStatus } from '@samudra/contract/feeds'
import { dynamicColumns, staticColumns } from '@samudra/nautical/ais/columns'
import { AisDecoder } from '@samudra/nautical/ais/decode-columns'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { encodeTagBlock } from '@samudra/nautical/ais/encode-sentences'
import { describe, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { Receiver, aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { Bus } from '../../../../platform/kernel/cluster/topic-bus.ts'
import { QUALITY } from '../../../../sea/fix-batch.ts'
import type { Topics } from '../../../../sea/topics.ts'
import { Picture } from '../../picture/picture.ts'
import { Ingest, type FeedFacts } from '../ingest.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const RX1 = 0
const RXB = 1

/** Returns an ingest and a picture; `hear` passes one sentence of a station, by its clock, arriving at a time. */
function aSea() {
  const bus = new Bus<Topics>((_, error) => {
    throw error
  })
  const picture = new Picture({ priority: () => 1, trust: () => 1 })
  const ingest = new Ingest(bus, picture)
  const stored: { observedAt: number; quality: number }[] = []
  let receptions = 0
  bus.subscribe('judgedFix', (batch) => {
    for (let i = 0; i < batch.count; i++)
      stored.push({ observedAt: batch.observedAt[i]!, quality: batch.quality[i]! })
  })
  bus.subscribe('reception', () => receptions++)
  const counters = { fixes: 0, statics: 0, duplicates: 0, quarantined: 0 }
  const feed: FeedFacts = {
    number: 1,
    source: 1,
    ignoreTagTime: false,
    isRecorded: false,
    stations: [RX1, RXB],
    counters,
  }
  const none = staticColumns(1)
  const hear = (line: string, station: number, clock: number, recTime: number) => {
    let heard = dynamicColumns(1)
    const decoder = new AisDecoder({ rows: 8, onBatch: (dynamic) => (heard = dynamic) })
    decoder.feed(new TextEncoder().encode(`${line}\n`), recTime)
    const { count } = heard
    decoder.flush()
    heard.count = Math.max(count, 1)
    heard.observedAt[0] = clock
    heard.station[0] = station
    ingest.take(feed, heard, none, recTime)
  }
  return { hear, stored, ingest, receptions: () => receptions }
}

/** A ship going north at 20 knots, every ten seconds. */
const aReport = (at: number, second = (at / 1000) % 60) =>
  encodePosition({
    mmsi: 419000123,
    lat: 9.9 + ((at - NOON) / 1000) * (20 / 3600 / 60),
    lon: 75.9,
    sog: 20,
    cog: 0,
    second,
  })[0]!

const stepsBack = (times: number[]) => times.filter((time, i) => i > 0 && time < times[i - 1]!).length

describe.each([12, 50, -300, 3600])('a station whose clock is %i seconds ahead', (ahead) => {
  test.each(['second', 'first', 'in turn'])(
    'a report received %s of two stations gives one fix and one reception each',
    (order) => {
      const sea = aSea()
      for (let n = 0; n < 60; n++) {
        const at = NOON + n * 10_000
        const both = [
          () => sea.hear(aReport(at), RX1, at, at + 500),
          () => sea.hear(aReport(at), RXB, at + ahead * 1000, at + 504),
        ]
        if (order === 'first' || (order === 'in turn' && n % 2 === 1)) both.reverse()
        for (const hear of both) hear()
      }
      expect([sea.stored.length, sea.receptions()]).toEqual([60, 60])
      // What came before the clock was known may be set aside, and is not part of the track.
      const good = sea.stored
        .filter(({ quality }) => quality === QUALITY.OK)
        .map(({ observedAt }) => observedAt)
      expect(good.length).toBeGreaterThanOrEqual(58)
      expect(stepsBack(good)).toBe(0)
      expect([...sea.ingest.wrongClocks()]).toMatchObject([{ feed: 1, station: RXB, aheadMs: ahead * 1000 }])
    },
  )
})

describe('clocks', () => {
  test('a station alone with a clock ahead is corrected by the second of the reports', () => {
    const sea = aSea()
    for (let n = 0; n < 10; n++)
      sea.hear(aReport(NOON + n * 10_000), RXB, NOON + n * 10_000 + 12_000, NOON + n * 10_000 + 500)
    expect(sea.stored.map(({ observedAt }) => observedAt)).toEqual(
      Array.from({ length: 10 }, (_, n) => NOON + n * 10_000),
    )
  })

  test('a drifting clock is corrected in whole milliseconds, the unit of stored times', () => {
    const sea = aSea()
    for (let n = 0; n < 20; n++) {
      const at = NOON + n * 10_000
      sea.hear(aReport(at), RXB, at + 12_000 + 7 * n, at + 500)
    }
    const times = sea.stored.map(({ observedAt }) => observedAt)
    expect(times.filter((time) => !Number.isInteger(time))).toEqual([])
    for (const [n, time] of times.entries()) expect(Math.abs(time - NOON - n * 10_000)).toBeLessThan(200)
    expect([...sea.ingest.wrongClocks()].filter(({ aheadMs }) => !Number.isInteger(aheadMs))).toEqual([])
  })

  test('a vessel with a wrong UTC second has the times of its station and affects no clock', () => {
    const sea = aSea()
    for (let n = 0; n < 20; n++) {
      const at = NOON + n * 10_000
      // As receivers of GPS time without leap seconds say it, and as broken ones do.
      sea.hear(aReport(at, (((at / 1000) % 60) + (n % 2 === 0 ? 18 : 7 * n)) % 60), RX1, at, at + 500)
    }
    expect(sea.stored.map(({ observedAt }) => observedAt)).toEqual(
      Array.from({ length: 20 }, (_, n) => NOON + n * 10_000),
    )
    expect([...sea.ingest.wrongClocks()]).toEqual([])
  })

  test('a clock that is set right is believed again', () => {
    const sea = aSea()
    for (let n = 0; n < 40; n++) {
      const at = NOON + n * 10_000
      sea.hear(aReport(at), RXB, at + (n < 10 ? 12_000 : 0), at + 500)
    }
    expect([...sea.ingest.wrongClocks()]).toEqual([])
    expect(sea.stored.at(-1)).toEqual({ observedAt: NOON + 390_000, quality: QUALITY.OK })
  })

  test('a late satellite retains its times and joins the fixes of the coast', () => {
    const sea = aSea()
    for (let n = 0; n < 60; n++)
      sea.hear(aReport(NOON + n * 10_000), RX1, NOON + n * 10_000, NOON + n * 10_000 + 500)
    for (let n = 0; n < 60; n++)
      sea.hear(aReport(NOON + n * 10_000), RXB, NOON + n * 10_000, NOON + 1_200_000)
    expect([sea.stored.length, sea.receptions()]).toEqual([60, 60])
    expect([...sea.ingest.wrongClocks()]).toEqual([])
  })

  test('fixes from a clock that runs back before its error is known are quarantined', () => {
    const sea = aSea()
    for (let n = 0; n < 30; n++)
      sea.hear(aReport(NOON + n * 10_000), RX1, NOON + n * 10_000, NOON + n * 10_000 + 500)
    sea.hear(aReport(NOON + 300_000), RXB, NOON + 60_000, NOON + 300_500)
    expect(sea.stored.at(-1)!.quality).toBe(QUALITY.QUARANTINED)
  })
})

test('known station clock errors are listed with their source and survive a restart', async () => {
  const receiver = await Receiver.listen()
  const database = await aDatabase()
  const feeds = [receiver.feed('COAST')]
  const first = await aServer(feeds, database)
  const clocksOf = async (sea: TestServer) => (await sea.call(getSourceWiseStatus, {}))[0]!.wrong_clocks
  const begin = Math.floor(Date.now() / 1000) - 100
  const lines = Array.from({ length: 8 }, (_, n) => begin + n * 10).flatMap((at) =>
    [
      { s: 'RX1', c: at },
      { s: 'RXB', c: at + 12 },
    ].map((tags) => `${encodeTagBlock(tags)}${aReport(at * 1000, at % 60)}`),
  )
  await receiver.send(lines)
  const known = [{ station: 'RXB', ahead_s: 12 }]
  await until(async () => (await clocksOf(first)).length > 0, 'the wrong clock is found')
  expect(await clocksOf(first)).toEqual(known)
  await first.halt()
  const second = await aServer(feeds, database)
  expect(await clocksOf(second)).toEqual(known)
  await second.close()
  await receiver.close()
})
