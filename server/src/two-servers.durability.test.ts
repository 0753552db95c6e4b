// Rooms: all
import { addAoi, deleteAoi, getAois, updateAoi } from '@samudra/contract/areas'
import {
  addVesselEventsAndDisasters,
  getEventFile,
  getVesselEventsAndDisasters,
  uploadEventFile,
} from '@samudra/contract/events'
import { createExport } from '@samudra/contract/exchange'
import { getUsers, login, logout, updateUser } from '@samudra/contract/identity'
import { tableUpdate } from '@samudra/contract/kind'
import { resumed, resync, sessionRevoked, type Mark, type Resume } from '@samudra/contract/socket'
import { getReplayTracks } from '@samudra/contract/replay'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { addZone } from '@samudra/contract/zones'
import { WireClient } from '@samudra/contract/wire/client'
import {
  addVesselToList,
  createVesselList,
  getVesselList,
  getVesselListHistory,
} from '@samudra/contract/vessel-lists'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noRedis } from '../testing/servers/a-redis.ts'
import { callRaw, PASSWORD, until } from '../testing/servers/a-server.ts'
import { aUser } from '../testing/servers/a-user.ts'
import { boxOf } from '../testing/seas/drawn-shapes.ts'
import { TwoServers, type Started } from '../testing/servers/two-servers.ts'
import { download, upload } from '../testing/samples/uploads.ts'
import { anEvent } from '../testing/seas/an-event.ts'

if (noRedis !== null) process.stdout.write(`Two servers are not tested: ${noRedis}.\n`)

type Session = Awaited<ReturnType<TwoServers['logIn']>>
const anArea = (name: string) => ({
  type: 'GENERAL' as const,
  recur: 'NONE' as const,
  color: '#1565c0',
  notes: '',
  valid_from: null,
  valid_to: null,
  name,
  visibility: 'CENTRE' as const,
  geometry: boxOf(71, 9, 73, 11),
})

/** A page: its socket may be opened at another server, and shows where it stood. */
class Page {
  readonly received: { wire: string; payload: Record<string, unknown> }[] = []
  #socket: Socket | undefined
  #resume: Resume = { epoch: null, last_seq: Date.now() * 1000 }

