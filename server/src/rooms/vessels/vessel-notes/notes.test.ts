import {
  deleteVesselNote,
  getVesselNotes,
  getVesselNoteVersions,
  saveVesselNote,
} from '@samudra/contract/vessel-notes'
import { tableUpdate } from '@samudra/contract/kind'
import { WATERS } from '@samudra/contract/example'
import { getVesselStats } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

type Session = Awaited<ReturnType<typeof aUser>>
let server: TestServer
let receiver: Receiver
let asha: Session
let binu: Session
/** Confined to waters that one of the ships is not in. */
let dev: Session
const [NEAR, FAR] = ['419000001', '419000002']

beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  const at = [
    { mmsi: Number(NEAR), lat: 10, lon: 72 },
    { mmsi: Number(FAR), lat: -10, lon: 90 },
  ]
  await receiver.send(at.flatMap((one) => encodePosition({ ...one, sog: 0, cog: 0, navStatus: 1 })))
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 2, 'ships are seen')
  const zone = await server.call(addZone, { name: 'Lakshadweep', geometry: WATERS })
  asha = await aUser(server, 'asha')
  binu = await aUser(server, 'binu')
  dev = await aUser(server, 'dev', ['*'], { zone_access: [zone.id] })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const write = (who: Session, text: string, more: { mmsi?: string; visibility?: 'PRIVATE' | 'CENTRE' } = {}) =>
  who.call(saveVesselNote, { mmsi: NEAR, visibility: 'CENTRE', text, ...more })
const textsFor = async (who: Session, query: object) =>
  (await who.call(getVesselNotes, query)).items.map(({ text }) => text)

test('a note is visible to its audience on the vessel page, has a history, and is searchable', async () => {
  const first = await write(asha, 'Drifted near the cable by night')
  await write(asha, 'Ask the agent', { visibility: 'PRIVATE' })
  const read = await binu.call(getVesselNotes, { mmsi: NEAR })
  expect(read).toMatchObject({
    total: 1,
    items: [{ text: 'Drifted near the cable by night', owner: 'asha', mine: false, mmsi: NEAR }],
  })
  expect(await textsFor(asha, { mmsi: NEAR })).toEqual(['Ask the agent', 'Drifted near the cable by night'])
  const changed = await asha.call(saveVesselNote, {
    id: first.id,
    expected_version: 1,
    mmsi: NEAR,
    text: 'Drifted near the pipeline',
    visibility: 'CENTRE',
    reason: 'it was the pipeline',
  })
  expect(changed.version).toBe(2)
  expect(await textsFor(binu, { mmsi: NEAR, as_of: read.as_of })).toEqual(['Drifted near the cable by night'])
  const { items } = await binu.call(getVesselNoteVersions, { id: first.id })
  expect(items).toMatchObject([{ version: 1 }, { version: 2, reason: 'it was the pipeline' }])
  expect(await textsFor(binu, { q: 'pipelines author:asha' })).toEqual(['Drifted near the pipeline'])
  expect(await textsFor(binu, { q: 'agent' })).toEqual([])
  expect(await binu.raw(deleteVesselNote, { id: first.id })).toMatchObject({ Code: 'FORBIDDEN' })
  await asha.call(deleteVesselNote, { id: first.id, reason: 'wrong ship' })
  expect(await textsFor(binu, { mmsi: NEAR })).toEqual([])
})

test('of two users who change a note the second receives the text of the first', async () => {
  const { id } = await write(asha, 'One')
  const change = (text: string) => ({
    id,
    expected_version: 1,
    mmsi: NEAR,
    text,
    visibility: 'CENTRE' as const,
  })
  await asha.call(saveVesselNote, change('Two'))
  expect(await server.raw(saveVesselNote, change('Three'))).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { text: 'Two', version: 2 },
  })
  await asha.call(deleteVesselNote, { id })
})

test('a user cannot read, find or change notes about a hidden vessel, and gets no pushes of them', async () => {
  const screens = [new Watcher(server.base, dev.token), new Watcher(server.base, binu.token)]
  await until(() => screens.every(({ socket }) => socket.connected), 'both screens are open')
  const { id } = await write(asha, 'Seen with a tender', { mmsi: FAR })
  const isReceived = (screen: Watcher) =>
    screen.events.some(
      ({ name, payload }) => name === tableUpdate.wire && JSON.stringify(payload).includes(id),
    )
  await until(() => isReceived(screens[1]!), 'who sees her is told')
  expect(isReceived(screens[0]!)).toBe(false)
  expect(await textsFor(binu, { q: 'tender' })).toHaveLength(1)
  for (const query of [{ mmsi: FAR }, { q: 'tender' }, { ids: [id] }])
    expect(await textsFor(dev, query)).toEqual([])
  expect(await dev.raw(getVesselNoteVersions, { id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await dev.raw(deleteVesselNote, { id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await dev.raw(saveVesselNote, { mmsi: FAR, text: 'x', visibility: 'PRIVATE' })).toMatchObject({
    Code: 'NOT_FOUND',
  })
  for (const screen of screens) screen.close()
})
