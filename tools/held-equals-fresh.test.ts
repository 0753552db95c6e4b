import { addAoi, areaKind, deleteAoi, updateAoi } from '@samudra/contract/areas'
import * as events from '@samudra/contract/events'
import { exerciseKind, saveExercise } from '@samudra/contract/exercises'
import { deleteAisFilter, filterKind, saveAisFilter } from '@samudra/contract/filter'
import { getUsers, updateUser } from '@samudra/contract/identity'
import { TABLES, type Kind } from '@samudra/contract/kind'
import * as tracks from '@samudra/contract/manual-tracks'
import { addToBlacklist, blacklistKind, getBlacklist, removeFromBlacklist } from '@samudra/contract/picture'
import { addEez, boundaryKind, deleteEez, getEez, updateEez, type Eez } from '@samudra/contract/reference'
import * as replay from '@samudra/contract/replay'
import * as settings from '@samudra/contract/settings'
import * as lists from '@samudra/contract/vessel-lists'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noRedis } from '../server/testing/a-redis.ts'
import { aServer, until, type TestServer } from '../server/testing/a-server.ts'
import { aUser } from '../server/testing/a-user.ts'
import { Watcher } from '../server/testing/a-watcher.ts'
import { boxOf } from '../server/testing/shapes.ts'
import { TwoServers } from '../server/testing/two-servers.ts'
import { Keeper, Keepers, type Ask } from '../web/src/kept/keeper.ts'
import { Position } from '../web/src/wire/position.ts'

/** Where changes are made; `shown` is where the screen is open. */
type Place = Pick<TestServer, 'call' | 'logIn' | 'database' | 'close'> & { shown: string }
let server: Place

async function oneServer(): Promise<Place> {
  const one = await aServer()
  return { ...one, shown: one.base }
}
/** What is held is changed at one server and shown at the other. */
async function twoServers(): Promise<Place> {
  const two = await TwoServers.open()
  const [one, other] = await Promise.all([two.start(), two.start()])
  const { call } = await two.logIn(one)
  const logIn = (username: string) => two.logIn(other, username)
  return { call, logIn, database: two.database, shown: other.base, close: () => two.close() }
}

type Named = { name: string }
/** Of any kind: what is compared is all of it. */
type Item = { version?: number }
type Made = { id: string; version: number }
/** Calls as the administrator does, whatever the shape of the answer. */
const say = (op: Named, input: object) => server.call(op as never, input as never) as Promise<Made>
const over = ({ id, version }: Made) => ({ id, expected_version: version })

type Row = {
  kind: Kind<Item>
  ask?: (call: TestServer['call']) => Ask<Item>
  also?: (held: Item) => string[]
  /** What everybody sees, or only a group. */
  add?: (name: string, visibility: 'CENTRE' | 'GROUP') => Promise<Made>
  change?: (made: Made) => Promise<unknown>
  /** So that the watcher sees it no more. */
  hide?: (made: Made) => Promise<unknown>
  remove?: (made: Made) => Promise<unknown>
}
/** One operation adds and changes: `fields` are said whole each time. */
const saved = (save: Named, remove: Named, fields: (name: string) => object): Omit<Row, 'kind'> => ({
  add: (name, visibility) => say(save, { ...fields(name), visibility }),
  change: (made) => say(save, { ...over(made), ...fields('Changed'), visibility: 'CENTRE' }),
  hide: (made) => say(save, { ...over(made), ...fields('Hidden'), visibility: 'PRIVATE' }),
  remove: ({ id }) => say(remove, { id, reason: 'over' }),
})

const WATCHER = 'binu'
const OUTLINE = boxOf(71, 9, 73, 11)
const AT = '2026-01-05T10:00:00.000Z'
let ships = 419_000_100
const aShip = () => String(ships++)

