import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FeedServer } from '@samudra/sim/tcp'
import type { CDPSession, Page } from 'playwright-core'
import { encodeSbs } from '../nautical/src/adsb/adsb-encode.ts'
import { BenchFleet } from './live-fleet.ts'
import { dragChart, FRAMES, framesWhile, mainThreadMs, NO_DRAWS } from './frames.ts'
import { cpuSecondsOf } from './processes.ts'
import { signIn, startBrowser, startProduct } from './product.ts'
import { median, option, printTable, printTarget, quantile, sized, whole } from './report.ts'

/**
 * The whole product in a browser with the workbench on the map: main-thread time, long tasks and frames while the
 * contacts report and the chart is dragged about. Draw calls are no-ops, because software rasterising would hide what
 * the page itself costs. Needs a build. `npm run bench -- workbench [--counts=20000,200000] [--rate=2000]`
 */
const FILL_A_SECOND = 20_000
const AIRCRAFT = 500
const FIRST_ADDRESS = 0x800000
const ROUND_MS = sized(5000, 300)

const ROUNDS = Number(option('rounds', sized('5', '1')))
/** Time after which the chart has finished its work and rests. */
const REST_MS = sized(8000, 500)

/** Ships that have all reported at once, then one after another; aircraft in circles, each once a second. */
function send(fleet: BenchFleet, rate: number, ais: FeedServer, air: FeedServer) {
  let [left, aircraft] = [fleet.ships.length, 0]
  const timer = setInterval(() => {
    const now = Date.now()
    const lines: string[] = []
    const many = left > 0 ? Math.min(left, FILL_A_SECOND / 10) : rate / 10
    for (let n = 0; n < many; n++) lines.push(...fleet.position(now))
    for (let n = 0; n < (left > 0 ? many : 10); n++) lines.push(...fleet.statics(now))
    left -= left > 0 ? many : 0
    ais.send(lines)
    air.send(Array.from({ length: AIRCRAFT / 10 }, () => aircraftLine(aircraft++ % AIRCRAFT, now)))
  }, 100)
  return { isFull: () => left <= 0, stop: () => clearInterval(timer) }
}

function aircraftLine(n: number, now: number): string {
  const turn = (n * 137.5 + now / 1000 / 3) * (Math.PI / 180)
  const lat = 3 + Math.sin(turn) * (4 + (n % 13))
  const lon = 76 + Math.cos(turn) * (4 + (n % 17))
  const address = FIRST_ADDRESS + n
  return encodeSbs(
    3,
    { address, lat, lon, altitude: 1000 + n * 70, speed: 400, track: (n * 7) % 360 },
    new Date(now),
  )
}

type Measured = { busy: number; gpu: number; long: number[]; frames: number[] }
/** Measures the main thread in five seconds, left alone or while the chart is dragged. */
async function watch(page: Page, cdp: CDPSession, gpu: number, isDragged: boolean): Promise<Measured> {
  const rounds: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = await mainThreadMs(cdp)
    const gpuBefore = cpuSecondsOf(gpu)
    const end = Date.now() + ROUND_MS
    const { frames, long } = await framesWhile(page, () =>
      isDragged ? dragChart(page, () => Date.now() >= end) : page.waitForTimeout(ROUND_MS),
    )
    const busy = ((await mainThreadMs(cdp)) - before) / (ROUND_MS / 1000)
    const drawing = ((cpuSecondsOf(gpu) - gpuBefore) * 1000) / (ROUND_MS / 1000)
    rounds.push({ busy, gpu: drawing, long, frames })
    await page.waitForTimeout(800)
  }
  return {
    busy: median(rounds.map(({ busy }) => busy)),
    gpu: median(rounds.map(({ gpu }) => gpu)),
    long: rounds.flatMap(({ long }) => long),
    frames: rounds.flatMap(({ frames }) => frames),
  }
}

async function showAircraft(page: Page) {
  await page.getByRole('button', { name: 'Layers', exact: true }).click()
  await page.getByLabel('Aircraft', { exact: true }).check({ force: true })
  await page.keyboard.press('Escape')
}

