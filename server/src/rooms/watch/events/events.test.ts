import {
  addVesselEvent,
  addVesselEventsAndDisasters as saveEvent,
  getEventCategory,
  getEventType,
  getVesselEventsAndDisasters as getEvents,
  removeVesselEvent,
  removeVesselEventsAndDisasters as removeEvent,
  type VesselEvent,
} from '@samudra/contract/events'
import { getAisHistoryForTrackBtwInterval } from '@samudra/contract/history'
import { getVesselStats } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { box } from '../../../../testing/samples/geo-files.ts'

type Session = Awaited<ReturnType<typeof aUser>>
let server: TestServer
const receivers: Receiver[] = []
let asha: Session
let binu: Session
/** Confined to waters around 10 N 72 E. */
let dev: Session
/** User of one source. */
let esha: Session
const SHIPS = [
  { mmsi: 419000001, lat: 10, lon: 72, source: 'MSIS' },
  { mmsi: 419000002, lat: 10.1, lon: 72.1, source: 'SATX' },
]

beforeAll(async () => {
  for (let i = 0; i < 2; i++) receivers.push(await Receiver.listen())
  server = await aServer([receivers[0]!.feed('MSIS'), receivers[1]!.feed('SATX')])
  for (const [i, ship] of SHIPS.entries())
    await receivers[i]!.send(
      encodePosition({ ...ship, sog: 10, cog: 45, navStatus: 0, second: new Date().getUTCSeconds() }),
    )
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 2, 'ships are seen')
  const geometry = { type: 'Polygon' as const, coordinates: [box(70, 8, 74, 12)] }
  const zone = await server.call(addZone, { name: 'Lakshadweep', geometry })
  asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  binu = await aUser(server, 'binu', ['*'], { group_ids: ['coast'] })
  dev = await aUser(server, 'dev', ['*'], { zone_access: [zone.id] })
  esha = await aUser(server, 'esha', ['MSIS'])
})
afterAll(async () => {
  await server.close()
  for (const receiver of receivers) await receiver.close()
})

const AT = '2026-03-01T06:00:00.000Z'
const draft = (more: object = {}) => ({
  type: 'ATTACK',
  category: 'PIRACY_ARMED_ROBBERY' as const,
  title: 'Skiff alongside',
  text: 'Two skiffs, ladders seen.',
  severity: 'HIGH' as const,
  status: 'DETECTED' as const,
  visibility: 'CENTRE' as const,
  start_at: AT,
  end_at: null,
  geometry: { type: 'Point' as const, coordinates: [72, 10] as [number, number] },
  mmsis: ['419000001', '419000002'],
  confidence: 3,
  evidence_fix_ids: [],
  file_ids: [],
  ...more,
})
const again = (event: VesselEvent, more: object = {}) => ({
  ...draft(),
  id: event.id,
  expected_version: event.version,
  title: event.title,
  geometry: event.geometry,
  mmsis: event.mmsis,
  status: event.status as 'DETECTED',
  file_ids: event.files.map(({ id }) => id),
  visibility: event.visibility,
  ...more,
})
/** The id of the stored fix of a ship. */
const fixOf = async ({ mmsi }: { mmsi: number }) => {
  const range = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }
  const { items } = await server.call(getAisHistoryForTrackBtwInterval, { mmsi: String(mmsi), ...range })
  return items[0]!.id
}
const titles = async (who: Session | TestServer, more: object = {}) =>
  (await who.call(getEvents, { ...more })).items.map(({ title }) => title).sort()
test('event types and categories are those of the specification and of the monthly update', async () => {
  const types = await asha.call(getEventType, {})
  expect(types.filter(({ origin }) => origin === 'DETECTED').map(({ code }) => code)).toEqual([
    'ENCOUNTER_EVENT',
    'SPOOFING_EVENT',
    'LOITERING_EVENT',
    'ABNORMAL_TIME',
    'ILLEGAL_IMO',
    'SPEED_CHANGE',
    'COURSE_CHANGE',
    'HDB_SCAN',
    'DEAD_REACON',
  ])
  expect(types.filter(({ origin }) => origin === 'DISASTER').map(({ code }) => code)).toEqual(
    'CYCLONE TSUNAMI EARTHQUAKE VOLCANO OIL_SPILL FIRE SINKING COLLISION GROUNDING SAR'.split(' '),
  )
  const categories = await asha.call(getEventCategory, {})
  expect(categories).toHaveLength(10)
  expect(new Set(categories.map(({ icon }) => icon)).size).toBe(10)
})

