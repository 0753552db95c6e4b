/**
 * Measures a watch of two hours on a sea whose truth is known, at ten times its speed, handled by the keyboard alone.
 * Every detector is on; stories and their look-alikes sail among traffic, and sentences pass through sockets. One
 * officer in Chromium takes one alert after the other, resolves true ones with a comment and dismisses the others; a
 * group is handled at once. Reports the number of alerts, how many of them are true, how long they waited and how long
 * handling took. The server, its feeds and the page follow one faster clock. Needs a build. `npm run bench -- watch
 * [--seed=1] [--hours=2] [--run-up=6] [--shots=FOLDER]`
 */
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DETECTORS } from '@samudra/rules/detectors/detectors'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { JAMMING, type Truth } from '@samudra/sim/truth/story'
import { CLEAN, drawSea, type TruthSea } from '@samudra/sim/truth/truth-sea'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
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
/** Number of runs of each story, so that two hours hold thirty true ones. */
const SIZE = sized(
  { positives: 15, lookAlikes: 6, traffic: 80 },
  { positives: 2, lookAlikes: 1, traffic: 20 },
)
/** Time a person needs to read, in the time of the sea. */
const READ_MS = 15_000
/** Their lines in the product are those of the chart, which the sea knows at two islands only. */
const OF_LINES = new Set(['TWELVE_NM', 'TWENTY_FOUR_NM'])
const SLACK_MS = 30 * MINUTE
const CODES = new Map(DETECTORS.map(({ label, code }) => [label, code])).set('Spoofing: jamming', JAMMING)
/** Distance within which a jamming incident is reported from where vessels are misled to. */
const JAM_METRES = 10 * METRES_PER_NM

type Verdict = 'true' | 'of lines' | 'not so'
/** `alerts`: one, or all that were open of a group. */
type Dealt = { detector: string; verdict: Verdict; handsMs: number; alerts: number; isGroup: boolean }
type Reported = {
  detector: string
  mmsis: readonly number[]
  at: number
  where?: { lat: number; lon: number }
}

/**
 * Returns true if an alert reports this truth: same detector and vessels, or without a named vessel the same place, as
 * far as reported.
 */
const isShown = (truth: Truth, { detector, mmsis, at, where }: Reported) =>
  truth.detector === detector &&
  mmsis.every((one) => truth.mmsis.includes(one)) &&
  at > truth.from - HOUR &&
  at < truth.to + SLACK_MS &&
  (where === undefined ||
    truth.where === undefined ||
    metresBetween(where.lat, where.lon, truth.where.lat, truth.where.lon) < JAM_METRES)

/** Returns the true verdict on an alert. */
function verdictOf(sea: TruthSea, reported: Reported): Verdict {
  if (sea.truth.some((truth) => isShown(truth, reported))) return 'true'
  return OF_LINES.has(reported.detector) ? 'of lines' : 'not so'
}

/** Goes on to the next alert, or where none is left beside them to the next group. */
async function goOn(page: Page, next: Locator): Promise<void> {
  for (let tries = 10; tries > 0; tries--) {
    await page.keyboard.press('j')
    const isOpen = await next.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (isOpen) return
  }
  await page.screenshot({ path: path.join(SHOTS || os.tmpdir(), 'watch-stuck.png') })
  throw new Error('no key opens an alert; see watch-stuck.png')
}

/** Ends what is open, an alert or a group: by its keys, each of which shows what it did. */
async function end(page: Page, details: Locator, verdict: Verdict, stood: (step: number) => Promise<void>) {
  if (verdict === 'not so') {
    await page.keyboard.press('d')
    await details.getByRole('form', { name: 'Dismiss' }).waitFor()
  } else {
    for (const [step, key] of ['a', 's'].entries()) {
      await page.keyboard.press(key)
      await stood(step)
    }
    await page.keyboard.press('r')
    await details.getByRole('form', { name: 'Resolve' }).getByLabel('Why').fill('Confirmed by eye')
  }
  await page.keyboard.press('Control+Enter')
  await details.getByRole('form').waitFor({ state: 'detached' })
}

const numbersIn = (text: string) => [...text.matchAll(/\b\d{9}\b/g)].map(([digits]) => Number(digits))

/**
 * Handles the next item: an alert by its name and vessels, as the screen shows them, or a whole group by those in the
 * list.
 */
