// Rooms: all
import { getUsers, updateUser } from '@samudra/contract/identity'
import { TABLES } from '@samudra/contract/kind'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noRedis } from '../server/testing/servers/a-redis.ts'
import { aServer, until, type TestServer } from '../server/testing/servers/a-server.ts'
import { aUser } from '../server/testing/servers/a-user.ts'
import { TwoServers } from '../server/testing/servers/two-servers.ts'
import { expectHeldEqualsFresh, kindsAt, setAt, Screen, WATCHER, type Made, type Row } from './held-kinds.ts'

/** Where changes are made; `shown` is where the screen is open. */
type Place = Pick<TestServer, 'call' | 'logIn' | 'database' | 'close'> & { shown: string }
let server: Place

async function oneServer(): Promise<Place> {
  const one = await aServer()
  return { ...one, shown: one.base }
}
/** Opens two servers: objects are changed at one and shown at the other. */
async function twoServers(): Promise<Place> {
  const two = await TwoServers.open()
  const [one, other] = await Promise.all([two.start(), two.start()])
  const { call } = await two.logIn(one)
  const logIn = (username: string) => two.logIn(other, username)
  return { call, logIn, database: two.database, shown: other.base, close: () => two.close() }
}

describe.each([
  { of: 'of one server', open: oneServer },
  ...(noRedis === null
    ? [{ of: 'of one of two servers, of which the other changes it,', open: twoServers }]
    : []),
])('what a screen $of holds of all that people edit', ({ open }) => {
  beforeAll(async () => void (server = await open()))
  afterAll(() => server.close())
  test('is what a new query returns, also after its socket was disconnected', checkHeldEqualsFresh)
})

async function checkHeldEqualsFresh() {
  const [ROWS, say] = [kindsAt(server), setAt(server)]
  const each = (what: (row: Row) => Promise<unknown> | undefined) =>
    Promise.all(ROWS.map(async (one) => what(one)))
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
  const screen = new Screen(ROWS, server.shown, binu)
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
    // A push contains what changed: nothing is read whole, unless no server knows any more what was missed.
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

test('every kind pushed to screens is held here', () => {
  const decides = ['admin_settings', 'groups', 'users', 'zones']
  expect(
    kindsAt(server)
      .map(({ kind }) => kind.table)
      .sort(),
  ).toEqual(TABLES.filter((table) => !decides.includes(table)).sort())
})
