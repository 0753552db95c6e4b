import { undoImport } from '@samudra/contract/exchange'
import { getReplayTracks } from '@samudra/contract/replay'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { brought, committed, ended } from '../../../../testing/seas/stored-imports.ts'
import { slicesOf } from '../history/read/slices.sql.ts'
import { query } from '../../../platform/needs/query.ts'

const HOUR = 3_600_000
const DAY = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR - 400 * 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

/** Two hours of a day long past: of the first 300 fixes, of the second 150. */
function aFile(): Buffer {
  const rows = Array.from({ length: 450 }, (_, n) => {
    const at = n < 300 ? DAY + n * 12_000 : DAY + HOUR + (n - 300) * 24_000
    return `419000009,0,${iso(at)},,9.5,${(70 + n / 1000).toFixed(3)},10,90,,,,1,0,SAT_X,,`
  })
  const head =
    'mmsi,split_id,time,received,lat,lon,sog,cog,heading,rot,nav_status,type,bits,source,station,name'
  return Buffer.from([head, ...rows].join('\n'))
}

async function stored(bytes: Buffer): Promise<string> {
  const checked = await brought(server, 'old.csv', bytes)
  expect(checked).toMatchObject({ state: 'CHECKED', fixes: 450 })
  expect(await committed(server, checked.id)).toMatchObject({ state: 'COMMITTED' })
  return checked.id
}
const replayOf = async (knowledge: 'AS_KNOWN' | 'CORRECTED', at = DAY) => {
  const { manifest, density } = await server.call(getReplayTracks, {
    from: iso(at),
    to: iso(at + 3 * HOUR),
    knowledge,
  })
  return { fixes: manifest.fixes, density, seconds: manifest.chunk_s }
}

test('a replay of an imported day counts its fixes at once, and none once the import is undone', async () => {
  expect(await replayOf('CORRECTED')).toEqual({ fixes: 0, density: [0, 0, 0], seconds: 6 * 3600 })
  const id = await stored(aFile())
  expect(await replayOf('CORRECTED')).toMatchObject({ fixes: 450, density: [300, 150, 0] })
  // As known it was not there then, and came in a moment ago.
  expect(await replayOf('AS_KNOWN')).toMatchObject({ fixes: 0 })
  expect(await replayOf('AS_KNOWN', Date.now() - HOUR)).toMatchObject({ fixes: 450 })
  await server.call(undoImport, { id, reason: 'wrong file' })
  expect((await ended(server, id, 'UNDOING')).state).toBe('UNDONE')
  expect(await replayOf('CORRECTED')).toMatchObject({ fixes: 0, density: [0, 0, 0] })
})

test('a busy imported day is replayed in small chunks, and read in order in small slices', async () => {
  const { db } = server.database
  await sql`insert into import_hours (hour, feed, source_id, observed, arrived)
    select ${new Date(DAY)}::timestamptz + n * interval '1 hour', 20099, 1, 3600000, 0
    from generate_series(0, 2) n`.execute(query(db))
  expect((await replayOf('CORRECTED')).seconds).toBe(120)
  const slices: number[] = []
  for await (const { from, to } of slicesOf(db, { by: 'OBSERVED', from: DAY, to: DAY + HOUR }))
    slices.push(to - from)
  // Each about half a million.
  expect([slices.length, Math.max(...slices)]).toEqual([8, 500_000])
})
