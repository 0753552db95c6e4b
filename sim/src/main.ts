import { parseArgs } from 'node:util'
import { isScenarioName, SCENARIOS } from './scenarios.ts'
import { createSea, type Sea } from './sea.ts'
import { SOURCES } from './sources.ts'
import { FeedServer } from './tcp.ts'

const TICK_MS = 50
/** A client that comes later than this after the start is told at once what it missed. */
const LATE_MS = 5000
/** The other feeds of a server connect within this time of the first. */
const START_AFTER_MS = 500

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'default' },
    seed: { type: 'string', default: '1' },
    speed: { type: 'string', default: '1' },
    'port-base': { type: 'string', default: '0' },
    /** First moment as ISO 8601; now when absent. */
    start: { type: 'string' },
  },
})

function fail(why: string): never {
  console.error(why)
  process.exit(2)
}

function numberOf(option: 'seed' | 'speed' | 'port-base'): number {
  const value = Number(values[option])
  return Number.isFinite(value) && value >= 0
    ? value
    : fail(`--${option} must be a number, not ${values[option]}`)
}

const { scenario } = values
if (!isScenarioName(scenario)) fail(`--scenario is one of ${Object.keys(SCENARIOS).join(', ')}`)
const seed = numberOf('seed')
const speed = numberOf('speed')
const portBase = numberOf('port-base')
const givenStart = values.start === undefined ? null : Date.parse(values.start)
if (Number.isNaN(givenStart)) fail(`--start must be a time such as 2026-01-05T10:00Z, not ${values.start}`)

let sea: Sea | undefined
let startAt = 0
let startedAt = 0
let isStarting = false
const simulatedNow = () => startAt + (performance.now() - startedAt) * speed

/** Time stands still until somebody listens, or the first reports would go to nobody. */
function start(): void {
  startAt = givenStart ?? Date.now()
  startedAt = performance.now()
  sea = createSea({ scenario: scenario as keyof typeof SCENARIOS, seed, startAt })
}

function welcome(source: number, send: (lines: readonly string[]) => void): void {
  if (!isStarting) {
    isStarting = true
    setTimeout(start, START_AFTER_MS)
  }
  if (sea === undefined || performance.now() - startedAt < LATE_MS) return
  for (const lines of sea.catchUp(source, simulatedNow())) send(lines)
}

const servers = SOURCES.map((_, source) => new FeedServer((send) => welcome(source, send)))

function tick(): void {
  if (sea === undefined) return
  const bySource: string[][] = SOURCES.map(() => [])
  for (const { source, lines } of sea.advance(simulatedNow()))
    for (const line of lines) bySource[source]!.push(line)
  for (const [source, lines] of bySource.entries()) servers[source]!.send(lines)
}

const timer = setInterval(tick, TICK_MS)
function stop(): void {
  clearInterval(timer)
  for (const server of servers) server.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)

const ports = await Promise.all(servers.map((server, i) => server.listen(portBase === 0 ? 0 : portBase + i)))
const feeds = SOURCES.map(({ code, name, priority, trust, expectedIntervalS }, i) => ({
  source: code,
  name,
  port: ports[i],
  priority,
  trust,
  expectedIntervalS,
}))
console.log(JSON.stringify({ ready: true, feeds }))
