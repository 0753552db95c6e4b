import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { build } from 'vite'
import { mainThreadMs, NO_DRAWS } from './frames.ts'
import { startBrowser } from './product.ts'
import { median, option, sized } from './report.ts'

/**
 * Main-thread milliseconds a tick for our fleet layer and for MapLibre's GeoJSON `setData`, in one page, on the same
 * sea with a tenth of the ships moving. Draw calls are no-ops, because software rasterising would hide what the page
 * itself costs; uploads to the GPU stay. `npm run bench -- browser [--counts=20000,200000]`
 */
const WEB = fileURLToPath(new URL('../web/', import.meta.url))
const TICKS = sized(12, 2)
const WARM_UP = sized(3, 1)
const SETTLE_MS = 200
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
type Kind = 'ours' | 'geojson'
type Result = {
  kind: Kind
  count: number
  medianMs: number
  worstMs: number
  latencyMs: number
  longTasks: number[]
}

async function serve(folder: string) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname
    const file = join(folder, path)
    readFile(file).then(
      (body) =>
        response
          .writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
          .end(body),
      () => response.writeHead(204).end(),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bench server has no port')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

async function measure(page: Page, cdp: CDPSession, kind: Kind, count: number): Promise<Result> {
  await page.evaluate(`bench.setUp('${kind}', ${count})`)
  await page.waitForTimeout(1500)
  await page.evaluate('bench.longTasks()')
  const spent: number[] = []
  const latency: number[] = []
  let longTasks: number[] = []
  for (let tick = 0; tick < TICKS + WARM_UP; tick++) {
    const before = await mainThreadMs(cdp)
    latency.push(
      await page.evaluate<number>(
        '(async () => { const t = performance.now(); await bench.tick(); return performance.now() - t })()',
      ),
    )
    await page.waitForTimeout(SETTLE_MS)
    spent.push((await mainThreadMs(cdp)) - before)
    if (tick === WARM_UP - 1) await page.evaluate('bench.longTasks()')
  }
  longTasks = await page.evaluate<number[]>('bench.longTasks()')
  await page.evaluate('bench.tearDown()')
  const kept = spent.slice(WARM_UP)
  return {
    kind,
    count,
    medianMs: median(kept),
    worstMs: Math.max(...kept),
    latencyMs: median(latency.slice(WARM_UP)),
    longTasks,
  }
}

function print(results: Result[]) {
  console.log('kind     contacts  main ms/tick  worst  latency ms  long tasks (worst ms)')
  for (const { kind, count, medianMs, worstMs, latencyMs, longTasks } of results) {
    const long = `${longTasks.length} (${Math.round(Math.max(0, ...longTasks))})`
    console.log(
      `${kind.padEnd(8)} ${String(count).padStart(8)}  ${medianMs.toFixed(1).padStart(12)}  ${worstMs.toFixed(1).padStart(5)}  ${latencyMs.toFixed(0).padStart(10)}  ${long}`,
    )
  }
  for (const { count, medianMs } of results.filter(({ kind }) => kind === 'ours')) {
    const theirs = results.find((one) => one.kind === 'geojson' && one.count === count)
    if (theirs !== undefined)
      console.log(`${count} contacts: ${(theirs.medianMs / medianMs).toFixed(1)} times less`)
  }
}

async function main() {
  const counts = option('counts', sized('20000,200000', '500')).split(',').map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'samudra-bench-'))
  await build({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: { outDir: folder, emptyOutDir: true, rollupOptions: { input: join(WEB, 'bench/index.html') } },
  })
  const server = await serve(folder)
  const browser = await startBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(300_000)
    page.on('pageerror', (error) => console.error(error))
    await page.addInitScript(NO_DRAWS)
    await page.goto(`${server.origin}/bench/index.html`)
    await page.evaluate('bench.start()')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const results: Result[] = []
    for (const count of counts)
      for (const kind of ['ours', 'geojson'] as const) results.push(await measure(page, cdp, kind, count))
    print(results)
  } finally {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
