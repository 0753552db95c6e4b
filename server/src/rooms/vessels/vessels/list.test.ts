import { getVessels, MOST_COUNTED, type StoredOrder, type VesselSort } from '@samudra/contract/vessels'
import { quickSearch } from '@samudra/contract/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { query } from '../../../platform/needs/query.ts'
import { searchedName, type Claim } from './claim.ts'
import { keepClaims } from './claims.sql.ts'

const NOON = Date.parse('2026-01-05T12:00:00.000Z')
let server: TestServer
let database: Awaited<ReturnType<typeof aDatabase>>

const aClaim = (mmsi: number, more: Partial<Claim>): Claim => ({
  mmsi,
  split: 0,
  source: 1,
  form: 5,
  hash: BigInt(mmsi * 100 + (more.form ?? 5)),
  name: null,
  plain: searchedName(more.name ?? null),
  callSign: null,
  imo: null,
  country: 'India',
  shipType: null,
  length: null,
  beam: null,
  owner: null,
  first: { at: NOON, place: null },
  last: { at: NOON, place: null },
  knownFrom: NOON,
  ...more,
})
const at = (minutes: number) => ({ at: NOON + minutes * 60_000, place: null })

beforeAll(async () => {
  database = await aDatabase()
  server = await aServer([], database)
  await keepClaims(database.db, [
    aClaim(419000001, { name: 'BRAVO', callSign: 'VTC', imo: 9074729, length: 200, last: at(1) }),
    // Reported in two messages: the name in one, the type in the other.
    aClaim(538000002, { form: 24, name: 'ALFA', country: 'Marshall Islands', last: at(2) }),
    aClaim(538000002, {
      form: 25,
      callSign: 'V7A',
      shipType: 80,
      length: 90,
      country: 'Marshall Islands',
      last: at(5),
    }),
    aClaim(419000003, { name: 'CHARLIE', callSign: 'VTB', length: 300, last: at(3) }),
    aClaim(419000004, { form: 1, last: at(4) }),
  ])
})
afterAll(() => server.close())

const NAMES = { 419000001: 'BRAVO', 538000002: 'ALFA', 419000003: 'CHARLIE', 419000004: 'nameless' }
const named = ({ items }: { items: { mmsi: string | null }[] }) =>
  items.map(({ mmsi }) => NAMES[Number(mmsi) as keyof typeof NAMES])
const refusal = async (input: { sort?: VesselSort; cursor?: string }) => {
  const answer = await server.raw(getVessels, input)
  return answer.Status ? '' : answer.Code
}
const listed = async (sort: VesselSort | undefined, more: object = {}) =>
  named(await server.call(getVessels, { sort, ...more }))

test('vessels are listed by each column in both directions, those without a value last', async () => {
  const ways: Record<StoredOrder, [string, string]> = {
    name: ['ALFA BRAVO CHARLIE nameless', 'CHARLIE BRAVO ALFA nameless'],
    imo: ['BRAVO ALFA CHARLIE nameless', 'BRAVO ALFA CHARLIE nameless'],
    mmsi: ['BRAVO CHARLIE nameless ALFA', 'ALFA nameless CHARLIE BRAVO'],
    call_sign: ['ALFA CHARLIE BRAVO nameless', 'BRAVO CHARLIE ALFA nameless'],
    country: ['BRAVO CHARLIE nameless ALFA', 'ALFA nameless CHARLIE BRAVO'],
    length: ['ALFA BRAVO CHARLIE nameless', 'CHARLIE BRAVO ALFA nameless'],
    heard: ['BRAVO CHARLIE nameless ALFA', 'ALFA nameless CHARLIE BRAVO'],
  }
  for (const [by, [up, down]] of Object.entries(ways) as [StoredOrder, [string, string]][]) {
    expect([by, (await listed(by)).join(' ')]).toEqual([by, up])
    expect([by, (await listed(`-${by}`)).join(' ')]).toEqual([by, down])
  }
})

test('pages of any order continue where the last one ended, also without values', async () => {
  for (const sort of ['name', '-length', 'heard', '-country', 'call_sign', 'imo', '-mmsi'] as const) {
    const whole = await listed(sort)
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await server.call(getVessels, { sort, limit: 1, cursor })
      found.push(...named(page))
      cursor = page.next
    }
    expect([sort, found]).toEqual([sort, whole])
  }
})

test('a vessel with name and type in separate messages is found by type under its name', async () => {
  expect(await listed(undefined, { ship_type: 'TANKER' })).toEqual(['ALFA'])
  expect(await listed(undefined, { ship_type: 'TANKER', country: 'Marshall Islands' })).toEqual(['ALFA'])
  expect(await listed(undefined, { ship_type: 'TANKER', country: 'India' })).toEqual([])
})

