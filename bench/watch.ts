/**
 * A watch of two hours over a sea whose truth is known, at ten times its speed, dealt with by the keyboard alone: every detector
 * on, stories and their look-alikes among traffic, sentences through sockets, one officer in Chromium who takes one alert after
 * the other, resolves what is so with a word of why and dismisses what is not. How many alerts, how many of them true, how long
 * they waited, how long the hands took. The server, its feeds and the page go by one clock that is faster. Needs a build.
 * `npm run bench -- watch [--seed=1] [--hours=2] [--run-up=6] [--shots=FOLDER]`
 */
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DETECTORS } from '@samudra/rules/detectors/detectors'
import type { Truth } from '@samudra/sim/truth/story'
import { CLEAN, drawSea, type TruthSea } from '@samudra/sim/truth/truth-sea'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import type { Db } from '../server/src/needs/database.ts'
import { query } from '../server/src/needs/query.ts'
import { signIn, startBrowser } from './product.ts'
import { median, option, printTable, quantile, sized, whole } from './report.ts'
import { FastClock, sailing, shimOf, startCentre } from './watch-centre.ts'

const SEED = Number(option('seed', '1'))
const HOURS = Number(option('hours', sized('2', '0.1')))
const RUN_UP_HOURS = Number(option('run-up', sized('6', '0.2')))
const SHOTS = option('shots', '')
const SPEED = 10
const RUN_UP_SPEED = 120
const [MINUTE, HOUR] = [60_000, 3_600_000]
/** Of each story so many, that two hours hold thirty of what is true. */
const SIZE = sized(
  { positives: 15, lookAlikes: 6, traffic: 80 },
  { positives: 2, lookAlikes: 1, traffic: 20 },
)
/** What takes a person as long to read, in the time of the sea. */
const READ_MS = 15_000
/** Their lines in the product are those of the chart, which the sea knows at two islands only. */
const OF_LINES = new Set(['TWELVE_NM', 'TWENTY_FOUR_NM'])
const SLACK_MS = 30 * MINUTE
const CODES = new Map(DETECTORS.map(({ label, code }) => [label, code]))

type Verdict = 'true' | 'of lines' | 'not so'
type Dealt = { detector: string; verdict: Verdict; handsMs: number }

/** What is truly so of an alert, which its detector and its ships tell. */
function verdictOf(sea: TruthSea, detector: string, mmsis: readonly number[], at: number): Verdict {
  const isOf = ({ detector: code, mmsis: ships, from, to }: Truth) =>
    code === detector && mmsis.every((one) => ships.includes(one)) && at > from - HOUR && at < to + SLACK_MS
  if (sea.truth.some(isOf)) return 'true'
  return OF_LINES.has(detector) ? 'of lines' : 'not so'
}

/** Goes on to the next alert; through the groups of a flood a key opens one first. */
async function goOn(page: Page, details: Locator): Promise<void> {
  for (let tries = 10; tries > 0; tries--) {
    await page.keyboard.press('j')
    const isOpen = await details.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (isOpen) return
  }
  await page.screenshot({ path: path.join(SHOTS || os.tmpdir(), 'watch-stuck.png') })
  throw new Error('no key opens an alert; see watch-stuck.png')
}

/** Deals with the alert that is open: by its name and its ships, as the screen says them. */
async function deal(page: Page, sea: TruthSea, now: number): Promise<Dealt | null> {
  const details = page
    .getByRole('region', { name: /, / })
    .filter({ has: page.getByRole('region', { name: 'Why' }) })
  const began = performance.now()
  await goOn(page, details.first())
  const name = (await details.first().getAttribute('aria-label'))!
  const detector = CODES.get(name.split(', ')[0]!) ?? name
  const mmsis = [...name.matchAll(/\b\d{9}\b/g)].map(([digits]) => Number(digits))
  const verdict = verdictOf(sea, detector, mmsis, now)
  await sleep(READ_MS / SPEED)
  const done = details.getByText(/^(Resolved|Dismissed): /)
  const isNew = (await done.count()) === 0
  if (!isNew) return null
  if (verdict === 'not so') {
    await page.keyboard.press('d')
    await details.getByRole('form', { name: 'Dismiss' }).waitFor()
  } else {
    for (const [key, words] of [
      ['a', /^Acknowledged, /],
      ['s', /^In progress, /],
    ] as const) {
      await page.keyboard.press(key)
      await details.getByText(words).waitFor()
    }
    await page.keyboard.press('r')
    await details.getByRole('form', { name: 'Resolve' }).getByLabel('Why').fill('Seen as it is said')
  }
  await page.keyboard.press('Control+Enter')
  await done.waitFor()
  return { detector, verdict, handsMs: performance.now() - began - READ_MS / SPEED }
}

/** Keeps the watch until it is over. */
async function keepWatch(
  page: Page,
  base: string,
  sea: TruthSea,
  clock: FastClock,
  until: number,
): Promise<Dealt[]> {
  await page.goto(`${base}/home/main/dashboard/alerts`)
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor()
  const all: Dealt[] = []
  while (clock.now() < until) {
    if ((await page.locator('.new-alerts').count()) === 0) await sleep(200)
    else {
      const dealt = await deal(page, sea, clock.now())
      if (dealt !== null) all.push(dealt)
    }
  }
  return all
}

