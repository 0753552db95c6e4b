// Rooms: feeds, history, picture, rules, system
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import type { Program } from '../../../../testing/servers/a-process.ts'
import { PASSWORD, until } from '../../../../testing/servers/a-server.ts'
import { IS_FULL, size } from '../../../../testing/servers/durability-size.ts'
import { anInstallation } from '../../../../testing/servers/installation.ts'

/** Sea of the run: at full size the one of `npm start`, else a small and fast one that is complete within seconds. */
const SEA = IS_FULL ? ['--sim', 'default'] : ['--sim', 'chokepoint', '--sim-speed', '20', '--weather', 'none']
/** Fixes before the first measurement: at full size 45 minutes, whose fixes rules store. */
const WARM_UP = size(6000, 540_000)
/** Fixes from one measurement to the next: at full size a quarter of an hour. */
const ROUND = size(5000, 180_000)
/** Maximum rounds: a small run may still read charts and rules during the first ones. */
const MOST_ROUNDS = size(8, 1)
/** Maximum growth of memory in one round, from collection to collection, as a share. */
const MOST_GROWTH = size(0.03, 0.05)
/** Maximum slope of resident memory during the last round, MiB a minute; a small run is too short for one. */
const MOST_SLOPE = size(Infinity, 2)
/** Longest wait for the fixes of a round, seconds. */
const PATIENCE_S = size(120, 3600)
const SAMPLE_S = size(1, 10)

const installation = anInstallation()
/** Settings of the allocator, as `npm start` and the service set them. */
const ALLOCATOR = parseEnv(
  readFileSync(path.resolve(import.meta.dirname, '../../../../../deploy/allocator.env'), 'utf8'),
)

/** Script in the server that collects at a signal, then writes its memory in MiB. */
const COLLECTOR = `
  import v8 from 'node:v8'
  import vm from 'node:vm'
  import { setTimeout as sleep } from 'node:timers/promises'
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  process.on('SIGUSR2', async () => {
    // Buffers go with the second collection.
    for (let n = 0; n < 3; n++) {
      collect()
      await sleep(50)
    }
    const { rss, heapUsed, external } = process.memoryUsage()
    const mb = (bytes) => Math.round(bytes / 1024 / 1024)
    process.stdout.write('collected ' + JSON.stringify({ rss: mb(rss), held: mb(heapUsed + external) }) + '\\n')
  })`
type Collected = { rss: number; held: number }

async function collected(program: Program): Promise<Collected> {
  const found = () => [...program.output.matchAll(/^collected (.*)$/gm)]
  const before = found().length
  program.child.kill('SIGUSR2')
  await until(() => found().length > before, 'the server has collected')
  return JSON.parse(found().at(-1)![1]!) as Collected
}

type Sample = { minute: number; mb: number }

/** Returns the resident memory of a process by the minute, from now until a number of fixes has arrived. */
async function samplesUntil(fixes: number, base: string, program: Program): Promise<Sample[]> {
  const samples: Sample[] = []
  await until(
    async () => {
      const status = readFileSync(`/proc/${program.child.pid}/status`, 'utf8')
      const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)![1])
      samples.push({ minute: performance.now() / 60_000, mb: kilobytes / 1024 })
      await sleep(SAMPLE_S * 1000)
      return (await received(base)) >= fixes
    },
    `${fixes} fixes have arrived`,
    PATIENCE_S,
  )
  return samples
}

async function received(base: string): Promise<number> {
  const health = (await (await fetch(`${base}/healthz`)).json()) as { fixes: { received: number } }
  return health.fixes.received
}

/** Least-squares slope of samples, MiB a minute. */
function slopeOf(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minute = mean(samples.map((one) => one.minute))
  const mb = mean(samples.map((one) => one.mb))
  const spread = mean(samples.map((one) => (one.minute - minute) ** 2))
  return mean(samples.map((one) => (one.minute - minute) * (one.mb - mb))) / spread
}

test.runIf(process.platform === 'linux')(
  'a server with a simulated sea and no screens stops growing after its warm-up',
  { timeout: PATIENCE_S * (MOST_ROUNDS + 1) * 1000 },
  async () => {
    const program = installation.start([...SEA, '--admin-password', PASSWORD], {
      ...ALLOCATOR,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(COLLECTOR)}`,
    })
    const base = await program.ready()
    await samplesUntil(WARM_UP, base, program)
    let last = await collected(program)
    for (let round = 1; ; round++) {
      const first = last
      const samples = await samplesUntil((await received(base)) + ROUND, base, program)
      last = await collected(program)
      const growth = { rss: last.rss / first.rss - 1, held: last.held / first.held - 1 }
      const found = { first, last, growth, slope: slopeOf(samples) }
      process.stdout.write(`Memory, round ${round}: ${JSON.stringify(found)}\n`)
      const isSettled = Math.max(growth.rss, growth.held) < MOST_GROWTH && found.slope < MOST_SLOPE
      if (!isSettled && round < MOST_ROUNDS) continue
      expect(growth.held).toBeLessThan(MOST_GROWTH)
      expect(growth.rss).toBeLessThan(MOST_GROWTH)
      expect(found.slope).toBeLessThan(MOST_SLOPE)
      return
    }
  },
)