test('vessels are listed that were received in the hours of a period, by sources the caller may see', async () => {
  await sql`insert into vessel_hours (mmsi, hour, source_id, fixes, first_rec, last_rec)
    select mmsi, hour, 1, 1, hour, hour from (values (419000001, '2026-01-05T12:00Z'::timestamptz),
      (538000002, '2026-01-05T14:00Z'::timestamptz)) heard (mmsi, hour)`.execute(query(database.db))
  const heard = (from: string | undefined, to?: string) =>
    listed(undefined, {
      ...(from !== undefined && { heard_from: `2026-01-05T${from}:00.000Z` }),
      ...(to !== undefined && { heard_to: `2026-01-05T${to}:00.000Z` }),
    })
  expect(await heard('12:30', '13:00')).toEqual(['BRAVO'])
  expect(await heard('12:30', '14:01')).toEqual(['ALFA', 'BRAVO'])
  expect(await heard('13:00', '14:00')).toEqual([])
  expect(await heard('13:00')).toEqual(['ALFA'])
  expect(await heard(undefined, '14:00')).toEqual(['BRAVO'])
  expect(await server.call(getVessels, { heard_from: '2026-01-05T12:00:00.000Z', q: 'alfa' })).toMatchObject({
    total: 1,
  })
  const other = await aUser(server, 'other source', ['NOBODY'])
  expect((await other.call(getVessels, { heard_from: '2026-01-05T12:00:00.000Z' })).items).toEqual([])
  const backwards = { heard_from: '2026-01-05T14:00:00.000Z', heard_to: '2026-01-05T13:00:00.000Z' }
  expect(await server.raw(getVessels, backwards)).toMatchObject({ Code: 'VALIDATION' })
})

test('search results are sorted by a selected column', async () => {
  expect(await listed('-length', { q: '419' })).toEqual(['CHARLIE', 'BRAVO', 'nameless'])
  expect(await listed('name', { q: '419' })).toEqual(['BRAVO', 'CHARLIE', 'nameless'])
})

test('a column without an order and a cursor of another list are refused by name', async () => {
  expect(await server.raw(getVessels, { sort: 'sources' as VesselSort })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('sort'),
  })
  for (const cursor of [
    '["x",1]',
    '[1e99,1]',
    '["2026-01-05T12:00:00.000Z",99999999999]',
    '[null,"x"]',
    '{}',
  ])
    for (const sort of ['imo', 'heard', 'length'] as const)
      expect([cursor, await refusal({ sort, cursor })]).toEqual([cursor, 'VALIDATION'])
  expect(await server.raw(getVessels, { cursor: JSON.stringify(['\0', 1]) })).toMatchObject({
    Code: 'VALIDATION',
  })
})

test('a vessel only in the register is found by quick search, also misspelt, if visible', async () => {
  const found = async (who: Pick<TestServer, 'call'>, q: string) =>
    (await who.call(quickSearch, { q })).flatMap(({ kind, label }) => (kind === 'ship' ? label : []))
  expect(await found(server, 'charlie')).toEqual(['CHARLIE'])
  expect(await found(server, 'charlei')).toEqual(['CHARLIE'])
  expect(await found(server, '538000002')).toEqual(['ALFA'])
  const narrow = await aUser(server, 'narrow', ['NOBODY'])
  expect(await found(narrow, 'charlie')).toEqual([])
})

test('a large register is counted up to a limit, and marked as having more', async () => {
  await sql`
    insert into vessels (id, head_id, made_at) select n, n, now() from generate_series(1001, ${MOST_COUNTED + 1000}) n`.execute(
    query(database.db),
  )
  await sql`
    insert into vessel_claims (vessel_id, head_id, mmsi, split, source_id, form, hash, is_latest, name, plain, country, first_at, last_at, known_from)
    select n, n, n, -1, 1, 0, n, true, 'SHIP ' || n, 'SHIP ' || n, 'Malta', now(), now(), now()
    from generate_series(1001, ${MOST_COUNTED + 1000}) n`.execute(query(database.db))
  expect(await server.call(getVessels, { country: 'Malta', limit: 1 })).toMatchObject({
    total: MOST_COUNTED,
    total_is: 'EXACT',
  })
  expect(await server.call(getVessels, { limit: 1 })).toMatchObject({
    total: MOST_COUNTED,
    total_is: 'AT_LEAST',
  })
  expect(await server.call(getVessels, { country: 'India' })).toMatchObject({ total: 3, total_is: 'EXACT' })
})