test('an event is added, judged by users who see it, revised by late data, removed but stored', async () => {
  const event = await asha.call(saveEvent, draft())
  expect(event).toMatchObject({ version: 1, status: 'DETECTED', mine: true, owner: 'asha', files: [] })
  expect(await binu.raw(saveEvent, again(event, { title: 'Other' }))).toMatchObject({ Code: 'FORBIDDEN' })
  const confirmed = await binu.call(saveEvent, again(event, { status: 'CONFIRMED' }))
  expect(confirmed).toMatchObject({ version: 2, status: 'CONFIRMED', mine: false, updated_by: 'binu' })
  expect(await binu.raw(saveEvent, again(confirmed, { status: 'DISPUTED' }))).toMatchObject({
    Code: 'VALIDATION',
  })
  const [, late_fix_id] = await Promise.all(SHIPS.map(fixOf))
  const late = { why: 'A fix from a satellite came six hours late', late_fix_id: late_fix_id! }
  const revised = await binu.call(saveEvent, again(confirmed, { revision: late }))
  expect(revised).toMatchObject({ status: 'REVISED', revisions: [{ ...late, by: 'binu' }] })
  const disputed = await asha.call(saveEvent, again(revised, { status: 'DISPUTED' }))
  expect(await asha.raw(saveEvent, again(revised, { title: 'Late' }))).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { version: disputed.version, status: 'DISPUTED' },
  })
  expect(await binu.raw(removeEvent, { id: event.id, reason: 'x' })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await asha.raw(removeEvent, { id: event.id, reason: '' })).toMatchObject({ Code: 'VALIDATION' })
  await asha.call(removeEvent, { id: event.id, reason: 'A fishing boat' })
  expect(await titles(asha)).toEqual([])
  const removed = await binu.call(getEvents, { status: ['REMOVED'] })
  expect(removed.items).toMatchObject([{ id: event.id, status: 'REMOVED', removed_reason: 'A fishing boat' }])
  expect(await asha.raw(removeEvent, { id: event.id, reason: 'x' })).toMatchObject({ Code: 'NOT_FOUND' })
  const gone = removed.items[0]!
  expect(await asha.raw(saveEvent, again(gone, { status: 'CONFIRMED' }))).toMatchObject({
    Code: 'VALIDATION',
  })
  const then = await binu.call(getEvents, { as_of: confirmed.updated_at })
  expect(then.items).toMatchObject([{ id: event.id, status: 'CONFIRMED', version: 2 }])
})

test('a user without its area or vessels does not see an event; its owner keeps hidden vessels', async () => {
  const near = await asha.call(saveEvent, draft({ title: 'near' }))
  const far = await asha.call(
    saveEvent,
    draft({ title: 'far', geometry: { type: 'Polygon', coordinates: [box(90, -10, 91, -9)] } }),
  )
  const own = await asha.call(saveEvent, draft({ title: 'own', visibility: 'PRIVATE' }))
  expect(await titles(asha)).toEqual(['far', 'near', 'own'])
  expect(await titles(binu)).toEqual(['far', 'near'])
  expect(await titles(dev)).toEqual(['near'])
  expect(await titles(server)).toEqual(['far', 'near', 'own'])
  const [hers] = (await esha.call(getEvents, { id: near.id })).items
  expect(hers!.mmsis).toEqual(['419000001'])
  expect(await titles(esha, { mmsi: '419000002' })).toEqual([])
  expect(await titles(esha, { mmsi: '419000001' })).toEqual(['far', 'near'])
  const judged = await esha.call(saveEvent, again(hers!, { status: 'DISPUTED' }))
  expect(judged.mmsis).toEqual(['419000001'])
  expect((await asha.call(getEvents, { id: near.id })).items[0]!.mmsis.sort()).toEqual([
    '419000001',
    '419000002',
  ])
  expect(await binu.raw(removeEvent, { id: own.id, reason: 'x' })).toMatchObject({ Code: 'NOT_FOUND' })
  for (const { id } of [near, far, own]) await asha.call(removeEvent, { id, reason: 'done' })
})