const row = <Of>(kind: Kind<Of>, more: Omit<Row, 'kind'>): Row => ({ kind: kind as never, ...more })
const ROWS: Row[] = [
  row(areaKind, {
    add: (name, visibility) => say(addAoi, { name, visibility, geometry: OUTLINE }),
    change: (made) => say(updateAoi, { ...over(made), notes: 'Changed' }),
    hide: (made) => say(updateAoi, { ...over(made), visibility: 'PRIVATE' }),
    remove: ({ id }) => say(deleteAoi, { id }),
  }),
  row(lists.listKind, {
    add: (name, visibility) => say(lists.createVesselList, { name, visibility, kind: 'STATIC' }),
    change: ({ id }) => say(lists.addVesselToList, { id, mmsis: [aShip()], reason: 'seen' }),
    remove: ({ id }) => say(lists.deleteVesselList, { id }),
  }),
  row(
    events.eventKind,
    saved(events.addVesselEventsAndDisasters, events.removeVesselEventsAndDisasters, (title) => ({
      ...events.addVesselEventsAndDisasters.example,
      title,
    })),
  ),
  row(
    tracks.trackKind,
    saved(tracks.insertUpdateManualTrack, tracks.deleteManualTrack, (name) => ({
      name,
      kind: 'POINT',
      points: [{ lat: 10, lon: 72 }],
    })),
  ),
  row(exerciseKind, {
    add: (name) => say(saveExercise, { name, players: [`test-${WATCHER}`] }),
    change: (made) => say(saveExercise, { ...over(made), name: 'Changed', players: [`test-${WATCHER}`] }),
    hide: (made) => say(saveExercise, { ...over(made), name: 'Hidden' }),
  }),
  row(boundaryKind, {
    ask: (call) => (asked) => call(getEez, { geometry: false, limit: 500, ...asked }),
    also: (held) => {
      const { approx, kind, country } = held as Eez
      return approx ? [] : [`computed-${kind}-${country}`]
    },
    add: (name) => say(addEez, { name, country: 'IND', geometry: OUTLINE, source: 'survey' }),
    change: (made) => say(updateEez, { ...over(made), country: 'LKA' }),
    remove: ({ id }) => say(deleteEez, { id }),
  }),
  row(
    filterKind,
    saved(saveAisFilter, deleteAisFilter, (name) => ({ name, filter: {} })),
  ),
  row(settings.profileKind, {
    add: (name, scope) => say(settings.addMapProfile, { ...settings.addMapProfile.example, name, scope }),
    change: (made) => say(settings.updateMapProfile, { ...over(made), zoom: 7 }),
    hide: (made) => say(settings.updateMapProfile, { ...over(made), scope: 'PRIVATE' }),
    remove: ({ id }) => say(settings.deleteMapProfile, { id }),
  }),
  row(settings.pageKind, {
    ask: (call) => async () => ({ items: [await call(settings.staticPage, { key: 'help' })], next: null }),
    add: async () => ({
      id: 'help',
      version: (await server.call(settings.staticPage, { key: 'help' })).version,
    }),
    change: async ({ version }) => {
      const text = { title: 'Help', body_md: `After ${version}` }
      return say(settings.updateStatic, { key: 'help', ...text, expected_version: version })
    },
  }),
  row(blacklistKind, {
    ask:
      (call) =>
      async ({ ids }) => ({
        items: (await call(getBlacklist, ids === undefined ? {} : { ids })) as Item[],
        next: null,
      }),
    add: async () => {
      const mmsi = aShip()
      await say(addToBlacklist, { mmsi, reason: 'seen' })
      return { id: mmsi, version: 1 }
    },
    remove: ({ id }) => say(removeFromBlacklist, { mmsi: id }),
  }),
  row(
    replay.bookmarkKind,
    saved(replay.saveReplayBookmark, replay.deleteReplayBookmark, (title) => ({
      title,
      at: AT,
      link: '/home/map/replay',
    })),
  ),
  row(
    replay.recordingKind,
    saved(replay.saveRecording, replay.deleteRecording, (name) => ({ name })),
  ),
]

/** A screen that holds everything, on a socket that can be cut. */
class Screen {
  readonly kept: Keeper<Item>[]
  readonly asks: Ask<Item>[]
  readonly socket: Watcher['socket']
  /** How often each kind was read whole. */
  readonly wholes = new Map<string, number>()
  #position = new Position(Date.now() - 250)

