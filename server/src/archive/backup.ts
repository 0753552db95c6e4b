import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, type Gzip } from 'node:zlib'
import { once } from 'node:events'
import { StartFailure, sentenceOf } from '../kernel/errors.ts'
import { turnDays } from '../aircraft/reports.sql.ts'
import { ensurePartitions } from '../history/record/partitions.sql.ts'
import type { Db } from '../needs/database.ts'
import type { Files } from '../needs/files.ts'
import { FrameReader, writeFrame } from './frames.ts'
import {
  FILES_APART,
  SEEDED,
  appliedMigrations,
  contentTables,
  hasRows,
  makeTablesBeforeFiles,
  openCopies,
} from './tables.sql.ts'

const FORMAT = 'samudra-backup-1'
/** Tables with partitions, and what they are cut by. */
const BY_DAY = {
  fixes: 'rec_time',
  receptions: 'rec_time',
  raw_blocks: 'window_start',
  fix_chunks: 'window_start',
  reception_chunks: 'window_start',
  thin_chunks: 'window_start',
  aircraft_reports: 'rec_time',
}

/** `lost`: files whose bytes are not where they should be. */
export type Report = { tables: number; rows: number; files: number; lost: number }
const NONE: Readonly<Report> = { tables: 0, rows: 0, files: 0, lost: 0 }
type Head = { format: string; made_at: string; migrations: string[]; days: string[] }
/** Before the frames of a table or of the bytes of a file, which an empty one ends. */
type TableHead = { table: string; columns: string[] }
type FileHead = { file: string; size: number }
/** The last frame; of before there were files beside the database it tells of none. */
type End = { end: Partial<Report> }

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/**
 * Writes everything, as it is at one instant and while others go on writing, into one compressed file, and reads that
 * through again; a half-written or damaged one is never left.
 */
export async function backup(db: Db, files: Files, file: string): Promise<Report> {
  // A name nobody else uses, and nothing that is there is written over or removed.
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  // Before the file: without a database nothing is left behind.
  const copies = await openCopies(db)
  const opened = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    copies.abandon()
    return cannotWrite(error)
  })
  const gzip = createGzip({ level: 6 })
  const written = pipeline(gzip, opened.createWriteStream({ flush: true }))
  // Who fails first is told below.
  written.catch(() => undefined)
  try {
    const report = await writeAll({ db, files }, copies, gzip)
    gzip.end()
    await written
    const read = await checkBackup(draft)
    if (read.rows !== report.rows || read.tables !== report.tables || read.files !== report.files)
      throw new Error('what was written is not what is in the file; check the disk')
    await rename(draft, file)
    copies.release()
    return report
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    copies.abandon()
    return cannotWrite(error)
  }
}

async function writeAll(
  { db, files }: { db: Db; files: Files },
  copies: Awaited<ReturnType<typeof openCopies>>,
  gzip: Gzip,
): Promise<Report> {
  const report = { ...NONE }
  const tables = await contentTables(db)
  await copies.beginReading(tables)
  const days = new Set<string>()
  for (const [table, time] of Object.entries(BY_DAY).filter(([table]) => tables.includes(table)))
    for (const day of await copies.daysOf(table, time)) days.add(day.toISOString())
  const head: Head = {
    format: FORMAT,
    made_at: new Date().toISOString(),
    migrations: await appliedMigrations(db),
    days: [...days].sort(),
  }
  await writeFrame(gzip, json(head))
  for (const table of tables) {
    const columns = await copies.columnsOf(table)
    await writeFrame(gzip, json({ table, columns } satisfies TableHead))
    for await (const chunk of copies.out(table, columns)) {
      report.rows += countLines(chunk as Buffer)
      await writeFrame(gzip, chunk as Buffer)
    }
    await writeFrame(gzip, Buffer.alloc(0))
    report.tables++
  }
  // Within the same instant: until it is over no bytes are taken away.
  for (const hash of await copies.hashes()) await writeFile(gzip, files, hash, report)
  await copies.commit()
  await writeFrame(gzip, json({ end: report } satisfies End))
  return report
}

async function writeFile(gzip: Gzip, files: Files, hash: string, report: Report) {
  const [size, bytes] = [await files.sizeOf(hash), await files.read(hash)]
  if (size === null || bytes === null) return void report.lost++
  await writeFrame(gzip, json({ file: hash, size } satisfies FileHead))
  for await (const part of bytes) if (part.length > 0) await writeFrame(gzip, part)
  await writeFrame(gzip, Buffer.alloc(0))
  report.files++
}

