import { CALLER_KINDS, verdictOf, type CallerKind } from '@samudra/contract/rights'
import { getAdsbData } from '@samudra/contract/aircraft'
import { addUser, blockOrUnblockUser, changePassword, login, updateUser } from '@samudra/contract/identity'
import { AROUND_NOW, WATERS } from '@samudra/contract/example'
import type { Op } from '@samudra/contract/kernel'
import { getSightOfUser, getVesselData, getVesselStats } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { bytesOf, readRecord, withRecord } from '@samudra/contract/wire/seal'
import { encodeSbs } from '@samudra/nautical/adsb/adsb-encode'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, Receiver, aServer, callRaw, until, type TestServer } from '../testing/servers/a-server.ts'
import { CHOSEN_OPERATIONS } from '../testing/servers/chosen-operations.ts'
import { Watcher } from '../testing/servers/a-watcher.ts'
import { query } from './platform/needs/query.ts'

const NOW = new Date()
const OWN_PASSWORD = 'Sagar-2-Mala-Watch'

/** Four ships: one of each source in the zone, one of each outside. */
const SHIPS = [
  { mmsi: 419000001, name: 'ALPHA ONE', source: 'MSIS', lat: 10, lon: 72 },
  { mmsi: 419000002, name: 'BRAVO TWO', source: 'SATX', lat: 11, lon: 73 },
  { mmsi: 419000003, name: 'CHARLIE THREE', source: 'MSIS', lat: -10, lon: 90 },
  { mmsi: 419000004, name: 'DELTA FOUR', source: 'SATX', lat: -11, lon: 91 },
] as const
const mayBeSeen: Partial<Record<CallerKind, (ship: (typeof SHIPS)[number]) => boolean>> = {
  user: () => true,
  administrator: () => true,
  userOfOneSource: (ship) => ship.source === 'MSIS',
  userOfOneZone: (ship) => ship.lat > 0,
}

/** One aircraft of each source, in the zone and outside. */
const AIRCRAFT = SHIPS.map(({ source, lat, lon }, i) => ({
  address: 0x800100 + i,
  callSign: `FLY${i}`,
  source,
  lat,
  lon,
}))

let server: TestServer
const receivers: Receiver[] = []
const tokens = {} as Record<CallerKind, string>
const ids: Partial<Record<CallerKind, string>> = {}
let zoneId = ''
let spareToken = ''

async function aUser(kind: CallerKind, rights: { sources?: string[]; zone_access?: string[] }) {
  const made = await server.call(addUser, {
    username: kind,
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
    ...rights,
  })
  const first = await tokenOf(kind, made.temporary_password)
  await callRaw(server.base, first, changePassword, {
    old_password: made.temporary_password,
    new_password: OWN_PASSWORD,
  })
  tokens[kind] = await tokenOf(kind, OWN_PASSWORD)
  ids[kind] = made.user.id
  return made.user
}
async function tokenOf(username: string, password: string): Promise<string> {
  const envelope = await callRaw(server.base, '', login, { username, password })
  if (!envelope.Status) throw new Error(`${username}: ${envelope.Message}`)
  return envelope.Data.token
}

