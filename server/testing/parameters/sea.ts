import { addAoi } from '@samudra/contract/areas'
import { saveAisFilter } from '@samudra/contract/filter'
import { addToBlacklist } from '@samudra/contract/picture'
import { getAdsbData } from '@samudra/contract/aircraft'
import { encodeSbs } from '@samudra/nautical/adsb/adsb-encode'
import { epochMs } from '@samudra/nautical/units'
import type { Op } from '@samudra/contract/kernel'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/platform/needs/clock.ts'
import { query } from '../../src/platform/needs/query.ts'
import { saveStatics } from '../../src/rooms/picture/picture/contacts/statics.sql.ts'
import { aDatabase } from '../servers/a-database.ts'
import { aServer, callRaw, Receiver, until } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { aFix, storeFixes, type PlainFix } from '../seas/fixes.ts'
import { boxOf } from '../seas/drawn-shapes.ts'
import { download, upload } from '../samples/uploads.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const NOW = Date.now()
/** Noon of a day that is over: two hours around it are full of ships. */
export const NOON = Math.floor(NOW / DAY) * DAY - DAY / 2
export const iso = (at: number) => new Date(at).toISOString()
/** Minutes from noon. */
export const noon = (minutes: number) => iso(NOON + minutes * MINUTE)
export const SHIP = '419000001'
export const OTHER = '419000002'
export const HERE = boxOf(71, 9, 73, 11)
export const ELSEWHERE = boxOf(0, -10, 1, -9)

/** So many ships are there to be compared with the first. */
export const PAIRS = 60
/**
 * Returns fixes of two vessels received by two sources at noon and just now, the first with its MMSI twice; some late.
 */
function fixes(): PlainFix[] {
  const heard: PlainFix[] = []
  const hear = (minute: number, fix: Partial<PlainFix>, late = 0) => {
    const observedAt = NOON + minute * MINUTE
    const recTime = observedAt + 1000 + late
    heard.push(
      aFix({ recTime, observedAt, lat: 10e6, lon: 72e6, fixId: recTime * 1024 + heard.length, ...fix }),
    )
  }
  for (let minute = -60; minute <= 60; minute += 2) {
    const way = { lon: 72e6 + minute * 3000, lat: 10e6 + Math.round(Math.sin(minute / 7) * 20_000) }
    hear(minute, { mmsi: 419000001, sog: 80 + minute, ...way })
    if (minute % 10 === 0)
      hear(
        minute + 0.5,
        { mmsi: 419000001, source: 2, feed: 2, sog: 200, ...way, lat: way.lat + 3000 },
        5 * MINUTE,
      )
    hear(minute, { mmsi: 419000002, sog: 5, navStatus: 1, lat: 10.3e6 })
    if (minute % 20 === 0) hear(minute, { mmsi: 419000001, split: 1, lat: -20e6, lon: 60e6 })
  }
  hear(30, { mmsi: 419000001, lon: 72.2e6, quality: 2, reasons: 4 })
  for (let ship = 0; ship < PAIRS; ship++) hear(ship / 10, { mmsi: 419100000 + ship, lat: -30e6 })
  for (let minute = 0; minute < 60; minute += 5) hear(minute - 4 * 24 * 60, { mmsi: 419000003, lat: -40e6 })
  const now = (NOW - NOON) / MINUTE - 5
  hear(now, { mmsi: 419000001, sog: 120 })
  hear(now, { mmsi: 419000001, source: 2, feed: 2, sog: 110, lat: 10.01e6 })
  hear(now, { mmsi: 419000001, split: 1, lat: -20e6, lon: 60e6 })
  hear(now, { mmsi: 419000002, sog: 5, navStatus: 1, lat: 10.3e6 })
  return heard.sort((a, b) => a.recTime - b.recTime)
}

const text = (value: string | number) => ({ value, source: 1, at: NOON - 90 * MINUTE })
const statics = [
  {
    mmsi: 419000001,
    split: 0,
    marks: 0,
    fields: {
      name: text('MATSYA ONE'),
      callSign: text('VTAB'),
      imo: text(9074729),
      shipType: text(70),
      destination: text('KOCHI'),
      draught: text(71),
      toBow: text(100),
      toStern: text(50),
      toPort: text(10),
      toStarboard: text(12),
    },
  },
  { mmsi: 419000002, split: 0, marks: 0, fields: { name: text('MATSYA TWO'), shipType: text(80) } },
]