/** Reads a backup through without restoring it: what is in it. Throws a StartFailure when it is cut or damaged. */
export async function checkBackup(file: string): Promise<Report & { madeAt: string }> {
  const { frames, close } = framesOf(file)
  const report = { ...NONE }
  try {
    const head = headIn(await frames.next())
    for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
      if (isEnd(frame, report)) continue
      const hash = fileIn(frame)
      const sum = createHash('sha256')
      for await (const part of partsIn(frames))
        if (hash === null) report.rows += countLines(part)
        else sum.update(part)
      if (hash === null) report.tables++
      else {
        if (sum.digest('hex') !== hash) throw new Error(`the file ${hash} in it is not what it was`)
        report.files++
      }
    }
    return { ...report, madeAt: head.made_at }
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`${file} is damaged and cannot be restored: ${sentenceOf(error)}`)
  } finally {
    close()
  }
}

/** Whether a frame is the last one, which says what the file holds; one of an older version has none. */
function isEnd(frame: Buffer, read: Report): boolean {
  const { end } = JSON.parse(frame.toString()) as Partial<End>
  if (end === undefined) return false
  const { rows, tables, files = 0, lost = 0 } = end
  if (rows !== read.rows || tables !== read.tables || files !== read.files)
    throw new Error(`it should hold ${rows} rows of ${tables} tables and ${files} files`)
  read.lost = lost
  return true
}

/** The hash of the file whose bytes follow; null where rows of a table do. */
const fileIn = (frame: Buffer): string | null =>
  (JSON.parse(frame.toString()) as Partial<FileHead>).file ?? null

/** The frames until an empty one. */
async function* partsIn(frames: FrameReader): AsyncGenerator<Buffer> {
  for (let frame = await frames.next(); ; frame = await frames.next()) {
    if (frame === null) throw new Error('the file is cut short')
    if (frame.length === 0) return
    yield frame
  }
}

function framesOf(file: string) {
  const gunzip = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => gunzip.destroy(error))
  // An error is thrown by whoever reads next; one that comes after the last read has no reader any more.
  gunzip.on('error', () => undefined)
  return {
    frames: new FrameReader(source.pipe(gunzip)),
    close: () => {
      source.destroy()
      gunzip.destroy()
    },
  }
}

function headIn(frame: Buffer | null): Head {
  const head = JSON.parse(frame?.toString() ?? '{}') as Partial<Head>
  if (head.format !== FORMAT) throw new StartFailure('This file is not a backup of Samudra.')
  return head as Head
}

function cannotWrite(error: unknown): never {
  throw new StartFailure(`The backup could not be written: ${sentenceOf(error)}`)
}

/**
 * Reads a backup into an empty database, all of it or nothing. Bytes of files that no row names in the end are let go by
 * whoever sweeps.
 */
export async function restore(db: Db, files: Files, file: string): Promise<Report> {
  const { frames, close } = framesOf(file)
  const copies = await openCopies(db)
  const report = { ...NONE }
  try {
    const head = headIn(await frames.next())
    await checkFits(db, head)
    if (!head.migrations.includes(FILES_APART)) await makeTablesBeforeFiles(db)
    for (const day of head.days) {
      await ensurePartitions(db, Date.parse(day))
      await turnDays(db, Date.parse(day), 0)
    }
    await copies.beginWriting()
    for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
      if (isEnd(frame, report)) continue
      const hash = fileIn(frame)
      if (hash !== null) {
        await keepFile(files, hash, frames)
        report.files++
        continue
      }
      const { table, columns } = JSON.parse(frame.toString()) as TableHead
      if (SEEDED.includes(table)) await copies.clear(table)
      report.rows += await fill(frames, copies.into(table, columns))
      report.tables++
    }
    await copies.commit()
    copies.release()
    return report
  } catch (error) {
    copies.abandon()
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`${file} could not be read in, and nothing of it is kept: ${sentenceOf(error)}`)
  } finally {
    close()
  }
}

async function keepFile(files: Files, hash: string, frames: FrameReader) {
  const draft = await files.receive(partsIn(frames))
  try {
    if (draft.hash !== hash) throw new Error(`the file ${hash} in it is not what it was`)
    await draft.keep()
  } finally {
    await draft.drop()
  }
}

async function fill(frames: FrameReader, into: NodeJS.WritableStream): Promise<number> {
  let rows = 0
  for await (const frame of partsIn(frames)) {
    rows += countLines(frame)
    // The frame is a view of a buffer that is used again.
    if (!into.write(Buffer.from(frame))) await once(into, 'drain')
  }
  const done = finished(into)
  into.end()
  await done
  return rows
}

async function checkFits(db: Db, head: Head) {
  const known = new Set(await appliedMigrations(db))
  if (head.migrations.some((name) => !known.has(name)))
    throw new StartFailure('The backup was made by a newer version of Samudra; restore it with that version.')
  for (const table of await contentTables(db))
    if (!SEEDED.includes(table) && (await hasRows(db, table)))
      throw new StartFailure(
        `The database is not empty (${table} has rows). Restore into a new data folder or an empty database.`,
      )
}

/** Text COPY ends every row with a line feed and escapes those inside values. */
function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}
