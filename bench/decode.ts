/**
 * AIS decoding against its peers on one input: the worldwide sample of npm aisparser, repeated. Whole processes
 * (start, read, decode, output to nowhere), CPU time, median of several interleaved rounds. Read the ratios.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { median, sized } from './report.ts'

const ROUNDS = sized(5, 1)
/** Repetitions of the sample, so many that a process's start and warm-up hardly count in its rate. */
const REPEATS = sized(48, 2)
/** The slower ones need fewer for that. */
const PEER_REPEATS = sized(6, 1)

type Contestant = { name: string; command: string; args: string[]; repeats: number }
type Target = { ours: string; peer: string; atLeast: number }

const TARGETS: Target[] = [
  { ours: 'typed columns', peer: 'ggencoder', atLeast: 18 },
  { ours: 'typed columns', peer: 'ais-stream-decoder', atLeast: 18 },
  { ours: 'typed columns', peer: '@signalk/nmea0183-signalk', atLeast: 30 },
  { ours: 'typed columns', peer: 'gpsdecode -j', atLeast: 8 },
  { ours: 'full objects as JSON', peer: 'gpsdecode -j', atLeast: 3 },
]

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const scratch = mkdtempSync(join(tmpdir(), 'samudra-bench-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const packageJson = createRequire(import.meta.url).resolve('aisparser/package.json')
const worldwide = readFileSync(join(dirname(packageJson), 'test-data/nmea-sample'))
const sample = worldwide.subarray(0, sized(worldwide.length, worldwide.indexOf('\n', 100_000) + 1))
const sampleSentences = sample.reduce((count, byte) => (byte === 10 ? count + 1 : count), 0)

function sampleFile(repeats: number): string {
  const path = join(scratch, `sample-x${repeats}.nmea`)
  writeFileSync(path, Buffer.concat(Array.from({ length: repeats }, () => sample)))
  return path
}

/** Plain JavaScript, as a build ships it: the TypeScript loader's start would count otherwise. */
function bundled(entry: string, name: string): string {
  const outfile = join(scratch, `${name}.mjs`)
  buildSync({
    entryPoints: [join(root, entry)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return outfile
}

const isInstalled = (command: string) => spawnSync(command, ['-V']).status === 0

function contestants(): Contestant[] {
  const columns = bundled('bench/decode-columns-run.ts', 'columns')
  const objects = bundled('nautical/cli/decode.ts', 'objects')
  // Peers run from where they are installed; they are plain JavaScript already.
  const peers = join(here, 'decode-peer-run.mjs')
  const list: Contestant[] = [
    { name: 'typed columns', command: process.execPath, args: [columns], repeats: REPEATS },
    { name: 'full objects as JSON', command: process.execPath, args: [objects], repeats: REPEATS },
  ]
  for (const peer of ['ggencoder', 'ais-stream-decoder', '@signalk/nmea0183-signalk']) {
    list.push({ name: peer, command: process.execPath, args: [peers, peer], repeats: PEER_REPEATS })
  }
  if (isInstalled('gpsdecode')) {
    list.push({ name: 'gpsdecode -j', command: 'gpsdecode', args: ['-j'], repeats: PEER_REPEATS })
  } else console.log('gpsdecode is not installed (package gpsd-clients): left out')
  return list
}

/** CPU seconds, user and system, of one run. */
function cpuSeconds({ command, args }: Contestant, input: string): number {
  const stdin = openSync(input, 'r')
  const timed = spawnSync('/bin/sh', ['-c', '"$0" "$@" >/dev/null 2>&1; times', command, ...args], {
    stdio: [stdin, 'pipe', 'inherit'],
  })
  closeSync(stdin)
  const children = timed.stdout.toString().trim().split('\n')[1] ?? ''
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

function measure(list: Contestant[]): Map<string, number> {
  const inputs = new Map([REPEATS, PEER_REPEATS].map((repeats) => [repeats, sampleFile(repeats)]))
  const rates = new Map<string, number[]>(list.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of list) {
      const seconds = cpuSeconds(contestant, inputs.get(contestant.repeats)!)
      rates.get(contestant.name)!.push((sampleSentences * contestant.repeats) / seconds)
    }
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]))
}

const rates = measure(contestants())
console.log('\nsentences per CPU second, whole process, median of', ROUNDS)
for (const [name, rate] of rates)
  console.log(name.padEnd(28), Math.round(rate).toLocaleString('en').padStart(12))
console.log()
for (const { ours, peer, atLeast } of TARGETS) {
  const rate = rates.get(peer)
  if (rate === undefined) continue
  const ratio = rates.get(ours)! / rate
  const verdict = ratio >= atLeast ? 'reached' : 'MISSED'
  console.log(
    `${ours} : ${peer}`.padEnd(50),
    `${ratio.toFixed(1)}x`.padStart(8),
    `at least ${atLeast}x`,
    verdict,
  )
}
