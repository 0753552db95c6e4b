// Rooms: archive, engines, events, exchange, kernel
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { checkImport, getImport, type ImportJob } from '@samudra/contract/exchange'
import { getEventFile, getEventFilePreview, getVesselEventsAndDisasters } from '@samudra/contract/events'
import { staticPdf } from '@samudra/contract/settings'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aDatabaseBefore } from '../../../../testing/servers/a-database-before.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { ended } from '../../../../testing/seas/stored-imports.ts'
import { download } from '../../../../testing/samples/uploads.ts'
import { backup, restore } from '../../../rooms/past/archive/backup.ts'
import { DiskFiles } from '../../engines/files/disk.ts'
import { IMPORT_PARTS, ImportFiles } from '../../../rooms/past/exchange/import-files.ts'
import { EMPTY } from '../../../rooms/past/exchange/import-states.ts'
import { readImports } from '../../../rooms/past/exchange/track-imports.sql.ts'
import { systemClock } from '../../needs/clock.ts'
import type { Db } from '../../needs/database.ts'
import { query } from '../../needs/query.ts'
import { FileStore } from './file-store.ts'
import { Readers } from './readers.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pseudo = (size: number, seed: number) =>
  Buffer.from(Array.from({ length: size }, (_, n) => (n * seed) % 253))
const AT = new Date('2026-03-01T06:00:00Z')
const FILES = [
  {
    id: 'F1',
    name: 'photo.png',
    type: 'image/png',
    bytes: pseudo(70_000, 31),
    event_id: 'E1',
    preview: null,
  },
  {
    id: 'F2',
    name: 'area.geojson',
    type: 'application/geo+json',
    bytes: pseudo(900, 7),
    event_id: 'E1',
    preview: { format: 'GeoJSON', rows: [], total: 3, errors: [] },
  },
  // The same bytes as the first.
  {
    id: 'F3',
    name: 'again.png',
    type: 'image/png',
    bytes: pseudo(70_000, 31),
    event_id: 'E2',
    preview: null,
  },
]
const PDF = Buffer.from('%PDF-1.4\n% of the centre\n')
const LINES = Array.from(
  { length: 20_000 },
  (_, n) => `419000003,${new Date(Date.UTC(2021, 0, 1) + n * 60_000).toISOString()},10,60,${'a'.repeat(900)}`,
)
/** Larger than a part may be. */
const TRACKS = Buffer.from(['mmsi,time,lat,lon,note', ...LINES].join('\n'))
const IMPORTS = [
  { id: 'WHOLE', state: 'CHECKED', size: TRACKS.length, bytes: TRACKS },
  { id: 'HALF', state: 'UPLOADING', size: 5000, bytes: TRACKS.subarray(0, 2000) },
  { id: 'DONE', state: 'COMMITTED', size: 100, bytes: TRACKS.subarray(0, 100) },
] as const

const eventBody = (title: string, file_ids: string[]) => ({
  type: 'ATTACK',
  category: 'PIRACY_ARMED_ROBBERY',
  title,
  text: '',
  severity: 'HIGH',
  status: 'DETECTED',
  start_at: AT,
  end_at: null,
  geometry: { type: 'Point', coordinates: [72, 10] },
  mmsis: [],
  confidence: 3,
  evidence_fix_ids: [],
  detector: null,
  params: {},
  explanation: null,
  case_id: null,
  revisions: [],
  removed_reason: null,
  file_ids,
})

/** Fills a database as the version before stored files. */
async function fill(db: Db) {
  for (const { id, name, type, bytes, event_id, preview } of FILES)
    await sql`insert into event_files (id, name, type, size, sha256, is_map, bytes, preview, uploaded_by, uploaded_at,
        event_id)
      values (${id}, ${name}, ${type}, ${bytes.length}, ${sha256(bytes)}, ${preview !== null}, ${bytes},
        ${preview === null ? null : JSON.stringify(preview)}, 'u1', ${AT}, ${event_id})`.execute(query(db))
  // Of one more version than there is now, with another file.
  const earlier = new Date(AT.getTime() - 60_000)
  for (const [id, version, ids, from, until] of [
    ['E1', 1, ['F1'], earlier, AT],
    ['E1', 2, ['F2', 'F1'], AT, null],
    ['E2', 1, ['F3'], AT, null],
  ] as const)
    await sql`insert into objects (type, id, version, known_from, known_to, domain, visibility, owner_id, owner,
        created_at, updated_user_id, updated_by, removed, body)
      values ('vessel_event', ${id}, ${version}, ${from}, ${until}, 'REAL', 'CENTRE', 'u1', 'asha', ${AT}, 'u1', 'asha',
        false, ${JSON.stringify(eventBody(id, [...ids]))})`.execute(query(db))
  await sql`insert into static_pdfs values ('help', 'help.pdf', ${PDF}, ${PDF.length}, ${sha256(PDF)}, 'admin', ${AT})`.execute(
    query(db),
  )
  for (const [n, { id, state, size, bytes }] of IMPORTS.entries()) {
    const report = { ...EMPTY, id, name: `${id}.csv`, size, sources: 'IMPORT', state, received: bytes.length }
    const whole = { ...report, created_by: 'admin', created_at: new Date().toISOString() }
    await sql`insert into imports (id, feed, state, report, created_by, created_at)
      values (${id}, ${20_000 + n}, ${state}, ${JSON.stringify(whole)}, 'admin', now())`.execute(query(db))
  }
}