  async open({ base }: Started, { token }: Session): Promise<void> {
    this.close()
    const before = this.standing.length
    const socket = io(base, {
      transports: ['websocket'],
      reconnection: false,
      auth: { token, resume: this.#resume },
    })
    this.#socket = socket
    socket.onAny((wire: string, payload: Record<string, unknown>, mark: Mark) => {
      const isStanding = wire === resumed.wire || wire === resync.wire
      const epoch = isStanding ? String(payload['epoch']) : this.#resume.epoch
      this.#resume = { epoch, last_seq: mark?.seq ?? this.#resume.last_seq }
      this.received.push({ wire, payload })
    })
    await until(() => this.standing.length > before, 'the page is told where it stands')
  }
  get standing() {
    return this.received
      .map(({ wire }) => wire)
      .filter((wire) => wire === resumed.wire || wire === resync.wire)
  }
  get isOpen() {
    return this.#socket?.connected ?? false
  }
  /** Ids of pushed objects, in order. */
  ids = () =>
    this.received.filter(({ wire }) => wire === tableUpdate.wire).flatMap(({ payload }) => payload['ids'])
  close() {
    this.#socket?.close()
  }
}

describe.skipIf(noRedis !== null)('two servers on one database and one Redis', () => {
  let two: TwoServers
  let one: Started
  let other: Started
  let atOne: Session
  let atOther: Session
  const pages: Page[] = []
  const aPage = () => {
    const page = new Page()
    pages.push(page)
    return page
  }
  beforeAll(async () => {
    two = await TwoServers.open()
    ;[one, other] = await Promise.all([two.start(), two.start()])
    ;[atOne, atOther] = await Promise.all([two.logIn(one), two.logIn(other)])
  })
  afterAll(async () => {
    for (const page of pages) page.close()
    await two.close()
  })

  test('a change at one server reaches a screen of the other, which finds it in a query', async () => {
    const page = aPage()
    await page.open(other, atOther)
    const area = await atOne.call(addAoi, anArea('Made at one'))
    expect((await atOther.call(getAois, { ids: [area.id] })).items.map(({ name }) => name)).toEqual([
      'Made at one',
    ])
    await until(() => page.ids().includes(area.id), 'the screen is told')
    const over = { id: area.id, expected_version: area.version }
    const changed = await atOther.call(updateAoi, { ...over, notes: 'Changed at the other' })
    const refused = await atOne.raw(updateAoi, { ...over, notes: 'Too late' })
    expect(refused).toMatchObject({ Code: 'VERSION_CONFLICT', Data: { version: changed.version } })
    await atOne.call(deleteAoi, { id: area.id })
    expect((await atOther.call(getAois, { ids: [area.id] })).items).toEqual([])
  })

  test('a session that ends at one is refused by the other at once, and its sockets close there', async () => {
    const session = await two.logIn(one)
    const page = aPage()
    await page.open(other, session)
    await session.call(logout, {})
    expect(await callRaw(other.base, session.token, getAois, {})).toMatchObject({ Code: 'SESSION_EXPIRED' })
    await until(() => !page.isOpen, 'its socket is closed')
    expect(page.received.map(({ wire }) => wire)).toContain(sessionRevoked.wire)
  })
  test('settings, rights and zones that change at one hold at the other', async () => {
    const before = await atOther.call(getAdminSettings, {})
    const wanted = { 'system.log_level': 'warn' }
    await atOne.call(updateAdminSettings, { changes: wanted, expected_version: before.version })
    const after = await atOther.call(getAdminSettings, {})
    expect([after.values['system.log_level'], after.version]).toEqual(['warn', before.version + 1])
    expect(
      await atOther.raw(updateAdminSettings, { changes: wanted, expected_version: before.version }),
    ).toMatchObject({ Code: 'VERSION_CONFLICT' })
    const zone = await atOne.call(addZone, { name: 'Off Goa', geometry: boxOf(71, 9, 73, 11) })
    await aUser({ database: two.database, logIn: (name) => two.logIn(one, name) }, 'asha')
    const confined = { id: 'test-asha', expected_version: 1, zone_access: [zone.id] }
    expect((await atOther.call(updateUser, confined)).zone_access).toEqual([zone.id])
    const admin = (await atOther.call(getUsers, {})).items.find(({ username }) => username === 'admin')
    const page = aPage()
    await page.open(other, atOther)
    await atOne.call(updateUser, { id: admin!.id, expected_version: admin!.version!, group_ids: ['navy'] })
    await until(() => page.standing.at(-1) === resync.wire, 'an open screen of the other reads again')
    const list = { kind: 'STATIC' as const, color: '#c62828', visibility: 'GROUP' as const }
    const { id } = await atOther.call(createVesselList, { ...list, name: 'Of the navy' })
    const seen = await atOne.call(getVesselList, { ids: [id] })
    expect(seen.items.map(({ group_ids }) => group_ids)).toEqual([['navy']])
  })

  test('a vessel listed at one server is listed at both, and leaves once when its time ends', async () => {
    const list = { kind: 'STATIC' as const, color: '#c62828', visibility: 'PRIVATE' as const }
    const { id } = await atOther.call(createVesselList, { ...list, name: 'For a moment' })
    const soon = Date.parse((await atOther.call(getVesselList, {})).as_of) + 3000
    const expires_at = new Date(soon).toISOString()
    await atOther.call(addVesselToList, { id, mmsis: ['419000001'], reason: 'seen', expires_at })
    const seenAt = async (who: Session) => (await who.call(getVesselList, { ids: [id] })).items[0]!
    expect((await seenAt(atOne)).count).toBe(1)
    await until(async () => (await seenAt(atOne)).version === 3, 'the one hears that she left')
    await until(async () => (await seenAt(atOther)).version === 3, 'the other hears that she left')
    expect((await atOne.call(getVesselListHistory, { id })).items).toMatchObject([
      { mmsi: '419000001', left_why: 'Membership expired' },
    ])
  })

  test('active users are counted at both servers', async () => {
    const binu = await aUser({ database: two.database, logIn: (name) => two.logIn(one, name) }, 'binu')
    const page = aPage()
    await page.open(one, binu)
    const { version } = await atOther.call(getAdminSettings, {})
    const trial = { changes: { 'system.maintenance': true }, expected_version: version, dry_run: true }
    const { effects } = await atOther.call(updateAdminSettings, trial)
    expect(effects?.at(-1)).toMatch(/^1 user is logged in now/)
  })

  test('a sealed call that was made at one is not made again at the other', async () => {
    let made: { path: string; init: RequestInit } | undefined
    const client = new WireClient({
      base: one.base,
      fetch: async (input, init) => {
        const { pathname, search } = new URL(String(input))
        if (pathname.startsWith('/api/')) made = { path: pathname + search, init: init! }
        return fetch(input, init)
      },
    })
    expect((await client.call({ op: login, input: { username: 'admin', password: PASSWORD } })).kind).toBe(
      'answered',
    )
    const again = await fetch(other.base + made!.path, made!.init)
    expect([again.status, await again.json()]).toMatchObject([409, { Code: 'REPLAY' }])
  })

  test('a call that comes twice under one key is done once, whichever server it comes to', async () => {
    const call = async ({ base }: Started, name: string) => {
      const answer = await fetch(`${base}/api/v1/aoi`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${atOne.token}`,
          'content-type': 'application/json',
          'Idempotency-Key': 'twice',
          timestamp: String(Date.now()),
        },
        body: JSON.stringify(anArea(name)),
      })
      return (await answer.json()) as { Code?: string; Data: { id: string } }
    }
    const answers = await Promise.all([call(one, 'Once'), call(other, 'Once'), call(other, 'Once')])
    expect(new Set(answers.map(({ Data }) => Data.id)).size).toBe(1)
    expect((await call(other, 'Other')).Code).toBe('DUPLICATE')
    const { items } = await atOne.call(getAois, { q: 'Once' })
    expect(items.length).toBe(1)
  })

  test('wrong passwords at one are counted at the other', async () => {
    const guess = async ({ base }: Started) => {
      const answer = await callRaw(base, '', login, { username: 'nobody', password: 'wrong' })
      return answer.Status ? 'OK' : answer.Code
    }
    const { version } = await atOne.call(getAdminSettings, {})
    await atOne.call(updateAdminSettings, { changes: { 'session.lock_after': 3 }, expected_version: version })
    expect([await guess(one), await guess(other), await guess(one)]).toEqual(Array(3).fill('AUTH_FAILED'))
    expect([await guess(other), await guess(one)]).toEqual(['LOCKED', 'LOCKED'])
  })

  test('an export and a replay that one opened the other goes on with', async () => {
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }
    const { id } = await atOne.call(createExport, { format: 'CSV', mmsis: ['419000001'], ...period })
    const taken = await fetch(`${other.base}/api/v2/exports/${id}`, {
      headers: { authorization: `Bearer ${atOne.token}`, timestamp: String(Date.now()) },
    })
    expect(taken.status).toBe(200)
    const replay = await atOne.call(getReplayTracks, { knowledge: 'AS_KNOWN', ...period })
    const chunk = await fetch(`${other.base}/api/v2/replay/${replay.replay_id}/chunks/0`, {
      headers: { authorization: `Bearer ${atOne.token}`, timestamp: String(Date.now()) },
    })
    expect(chunk.status).toBe(200)
  })

  test('without Redis each server continues, and changes are pushed when it is back', async () => {
    const page = aPage()
    await page.open(other, atOther)
    await two.redis.kill()
    const { id } = await atOne.call(addAoi, anArea('Meanwhile'))
    expect((await atOther.call(getAois, { ids: [id] })).items).toEqual([])
    await two.redis.begin()
    await until(() => page.ids().includes(id), 'the screen is told')
    expect((await atOther.call(getAois, { ids: [id] })).items.length).toBe(1)
    expect(page.standing).toEqual([resumed.wire])
  })

  test('a killed server loses nothing it answered, and the other brings its screens up to date', async () => {
    const page = aPage()
    const third = await two.start()
    const atThird = await two.logIn(third)
    await page.open(third, atThird)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await atThird.call(addAoi, anArea(`Kept ${n}`))).id)
    await two.kill(third)
    expect((await atOne.call(getAois, { ids })).items.length).toBe(5)
    const missed = (await atOne.call(addAoi, anArea('Missed'))).id
    await page.open(other, atThird)
    expect(page.standing).toEqual([resumed.wire, resumed.wire])
    await until(() => page.ids().includes(missed), 'the page hears what it missed')
    expect(page.ids().slice(-6)).toEqual([...ids, missed])
  })

  // Last: ten seconds after a kill the others have all screens read again, whatever test runs then.
  test('a file uploaded to one server is read at the other by users who may, even after a kill', async () => {
    const third = await two.start()
    const atThird = await two.logIn(third)
    const note = Buffer.from('Seen at dawn.')
    const brought = await upload(third.base, atThird.token, uploadEventFile, { name: 'note.txt' }, note)
    if (!brought.Status) throw new Error(brought.Message)
    await two.kill(third)
    const query = { id: brought.Data.file_id }
    expect((await download(other.base, atThird.token, getEventFile, query)).bytes).toEqual(note)
    const event = await atOther.call(
      addVesselEventsAndDisasters,
      anEvent({ file_ids: [brought.Data.file_id] }),
    )
    await until(
      async () => (await atOne.call(getVesselEventsAndDisasters, {})).items.some(({ id }) => id === event.id),
      'the event is known at the other',
    )
    const [reply] = (await atOne.call(getVesselEventsAndDisasters, {})).items
    expect(reply!.files).toMatchObject([{ name: 'note.txt', size: note.length }])
  })
})
