/**
 * Measures alerts at a desk, in the built product, in Chromium, across 20,000 vessels that send 400 fixes a second
 * with 500 rules. Measures the time from writing a sentence to the number of new alerts in a frame of the screen.
 * Measures a storm of 10,000 alerts in a minute while the chart is dragged, the same drag without the storm, and
 * scrolling through the alert list. Draw calls are no-ops, because software rasterising would hide the cost of the
 * page itself, and Chromium yields to the server. Needs a build. `npm run bench -- alerts [--rules=500]
 * [--ships=20000] [--seconds=180] [--storm=10000]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { enableDisableAlertDefinition, getAlertDefinitions } from '@samudra/contract/alert-definitions'
import type { FeedServer } from '@samudra/sim/tcp'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { foldersOf } from '../server/src/compose.ts'
import { joinEmbedded } from '../server/src/platform/engines/embedded/embedded-postgres.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { root } from './engines.ts'
import { dragChart, FRAMES, framesWhile, mainThreadMs, NO_DRAWS, turnWheel } from './frames.ts'
import { signIn, startBrowser, startProduct } from './product.ts'
import { callerOf } from '../server/testing/servers/caller-of.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'
import { listenFeed, makeRules, RuleSea } from './rule-sea.ts'

const RULES = Number(option('rules', sized('500', '20')))
const SHIPS = Number(option('ships', sized('20000', '200')))
const SECONDS = Number(option('seconds', sized('180', '3')))
const STORM = Number(option('storm', sized('10000', '100')))
const STORM_S = sized(60, 3)
const SCROLL_MS = sized(5000, 300)
const FIXES_PER_S = sized(400, 100)
const WRITE_MS = 50
/** Fewer in a minute than are a flood. */
const ALERT_MS = 3000
const CALM = Math.ceil((SECONDS * 1000) / ALERT_MS)
const { migrationsFolder } = foldersOf(root)
const data = path.join(mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-')), 'data')

/** Notes each number of new alerts with the time of the frame in which it stands. */
const NUMBERS = `window.numbers = []
let shown
const look = () => {
  const text = document.querySelector('.new-alerts .figures')?.textContent
  if (text !== undefined && text !== shown) numbers.push([Number.parseInt(shown = text), Date.now()])
  requestAnimationFrame(look)
}
requestAnimationFrame(look)`
const numbersOn = (page: Page) => page.evaluate<[number, number][]>('numbers')

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 900_000; Date.now() < end; await sleep(200)) if (await holds()) return
  throw new Error(`${what} did not come to be`)
}

const sea = new RuleSea(SHIPS)
let marked = 0
/** Writes the fleet for so long, with so many ships that come to be too fast; answers when each was written. */
async function send(feed: FeedServer, seconds: number, marks: number): Promise<number[]> {
  const began = performance.now()
  const writtenAt: number[] = []
  for (let sent = 0; ; await sleep(WRITE_MS)) {
    const share = Math.min(1, (performance.now() - began) / (seconds * 1000))
    const at = Date.now()
    const lines: string[] = []
    for (; sent < share * seconds * FIXES_PER_S; sent++) lines.push(...sea.next(at))
    for (; writtenAt.length < Math.floor(share * marks); writtenAt.push(at))
      lines.push(...sea.mark(marked++, at).lines)
    if (lines.length > 0) feed.send(lines)
    if (share === 1) return writtenAt
  }
}

const countOf = async (db: Db) =>
  (await sql<{ n: number }>`select count(*)::int as n from alerts`.execute(query(db))).rows[0]!.n

/** Disables all alert definitions, so that only the timed rule raises alerts and their number identifies the report. */
async function hearOneRule(base: string): Promise<void> {
  const call = await callerOf(base)
  const { items } = await call(getAlertDefinitions, {})
  for (const { id, enabled } of items)
    if (enabled) await call(enableDisableAlertDefinition, { id, enabled: false, reason: 'not measured' })
}

type Lag = Record<'found' | 'raised' | 'shown', number>
/** When the n-th of them was found, raised, and stood on the screen after it was written, ms. */
async function lagsOf(page: Page, db: Db, from: number, writtenAt: readonly number[]): Promise<Lag[]> {
  const numbers = await numbersOn(page)
  const { rows } = await sql<{ found: number; raised: number }>`
    select (extract(epoch from r.known_at) * 1000)::float8 as found, (extract(epoch from a.known_at) * 1000)::float8 as raised
    from alerts a join alert_hits h on h.alert_id = a.id join rule_results r on r.mmsi = h.mmsi and r.id = h.result_id and r.run_id = ''
    order by a.known_at, a.id offset ${from}`.execute(query(db))
  return writtenAt.map((at, n) => ({
    found: (rows[n]?.found ?? Number.NaN) - at,
    raised: (rows[n]?.raised ?? Number.NaN) - at,
    shown: (numbers.find(([number]) => number > from + n)?.[1] ?? Number.NaN) - at,
  }))
}
const lagsUntil = (lags: readonly Lag[], step: keyof Lag) =>
  lags.map((lag) => lag[step]).sort((a, b) => a - b)

