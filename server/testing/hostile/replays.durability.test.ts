// Rooms: replay, filter-inputs, history
import { addAoi } from '@samudra/contract/areas'
import type { AisFilter } from '@samudra/contract/filter'
import { MOST_CONDITIONS } from '@samudra/contract/filter'
import { getVesselStats } from '@samudra/contract/picture'
import { getReplayChunk, getReplayTracks } from '@samudra/contract/replay'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/platform/needs/query.ts'
import { aDatabase } from '../servers/a-database.ts'
import { aServer, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { size } from '../servers/durability-size.ts'
import { aFix, storeFixes } from '../seas/fixes.ts'
import { whileOthersCall } from './attack.ts'

const HOUR = 3_600_000
const START = Math.floor(Date.now() / HOUR) * HOUR - 8 * HOUR
/** Fixes of one vessel, vessels with few fixes, and versions of an area, within six hours. */
const [CHATTY, SHIPS, VERSIONS] = [size(15_000, 50_000), size(1000, 8000), size(600, 6000)]

let sea: TestServer
let other: Awaited<ReturnType<typeof aUser>>
let attacker: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  const database = await aDatabase()
  await sql`insert into sources (id, code, name) values (1, 'COAST', 'Coast')`.execute(query(database.db))
  let n = 0
  const fix = (at: number, mmsi: number, more: object = {}) =>
    aFix({ mmsi, recTime: at + 1000, observedAt: at, fixId: (at + 1000) * 1024 + (n++ % 1024), ...more })
  const fixes = [
    ...Array.from({ length: CHATTY }, (_, i) =>
      fix(START + Math.floor((i * 6 * HOUR) / CHATTY), 419000001, { lon: 72_000_000 + i }),
    ),
    ...Array.from({ length: SHIPS }, (_, i) => fix(START + i, 419100000 + i)),
  ]
  await storeFixes(
    database.db,
    fixes.sort((a, b) => a.recTime - b.recTime),
  )
  sea = await aServer([], database)
  other = await aUser(sea, 'other')
  attacker = await aUser(sea, 'attacker')
}, 120_000)
afterAll(() => sea.close())

const others = () => other.call(getVesselStats, { by: 'source' })
const passing = Array.from({ length: MOST_CONDITIONS - 20 }, (_, n) => ({
  k: 'attr' as const,
  field: 'mmsi' as const,
  cmp: 'ne' as const,
  value: `X${n}`,
}))
const group = (of: AisFilter['expr'][]) => ({ op: 'ALL', of }) as NonNullable<AisFilter['expr']>

async function chunkOf(id: string, n: number) {
  const url = sea.base + getReplayChunk.path.replace('{id}', id).replace('{n}', String(n))
  const headers = { authorization: `Bearer ${attacker.token}`, timestamp: String(Date.now()) }
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  return { status: answer.status, text: answer.ok ? '' : text }
}

/** Reads chunks of a replay, as many at once as one user may. */
async function replayed(filter: AisFilter, knowledge: 'AS_KNOWN' | 'CORRECTED') {
  const period = { from: new Date(START).toISOString(), to: new Date(START + 6 * HOUR).toISOString() }
  const opened = await attacker.call(getReplayTracks, { ...period, knowledge, filter, digest: false })
  const { replay_id, manifest } = opened
  return Promise.all([0, 1, 2].map((n) => chunkOf(replay_id, n % manifest.frames)))
}

test('chunks of one vessel with very many fixes and the costliest filter make no other user wait', async () => {
  const filter = { expr: group([group(passing.slice(0, 100)), group(passing.slice(100))]) }
  const { result } = await whileOthersCall(() => replayed(filter, 'CORRECTED'), others)
  expect(result.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('chunks over an area that was changed thousands of times make no other user wait', async () => {
  const area = await attacker.call(addAoi, {
    name: 'Changing',
    type: 'GENERAL',
    visibility: 'PRIVATE',
    recur: 'NONE',
    color: '#1565c0',
    notes: '',
    valid_from: null,
    valid_to: null,
    geometry: polygonOfBox([70, 17, 74, 20]),
  })
  await changedOften(area.id)
  const filter: AisFilter = { anomalies: ['AREA_OF_INTEREST'] }
  const { result } = await whileOthersCall(() => replayed(filter, 'AS_KNOWN'), others)
  // What takes longer than a minute is refused in words.
  for (const { status, text } of result)
    expect(status === 200 ? '' : text).toMatch(/^$|This takes longer than 60 seconds/)
})

/** As if an area had been changed at even intervals of the period. */
async function changedOften(id: string) {
  const step = (6 * HOUR) / VERSIONS
  const at = (n: string) =>
    sql`${new Date(START)}::timestamptz + make_interval(secs => ${sql.raw(`${n} * ${step / 1000}`)})`
  await sql`update objects set version = ${VERSIONS + 1}, known_from = ${at(String(VERSIONS))} where id = ${id}`.execute(
    query(sea.database.db),
  )
  await sql`insert into objects select (jsonb_populate_record(o, jsonb_build_object('version', n,
      'known_from', ${at('(n - 1)')}, 'known_to', ${at('n')}))).*
    from objects o, generate_series(1, ${VERSIONS}) n where o.id = ${id}`.execute(query(sea.database.db))
}
