import { FOUND_ANOMALIES, eventOfAnomaly, type AisFilter } from '@samudra/contract/filter'
import { clausesOf, hiding, matchable } from '@samudra/contract/filter-match'
import { explainHidden, filterAisData, getAisDetailsByVessel } from '@samudra/contract/picture'
import { getPicture, getReplayChunk, getReplayTracks } from '@samudra/contract/replay'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { judgeRuleResult } from '@samudra/contract/rule-results'
import { decodeReplayChunk, frameDigest, type Knowledge } from '@samudra/contract/wire/replay-chunk'
import { addZone } from '@samudra/contract/zones'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { expectHeldEqualsFresh, Watcher } from '../../../../testing/servers/a-watcher.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { aResult, storedResults } from '../../../../testing/seas/results.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { download } from '../../../../testing/samples/uploads.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const iso = (at: number) => new Date(at).toISOString()
const NOW = Math.floor(Date.now() / 1000) * 1000
const BEGAN = NOW - 12 * HOUR
const [ENDED, GOES_ON, LATER_DISPUTED, LATER_REVISED, MET, OLD] = [11, 12, 13, 14, 15, 16].map(
  (n) => 419000000 + n,
)
const OF_PAIR = 419000017
/** One ship for each anomaly that is found as an event. */
const shipOf = (n: number) => 419000100 + n

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.listen()
  const database = await aDatabase()
  const ships = [ENDED, GOES_ON, LATER_DISPUTED, LATER_REVISED, MET, OLD, OF_PAIR].map((mmsi) => mmsi!)
  await storeFixes(
    database.db,
    [...ships, ...FOUND_ANOMALIES.map((_, n) => shipOf(n))].flatMap((mmsi) =>
      [BEGAN, NOW - HOUR].map((recTime) => aFix({ mmsi, recTime: recTime + mmsi - 419000000 })),
    ),
  )
  const loiters = (mmsi: number, at: number, more: object) =>
    aResult(at, { id: `loiters ${mmsi}`, rule_id: 'LOITERING_EVENT', mmsi, ...more })
  await storedResults(database.db, [
    loiters(ENDED!, BEGAN + HOUR, { last_at: BEGAN + 2 * HOUR, status: 'CLEARED' }),
    loiters(GOES_ON!, BEGAN + HOUR, { known_at: BEGAN + 3 * HOUR }),
    loiters(LATER_REVISED!, BEGAN + HOUR, {
      status: 'REVISED',
      last_at: BEGAN + 4 * HOUR,
      changed_at: BEGAN + 4 * HOUR,
    }),
    loiters(OLD!, NOW - 7 * 24 * HOUR, { last_at: NOW - 6 * 24 * HOUR, status: 'CLEARED' }),
    loiters(LATER_DISPUTED!, BEGAN + HOUR, {}),
    aResult(BEGAN + HOUR, {
      id: 'meets',
      rule_id: 'ENCOUNTER_EVENT',
      subject: 'PAIR',
      mmsi: MET!,
      other_mmsi: OF_PAIR,
      other_split: 0,
      sources: [[1], [2]],
    }),
    ...FOUND_ANOMALIES.map((one, n) =>
      aResult(NOW - 2 * HOUR, { id: `found ${one}`, rule_id: eventOfAnomaly(one)!, mmsi: shipOf(n) }),
    ),
  ])
  server = await aServer([receiver.feed('COAST')], database)
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const text = (...ships: (number | undefined)[]) => ships.map(String).sort()
const LOITERING = { anomalies: ['LOITERING' as const] }
const LOITERER = shipOf(FOUND_ANOMALIES.indexOf('LOITERING'))
const passing = async (filter: AisFilter, by: Pick<TestServer, 'call'> = server) =>
  (await by.call(filterAisData, { filter })).ais.map(({ mmsi }) => mmsi).sort()

test('every anomaly that is an event of a detector is answered, as a clause and as a condition', async () => {
  for (const [n, one] of FOUND_ANOMALIES.entries()) {
    const ship = String(shipOf(n))
    expect(await passing({ anomalies: [one] })).toContain(ship)
    expect(await passing({ expr: { k: 'attr', field: 'anomaly', cmp: 'in', value: [one] } })).toContain(ship)
    const others = await passing({ expr: { k: 'attr', field: 'anomaly', cmp: 'ne', value: one } })
    expect(others).not.toContain(ship)
    expect(others).toContain(String(shipOf(n === 0 ? 1 : 0)))
    const card = await server.call(getAisDetailsByVessel, { mmsi: ship })
    expect([card.marks, card.found]).toEqual([[one], [{ code: one, last_at: null }]])
  }
})

test('findings are matched by time, for both vessels of a pair, and not after a revision', async () => {
  const all = text(ENDED, GOES_ON, LATER_DISPUTED, LOITERER)
  expect(await passing(LOITERING)).toEqual(all)
  // It ended ten hours ago, and the ships were received within the hour.
  expect(await passing({ ...LOITERING, time_filter: 9 * 60 })).toEqual(
    text(GOES_ON, LATER_DISPUTED, LOITERER),
  )
  expect(await passing({ ...LOITERING, time_filter: 11 * 60 })).toEqual(all)
  expect(await passing({ ...LOITERING, time_filter: 30 })).toEqual([])
  const met = await passing({ anomalies: ['ENCOUNTER_EVENT'] })
  expect(met.slice(0, 2)).toEqual(text(MET, OF_PAIR))
})

