import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { once } from 'node:events'
import { StartFailure, sentenceOf } from '../kernel/errors.ts'
import { turnDays } from '../aircraft/reports.sql.ts'
import { ensurePartitions } from '../history/partitions.sql.ts'
import type { Db } from '../needs/database.ts'
import { FrameReader, writeFrame } from './frames.ts'
import {
  SEEDED,
  appliedMigrations,
  columnsOf,
  contentTables,
  daysOf,
  hasRows,
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

export type Report = { tables: number; rows: number }
type Head = { format: string; made_at: string; migrations: string[]; days: string[] }
type TableHead = { table: string; columns: string[] }

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Writes everything, as it is at one instant, into one compressed file; a half-written one is never left. */
export async function backup(db: Db, file: string): Promise<Report> {
  // A name nobody else uses, and nothing that is there is written over or removed.
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  const opened = await open(draft, 'wx', 0o600).catch(cannotWrite)
  const gzip = createGzip({ level: 6 })
  const written = pipeline(gzip, opened.createWriteStream())
  // Who fails first is told below.
  written.catch(() => undefined)
  const copies = await openCopies(db)
  const report = { tables: 0, rows: 0 }
  try {
    await copies.begin()
    const days = new Set(
      (await Promise.all(Object.entries(BY_DAY).map(([table, time]) => daysOf(db, table, time))))
        .flat()
        .map((day) => day.toISOString()),
    )
    const head: Head = {
      format: FORMAT,
      made_at: new Date().toISOString(),
      migrations: await appliedMigrations(db),
      days: [...days].sort(),
    }
    await writeFrame(gzip, json(head))
    for (const table of await contentTables(db)) {
      const columns = await columnsOf(db, table)
      await writeFrame(gzip, json({ table, columns } satisfies TableHead))
      for await (const chunk of copies.out(table, columns)) {
        report.rows += countLines(chunk as Buffer)
        await writeFrame(gzip, chunk as Buffer)
      }
      await writeFrame(gzip, Buffer.alloc(0))
      report.tables++
    }
    await copies.commit()
    gzip.end()
    await written
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

function cannotWrite(error: unknown): never {
  throw new StartFailure(`The backup could not be written: ${sentenceOf(error)}`)
}

/** Reads a backup into an empty database, all of it or nothing. */
export async function restore(db: Db, file: string): Promise<Report> {
  const gunzip = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => gunzip.destroy(error))
  // An error is thrown by whoever reads next; one that comes after the last read has no reader any more.
  gunzip.on('error', () => undefined)
  const frames = new FrameReader(source.pipe(gunzip))
  const copies = await openCopies(db)
  const report = { tables: 0, rows: 0 }
  try {
    const head = JSON.parse((await frames.next())?.toString() ?? '{}') as Partial<Head>
    await checkHead(db, head)
    for (const day of head.days ?? []) {
      await ensurePartitions(db, Date.parse(day))
      await turnDays(db, Date.parse(day), 0)
    }
    await copies.begin()
    for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
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
    source.destroy()
    gunzip.destroy()
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

async function checkHead(db: Db, head: Partial<Head>) {
  if (head.format !== FORMAT) throw new StartFailure('This file is not a backup of Samudra.')
  const known = new Set(await appliedMigrations(db))
  if (head.migrations?.some((name) => !known.has(name)) !== false)
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
