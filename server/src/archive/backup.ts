import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, type Gzip } from 'node:zlib'
import { once } from 'node:events'
import { StartFailure, sentenceOf } from '../kernel/errors.ts'
import { turnDays } from '../aircraft/reports.sql.ts'
import { ensurePartitions } from '../history/record/partitions.sql.ts'
import type { Db } from '../needs/database.ts'
import { FrameReader, writeFrame } from './frames.ts'
import { SEEDED, appliedMigrations, contentTables, hasRows, openCopies } from './tables.sql.ts'

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

export type Report = { tables: number; rows: number }
type Head = { format: string; made_at: string; migrations: string[]; days: string[] }
type TableHead = { table: string; columns: string[] }
/** The last frame. */
type End = { end: Report }

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/**
 * Writes everything, as it is at one instant and while others go on writing, into one compressed file, and reads that
 * through again; a half-written or damaged one is never left.
 */
export async function backup(db: Db, file: string): Promise<Report> {
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
    const report = await writeAll(db, copies, gzip)
    gzip.end()
    await written
    const read = await checkBackup(draft)
    if (read.rows !== report.rows || read.tables !== report.tables)
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

async function writeAll(db: Db, copies: Awaited<ReturnType<typeof openCopies>>, gzip: Gzip): Promise<Report> {
  const report = { tables: 0, rows: 0 }
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
  await copies.commit()
  await writeFrame(gzip, json({ end: report } satisfies End))
  return report
}

/** Reads a backup through without restoring it: what is in it. Throws a StartFailure when it is cut or damaged. */
export async function checkBackup(file: string): Promise<Report & { madeAt: string }> {
  const { frames, close } = framesOf(file)
  const report = { tables: 0, rows: 0 }
  try {
    const head = headIn(await frames.next())
    for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
      if (isEnd(frame, report)) continue
      for (let rows = await frames.next(); ; rows = await frames.next()) {
        if (rows === null) throw new Error('the file is cut short')
        if (rows.length === 0) break
        report.rows += countLines(rows)
      }
      report.tables++
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
  if (end.rows !== read.rows || end.tables !== read.tables)
    throw new Error(`it should hold ${end.rows} rows of ${end.tables} tables`)
  return true
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

/** Reads a backup into an empty database, all of it or nothing. */
export async function restore(db: Db, file: string): Promise<Report> {
  const { frames, close } = framesOf(file)
  const copies = await openCopies(db)
  const report = { tables: 0, rows: 0 }
  try {
    const head = headIn(await frames.next())
    await checkFits(db, head)
    for (const day of head.days) {
      await ensurePartitions(db, Date.parse(day))
      await turnDays(db, Date.parse(day), 0)
    }
    await copies.beginWriting()
    for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
      if (isEnd(frame, report)) continue
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

async function fill(frames: FrameReader, into: NodeJS.WritableStream): Promise<number> {
  let rows = 0
  for (let frame = await frames.next(); ; frame = await frames.next()) {
    if (frame === null) throw new Error('the file is cut short')
    if (frame.length === 0) break
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