/** Frames, the longest task, ms, and what share of a second the main thread works, ms, while the chart is dragged. */
async function dragged(page: Page, act: () => Promise<unknown>) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const [began, before] = [performance.now(), await mainThreadMs(cdp)]
  let isOver = false
  const acting = act().finally(() => void (isOver = true))
  const seen = await framesWhile(page, () => dragChart(page, () => isOver))
  await acting
  const busy = (((await mainThreadMs(cdp)) - before) / (performance.now() - began)) * 1000
  await cdp.detach()
  seen.frames.sort((a, b) => a - b)
  return { ...seen, busy, longest: Math.max(0, ...seen.long) }
}

/** The list of all of them, each in a row of its own. */
async function list(page: Page, base: string, db: Db): Promise<number[]> {
  await sql`update alerts set group_key = null`.execute(query(db))
  await page.goto(`${base}/home/main/dashboard/alerts`)
  await page.locator('[role=row][aria-rowindex="2"]').waitFor()
  const table = page.getByRole('table').or(page.getByRole('grid')).first()
  await table.locator('[role=row][tabindex="0"]').first().focus()
  await until('the last row', async () => {
    await page.keyboard.press('End')
    return Number(await table.getAttribute('aria-rowcount')) > STORM
  })
  const box = (await table.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(300, box.height / 2))
  const { frames } = await framesWhile(page, () => turnWheel(page, SCROLL_MS))
  return frames.sort((a, b) => a - b)
}

async function measure() {
  // First, so that nothing is left running where there is none.
  const browser = await startBrowser([], true)
  const { feed, address, isConnected } = await listenFeed()
  const product = await startProduct(data, ['--feed', address])
  const { db, close } = (await joinEmbedded({ dataFolder: data, migrationsFolder }))!
  try {
    await until('a connection', isConnected)
    await hearOneRule(product.base)
    for (const at of [Date.now() - 20 * 60_000, Date.now()]) await sea.meet(feed, at)
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    page.on('pageerror', (error) => console.error(error))
    for (const script of [NO_DRAWS, FRAMES, NUMBERS]) await page.addInitScript(script)
    await signIn(page, product.base)
    feed.send(sea.mark(marked++, Date.now()).lines)
    await until('the first alert', async () => {
      feed.send(sea.next(Date.now()))
      return (await numbersOn(page)).length > 0
    })
    const before = await countOf(db)
    const writtenAt = await send(feed, SECONDS, CALM)
    await until('each is raised', async () => (await countOf(db)) === before + CALM)
    await until('each is shown', async () => (await numbersOn(page)).at(-1)![0] === before + CALM)
    const lags = await lagsOf(page, db, before, writtenAt)
    const calm = await dragged(page, () => send(feed, STORM_S, 0))
    const stormed = await dragged(page, () => send(feed, STORM_S, STORM))
    const overAt = performance.now()
    await until('the storm is raised', async () => (await countOf(db)) >= before + CALM + STORM)
    const late = performance.now() - overAt
    const groups = await sql<{ n: number }>`select count(distinct group_key)::int as n from alerts`.execute(
      query(db),
    )
    const rows = await list(page, product.base, db)
    return { lags, calm, stormed, late, groups: groups.rows[0]!.n, rows }
  } finally {
    await browser.close()
    await close()
    await product.stop()
    feed.close()
  }
}

try {
  await makeRules({ data, migrationsFolder }, RULES, [{ do: 'ALERT' }])
  const { lags, calm, stormed, late, groups, rows } = await measure()
  const ms = (value: number) => value.toFixed(0)
  printTable(
    `${whole(RULES)} rules, ${whole(SHIPS)} ships, ${FIXES_PER_S} fixes a second (load ${os.loadavg()[0]!.toFixed(1)})`,
    ['', 'figure'],
    [
      ...(['found', 'raised', 'shown'] as const).map((step) => [
        `from the sentence until ${step}, ${lags.length} alerts: p50, p95, most, ms`,
        framesText(lagsUntil(lags, step)),
      ]),
      ['the chart dragged, calm: frame p50, p95, worst, ms', framesText(calm.frames)],
      ['main thread, ms a second, and longest task', `${ms(calm.busy)}, ${ms(calm.longest)}`],
      [`${whole(STORM)} alerts in ${STORM_S} s: frame p50, p95, worst, ms`, framesText(stormed.frames)],
      ['main thread, ms a second, and longest task', `${ms(stormed.busy)}, ${ms(stormed.longest)}`],
      ['the last raised after the last sentence, s', (late / 1000).toFixed(1)],
      ['groups', String(groups)],
      [`${whole(STORM)} alerts in the list: frame p50, p95, worst, ms`, framesText(rows)],
    ],
  )
  const shown = lagsUntil(lags, 'shown')
  printTarget('sentence to screen, p99 seconds', quantile(shown, 0.99) / 1000, { below: 2 })
  printTarget('10,000 alerts in the list, frame p95, ms', quantile(rows, 0.95), { below: 17 })
} finally {
  rmSync(path.dirname(data), { recursive: true, force: true })
}

function framesText(frames: readonly number[]): string {
  return [quantile(frames, 0.5), quantile(frames, 0.95), frames.at(-1) ?? Number.NaN]
    .map((one) => one.toFixed(0))
    .join(', ')
}
