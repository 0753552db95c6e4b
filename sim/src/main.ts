import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { EPOCH } from './fleet.ts'
import { isScenarioName, SCENARIOS } from './scenarios.ts'
import { createSea, type Sea } from './sea.ts'
import { Sky, SKY_SOURCES } from './sky.ts'
import { SOURCES } from './sources.ts'
import { FeedServer } from './tcp.ts'
import { serveWeather, WEATHER_PATH } from './weather.ts'

const TICK_MS = 50
/** Maximum delay of a client after the start, ms; a later one receives at once what it missed. */
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
let sky: Sky | undefined
let startAt = 0
let startedAt = 0
let isStarting = false
const simulatedNow = () => startAt + (performance.now() - startedAt) * speed

/** Starts time at the first client, as otherwise no client would receive the first reports. */
function start(): void {
  // A sea that runs faster than the clock is where it would be had it always done so.
  startAt = givenStart ?? EPOCH + (Date.now() - EPOCH) * speed
  startedAt = performance.now()
  const name = scenario as keyof typeof SCENARIOS
  sea = createSea({ scenario: name, seed, startAt })
  sky = new Sky({ seed, count: SCENARIOS[name].aircraft, startAt })
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
/** Servers of the sky feeds: every aircraft is reported again within seconds, so no client needs a welcome. */
const skyServers = SKY_SOURCES.map(() => new FeedServer(() => welcome(0, () => undefined)))
const allServers = [...servers, ...skyServers]

function tick(): void {
  if (sea === undefined) return
  const bySource: string[][] = SOURCES.map(() => [])
  for (const { source, lines } of sea.advance(simulatedNow()))
    for (const line of lines) bySource[source]!.push(line)
  for (const [source, lines] of bySource.entries()) servers[source]!.send(lines)
  for (const { beast, sbs } of sky?.advance(simulatedNow()) ?? []) {
    skyServers[0]!.sendBytes(beast)
    skyServers[1]!.send(sbs)
  }
}

const weather = serveWeather()
const timer = setInterval(tick, TICK_MS)
function stop(): void {
  clearInterval(timer)
  for (const server of allServers) server.close()
  weather.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)

const ports = await Promise.all(
  allServers.map((server, i) => server.listen(portBase === 0 ? 0 : portBase + i)),
)
const sources = [
  ...SOURCES.map((source) => ({ ...source, kind: 'nmea-tcp' })),
  ...SKY_SOURCES.map((source) => ({ ...source, stations: [] })),
]
const feeds = sources.map(({ code, name, kind, priority, trust, expectedIntervalS, stations }, i) => ({
  source: code,
  kind,
  name,
  port: ports[i],
  priority,
  trust,
  expectedIntervalS,
  stations: stations.map(({ id, lat, lon }) => ({ name: id, lat, lon })),
}))
const weatherPort = await new Promise<number>((resolve) => {
  weather.listen(0, '127.0.0.1', () => resolve((weather.address() as AddressInfo).port))
})
console.log(JSON.stringify({ ready: true, feeds, weather: `http://127.0.0.1:${weatherPort}${WEATHER_PATH}` }))