/** Answer: `Data`, or code and fields of a refusal; bytes by their hash. */
export type CallAnswer = {
  Status: boolean
  Code?: string
  Data: unknown
  fields?: { field: string }[]
  bytes?: string
}

export type Sea = Awaited<ReturnType<typeof openSea>>
/** One server on which every parameter of every operation can matter. */
export async function openSea() {
  const database = await aDatabase()
  const { db } = database
  for (const [id, code] of [
    [1, 'MSIS'],
    [2, 'SATX'],
  ] as const)
    await sql`insert into sources (id, code, name) values (${id}, ${code}, ${code})`.execute(query(db))
  await storeFixes(db, fixes())
  await saveStatics(db, statics, new Date(NOON - 90 * MINUTE))
  const receiver = await Receiver.listen()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-parameters-'))
  let ahead = 0
  const clock = { ...systemClock, now: () => epochMs(systemClock.now() + ahead) }
  const flying = [receiver.feed('MSIS', { name: 'air', kind: 'sbs-tcp' })]
  const server = await aServer(flying, database, {
    cacheFolder: path.join(folder, 'cache'),
    clock,
  })
  for (const [i, lat] of [10, 30].entries())
    await receiver.send([
      encodeSbs(1, { address: 0x800100 + i, callSign: `FLY${i}` }, new Date()),
      encodeSbs(3, { address: 0x800100 + i, lat, lon: 72, altitude: 10_000 + i * 20_000 }, new Date()),
    ])
  await until(async () => (await server.call(getAdsbData, {})).count === 2, 'two aircraft are seen')
  // A query of the current moment is recorded at once.
  await server.call(getAdsbData, { as_of: new Date().toISOString() })
  const skyAt = new Date().toISOString()
  await server.call(addToBlacklist, { mmsi: OTHER, reason: 'seen loitering' })
  const area = await server.call(addAoi, { ...AREA, name: 'Ground' })
  const filter = await server.call(saveAisFilter, {
    name: 'Slow ones',
    visibility: 'CENTRE',
    filter: { speed: { max: 1 } },
  })
  const asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  let users = 0
  const answerTo = <In, Out>(op: Op<In, Out>, input: object, bytes?: Uint8Array, token = server.token) =>
    reportedBy(server.base, token, op, input, bytes)
  return {
    ...server,
    skyAt,
    openedAt: new Date().toISOString(),
    answerTo,
    dataOf: async <In, Out>(op: Op<In, Out>, input: object) => (await answerTo(op, input)).Data as Out,
    bytesOf: async <In, Out>(op: Op<In, Out>, input: object) => (await answerTo(op, input)).bytes,
    /** The clock goes on by a while. */
    wait: (ms: number) => void (ahead += ms),
    lastName: () => `user-${users}`,
    area,
    filter,
    asha,
    /** Creates another user, logged in. */
    anotherUser: async () => {
      const username = `user-${++users}`
      return { id: `test-${username}`, username, ...(await aUser(server, username)) }
    },
    close: async () => {
      await server.close()
      await receiver.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Calls an operation as its kind is called. */
async function reportedBy<In, Out>(
  base: string,
  token: string,
  op: Op<In, Out>,
  input: object,
  bytes: Uint8Array = new Uint8Array(),
): Promise<CallAnswer> {
  const plain = Object.entries(input).map(([key, value]) => [
    key,
    op.method !== 'POST' && typeof value === 'object' && !Array.isArray(value)
      ? JSON.stringify(value)
      : value,
  ])
  const request = Object.fromEntries(plain) as In
  if (op.right.stream === 'up') return upload(base, token, op, request, bytes)
  if (op.right.stream !== 'down') return callRaw(base, token, op, request)
  const { envelope, bytes: file } = await download(base, token, op, request)
  return { ...envelope, bytes: createHash('sha256').update(file).digest('hex') }
}

/** Shape of a test area. */
export const AREA = {
  name: 'Area',
  type: 'GENERAL',
  visibility: 'CENTRE',
  recur: 'NONE',
  color: '#1565c0',
  notes: '',
  valid_from: null,
  valid_to: null,
  geometry: HERE,
} as const