test('events are found by kind, place also across 180 degrees, time and page', async () => {
  const ring = box(178, -20, 182, -15)
  const made = [
    await asha.call(
      saveEvent,
      draft({ title: 'a', start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-02T00:00:00Z' }),
    ),
    await asha.call(
      saveEvent,
      draft({
        title: 'b',
        type: 'CYCLONE',
        category: 'NATURAL_EVENT',
        geometry: { type: 'Polygon', coordinates: [ring] },
      }),
    ),
    await asha.call(
      saveEvent,
      draft({
        title: 'c',
        type: 'SAR',
        category: 'MARITIME_INCIDENT',
        geometry: {
          type: 'LineString',
          coordinates: [
            [60, 0],
            [61, 1],
          ],
        },
        mmsis: [],
      }),
    ),
  ]
  expect(await titles(binu, { types: ['CYCLONE', 'SAR'] })).toEqual(['b', 'c'])
  expect(await titles(binu, { category: ['NATURAL_EVENT'] })).toEqual(['b'])
  expect(await titles(binu, { bbox: [59, -1, 62, 2] })).toEqual(['c'])
  for (const bbox of [
    [175, -25, -175, -10],
    [-179, -25, -170, -10],
    [170, -25, 179, -10],
  ] as [number, number, number, number][])
    expect(await titles(binu, { bbox })).toEqual(['b'])
  expect(await titles(binu, { bbox: [-170, -25, 170, -10] })).toEqual([])
  expect(await titles(binu, { to: '2026-01-01T12:00:00Z' })).toEqual(['a'])
  expect(await titles(binu, { from: '2026-01-03T00:00:00Z' })).toEqual(['b', 'c'])
  expect(await titles(binu, { mmsi: '419000002' })).toEqual(['a', 'b'])
  const first = await binu.call(getEvents, { limit: 2 })
  const rest = await binu.call(getEvents, { limit: 2, cursor: first.next! })
  expect([first.total, first.items.length, rest.items.length, rest.next]).toEqual([3, 2, 1, null])
  for (const bad of [
    { type: 'WHALE' },
    { end_at: '2020-01-01T00:00:00Z' },
    { mmsis: ['1'] },
    { geometry: { type: 'Point', coordinates: [200, 0] } },
  ])
    expect(await asha.raw(saveEvent, draft(bad) as never)).toMatchObject({ Code: 'VALIDATION' })
  for (const { id } of made) await asha.call(removeEvent, { id, reason: 'done' })
})

test('a screen holds after pushes what a new query returns', async () => {
  const sessions = { asha, binu, dev, esha, admin: server as unknown as Session }
  const held = Object.entries(sessions).map(([name, session]) => ({
    name,
    session,
    watcher: new Watcher(server.base, session.token),
  }))
  await until(() => held.every(({ watcher }) => watcher.socket.connected), 'screens are connected')
  await new Promise((resolve) => setTimeout(resolve, 300))
  const one = await asha.call(saveEvent, draft({ title: 'one' }))
  const two = await binu.call(
    saveEvent,
    draft({ title: 'two', geometry: { type: 'Point', coordinates: [90, -9] } }),
  )
  const three = await asha.call(saveEvent, draft({ title: 'three' }))
  await esha.call(saveEvent, again(one, { mmsis: ['419000001'], status: 'CONFIRMED' }))
  await asha.call(saveEvent, again(three, { visibility: 'PRIVATE' }))
  await asha.call(saveEvent, draft({ title: 'four' }))
  await server.call(removeEvent, { id: two.id, reason: 'withdrawn' })
  await asha.call(saveEvent, draft({ title: 'last', visibility: 'PRIVATE' }))
  const hears = (watcher: Watcher, title: string) =>
    watcher.events.some(({ payload }) => (payload as VesselEvent | undefined)?.title === title)
  await until(() => hears(held[0]!.watcher, 'last'), 'the last is told')
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (const { name, session, watcher } of held) {
    const screen = new Map<string, VesselEvent>()
    for (const event of watcher.events) {
      if (event.name === addVesselEvent.wire) {
        const read = addVesselEvent.payload(event.payload)
        if (!read.ok) throw new Error(JSON.stringify(read.fields))
        screen.set(read.value.id, read.value)
      }
      if (event.name === removeVesselEvent.wire) screen.delete((event.payload as { id: string }).id)
    }
    const fresh = (await session.call(getEvents, {})).items
    expect([name, [...screen.values()].sort(byId)]).toEqual([name, fresh.sort(byId)])
    expect(fresh.length).toBeGreaterThan(0)
    watcher.close()
  }
  expect(held.map(({ watcher }) => hears(watcher, 'last'))).toEqual([true, false, false, false, true])
  expect(hears(held[2]!.watcher, 'two')).toBe(false)
  for (const { id } of (await server.call(getEvents, {})).items)
    await server.call(removeEvent, { id, reason: 'done' })
})
const byId = (a: VesselEvent, b: VesselEvent) => (a.id < b.id ? -1 : 1)

test('evidence is a stored fix of a vessel of the event that its author sees', async () => {
  const [fix, hidden] = await Promise.all(SHIPS.map(fixOf))
  const event = await esha.call(saveEvent, draft({ mmsis: ['419000001'], evidence_fix_ids: [fix] }))
  expect(event.evidence_fix_ids).toEqual([fix])
  for (const [mmsis, id] of [
    [['419000001'], '17'],
    [['419000002'], hidden],
    [['419000002'], fix],
    [[], fix],
    [['419000001'], 'nonsense'],
  ])
    expect(await esha.raw(saveEvent, draft({ mmsis, evidence_fix_ids: [id] }))).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'evidence_fix_ids' }],
    })
  const revision = { why: 'late', late_fix_id: '17' }
  expect(await esha.raw(saveEvent, again(event, { revision }))).toMatchObject({ Code: 'VALIDATION' })
})
