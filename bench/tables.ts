/**
 * Tables of a hundred thousand rows in the product as it is built, in Chromium that draws in software: how soon the first
 * rows stand, frames while they are scrolled through, how long it takes to reach the last, and what the page holds then.
 * `npm run bench -- tables [--rows=100000]`
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { foldersOf } from '../server/src/compose.ts'
import { embeddedPostgres } from '../server/src/engines/embedded/postgres.ts'
import { query } from '../server/src/needs/query.ts'
import { root } from './engines.ts'
import { FRAMES, framesWhile, turnWheel } from './frames.ts'
import { PASSWORD, signIn, startBrowser, startProduct } from './product.ts'
import { median, option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const ROWS = Number(option('rows', sized('100000', '1000')))
const SCROLL_MS = sized(5000, 300)
const OPENINGS = sized(7, 1)
const TABLES = [
  { name: 'Port calls', path: '/home/main/portOfCalls?days=all' },
  { name: 'Vessels', path: '/home/main/vessels' },
] as const

/** Calls at three ports over ninety days, as the product would have stored them. */
async function load(data: string) {
  const { migrationsFolder } = foldersOf(root)
  const database = await embeddedPostgres({ dataFolder: data, migrationsFolder })
  try {
    await database.migrate()
    const db = query(database.db)
    await sql`insert into port_calls (id, version, known_from, mmsi, split, port_id, state, began_at, ended_at, entered_at,
        berthed_at, departed_at, confidence, evidence, sources, lat_udeg, lon_udeg, ship_name, ship_type, computed_from)
      select 'bench' || n, 1, now(), 419000000 + n, 0, (array['LKCMB','INMUN','INNSA'])[1 + n % 3], 'DEPARTED', at, at + '1 day',
        at, at + '1 hour', at + '1 day', 4, '{1,2}', '{1}', 6950000, 79850000, 'MV ' || md5(n::text), 70, 'BACKFILL'
      from generate_series(1, ${ROWS}::int) n, lateral (select now() - n * interval '70 seconds' - interval '1 day' as at) t`.execute(
      db,
    )
    await sql`analyze port_calls`.execute(db)
  } finally {
    await database.close()
  }
}

/** What an operation answers, called from the command line. */
async function called<Answer>(base: string, ...given: string[]): Promise<Answer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'contract/cli/call.ts'), '--url', base, '--user', 'admin', ...given],
    { cwd: root, env: { ...process.env, CALL_PASSWORD: PASSWORD }, maxBuffer: 1 << 26 },
  )
  return (JSON.parse(stdout) as { Data: Answer }).Data
}

/** A register of ships, imported as an administrator does it. */
async function importShips(base: string, folder: string) {
  const file = path.join(folder, 'ships.csv')
  const lines = Array.from(
    { length: ROWS },
    (_, n) =>
      `${419_000_000 + n},SAGAR ${(n * 7919) % ROWS},VT${n.toString(36).toUpperCase()},IN,Bulk Carrier,${100 + (n % 250)}`,
  )
  writeFileSync(file, ['mmsi,ship_name,call_sign,flag,ship_type,length', ...lines, ''].join('\n'))
  const asked = JSON.stringify({ name: 'ships.csv', source: 'REGISTER' })
  const { id } = await called<{ id: string }>(base, '--file', file, 'checkRegisterImport', asked)
  type Listed = { items: { id: string; state: string }[] }
  const stateOf = async () =>
    (await called<Listed>(base, 'getRegisterImports')).items.find((one) => one.id === id)?.state
  await called(base, 'commitRegisterImport', JSON.stringify({ id }))
  while ((await stateOf()) !== 'STORED') await wait(4000)
}

const firstRow = (page: Page) => page.locator('[role=row][aria-rowindex="2"]').waitFor()

async function scroll(page: Page): Promise<number[]> {
  const box = (await page.getByRole('table').or(page.getByRole('grid')).first().boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(300, box.height / 2))
  return (await framesWhile(page, () => turnWheel(page, SCROLL_MS))).frames
}

/** Goes to the last row there is, page after page. */
async function toTheEnd(page: Page): Promise<number> {
  const from = performance.now()
  const rows = page.locator('[aria-rowcount]').first()
  await page.locator('[role=row][tabindex="0"]').first().focus()
  for (let seen = -1, same = 0; same < 40;) {
    await page.keyboard.press('End')
    const now = Number(await rows.getAttribute('aria-rowcount'))
    if (now > ROWS) break
    same = now === seen ? same + 1 : 0
    seen = now
    await page.waitForTimeout(50)
  }
  return (performance.now() - from) / 1000
}

async function measure(page: Page, base: string, { name, path: where }: (typeof TABLES)[number]) {
  const openings: number[] = []
  for (let turn = 0; turn < OPENINGS; turn++) {
    await page.goto('about:blank')
    const from = performance.now()
    await page.goto(base + where)
    await firstRow(page)
    openings.push(performance.now() - from)
  }
  const near = (await scroll(page)).toSorted((a, b) => a - b)
  const seconds = await toTheEnd(page)
  const held = await page.locator('[aria-rowcount]').first().getAttribute('aria-rowcount')
  const far = (await scroll(page)).toSorted((a, b) => a - b)
  const heap = (await page.evaluate('performance.memory.usedJSHeapSize')) as number
  printTarget(`${name}: frames among all rows, p95, ms`, quantile(far, 0.95), { below: 34 })
  const ms = (value: number) => value.toFixed(0)
  return [
    name,
    ms(median(openings)),
    ms(quantile(near, 0.5)),
    ms(quantile(near, 0.95)),
    seconds.toFixed(1),
    held ?? '',
    ms(quantile(far, 0.5)),
    ms(quantile(far, 0.95)),
    ms(far.at(-1) ?? Number.NaN),
    ms(heap / 1e6),
  ]
}

const data = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-'))
await load(path.join(data, 'data'))
const browser = await startBrowser()
const server = await startProduct(path.join(data, 'data'))
try {
  await importShips(server.base, data)
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
  page.on('pageerror', (error) => console.error(error))
  await page.addInitScript(FRAMES)
  await signIn(page, server.base)
  const rows: string[][] = []
  for (const table of TABLES) rows.push(await measure(page, server.base, table))
  printTable(
    `Tables of ${whole(ROWS)} rows`,
    ['', 'opened ms', 'frame p50', 'p95', 'to the last s', 'rows', 'frame p50', 'p95', 'worst', 'heap MB'],
    rows,
  )
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true })
}
