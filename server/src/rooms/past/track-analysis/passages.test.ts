import { addAoi, deleteAoi, updateAoi } from '@samudra/contract/areas'
import { getTrackEvents } from '@samudra/contract/track-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { boxOf, PLAIN_AREA } from '../../../../testing/seas/drawn-shapes.ts'

const MINUTE = 60_000
const DAY = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000
const SHIP = '419000001'
const iso = (at: number) => new Date(at).toISOString()
const box = (west: number, east: number) => boxOf(west, 14, east, 16)
const AREA = { ...PLAIN_AREA, name: 'Ground' }

let server: TestServer
let receiver: Receiver
type Asking = Pick<TestServer, 'call'>
const eventsOf = async (more: object = {}, by: Asking = server) =>
  (await by.call(getTrackEvents, { mmsi: SHIP, from: iso(DAY), to: iso(DAY + 12 * 3_600_000), ...more }))
    .items
const textsOf = async (more: object = {}, by: Asking = server) =>
  (await eventsOf(more, by)).map(({ kind, text }) => `${kind} ${text}`)

/** A ship that closed the coast of India off Goa the day before, from 72.0 to 73.9 degrees east. */
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await storeFixes(
    server.database.db,
    Array.from({ length: 39 }, (_, i) =>
      aFix({ mmsi: Number(SHIP), recTime: DAY + i * 10 * MINUTE, lat: 15e6, lon: 72e6 + i * 50_000 }),
    ),
  )
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const WATERS = [
  'WATERS_IN Entered 24 NM of India (approximate)',
  'WATERS_IN Entered 12 NM of India (approximate)',
]

test('a track list names the waters entered, with place and time of crossing the limit', async () => {
  const events = await eventsOf()
  expect(events.map(({ kind, text }) => `${kind} ${text}`)).toEqual(WATERS)
  for (const { from, to, lat, lon } of events) {
    expect(to).toBe(from)
    expect(lat).toBeCloseTo(15, 2)
    // Five minutes of longitude in a minute of time, all the way.
    expect((Date.parse(from) - DAY) / (10 * MINUTE)).toBeCloseTo((lon! - 72) / 0.05, 1)
  }
})

test('areas are those visible to the caller, as of then; a later one uses its first outline', async () => {
  const before = iso(Date.now())
  await new Promise((resolve) => setTimeout(resolve, 10))
  const area = await server.call(addAoi, { ...AREA, geometry: box(72.51, 72.98) })
  const passage = ['AREA_IN Entered Ground', 'AREA_OUT Left Ground']
  expect(await textsOf()).toEqual([...passage, ...WATERS])
  expect(await textsOf({}, await aUser(server, 'asha'))).toEqual(WATERS)
  const drawn = iso(Date.now())
  await new Promise((resolve) => setTimeout(resolve, 10))
  await server.call(updateAoi, { id: area.id, expected_version: 1, geometry: box(0, 1) })
  expect(await textsOf()).toEqual([...passage, ...WATERS])
  // By what was believed at an instant: nothing was drawn, it lay here, it lay far away.
  expect(await textsOf({ as_of: drawn })).toEqual([...passage, ...WATERS])
  expect(await textsOf({ as_of: before })).toEqual(WATERS)
  expect(await textsOf({ as_of: iso(Date.now()) })).toEqual(WATERS)
  await server.call(deleteAoi, { id: area.id })
  expect(await textsOf()).toEqual(WATERS)
})

test('an area is passed only while it holds', async () => {
  const hours = (n: number) => iso(DAY + n * 60 * MINUTE)
  const { id } = await server.call(addAoi, {
    ...AREA,
    geometry: box(72.51, 72.98),
    valid_from: hours(0),
    valid_to: hours(3),
  })
  // It was entered within the first two hours, and left after the third.
  expect(await textsOf()).toEqual(['AREA_IN Entered Ground', ...WATERS])
  await server.call(deleteAoi, { id })
})