let folder = ''
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

/** Files of a process that is killed once it has taken so many. */
class KilledAfter extends DiskFiles {
  #left: number
  constructor(folder: string, most: number) {
    super(folder)
    this.#left = most
  }
  override receive(bytes: Iterable<Uint8Array>) {
    if (this.#left-- === 0) throw new Error('killed')
    return super.receive(bytes)
  }
}

/** The data folder and the database of the version before. */
async function before() {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-before-'))
  const cacheFolder = path.join(folder, 'tiles')
  mkdirSync(path.join(cacheFolder, 'imports'), { recursive: true })
  for (const { id, bytes } of IMPORTS) writeFileSync(path.join(cacheFolder, 'imports', id), bytes)
  const database = await aDatabaseBefore('0037', fill)
  open.push(() => database.drop())
  return { cacheFolder, database }
}

async function expectEveryByte({ base, token, call }: TestServer) {
  for (const { id, bytes, name } of FILES) {
    const got = await download(base, token, getEventFile, { id })
    expect([id, got.bytes.equals(bytes)]).toEqual([id, true])
    expect(got.envelope).toMatchObject({ Data: { name, sha256: sha256(bytes), size: bytes.length } })
  }
  expect(await call(getEventFilePreview, { id: 'F2' })).toEqual(FILES[1]!.preview)
  const events = new Map(
    (await call(getVesselEventsAndDisasters, {})).items.map((event) => [event.id, event]),
  )
  expect(events.get('E1')!.files).toMatchObject([
    { id: 'F2', is_map: true, sha256: sha256(FILES[1]!.bytes) },
    { id: 'F1', is_map: false },
  ])
  expect(events.get('E2')!.files).toMatchObject([{ id: 'F3', name: 'again.png', size: 70_000 }])
  const pdf = await download(base, token, staticPdf, { key: 'help' })
  expect(pdf.bytes.equals(PDF)).toBe(true)
  expect(pdf.envelope).toMatchObject({ Data: { name: 'help.pdf' } })
}
const tablesLeft = async (db: Db) =>
  (
    await sql`select tablename from pg_tables where tablename in ('event_files', 'static_pdfs')`.execute(
      query(db),
    )
  ).rows
const received = async (sea: TestServer) =>
  (await Promise.all(IMPORTS.map(({ id }) => sea.call(getImport, { id })))).map((job: ImportJob) => [
    job.state,
    job.received,
  ])

test('every file of the previous version is found unchanged after the start, also a killed one', async () => {
  const { cacheFolder, database } = await before()
  await database.migrate()
  const killedAfter = (most: number) => new KilledAfter(path.join(cacheFolder, 'files'), most)
  // Of seven in all.
  for (const most of [0, 2])
    await expect(aServer([], database, { cacheFolder, files: killedAfter(most) })).rejects.toThrow('killed')
  const needs = { db: database.db, clock: systemClock, readers: new Readers(), files: killedAfter(2) }
  const parts = new ImportFiles(new FileStore(needs).kind(IMPORT_PARTS))
  const rows = await readImports(database.db)
  const rowOf = (name: string) => rows.find((row) => row.id === name && row.state !== 'COMMITTED')
  await expect(parts.takeOver(path.join(cacheFolder, 'imports'), rowOf)).rejects.toThrow('killed')
  const sea = await aServer([], database, { cacheFolder })
  open.push(() => sea.halt())
  await expectEveryByte(sea)
  expect(await tablesLeft(database.db)).toEqual([])
  expect(readdirSync(path.join(cacheFolder, 'imports'))).toEqual([])
  expect(await received(sea)).toEqual([
    ['CHECKED', TRACKS.length],
    ['UPLOADING', 2000],
    ['COMMITTED', 100],
  ])
  // The file of tracks is the same too: it is read to its end.
  await sea.call(checkImport, { id: 'WHOLE' })
  expect(await ended(sea, 'WHOLE', 'CHECKING')).toMatchObject({
    state: 'CHECKED',
    fixes: LINES.length,
    error_count: 0,
  })
}, 120_000)

test('a backup of the version before brings its files into an installation of now', async () => {
  const { cacheFolder, database } = await before()
  const file = path.join(folder, 'before.backup')
  const written = await backup(database.db, new DiskFiles(path.join(cacheFolder, 'files')), file)
  expect(written).toMatchObject({ files: 0, lost: 0 })
  const again = await aDatabase()
  const files = new DiskFiles(path.join(folder, 'files'))
  await restore(again.db, files, file)
  const sea = await aServer([], again, { files })
  open.push(() => sea.close())
  await expectEveryByte(sea)
  expect(await tablesLeft(again.db)).toEqual([])
  // And on from there, with its files beside the database.
  const later = path.join(folder, 'later.backup')
  expect(await backup(again.db, files, later)).toMatchObject({ files: 3, lost: 0 })
  const last = await aDatabase()
  const others = new DiskFiles(path.join(folder, 'others'))
  expect(await restore(last.db, others, later)).toMatchObject({ files: 3 })
  const third = await aServer([], last, { files: others })
  open.push(() => third.close())
  await expectEveryByte(third)
  expect(existsSync(path.join(folder, 'others', 'coming'))).toBe(true)
}, 120_000)