type Raised = {
  type: string
  mmsi: number
  other_mmsi: number | null
  first_at: Date
  known_at: Date
  waited_ms: number | null
  state: string
  escalation_level: number
  group_key: string | null
}
const raisedIn = async (db: Db, from: number) =>
  (
    await sql<Raised>`select type, mmsi, other_mmsi, first_at, state, escalation_level, group_key,
        (extract(epoch from acked_at - known_at) * 1000)::float8 as waited_ms, known_at
      from alerts where known_at >= ${new Date(from)} order by known_at`.execute(query(db))
  ).rows

/** The list and the map at both sizes in three palettes. */
async function shoot(page: Page, base: string): Promise<void> {
  for (const [width, height] of [
    [1366, 768],
    [2560, 1440],
  ] as const)
    for (const [name, where] of [
      ['alerts', 'dashboard/alerts?state=ALL'],
      ['map', 'map?at=12,74,6'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${base}/home/main/${where}`)
      if (name === 'alerts') {
        await page.locator('[role=row][aria-rowindex="2"]').waitFor()
        await page.keyboard.press('j')
      }
      for (const palette of ['day', 'dusk', 'night']) {
        await page.getByRole('button', { name: palette, exact: true }).click()
        await page.waitForTimeout(1500)
        await page.screenshot({ path: path.join(SHOTS, `${name}-${palette}-${width}.png`) })
      }
    }
}

const midnight = Math.floor(Date.now() / (24 * HOUR) - 1) * 24 * HOUR
const sea = drawSea(SEED, SIZE, midnight)
const clock = new FastClock(sea.startAt)
const centre = await startCentre(sea, clock)
// Scripts that a page is given in place of others would not reach a server of this machine.
const browser = await startBrowser(['--disable-features=LocalNetworkAccessChecks'])
try {
  const from = sea.startAt + RUN_UP_HOURS * HOUR
  const until = from + HOURS * HOUR
  const sail = sailing(sea.arrivals(CLEAN), clock, centre.feeds)
  clock.goesBy(RUN_UP_SPEED)
  await sail(from)
  // What the run up raised was dealt with by the watch before.
  await sql`update alerts set state = 'RESOLVED' where state = 'NEW'`.execute(query(centre.db))
  clock.goesBy(SPEED)
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const shim = shimOf(clock)
  await context.addInitScript(shim)
  await context.route(/worker.*\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${shim};${await answer.text()}` })
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await signIn(page, centre.base)
  const [dealt] = await Promise.all([keepWatch(page, centre.base, sea, clock, until), sail(until)])
  if (SHOTS !== '') await shoot(page, centre.base)
  report(
    dealt,
    await raisedIn(centre.db, from),
    sea.truth.filter((one) => one.from >= from && one.from < until),
  )
} finally {
  await browser.close()
  await centre.stop()
}

function report(dealt: readonly Dealt[], raised: readonly Raised[], truths: readonly Truth[]): void {
  const judged = raised.map((row) => ({
    ...row,
    verdict: verdictOf(
      sea,
      row.type,
      [row.mmsi, ...(row.other_mmsi === null ? [] : [row.other_mmsi])],
      row.known_at.getTime(),
    ),
  }))
  const types = [
    ...new Set([...raised.map(({ type }) => type), ...truths.map(({ detector }) => detector)]),
  ].sort()
  const count = (type: string, verdict: Verdict) =>
    judged.filter((one) => one.type === type && one.verdict === verdict).length
  printTable(
    `A watch of ${HOURS} h at ${SPEED}x, seed ${SEED}: ${whole(raised.length)} alerts, ${whole(truths.length)} true events began (load ${os.loadavg()[0]!.toFixed(1)})`,
    ['detector', 'alerts', 'true', 'of lines', 'not so', 'began in these hours', 'of them found'],
    types.map((type) => {
      const mine = truths.filter(({ detector }) => detector === type)
      const found = mine.filter(({ mmsis }) =>
        judged.some((one) => one.type === type && mmsis.includes(one.mmsi) && one.verdict === 'true'),
      )
      const all = raised.filter((one) => one.type === type).length
      const verdicts = (['true', 'of lines', 'not so'] as const).map((verdict) => count(type, verdict))
      return [type, ...[all, ...verdicts, mine.length, found.length].map(String)]
    }),
  )
  const waited = judged
    .flatMap(({ waited_ms }) => (waited_ms === null ? [] : [waited_ms / MINUTE]))
    .sort((a, b) => a - b)
  const hands = dealt.map(({ handsMs }) => handsMs / 1000).sort((a, b) => a - b)
  const left = raised.filter(({ state }) => state === 'NEW').length
  printTable(
    'How they were dealt with',
    ['', 'figure'],
    [
      ['dealt with by the keyboard, and left at the end', `${dealt.length}, ${left}`],
      ['an alert an hour', (raised.length / HOURS).toFixed(1)],
      [
        'from raised to acknowledged, minutes of the sea: median, p95',
        [median(waited), quantile(waited, 0.95)].map((one) => one.toFixed(1)).join(', '),
      ],
      [
        'the hands, seconds: median, p95',
        [median(hands), quantile(hands, 0.95)].map((one) => one.toFixed(1)).join(', '),
      ],
      [
        'told to the next because nobody took them',
        whole(raised.filter((one) => one.escalation_level > 0).length),
      ],
      ['in groups of floods', whole(raised.filter((one) => one.group_key !== null).length)],
    ],
  )
}