beforeAll(async () => {
  for (let i = 0; i < 4; i++) receivers.push(await Receiver.listen())
  const flown = (i: number, source: string) =>
    receivers[i]!.feed(source, { name: `${source} air`, kind: 'sbs-tcp' })
  server = await aServer([
    receivers[0]!.feed('MSIS'),
    receivers[1]!.feed('SATX'),
    flown(2, 'MSIS'),
    flown(3, 'SATX'),
  ])
  for (const [i, source] of (['MSIS', 'SATX'] as const).entries())
    await receivers[i + 2]!.send(
      AIRCRAFT.filter((one) => one.source === source).flatMap(({ address, callSign, lat, lon }) => [
        encodeSbs(1, { address, callSign }, NOW),
        encodeSbs(3, { address, lat, lon, altitude: 30_000 }, NOW),
      ]),
    )
  for (const [i, source] of (['MSIS', 'SATX'] as const).entries())
    await receivers[i]!.send(
      SHIPS.filter((ship) => ship.source === source).flatMap(({ mmsi, name, lat, lon }) => [
        ...encodePosition({ mmsi, lat, lon, sog: 10, cog: 45, navStatus: 0, second: NOW.getUTCSeconds() }),
        ...encodeStaticVoyage({
          mmsi,
          name,
          callSign: `CS${mmsi % 10}`,
          imo: '9074729',
          shipType: 70,
          destination: name,
        }),
      ]),
    )
  await until(
    async () => (await server.call(getVesselStats, { by: 'source' })).total === 4,
    'four ships are seen',
  )
  await until(async () => (await server.call(getAdsbData, {})).count === 4, 'four aircraft are seen')
  zoneId = (await server.call(addZone, { name: 'Arabian Sea', geometry: WATERS })).id
  await aUser('user', {})
  await aUser('userOfOneSource', { sources: ['MSIS'] })
  await aUser('userOfOneZone', { zone_access: [zoneId] })
  const blocked = await aUser('blocked', {})
  const expired = await aUser('expired', {})
  await server.call(blockOrUnblockUser, { id: blocked.id, blocked: true, reason: 'test' })
  const { version } = expired
  await server
    .call(updateUser, { id: expired.id, expected_version: (version ?? 1) + 1, expires_at: AROUND_NOW.from })
    .catch(() =>
      server.call(updateUser, {
        id: expired.id,
        expected_version: version ?? 1,
        expires_at: AROUND_NOW.from,
      }),
    )
  tokens.nobody = ''
  tokens.administrator = server.token
  spareToken = await tokenOf('admin', PASSWORD)
  await new Promise((resolve) => setTimeout(resolve, 2200))
})
afterAll(async () => {
  await server.close()
  for (const receiver of receivers) await receiver.close()
})

/** One call the way a program makes it, with the frame of uploads and downloads where there is one. */
async function callAs(kind: CallerKind, op: Op<unknown, unknown>, input: object): Promise<Envelope<unknown>> {
  // A logout ends its session, which the next operation still needs.
  const token = op.name === 'logout' && tokens[kind] !== '' ? await freshToken(kind) : tokens[kind]
  if (op.right.stream === undefined) return callRaw(server.base, token, op, input)
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    String((input as Record<string, unknown>)[field]),
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.ifc.clear' }
  const response = await fetch(server.base + path, {
    method: op.method,
    headers: token === '' ? { 'content-type': headers['content-type'] } : headers,
    ...(op.method === 'POST' ? { body: await bytesOf(withRecord(input, [])) } : {}),
  })
  const isFramed = response.headers.get('content-type')?.startsWith('application/vnd.ifc.clear') === true
  if (!isFramed) return (await response.json()) as Envelope<unknown>
  return (await readRecord([new Uint8Array(await response.arrayBuffer())])).record as Envelope<unknown>
}
const freshToken = async (kind: CallerKind) =>
  kind === 'blocked' || kind === 'expired'
    ? tokens[kind]
    : tokenOf(kind === 'administrator' ? 'admin' : kind, kind === 'administrator' ? PASSWORD : OWN_PASSWORD)

describe.each(CALLER_KINDS)('as %s', (kind) => {
  test.each(CHOSEN_OPERATIONS)('$name answers as the table states', async (op) => {
    const envelope = await callAs(kind, op, op.example)
    const code = envelope.Status ? 'OK' : envelope.Code
    expect(code).not.toBe('INTERNAL')
    const verdict = verdictOf(op.right, kind)
    // An exchange without the cookie of a session is refused by itself, for every caller.
    if (verdict === 'runs' && op.name !== 'refreshSession')
      expect(['SESSION_EXPIRED', 'PASSWORD_CHANGE_REQUIRED', 'MAINTENANCE']).not.toContain(code)
    else if (verdict !== 'runs') expect(code).toBe(verdict)
    // Own objects aside, an operation open to users is not refused as one of administrators.
    if (verdict === 'runs' && code === 'FORBIDDEN') expect(op.right.cut).toMatch(/own|group/)
  })
})