async function showTrails(page: Page) {
  await page.getByRole('button', { name: 'Trails', exact: true }).click()
  await page.getByRole('button', { name: 'Select in a box' }).click()
  await page.getByRole('toolbar', { name: 'Drawing' }).waitFor()
  await page.waitForTimeout(500)
  const { width, height } = page.viewportSize()!
  await page.mouse.click(width * 0.25, height * 0.25)
  await page.mouse.move(width * 0.7, height * 0.7, { steps: 4 })
  await page.mouse.click(width * 0.7, height * 0.7)
  await page
    .locator('.trail-legend, .trails-legend')
    .or(page.getByText(/\d+ ships/).first())
    .first()
    .waitFor()
  await page.waitForTimeout(REST_MS)
  await page.keyboard.press('Escape')
}

async function inView(page: Page): Promise<number> {
  const text = (await page.locator('.strip').textContent()) ?? ''
  return Number(/Contacts\s*([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0)
}

const STATES = [
  { name: 'the map at first', prepare: async () => undefined },
  { name: 'and aircraft', prepare: showAircraft },
  { name: 'and trails of 200 ships', prepare: showTrails },
] as const

function row(name: string, { busy, gpu, long, frames }: Measured): string[] {
  const sorted = frames.toSorted((a, b) => a - b)
  const worst = Math.max(0, ...long)
  return [
    name,
    busy.toFixed(0),
    gpu.toFixed(0),
    `${long.length} (${worst.toFixed(0)})`,
    quantile(sorted, 0.5).toFixed(0),
    quantile(sorted, 0.95).toFixed(0),
    quantile(sorted, 0.99).toFixed(0),
  ]
}

async function measure(count: number, rate: number) {
  const data = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-'))
  const [ais, air] = [new FeedServer(() => undefined), new FeedServer(() => undefined)]
  const browser = await startBrowser()
  const server = await startProduct(path.join(data, 'data'), [
    '--feed',
    `nmea-tcp://127.0.0.1:${await ais.listen(0)}?source=MSIS`,
    '--feed',
    `sbs-tcp://127.0.0.1:${await air.listen(0)}?source=ADSB`,
  ])
  const sending = send(new BenchFleet(count), rate, ais, air)
  try {
    while (!sending.isFull()) await new Promise((turn) => setTimeout(turn, 500))
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    page.on('pageerror', (error) => console.error(error))
    await page.addInitScript(NO_DRAWS)
    await page.addInitScript(FRAMES)
    await signIn(page, server.base)
    await page.waitForTimeout(REST_MS)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const system = await browser.newBrowserCDPSession()
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    const gpu = processInfo.find(({ type }) => type === 'GPU')?.id ?? process.pid
    const rows: string[][] = []
    for (const { name, prepare } of STATES) {
      await prepare(page)
      for (const isDragged of [false, true]) {
        const found = await watch(page, cdp, gpu, isDragged)
        rows.push(row(`${name}${isDragged ? ', dragged' : ''}`, found))
        const what = `${whole(count)}: ${name}${isDragged ? ', dragged' : ''}`
        printTarget(`${what}: main thread, ms a second`, found.busy, { below: 250 })
      }
    }
    const head = [
      '',
      'main thread ms/s',
      'GPU process ms/s',
      'tasks over 50 ms (worst)',
      'frame p50',
      'p95',
      'p99',
    ]
    printTable(
      `${whole(count)} contacts, ${whole(await inView(page))} in view, load ${os.loadavg()[0]!.toFixed(1)}`,
      head,
      rows,
    )
  } finally {
    sending.stop()
    await browser.close()
    await server.stop()
    for (const feed of [ais, air]) feed.close()
    rmSync(data, { recursive: true, force: true })
  }
}

const rate = Number(option('rate', sized('2000', '100')))
for (const count of option('counts', sized('20000,200000', '300')).split(',').map(Number))
  await measure(count, rate)