test('server and screen give the same reason why a vessel is hidden', async () => {
  for (const minutes of [30, 9 * 60, 11 * 60]) {
    const filter = { ...LOITERING, time_filter: minutes }
    for (const mmsi of text(ENDED, GOES_ON, LATER_REVISED)) {
      const answer = await server.call(explainHidden, { mmsi, filter })
      const card = await server.call(getAisDetailsByVessel, { mmsi })
      const clauses = hiding(clausesOf(filter), matchable(card, Date.now())).map(({ clause }) => clause)
      expect(clauses).toEqual(answer.clauses.map(({ clause }) => clause))
    }
  }
})

async function shown(filter: AisFilter, at: number, knowledge: Knowledge) {
  const { contacts } = await server.call(getPicture, { at: iso(at), knowledge, filter })
  const read = await server.call(filterAisData, { as_of: iso(at), knowledge, filter })
  const answer = contacts.map(({ mmsi }) => mmsi).sort()
  expect(read.ais.map(({ mmsi }) => mmsi).sort()).toEqual(answer)
  return answer
}

test('the past is matched as known at the instant, in replay and query, and as corrected now', async () => {
  const filter = { ...LOITERING, time_filter: 5 * 60 }
  const hours: [number, string[], string[]][] = [
    [0.5, [], []],
    [1.5, text(ENDED, LATER_DISPUTED, LATER_REVISED), text(ENDED, GOES_ON, LATER_DISPUTED)],
    [3.5, text(ENDED, GOES_ON, LATER_DISPUTED, LATER_REVISED), text(ENDED, GOES_ON, LATER_DISPUTED)],
    [4.5, text(ENDED, GOES_ON, LATER_DISPUTED), text(ENDED, GOES_ON, LATER_DISPUTED)],
  ]
  for (const [i, knowledge] of (['AS_KNOWN', 'CORRECTED'] as const).entries()) {
    const query = { from: iso(BEGAN), to: iso(BEGAN + 6 * HOUR), knowledge, filter }
    const { replay_id, manifest } = await server.call(getReplayTracks, query)
    for (const [hour, ...wanted] of hours) {
      const at = BEGAN + hour * HOUR
      expect(await shown(filter, at, knowledge)).toEqual(wanted[i])
      const n = Math.floor((at - BEGAN) / 1000 / manifest.chunk_s)
      const { bytes } = await download(server.base, server.token, getReplayChunk, { id: replay_id, n })
      expect(frameDigest(decodeReplayChunk(bytes), at).contacts).toBe(wanted[i]!.length)
    }
  }
  const card = await server.call(getAisDetailsByVessel, {
    mmsi: String(LATER_REVISED),
    as_of: iso(BEGAN + 3 * HOUR),
  })
  expect(card.marks).toEqual(['LOITERING'])
})

test('a finding is hidden from users who do not see all its sources or its position', async () => {
  // The ships lie at 18.5 N now; what was found of them was at 10 N.
  const [here, both] = [boxOf(71, 18, 73, 19), boxOf(71, 9, 73, 19)]
  const seeing = async (username: string, geometry: typeof here, sources = ['*']) => {
    const { id } = await server.call(addZone, { name: username, geometry })
    return aUser(server, username, sources, { zone_access: [id] })
  }
  const [source] = (await server.call(getAisDetailsByVessel, { mmsi: String(ENDED) })).sources_seen
  expect(await passing(LOITERING, await seeing('asha', here))).toEqual([])
  const ravi = await seeing('ravi', both, [source!])
  expect(await passing(LOITERING, ravi)).toEqual(text(ENDED, GOES_ON, LATER_DISPUTED, LOITERER))
  const card = await ravi.call(getAisDetailsByVessel, { mmsi: String(MET) })
  expect([card.marks, card.found]).toEqual([[], []])
})

test('a foreign vessel that crosses the 12 NM line enters the view at once and leaves on dispute', async () => {
  const query = {
    bbox: [-180, -90, 180, 90] as [number, number, number, number],
    zoom: 3,
    filter: { anomalies: ['TWELVE_NM' as const] },
  }
  const held = new Watcher(server.base, server.token)
  await until(() => held.socket.connected, 'the screen is connected')
  held.watch(query)
  await until(() => held.contacts.size === 1, 'the screen shows who is found already')
  const ship = '413000005'
  const passes = async (lon: number, at: number) =>
    receiver.send(
      encodePosition(
        {
          mmsi: Number(ship),
          lat: 6.93,
          lon,
          sog: 12,
          cog: 90,
          navStatus: 0,
          second: new Date(at).getUTCSeconds(),
        },
        { tagBlock: { c: Math.floor(at / 1000) } },
      ),
    )
  await passes(79.53, Date.now() - 50 * MINUTE)
  await passes(79.7, Date.now())
  await until(() => held.contacts.size === 2, 'she is shown')
  await expectHeldEqualsFresh(held, server.base, server.token, query)
  const { items } = await server.call(getFilteredVesselEvents, { types: ['TWELVE_NM'], mmsis: [ship] })
  expect(items).toHaveLength(1)
  await server.call(judgeRuleResult, { id: items[0]!.id, judgement: 'DISPUTED', reason: 'a survey vessel' })
  await until(() => held.contacts.size === 1, 'she is not shown any more')
  await expectHeldEqualsFresh(held, server.base, server.token, query)
  held.close()
})