describe('the audit record', () => {
  const count = async () => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from audit_records`.execute(
      query(server.database.db),
    )
    return Number(rows[0]!.n)
  }
  test.each(CHOSEN_OPERATIONS)('$name leaves what the table states: one entry or none', async (op) => {
    const before = await count()
    // A logout ends a session of its own.
    if (op.name === 'logout') await callRaw(server.base, spareToken, op, {})
    else await callAs('administrator', op, op.example)
    expect((await count()) - before).toBe(op.right.leaves === undefined ? 0 : 1)
  })
})

const released = CHOSEN_OPERATIONS.filter((op) => op.right.cut === 'release')
describe.each(['userOfOneSource', 'userOfOneZone'] as const)('to %s', (kind) => {
  const hidden = SHIPS.filter((ship) => !mayBeSeen[kind]!(ship))

  test.each(released)('$name reveals nothing of what is hidden', async (op) => {
    const inputs = [op.example, ...hidden.map((ship) => inputAbout(op, ship))]
    for (const input of inputs) {
      const answer = JSON.stringify((await callAs(kind, op, input)).Data)
      for (const ship of hidden) {
        expect(answer).not.toContain(ship.name)
        expect(answer).not.toContain(AIRCRAFT[SHIPS.indexOf(ship)]!.callSign)
        expect(answer.replaceAll(`"mmsi":"${String((input as { mmsi?: string }).mmsi)}"`, '')).not.toContain(
          String(ship.mmsi),
        )
      }
      if (kind === 'userOfOneSource') expect(answer).not.toContain('SATX')
    }
  })

  test('counts include only what is visible', async () => {
    const token = tokens[kind]
    const stats = await callRaw(server.base, token, getVesselStats, { by: 'source' })
    const list = await callRaw(server.base, token, getVesselData, {})
    const sky = await callRaw(server.base, token, getAdsbData, {})
    expect(sky.Data).toMatchObject({ count: 2 })
    expect(stats.Data).toMatchObject({ total: 2 })
    expect(list.Data).toMatchObject({ total: 2 })
    const seen = await server.call(getSightOfUser, { id: ids[kind]! })
    expect(seen).toMatchObject({ contacts: 2, of: 4 })
    const shown = SHIPS.filter(mayBeSeen[kind]!).map((ship) => ship.mmsi)
    expect(seen.positions.map((at) => at[2]).sort()).toEqual(shown)
  })

  test('the socket shows the same, and reports nothing more', async () => {
    const watcher = new Watcher(server.base, tokens[kind])
    watcher.socket.on('connect', () => watcher.watch({ bbox: [-180, -90, 180, 90], zoom: 3 }))
    await until(() => watcher.names.size > 0, 'the picture comes')
    await new Promise((resolve) => setTimeout(resolve, 1300))
    const shown = SHIPS.filter(mayBeSeen[kind]!)
    expect([...watcher.names.values()].map((one) => one.name).sort()).toEqual(shown.map((ship) => ship.name))
    expect(watcher.frames.at(-1)!.total).toBe(2)
    const status = watcher.events.findLast((event) => event.name === 'picture_status')?.payload
    expect(status).toMatchObject({ contacts: 2 })
    if (kind === 'userOfOneSource') expect(JSON.stringify(watcher.events)).not.toContain('SATX')
    watcher.close()
  })
})

/** Returns the input of the same operation for one vessel in particular. */
function inputAbout({ name, example }: Op<unknown, unknown>, ship: (typeof SHIPS)[number]): object {
  if ('mmsis' in example) return { ...example, mmsis: [String(ship.mmsi)] }
  if ('mmsi' in example) return { ...example, mmsi: String(ship.mmsi) }
  if (name === 'aisFieldsAutocomplete') return { field: 'any', q: ship.name }
  if (name === 'filterAisData') return { filter: { mmsis: [String(ship.mmsi)] } }
  if (name === 'getVesselData') return { mmsi: String(ship.mmsi) }
  if (name === 'getSourceCoveredRegions') return { source: ship.source }
  return example
}
