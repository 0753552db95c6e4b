import { addVesselEvent, addVesselEventsAndDisasters, removeVesselEvent } from '@samudra/contract/events'
import { getUsers, updateUser } from '@samudra/contract/identity'
import { resumed, resync, type Mark, type Resume } from '@samudra/contract/socket'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { tableUpdate } from '@samudra/contract/kind'
import { updateStatic } from '@samudra/contract/settings'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'

type Session = Pick<TestServer, 'call' | 'raw' | 'token'>
let server: TestServer
let asha: Session
let binu: Session
const pages: Page[] = []
beforeAll(async () => {
  server = await aServer()
  asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  binu = await aUser(server, 'binu')
})
afterAll(async () => {
  for (const page of pages) page.socket.close()
  await server.close()
})

/** A page of the product: its socket may be cut, and shows where it stood when it comes back. */
class Page {
  readonly socket: Socket
  readonly received: { wire: string; payload: Record<string, unknown>; seq: number }[] = []
  resume: Resume = { epoch: null, last_seq: Date.now() * 1000 }
  constructor({ token }: Session) {
    this.socket = io(server.base, {
      transports: ['websocket'],
      reconnection: false,
      auth: (authenticate) => authenticate({ token, resume: this.resume }),
    })
    this.socket.onAny((wire: string, payload: Record<string, unknown>, mark: Mark) => {
      const isStanding = wire === resumed.wire || wire === resync.wire
      this.resume = { epoch: isStanding ? String(payload['epoch']) : this.resume.epoch, last_seq: mark.seq }
      this.received.push({ wire, payload, seq: mark.seq })
    })
    pages.push(this)
  }
  /** Returns the received pushes of these kinds, in order. */
  of = (...wires: string[]) => this.received.filter(({ wire }) => wires.includes(wire))
  standing = () => this.of(resumed.wire, resync.wire).map(({ wire }) => wire)
  async opened(times = 1) {
    await until(() => this.standing().length === times, 'the page is told where it stands')
  }
}

const list = (who: Session, visibility: 'PRIVATE' | 'GROUP') =>
  who.call(createVesselList, { name: 'Suspects', kind: 'STATIC', color: '#c62828', visibility })
const EVENT = {
  type: 'COLLISION' as const,
  category: 'MARITIME_INCIDENT' as const,
  title: 'Two trawlers',
  text: 'off Kochi',
  severity: 'HIGH' as const,
  status: 'CONFIRMED' as const,
  start_at: '2026-01-05T10:00:00.000Z',
  end_at: null,
  geometry: { type: 'Point' as const, coordinates: [76, 9.9] as [number, number] },
  mmsis: [],
  confidence: 3,
  evidence_fix_ids: [],
  file_ids: [],
}

test('changes during a socket outage arrive on reconnection: in order, once, to their audience', async () => {
  const page = new Page(asha)
  await page.opened()
  await list(asha, 'GROUP')
  await until(() => page.of(tableUpdate.wire).length === 1, 'she is told')
  page.socket.disconnect()
  const { id } = await list(asha, 'GROUP')
  await list(binu, 'PRIVATE')
  await asha.call(addVesselToList, { id, mmsis: ['419000001'], reason: 'seen' })
  await server
    .call(updateStatic, { key: 'notice', title: 'Notice', body_md: 'Fog', expected_version: 1 })
    .catch(() => null)
  page.socket.connect()
  await page.opened(2)
  expect(page.standing()).toEqual(['resumed', 'resumed'])
  const found = page.of(tableUpdate.wire).slice(1)
  expect(found.slice(0, 2).map(({ payload }) => [payload['op'], payload['ids']])).toEqual([
    ['add', [id]],
    ['update', [id]],
  ])
  expect(JSON.stringify(found.slice(2))).not.toContain('vessel_lists')
  const seqs = page.received.map(({ seq }) => seq)
  expect(seqs).toEqual([...seqs].sort((one, other) => one - other))
})

test('an object shown and hidden during a socket outage is not pushed in its shown state', async () => {
  const page = new Page(binu)
  await page.opened()
  page.socket.disconnect()
  const shown = await asha.call(addVesselEventsAndDisasters, { ...EVENT, visibility: 'CENTRE' })
  await asha.call(addVesselEventsAndDisasters, {
    ...EVENT,
    id: shown.id,
    expected_version: shown.version,
    title: 'A secret now',
    visibility: 'PRIVATE',
  })
  page.socket.connect()
  await page.opened(2)
  expect(page.of(addVesselEvent.wire)).toEqual([])
  expect(page.of(removeVesselEvent.wire).map(({ payload }) => payload['id'])).toEqual([shown.id])
  expect(JSON.stringify(page.received)).not.toMatch(/trawlers|secret/)
})

test('a change of rights resyncs an open screen at once, and an absent one on its return', async () => {
  const [open, away] = [new Page(binu), new Page(binu)]
  await Promise.all([open.opened(), away.opened()])
  away.socket.disconnect()
  const user = (await server.call(getUsers, {})).items.find(({ username }) => username === 'binu')!
  await server.call(updateUser, { id: user.id, expected_version: user.version!, group_ids: ['coast'] })
  await until(() => open.standing().at(-1) === resync.wire, 'his open screen is told')
  away.socket.connect()
  await away.opened(2)
  expect(away.standing()).toEqual(['resumed', 'resync'])
})
