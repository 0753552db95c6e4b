import { addAoi, deleteAoi, updateAoi } from '@samudra/contract/areas'
import type { AisFilter } from '@samudra/contract/filter'
import {
  addToBlacklist,
  filterAisData,
  getAisDetailsByVessel,
  removeFromBlacklist,
} from '@samudra/contract/picture'
import { getPicture, getReplayChunk, getReplayTracks } from '@samudra/contract/replay'
import { addVesselToList, createVesselList, removeVesselFromList } from '@samudra/contract/vessel-lists'
import { decodeReplayChunk, frameDigest, type Knowledge } from '@samudra/contract/wire/replay-chunk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { download } from '../../../../testing/samples/uploads.ts'
import { boxOf, PLAIN_AREA } from '../../../../testing/seas/drawn-shapes.ts'

const MINUTE = 60_000
const SHIP = '419000001'
const OTHER = '419000002'
const iso = (at: number) => new Date(at).toISOString()
const HERE = boxOf(71, 17, 73, 19)
const ELSEWHERE = boxOf(0, -10, 1, -9)
const AREA = { ...PLAIN_AREA, geometry: HERE }

let server: TestServer
let receiver: Receiver
const BEGAN = Date.now()

/** Stores two vessels received once, some time ago: only the filter inputs change. */
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  const recTime = BEGAN - 10 * MINUTE
  await storeFixes(server.database.db, [
    aFix({ mmsi: Number(SHIP), recTime, lat: 18e6, lon: 72e6 }),
    aFix({ mmsi: Number(OTHER), recTime: recTime + 1, lat: -40e6, lon: 72e6 }),
  ])
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

/** An instant after all that was done, and before all that comes; replays count tenths of seconds. */
async function anInstant(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 110))
  const at = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 110))
  return at
}

type Asking = Pick<TestServer, 'call' | 'token'>
async function shown(filter: AisFilter, at: number, knowledge: Knowledge = 'AS_KNOWN', by: Asking = server) {
  const query = { knowledge, filter }
  const { contacts } = await by.call(getPicture, { at: iso(at), ...query })
  const read = await by.call(filterAisData, { as_of: iso(at), ...query })
  const found = contacts.map(({ mmsi }) => mmsi)
  // All queries show the same past.
  expect(read.ais.map(({ mmsi }) => mmsi)).toEqual(found)
  return found
}

/** Returns the replay frames at some instants, each with the picture of that instant. */
async function framesOf(filter: AisFilter, instants: readonly number[], knowledge: Knowledge = 'AS_KNOWN') {
  const query = {
    from: iso(BEGAN - 20 * MINUTE),
    to: iso(Date.now()),
    knowledge,
    filter,
  }
  const { replay_id } = await server.call(getReplayTracks, query)
  const { bytes } = await download(server.base, server.token, getReplayChunk, { id: replay_id, n: 0 })
  const chunk = decodeReplayChunk(bytes)
  return Promise.all(
    instants.map(async (at) => {
      const { digest } = await server.call(getPicture, { at: iso(at), knowledge, filter })
      const frame = frameDigest(chunk, at)
      expect(frame.digest).toBe(digest)
      return frame.contacts
    }),
  )
}

test('a vessel list filter uses the list as of the instant, in play and in pictures', async () => {
  const { id } = await server.call(createVesselList, {
    name: 'Suspects',
    kind: 'STATIC',
    color: '#c62828',
    visibility: 'PRIVATE',
  })
  const before = await anInstant()
  await server.call(addVesselToList, { id, mmsis: [SHIP], reason: 'seen' })
  const on = await anInstant()
  await server.call(removeVesselFromList, { id, mmsi: SHIP })
  const off = await anInstant()
  const filter = { lists: [id] }
  expect(await shown(filter, before)).toEqual([])
  expect(await shown(filter, on)).toEqual([SHIP])
  expect(await shown(filter, off)).toEqual([])
  expect(await framesOf(filter, [before, on, off])).toEqual([0, 1, 0])
  // CORRECTED evaluates the filter with present knowledge.
  expect(await shown(filter, on, 'CORRECTED')).toEqual([])
  expect(await server.call(getAisDetailsByVessel, { mmsi: SHIP, as_of: iso(on) })).toMatchObject({
    lists: [id],
  })
  // Another does not see the list, of no time.
  expect(await shown(filter, on, 'AS_KNOWN', await aUser(server, 'asha'))).toEqual([])
})

test('an area of interest filter uses the position and validity of each area at the instant', async () => {
  const filter = { anomalies: ['AREA_OF_INTEREST' as const] }
  const before = await anInstant()
  const area = await server.call(addAoi, { ...AREA, name: 'Ground' })
  const drawn = await anInstant()
  const [from, to] = [Date.now() - 5 * MINUTE, Date.now()]
  await server.call(updateAoi, { id: area.id, expected_version: 1, geometry: ELSEWHERE })
  const moved = await anInstant()
  await server.call(deleteAoi, { id: area.id })
  const gone = await anInstant()
  const wanted = [before, drawn, moved, gone]
  for (const [i, at] of wanted.entries()) expect(await shown(filter, at)).toEqual(i === 1 ? [SHIP] : [])
  expect(await framesOf(filter, wanted)).toEqual([0, 1, 0, 0])
  const { marks } = await server.call(getAisDetailsByVessel, { mmsi: SHIP, as_of: iso(drawn) })
  expect(marks).toEqual(['AREA_OF_INTEREST'])
  // Drawn now, with a time of its own that is over: as corrected it holds in that time alone.
  const late = await server.call(addAoi, {
    ...AREA,
    name: 'Exercise area',
    valid_from: iso(from),
    valid_to: iso(to),
  })
  expect(await shown(filter, from + MINUTE, 'CORRECTED')).toEqual([SHIP])
  expect(await shown(filter, from - MINUTE, 'CORRECTED')).toEqual([])
  expect(await shown(filter, await anInstant(), 'CORRECTED')).toEqual([])
  expect(await shown(filter, from + MINUTE)).toEqual([])
  await server.call(deleteAoi, { id: late.id })
})

test('an area that begins to hold within a replay shows its ships from then on', async () => {
  const filter = { anomalies: ['AREA_OF_INTEREST' as const] }
  // Later than the area is stored on a busy machine: what was known only after its beginning shows nothing before.
  const begins = Date.now() + 2000
  const { id } = await server.call(addAoi, {
    ...AREA,
    name: 'From now on',
    valid_from: iso(begins),
    valid_to: iso(begins + 300),
  })
  await until(() => Promise.resolve(Date.now() > begins + 450), 'the area has ended')
  for (const knowledge of ['AS_KNOWN', 'CORRECTED'] as const)
    expect(await framesOf(filter, [begins - 110, begins + 150, begins + 450], knowledge)).toEqual([0, 1, 0])
  await server.call(deleteAoi, { id })
})

test('a blacklist filter uses the blacklist as of the instant', async () => {
  const before = await anInstant()
  await server.call(addToBlacklist, { mmsi: SHIP, reason: 'a test' })
  const during = await anInstant()
  await server.call(removeFromBlacklist, { mmsi: SHIP })
  const after = await anInstant()
  const filter = { anomalies: ['BLACKLIST' as const] }
  expect(await shown(filter, before)).toEqual([])
  expect(await shown(filter, during)).toEqual([SHIP])
  expect(await shown(filter, after)).toEqual([])
  expect(await framesOf(filter, [before, during, after])).toEqual([0, 1, 0])
})