async function deal(page: Page, sea: TruthSea, clock: FastClock): Promise<Dealt | null> {
  const details = page
    .getByRole('region', { name: /, / })
    .filter({ has: page.getByRole('region', { name: 'Why' }) })
    .first()
  const group = page.getByRole('region', { name: /^Group, / })
  const takesAll = group.getByRole('button', { name: /^Acknowledge all/ })
  const began = performance.now()
  if (!(await takesAll.isVisible())) await goOn(page, details.or(takesAll).first())
  if (await takesAll.isVisible()) return dealWithAll(page, group, sea, clock)
  // The one before goes when a group is put at hand in its place.
  const name = await details.getAttribute('aria-label', { timeout: 1000 }).catch(() => null)
  if (name === null) return null
  const detector = CODES.get(name.split(', ')[0]!) ?? name
  const verdict = verdictOf(sea, { detector, mmsis: numbersIn(name), at: clock.now() })
  await sleep(READ_MS / SPEED)
  const done = details.getByText(/^(Resolved|Dismissed): /)
  if ((await done.count()) > 0) return null
  const shows = [/^Acknowledged, /, /^In progress, /]
  await end(page, details, verdict, (step) => details.getByText(shows[step]!).waitFor())
  await done.waitFor()
  return { detector, verdict, handsMs: handsSince(began), alerts: 1, isGroup: false }
}
const handsSince = (began: number) => performance.now() - began - READ_MS / SPEED

async function dealWithAll(page: Page, group: Locator, sea: TruthSea, clock: FastClock): Promise<Dealt> {
  const began = performance.now()
  const rows = page.getByRole('grid', { name: 'Alerts' }).getByRole('row')
  await rows.nth(1).waitFor()
  const cells = await rows.getByRole('gridcell').allTextContents()
  const ships = cells.flatMap((text) => numbersIn(text))
  const [detector, at] = ['SPOOFING_EVENT', clock.now()]
  const isTrue = ships.filter((one) => verdictOf(sea, { detector, mmsis: [one], at }) === 'true')
  const verdict = isTrue.length * 2 >= ships.length ? 'true' : 'not so'
  await sleep(READ_MS / SPEED)
  const shows = ['New', 'Acknowledged']
  await end(page, group, verdict, (step) =>
    group.getByRole('term').getByText(shows[step]!, { exact: true }).waitFor({ state: 'detached' }),
  )
  return { detector, verdict, handsMs: handsSince(began), alerts: ships.length, isGroup: true }
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
      const dealt = await deal(page, sea, clock)
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
  place: { lat: number; lon: number } | null
}
const raisedIn = async (db: Db, from: number) =>
  (
    await sql<Raised>`select case when mmsi = 0 and type = 'SPOOFING_EVENT' then ${JAMMING} else type end as type,
        mmsi, other_mmsi, first_at, state, escalation_level, group_key,
        jsonb_build_object('lat', lat_udeg / 1e6, 'lon', lon_udeg / 1e6) as place,
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
  const reportedBy = ({ type, mmsi, other_mmsi, known_at, place }: Raised): Reported => ({
    detector: type,
    mmsis: [mmsi, other_mmsi].flatMap((one) => (one === null || one === 0 ? [] : [one])),
    at: known_at.getTime(),
    ...(place !== null && mmsi === 0 && { where: place }),
  })
  const judged = raised.map((row) => ({ ...row, verdict: verdictOf(sea, reportedBy(row)) }))
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
      const found = mine.filter((truth) => raised.some((one) => isShown(truth, reportedBy(one))))
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
  const groups = dealt.filter(({ isGroup }) => isGroup)
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
      ['escalated because no one took them', whole(raised.filter((one) => one.escalation_level > 0).length)],
      ['in groups', whole(raised.filter((one) => one.group_key !== null).length)],
      ['lines they stand in: groups, and alerts of none', linesOf(raised)],
      [
        'looked at: groups (with so many alerts), and alerts by themselves',
        `${groups.length} (${groups.reduce((sum, { alerts }) => sum + alerts, 0)}), ${dealt.length - groups.length}`,
      ],
    ],
  )
}

/** One alone in its group is a line of the list, as one of none. */
function linesOf(raised: readonly Raised[]): string {
  const sizes = new Map<string, number>()
  for (const { group_key: key } of raised) if (key !== null) sizes.set(key, (sizes.get(key) ?? 0) + 1)
  const groups = [...sizes.values()].filter((size) => size > 1)
  return `${groups.length}, ${raised.length - groups.reduce((sum, size) => sum + size, 0)}`
}