  constructor(base: string, who: Awaited<ReturnType<TestServer['logIn']>>) {
    const keepers = new Keepers()
    this.asks = ROWS.map(({ kind, ask }) => {
      const plain: Ask<Item> = (asked) => who.call(kind.list!, { limit: 500, ...asked })
      return ask?.(who.call) ?? plain
    })
    this.kept = ROWS.map(({ kind, also }, i) => {
      const ask: Ask<Item> = (asked) => {
        if (asked.ids === undefined) this.wholes.set(kind.table, (this.wholes.get(kind.table) ?? 0) + 1)
        return this.asks[i]!(asked)
      }
      return keepers.add(new Keeper<Item>(kind, { ask, asOf: () => undefined, ...(also && { also }) }))
    })
    this.socket = new Watcher(base, who.token).socket
    this.socket.auth = (tell) => tell({ token: who.token, resume: this.#position.resume })
    this.socket.onAny((wire: string, payload: unknown, beside: unknown) => {
      keepers.hear(wire, payload)
      this.#position.heard(wire, payload, beside)
    })
    for (const keeper of this.kept) keeper.hold()
  }
  /** Where it stood is so long ago that nobody knows what it missed. */
  forget() {
    this.#position = new Position(0)
  }
  holds(i: number, id: string) {
    return this.kept[i]!.use.getState().byId.has(id)
  }
}

/** The law of every push: what a screen holds is what one that asks afresh is given. */
async function expectHeldEqualsFresh(screen: Screen) {
  for (const [i, { kind }] of ROWS.entries()) {
    const held = () => screen.kept[i]!.use.getState()
    let fresh: Item[] = []
    const isSame = async () => {
      fresh = (await screen.asks[i]!({})).items.sort(kind.order)
      return JSON.stringify(held().rows) === JSON.stringify(fresh)
    }
    await until(isSame, `the ${kind.noun}s held are the fresh ones`, 10).catch(() => undefined)
    expect({ of: kind.table, rows: held().rows, fault: held().fault }).toEqual({
      of: kind.table,
      rows: fresh,
      fault: null,
    })
  }
}

const each = (what: (row: Row) => Promise<unknown> | undefined) =>
  Promise.all(ROWS.map(async (one) => what(one)))

describe.each([
  { of: 'of one server', open: oneServer },
  ...(noRedis === null
    ? [{ of: 'of one of two servers, of which the other changes it,', open: twoServers }]
    : []),
])('what a screen $of holds of all that people edit', ({ open }) => {
  beforeAll(async () => void (server = await open()))
  afterAll(() => server.close())
  test('is what a fresh one gets, also after its socket was away', checkHeldEqualsFresh)
})

async function checkHeldEqualsFresh() {
  const binu = await aUser(server, WATCHER, ['*'], { group_ids: ['navy'] })
  const admin = (await server.call(getUsers, {})).items.find(({ username }) => username === 'admin')!
  await say(updateUser, { id: admin.id, expected_version: admin.version, group_ids: ['navy'] })
  const made = new Map<string, Made[]>()
  const add = async (visibility: 'CENTRE' | 'GROUP' = 'CENTRE') =>
    each(async ({ kind, add: adding }) => {
      const one = await adding?.('Made', visibility)
      if (one !== undefined) made.set(kind.table, [...(made.get(kind.table) ?? []), one])
    })
  const of = ({ kind }: Row, n: number) => made.get(kind.table)![n]!
  const addThree = () => Promise.all([add(), add(), add()])
  await addThree()
  const screen = new Screen(server.shown, binu)
  await until(() => screen.socket.connected, 'the screen is connected')
  await expectHeldEqualsFresh(screen)

  /** The kinds that can be changed so, and those of them whose n-th object the screen holds. */
  const all = (way: 'add' | 'hide' | 'remove') =>
    ROWS.flatMap((one) => (one[way] === undefined ? [] : [one.kind.table]))
  const holding = (n: number, way: 'add' | 'hide' | 'remove') =>
    ROWS.flatMap((one, i) =>
      one[way] !== undefined && screen.holds(i, of(one, n).id) ? [one.kind.table] : [],
    )
  for (const [round, link] of (['connected', 'away for a while', 'away for too long'] as const).entries()) {
    const isCut = link !== 'connected'
    const before = [...screen.wholes]
    const first = round * 3
    if (isCut) screen.socket.disconnect()
    await each((one) => one.change?.(of(one, first)))
    await each((one) => one.remove?.(of(one, first + 1)))
    await each((one) => one.hide?.(of(one, first + 2)))
    await addThree()
    if (isCut) {
      expect(holding(first + 1, 'remove')).toEqual(all('remove'))
      if (link === 'away for too long') screen.forget()
      screen.socket.connect()
      await until(() => screen.socket.connected, 'the screen is connected again')
    }
    await expectHeldEqualsFresh(screen)
    expect([...holding(first + 1, 'remove'), ...holding(first + 2, 'hide')]).toEqual([])
    expect(holding(first + 3, 'add')).toEqual(all('add'))
    // What is pushed brings what changed: nothing is read whole, but when nobody knows any more what was missed.
    const again = link === 'away for too long' ? 1 : 0
    expect([...screen.wholes]).toEqual(before.map(([table, count]) => [table, count + again]))
  }

  await add('GROUP')
  const ofGroup = of(ROWS[0]!, made.get('aoi')!.length - 1).id
  await expectHeldEqualsFresh(screen)
  expect(screen.holds(0, ofGroup)).toBe(true)
  await say(updateUser, { id: `test-${WATCHER}`, expected_version: 1, group_ids: [] })
  await until(() => !screen.holds(0, ofGroup), 'what the group sees leaves the screen of who left it')
  await expectHeldEqualsFresh(screen)
  screen.socket.close()
}

test('every kind that screens are told of is held here', () => {
  const decides = ['admin_settings', 'users', 'zones']
  expect(ROWS.map(({ kind }) => kind.table).sort()).toEqual(
    TABLES.filter((table) => !decides.includes(table)).sort(),
  )
})
