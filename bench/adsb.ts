/**
 * Measures frames and lines a second of the ADS-B decoder beside mode-s-decoder and sbs1 of npm, in one process and in
 * turns. The peers receive the input their manuals require, already cut into frames and lines. Our decoder receives
 * the bytes of the stream, finds the frames in it, checks them, pairs positions and writes columns.
 */
import ModeSDecoder from 'mode-s-decoder'
import sbs1Package from 'sbs1'
import { AdsbDecoder, type AdsbFormat } from '../nautical/src/adsb/decoder.ts'
import {
  encodeAirborne,
  encodeAllCall,
  encodeBeast,
  encodeIdentification,
  encodeSbs,
  encodeSquawk,
  encodeVelocity,
} from '../nautical/src/adsb/adsb-encode.ts'
import { median, printTable, printTarget, sized, whole } from './report.ts'

const ROUNDS = sized(9, 1)
const AIRCRAFT = 200
const SECONDS = sized(300, 5)
const CHUNK = 1 << 14

/** Two positions, a velocity and, now and then, the rest: what an aircraft sends in a second. */
function* aSky() {
  for (let second = 0; second < SECONDS; second++)
    for (let n = 0; n < AIRCRAFT; n++) {
      const address = 0x800000 + n * 37
      const at = {
        address,
        lat: (n % 60) / 2 + second / 500,
        lon: 50 + n / 5,
        altitude: 30_000 + (n % 9) * 1000,
      }
      yield { second, n, at, address }
    }
}

function frames(): Uint8Array[] {
  const all: Uint8Array[] = []
  for (const { second, n, at, address } of aSky()) {
    if (second === 0) all.push(encodeAllCall(address))
    all.push(encodeAirborne(at, false), encodeAirborne(at, true))
    all.push(encodeVelocity({ address, speed: 430 + (n % 40), track: (n * 7) % 360, rate: 0 }))
    if ((second + n) % 5 === 0) all.push(encodeIdentification(address, `AIC${n}`))
    if ((second + n) % 7 === 0) all.push(encodeSquawk(address, n))
  }
  return all
}

function lines(): string[] {
  const all: string[] = []
  const now = new Date('2026-01-05T10:00:00Z')
  for (const { n, at, address } of aSky()) {
    all.push(encodeSbs(3, { address, altitude: at.altitude, lat: at.lat, lon: at.lon, onGround: false }, now))
    all.push(encodeSbs(4, { address, speed: 430 + (n % 40), track: (n * 7) % 360, rate: 0 }, now))
  }
  return all
}

/** Rows out of a stream, in chunks as a socket brings them. */
function ours(format: AdsbFormat, stream: Uint8Array): number {
  let rows = 0
  const decoder = new AdsbDecoder({ format, onBatch: ({ count }) => (rows += count) })
  for (let at = 0; at < stream.length; at += CHUNK) {
    decoder.feed(stream.subarray(at, at + CHUNK), at / 100)
    decoder.flush()
  }
  return rows
}

function modeSDecoder(list: Uint8Array[]): number {
  const decoder = new ModeSDecoder()
  let good = 0
  for (const frame of list) if (decoder.parse(frame).crcOk) good++
  return good
}

function sbs1(list: string[]): number {
  let good = 0
  for (const line of list) if (sbs1Package.parseSbs1Message(line).hex_ident !== '') good++
  return good
}

const allFrames = frames()
const allLines = lines()
const beast = Buffer.concat(allFrames.map((frame, i) => encodeBeast(frame, i * 1000)))
const sbs = Buffer.from(`${allLines.join('\r\n')}\r\n`)
const contestants = [
  { name: 'Beast to columns', count: allFrames.length, run: () => ours('beast', beast) },
  { name: 'mode-s-decoder', count: allFrames.length, run: () => modeSDecoder(allFrames) },
  { name: 'SBS-1 to columns', count: allLines.length, run: () => ours('sbs', sbs) },
  { name: 'sbs1', count: allLines.length, run: () => sbs1(allLines) },
]

const rates = new Map<string, number[]>(contestants.map(({ name }) => [name, []]))
for (let round = 0; round <= ROUNDS; round++)
  for (const { name, count, run } of contestants) {
    const began = process.cpuUsage()
    const reported = run()
    const { user, system } = process.cpuUsage(began)
    if (reported !== count) throw new Error(`${name} understood ${reported} of ${count}`)
    // The first round warms up.
    if (round > 0) rates.get(name)!.push((count / (user + system)) * 1e6)
  }

const rate = (name: string) => median(rates.get(name)!)
printTable(
  `Messages per CPU second, median of ${ROUNDS}`,
  ['', 'per second'],
  contestants.map(({ name }) => [name, whole(rate(name))]),
)
console.log()
printTarget('Beast to columns : mode-s-decoder', rate('Beast to columns') / rate('mode-s-decoder'), {
  atLeast: 2,
})
printTarget('SBS-1 to columns : sbs1', rate('SBS-1 to columns') / rate('sbs1'), { atLeast: 2 })
