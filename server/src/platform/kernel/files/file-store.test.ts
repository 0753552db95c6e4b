import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { openCopies } from '../../../rooms/past/archive/tables.sql.ts'
import { DiskFiles } from '../../engines/files/disk.ts'
import type { Clock, ClockReport } from '../../needs/clock.ts'
import type { Draft } from '../../needs/files.ts'
import type { JobRun } from '../../needs/jobs.ts'
import { query } from '../../needs/query.ts'
import { ANONYMOUS } from '../http/caller.ts'
import { plainName } from './file-names.ts'
import { FileStore, type FileKind } from './file-store.ts'
import { missing } from '../http/errors.ts'
import { Readers } from './readers.ts'

const DAY_MS = 24 * 3_600_000
const asha = { ...ANONYMOUS, userId: 'asha' }
const binu = { ...ANONYMOUS, userId: 'binu' }
const NOTES: FileKind = {
  name: 'note',
  largest: 1000,
  takes: 'ANY',
  isOfUsers: true,
  waiting: { retentionMs: DAY_MS, most: 3 },
  isSeen: (ofId, caller) => ofId === 'open' || caller.userId === 'asha',
}
const folders: string[] = []
const database = await aDatabase()
const readers = new Readers()
afterAll(async () => {
  readers.stop()
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

let now = Date.now()
let report: ClockReport
const clock = { now: () => now, report: () => report } as Clock
class FaultyDisk extends DiskFiles {
  override async receive(bytes: AsyncIterable<Uint8Array>) {
    await faults.receive?.()
    return Object.assign(
      await super.receive(bytes),
      faults.store === undefined ? {} : { store: faults.store },
    )
  }
  override async remove(hash: string) {
    await sleep(faults.removeMs ?? 0)
    await super.remove(hash)
  }
}
let disk: DiskFiles
/** Faults of the disk for the next steps. */
let faults: Partial<Pick<Draft, 'store'>> & { receive?: () => Promise<never>; removeMs?: number }
let store: FileStore
beforeEach(async () => {
  await sql`delete from files`.execute(query(database.db))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-store-'))
  folders.push(folder)
  disk = new FaultyDisk(folder)
  faults = {}
  now = Date.now()
  report = { isOff: false, words: null, isDoubted: false }
  store = new FileStore({ db: database.db, clock, readers, files: disk })
})

const notes = () => store.kind(NOTES)
async function* stream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
const bring = (text: string, { by = 'asha', on }: { by?: string; on?: string } = {}) =>
  notes().receive({ name: 'a.txt', by, bytes: stream(text) }, (_, keep) =>
    keep(on === undefined ? {} : { on }),
  )
async function textOf(file: { hash: string }) {
  let text = ''
  for await (const part of await notes().read(file)) text += Buffer.from(part).toString()
  return text
}
const sweep = () => store.sweep().work({ signal: new AbortController().signal } as JobRun)
const GONE = { code: 'NOT_FOUND' }
const noSpace = async (): Promise<never> => {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}

test('equal bytes are stored once and removed with the last file that refers to them', async () => {
  const first = await bring('the same', { on: 'a' })
  const second = await bring('the same', { by: 'binu', on: 'b' })
  expect(second.hash).toBe(first.hash)
  await notes().forget([first.id])
  expect(await textOf(second)).toBe('the same')
  await notes().forget([second.id])
  await expect(textOf(second)).rejects.toMatchObject(GONE)
  expect(await disk.sizeOf(first.hash)).toBeNull()
})

test('bytes uploaded again during their slow removal are available to the new file', async () => {
  faults.removeMs = 20
  for (let n = 0; n < 10; n++) {
    const before = await bring(`again ${n % 3}`, { on: 'a' })
    const [after] = await Promise.all([
      bring(`again ${n % 3}`, { by: 'binu', on: 'b' }),
      notes().forget([before.id]),
    ])
    expect(await textOf(after)).toBe(`again ${n % 3}`)
    await notes().forget([after.id])
  }
})

test('an unattached file is visible to its uploader, then to users of the object with it', async () => {
  const file = await bring('for the event')
  await expect(notes().find(file.id, binu)).rejects.toMatchObject(GONE)
  expect((await notes().find(file.id, asha)).of_id).toBeNull()
  await notes().hang([file.id], 'closed')
  // It hangs on that and nothing else from now on.
  await notes().hang([file.id], 'open')
  await expect(notes().find(file.id, binu)).rejects.toMatchObject(GONE)
  expect(await notes().of('closed')).toMatchObject([{ id: file.id, until: null }])
  const other = store.kind({ ...NOTES, name: 'other' })
  await expect(other.find(file.id, asha)).rejects.toMatchObject(GONE)
})

test('a file attached to another object shares its bytes until the last of them is removed', async () => {
  const file = await bring('a long report', { on: 'open' })
  const others = store.kind({ ...NOTES, name: 'post', isSeen: async (_, caller) => caller.userId === 'binu' })
  const shared = await notes().copyTo(await notes().find(file.id, binu), {
    files: others,
    on: 'c1',
    by: 'binu',
  })
  expect(shared).toMatchObject({ hash: file.hash, name: 'a.txt', user_id: 'binu', kind: 'post', of_id: 'c1' })
  await expect(others.find(shared.id, asha)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await notes().forget([file.id])
  expect(await textOf(await others.find(shared.id, binu))).toBe('a long report')
  let part = ''
  for await (const bytes of await others.read(shared, { from: 2, to: 6 }))
    part += Buffer.from(bytes).toString()
  expect(part).toBe('long')
  await others.forget([shared.id])
  await expect(others.read(shared)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(notes().copyTo(shared, { on: 'open', by: 'asha' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await notes().of('open')).toEqual([])
})

test('unattached files go after their time, unreferenced bytes after a day, nothing else goes', async () => {
  const [waiting, stored] = [await bring('waits'), await bring('hangs', { on: 'open' })]
  const stray = await disk.receive(stream('of a server that was killed'))
  await stray.store()
  const unfinished = await disk.receive(stream('half'))
  const there = async () =>
    Promise.all(
      [waiting.hash, stored.hash, stray.hash].map(async (hash) => (await disk.sizeOf(hash)) !== null),
    )
  await sweep()
  expect(await there()).toEqual([true, true, true])
  now += 2 * DAY_MS
  report.isDoubted = true
  await sweep()
  report.isDoubted = false
  const copies = await openCopies(database.db)
  await copies.beginReading(['files'])
  await sweep()
  // A backup reads what it has seen, whatever is forgotten meanwhile.
  expect(await there()).toEqual([true, true, true])
  await copies.commit()
  copies.release()
  await sweep()
  expect(await there()).toEqual([false, true, false])
  expect(await textOf(stored)).toBe('hangs')
  await expect(unfinished.store()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a full disk refuses uploads and loses no stored file', async () => {
  const before = await bring('before', { on: 'open' })
  faults.receive = noSpace
  expect(missing(await bring('too much').catch((error: unknown) => error))).toBe('SPACE')
  faults = { store: noSpace }
  expect(missing(await bring('too much').catch((error: unknown) => error))).toBe('SPACE')
  faults = {}
  expect(await textOf(before)).toBe('before')
  expect((await sql`select id from files`.execute(query(database.db))).rows).toEqual([{ id: before.id }])
})

test('an upload interrupted by a crash belongs to no user and is removed after a day', async () => {
  let begin = () => undefined as void
  const begun = new Promise<void>((resolve) => (begin = resolve))
  faults.store = () => {
    begin()
    return new Promise<never>(() => undefined)
  }
  void bring('never whole', { on: 'open' })
  await begun
  const rows = async () => (await sql<{ id: string }>`select id from files`.execute(query(database.db))).rows
  const [row] = await rows()
  await expect(notes().find(row!.id, asha)).rejects.toMatchObject(GONE)
  expect(await notes().of('open')).toEqual([])
  await sweep()
  expect(await rows()).toHaveLength(1)
  now += 2 * DAY_MS
  await sweep()
  expect(await rows()).toEqual([])
})

test('parallel uploads are stored up to the limit of the user and the limit of administrators', async () => {
  const brought = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => bring(`note ${n}`)))
  expect(brought.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const other = await bring('of another', { by: 'binu' })
  expect(await textOf(other)).toBe('of another')
  await sql`update files set size = 499.9999999 * 1024 ^ 3 where id = ${other.id}`.execute(query(database.db))
  await expect(bring('one'.repeat(100), { by: 'chand' })).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('fill the allowed 500 GB') as string,
  })
  await expect(bring('x'.repeat(1001))).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

test('a name is a name and nothing more, in any script', () => {
  for (const [given, plain] of [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\x.exe', 'x.exe'],
    ['.ssh', 'ssh'],
    ['report\u202Efdp.exe', 'reportfdp.exe'],
    ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie_ b.txt'],
    ['..', 'file'],
    ['\u200b/', 'file'],
    ['\u09b0\u200d\u09cd\u09af\u09be\u09ac.pdf', '\u09b0\u200d\u09cd\u09af\u09be\u09ac.pdf'],
    ['n'.repeat(500), 'n'.repeat(200)],
  ] as const)
    expect(plainName(given)).toBe(plain)
})
