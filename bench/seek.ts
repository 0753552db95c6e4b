import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { foldersOf } from '../server/src/compose.ts'
import { embeddedPostgres } from '../server/src/platform/engines/embedded/embedded-postgres.ts'
import { Compactor } from '../server/src/rooms/past/history/chunks/compactor.ts'
import { deriveFrom } from '../server/src/rooms/past/history/derived/derive.sql.ts'
import { ensurePartitions } from '../server/src/rooms/past/history/record/partitions.sql.ts'
import { storePortion } from '../server/src/rooms/past/history/record/record.sql.ts'
import { Recorder } from '../server/src/rooms/past/history/record/recorder.ts'
import { silentLog } from '../server/src/platform/kernel/text/log.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { root } from './engines.ts'
import { HistorySea } from './history-sea.ts'
import { signIn, startBrowser, startProduct } from './product.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

/**
 * Measures jumps in a replay of 24 hours, in the built product: from the scrubber's change to the frame identified by
 * its digest, in Chromium that draws in software. Needs a build. `npm run bench -- seek [--ships=20000] [--jumps=24]
 * [--rows-hours=6] [--data=folder kept for the next run]`
 */
const SHIPS = Number(option('ships', sized('20000', '40')))
const JUMPS = Number(option('jumps', sized('24', '2')))
/** Number of hours in which fixes are still rows; older ones are compacted. */
const ROWS_HOURS = Number(option('rows-hours', '6'))
/** Between two jumps. */
const REST_MS = sized(1500, 100)
const EVERY_S = 120
const HOUR = 3_600_000
const DERIVED_MS = HOUR / 6
const DAY = 24 * HOUR

/** A day of a sea as the product would have stored it; returns when it ended, epoch ms. */
async function load(data: string): Promise<number> {
  const { migrationsFolder } = foldersOf(root)
  const database = await embeddedPostgres({ dataFolder: data, migrationsFolder })
  try {
    await database.migrate()
    const { db } = database
    const end = Math.floor(Date.now() / HOUR) * HOUR
    const from = end - DAY - HOUR
    for (const at of [from, end]) await ensurePartitions(db, at)
    await addSources(db)
    const sea = new HistorySea({ ships: SHIPS, everyS: EVERY_S, from })
    const recorder = new Recorder((portion) => storePortion(db, portion), silentLog)
    for (let at = from + DERIVED_MS; at <= end; at += DERIVED_MS) {
      for (const batch of sea.until(at)) recorder.record(batch)
      await recorder.flush()
      await deriveFrom(db, (at - 1) * 1024)
    }
    await addNames(db, from)
    await new Compactor(db, silentLog).run(end - ROWS_HOURS * HOUR)
    await sql`vacuum (analyze) fixes, fix_chunks, fix_keyframes, static_versions, statics`.execute(query(db))
    console.log(`${whole(recorder.stored)} fixes stored`)
    return end
  } finally {
    await database.close()
  }
}

async function addSources(db: Db) {
  await sql`insert into sources (id, code, name) values (1, 'WEST', 'West coast'), (2, 'EAST', 'East coast'), (3, 'SAT', 'Satellite')`.execute(
    query(db),
  )
}

async function addNames(db: Db, from: number) {
  const text = (key: string) =>
    sql`jsonb_build_object('value', ${sql.raw(key)}, 'source', 1, 'at', ${from}::float8)`
  const fields = sql`jsonb_build_object('name', ${text("'VESSEL ' || n")}, 'shipType', ${text('70 + n % 20')},
    'toBow', ${text('60 + n % 200')}, 'toStern', ${text('20')}, 'callSign', ${text("'CS' || n")})`
  await sql`insert into statics (mmsi, split, fields, marks, updated_at)
    select 200000000 + n * 17, 0, ${fields}, 0, ${new Date(from)} from generate_series(0, ${SHIPS - 1}::int) n`.execute(
    query(db),
  )
  await sql`insert into static_versions (mmsi, split, known_from, fields, marks)
    select mmsi, split, updated_at, fields, marks from statics`.execute(query(db))
}

/** Returns a script that measures, inside the page, the milliseconds from the scrubber's change to another digest. */
const JUMP = (share: number) => `new Promise((told) => {
  const range = document.querySelector('input[type=range][aria-label="Instant shown"]')
  const digest = () => document.querySelector('.replay-frame')?.dataset.digest
  const before = digest()
  const began = performance.now()
  const look = () => {
    const now = digest()
    if (now !== undefined && now !== before) { seen.disconnect(); told(performance.now() - began) }
  }
  const seen = new MutationObserver(look)
  seen.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-digest'] })
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(range, String(Math.round(range.max * ${share})))
  range.dispatchEvent(new Event('input', { bubbles: true }))
})`

async function jumps(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n <= JUMPS; n++) {
    // A golden step never comes near where it has been.
    const took = await page.evaluate<number>(JUMP((n * 0.618034 + 0.1) % 1))
    if (n > 0) times.push(took)
    await page.waitForTimeout(REST_MS)
  }
  return times.toSorted((a, b) => a - b)
}

async function measure(data: string, end: number) {
  const product = await startProduct(data)
  const browser = await startBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    page.on('pageerror', (error) => console.error(error))
    await signIn(page, product.base)
    const rows: string[][] = []
    for (const knowledge of ['AS_KNOWN', 'CORRECTED']) {
      const request = new URLSearchParams({
        from: new Date(end - DAY).toISOString(),
        to: new Date(end).toISOString(),
        knowledge,
      })
      await page.goto(`${product.base}/home/map/replay?${request.toString()}`)
      await page.locator('.replay-frame').waitFor()
      await page.waitForTimeout(2000)
      const times = await jumps(page)
      rows.push([
        knowledge,
        ...[times[0]!, quantile(times, 0.5), quantile(times, 0.95), times.at(-1)!].map(whole),
      ])
      printTarget(
        `a jump in 24 h of ${whole(SHIPS)} vessels, ${knowledge}, median, ms`,
        quantile(times, 0.5),
        {
          below: 500,
        },
      )
    }
    printTable(
      `${JUMPS} jumps, load ${os.loadavg()[0]!.toFixed(1)}`,
      ['', 'least', 'p50', 'p95', 'most'],
      rows,
    )
  } finally {
    await browser.close()
    await product.stop()
  }
}

const remaining = option('data', '')
const data =
  remaining === ''
    ? path.join(mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-')), 'data')
    : path.resolve(remaining)
try {
  const isThere = existsSync(data)
  const end = isThere ? Number(option('end', '0')) : await load(data)
  if (!isThere && remaining !== '') console.log(`next time: --end=${end}`)
  await measure(data, end)
} finally {
  if (remaining === '') rmSync(path.dirname(data), { recursive: true, force: true })
}
