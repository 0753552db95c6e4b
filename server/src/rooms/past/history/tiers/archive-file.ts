import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { rename, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { instantText } from '../../../../platform/kernel/text/instant-text.ts'
import { HOUR_MS, hourOf } from '../read/fix-test.ts'
import { FIX_COLUMNS, emptyColumns } from '../read/fix-columns.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'

/** A day of fixes as compressed CSV: one line a fix in the units of the tables, "not available" empty, hour by hour. */
const HEADS: Record<FixColumn, string> = {
  mmsi: 'mmsi',
  split: 'split',
  fixId: 'fix_id',
  observedAt: 'observed_at',
  recTime: 'received_at',
  lat: 'latitude_udeg',
  lon: 'longitude_udeg',
  sog: 'sog_tenths',
  cog: 'cog_tenths',
  heading: 'true_heading',
  rot: 'rot_ais',
  navStatus: 'nav_status',
  type: 'msg_type',
  bits: 'bits',
  feed: 'feed_number',
  source: 'source_number',
  station: 'station_number',
  quality: 'quality',
  reasons: 'reject_reasons',
}
const HEAD = FIX_COLUMNS.map((column) => HEADS[column]).join(',')
const NONE = Object.fromEntries(FIX_COLUMNS.map((column) => [column, emptyColumns(1)[column][0]!])) as Record<
  FixColumn,
  number
>
/** Columns that have no value for "not available". */
const ALWAYS: ReadonlySet<FixColumn> = new Set([
  'mmsi',
  'split',
  'fixId',
  'observedAt',
  'recTime',
  'type',
  'bits',
  'feed',
  'source',
  'quality',
  'reasons',
])
const isTime = (column: FixColumn) => column === 'observedAt' || column === 'recTime'

function lineOf(fixes: FixBatch, i: number): string {
  let line = ''
  for (const column of FIX_COLUMNS) {
    const value = fixes[column][i]!
    const isNothing = !ALWAYS.has(column) && value === NONE[column]
    const text = isNothing ? '' : isTime(column) ? instantText(value) : String(value)
    line += column === 'mmsi' ? text : `,${text}`
  }
  return `${line}\n`
}

/** Error when less would be written than is in the file already. */
export class FileHoldsMore extends Error {
  readonly held: number
  constructor(given: number, held: number) {
    super(
      `the database holds ${given} positions of this day and its file ${held}, so the file stays as it is; read the day back from it first`,
    )
    this.held = held
  }
}

/**
 * Writes a file of all that `hours` gives; a half-written one is never left under its name. One that holds fewer than
 * `least` fixes is not put there: what was there stays. Returns fixes and bytes.
 */
export async function writeArchive(
  file: string,
  hours: AsyncIterable<FixBatch>,
  least = 0,
): Promise<{ fixes: number; bytes: number }> {
  const draft = `${file}.part`
  const gzip = createGzip({ level: 6 })
  const written = pipeline(gzip, createWriteStream(draft, { mode: 0o600, flush: true }))
  // The loop below reports the first failure.
  written.catch(() => undefined)
  let fixes = 0
  try {
    gzip.write(`${HEAD}\n`)
    let began = performance.now()
    for await (const batch of hours) {
      let text = ''
      for (let i = 0; i < batch.count; i++) {
        text += lineOf(batch, i)
        if (i % 500 === 499) began = await breathe(began)
      }
      fixes += batch.count
      if (!gzip.write(text)) await once(gzip, 'drain')
    }
    gzip.end()
    await written
    const found = await countFixes(draft)
    if (found !== fixes) throw new Error(`${found} of ${fixes} positions were read from the file`)
    if (fixes < least) throw new FileHoldsMore(fixes, least)
    await rename(draft, file)
    return { fixes, bytes: (await stat(file)).size }
  } catch (error) {
    gzip.destroy()
    await rm(draft, { force: true })
    throw error
  }
}

/** Fixes in a file, read from end to end; throws when it is missing or damaged. */
export async function countFixes(file: string): Promise<number> {
  let lines = 0
  await pipeline(createReadStream(file), createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
    for await (const chunk of bytes)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  })
  return lines - 1
}

/** Reads a file back, an hour of arrival at a time; throws with the line where it is not what was written. */
export async function* readArchive(file: string): AsyncGenerator<{ hour: number; fixes: FixBatch }> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  source.on('error', (error) => unzipped.destroy(error))
  const lines = createInterface({ input: source.pipe(unzipped), crlfDelay: Infinity })
  let failure: Error | null = null
  unzipped.on('error', (error: Error) => {
    failure = error
    lines.close()
  })
  try {
    yield* hoursIn(lines, () => {
      if (failure !== null) throw failure
    })
  } finally {
    // Left in the middle, the file would stay open.
    lines.close()
    source.destroy()
    unzipped.destroy()
  }
}

/** The hours of some lines; `checkEnd` throws when they broke off, so that no part of an hour is taken for all of it. */
async function* hoursIn(
  lines: AsyncIterable<string>,
  checkEnd: () => void,
): AsyncGenerator<{ hour: number; fixes: FixBatch }> {
  let held = emptyColumns(1024)
  let [number, hour] = [0, Number.NaN]
  let began = performance.now()
  for await (const line of lines) {
    if (++number === 1) {
      if (line !== HEAD) throw new Error('line 1 is not the head of a day of positions')
      continue
    }
    if (held.count === held.capacity) held = grown(held)
    readLine(line, held, number)
    const at = hourOf(held.recTime[held.count]!)
    if (held.count > 0 && at !== hour) {
      const next = emptyColumns(held.capacity)
      for (const column of FIX_COLUMNS) next[column][0] = held[column][held.count]!
      yield { hour, fixes: held }
      held = next
    }
    hour = at
    held.count++
    if (number % 500 === 0) began = await breathe(began)
  }
  checkEnd()
  if (held.count > 0) yield { hour, fixes: held }
}

function grown(fixes: FixBatch): FixBatch {
  const larger = emptyColumns(fixes.capacity * 2)
  for (const column of FIX_COLUMNS) larger[column].set(fixes[column])
  larger.count = fixes.count
  return larger
}

function readLine(line: string, fixes: FixBatch, number: number) {
  const values = line.split(',')
  if (values.length !== FIX_COLUMNS.length)
    throw new Error(`line ${number} has ${values.length} fields instead of ${FIX_COLUMNS.length}`)
  for (const [n, column] of FIX_COLUMNS.entries()) {
    const text = values[n]!
    const value = text === '' ? NONE[column] : isTime(column) ? Date.parse(text) : Number(text)
    if (Number.isNaN(value) || (text === '' && ALWAYS.has(column)))
      throw new Error(`line ${number}: ${HEADS[column]} cannot be read`)
    fixes[column][fixes.count] = value
  }
}

/** The hours of a day. */
export const hoursOf = (day: number) => Array.from({ length: 24 }, (_, n) => day + n * HOUR_MS)
