import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { IMO_APPLICATIONS } from './applications-imo.ts'
import { REGIONAL_APPLICATIONS } from './applications-regional.ts'
import { BitWriter } from '../encode-bits.ts'
import { encodeSentences } from '../encode-sentences.ts'
import { bitsOf } from '../field-table.ts'
import type { Readings } from '../field-table.ts'
import { receiveMessages } from '../testing.ts'

/** Decoder of the Debian package gpsd-clients. */
const ORACLE = 'gpsdecode'
const hasOracle = spawnSync(ORACLE, ['-V']).status === 0

/** Fields as gpsdecode calls them, unscaled, and as we do; what ours is times to get the number of the air. */
type Names = Record<string, [ours: string, times?: number]>
const DEGREE = 60_000
const FINE_DEGREE = 600_000
const PLACE: Names = { lon: ['lon', DEGREE], lat: ['lat', DEGREE] }
/** The first of a list is given by its name and a point. */
const TIDE = {
  'tidals.from_hour': ['windows.fromHour'],
  'tidals.from_min': ['windows.fromMinute'],
  'tidals.to_hour': ['windows.toHour'],
  'tidals.to_min': ['windows.toMinute'],
  'tidals.cdir': ['windows.currentDirection'],
  'tidals.cspeed': ['windows.currentSpeed', 10],
} satisfies Names

const SAME: Record<string, Names> = {
  '1/12': { unid: ['unNumber'], amount: ['amount'], unit: ['unit'] },
  '1/13': { radius: ['extension'], extunit: ['extensionUnit'] },
  '1/14': {
    'tidals.lon': ['windows.lon', FINE_DEGREE],
    'tidals.lat': ['windows.lat', FINE_DEGREE],
    ...TIDE,
  },
  '1/15': { airdraught: ['airDraught', 10] },
  '1/18': { linkage: ['linkage'], ...PLACE },
  '1/20': {
    linkage: ['linkage'],
    berth_length: ['berthLength'],
    berth_depth: ['berthDepth', 10],
    position: ['mooringPosition'],
    agent: ['agent'],
    medical: ['medical'],
    hazardouswaste: ['hazardousWaste'],
    future2: ['reserved2'],
    berth_lon: ['lon', DEGREE],
    berth_lat: ['lat', DEGREE],
  },
  '1/25': { amount: ['amount'], 'cargos.code': ['cargos.code'], 'cargos.subtype': ['cargos.subtype'] },
  '1/29': { linkage: ['linkage'] },
  '1/30': { linkage: ['linkage'] },
  '1/32': { 'tidals.lon': ['windows.lon', DEGREE], 'tidals.lat': ['windows.lat', DEGREE], ...TIDE },
  '200/10': { length: ['length', 10], beam: ['beam', 10], shiptype: ['shipType'], draught: ['draught', 100] },
  '200/21': { airdraught: ['airDraught', 100] },
  '200/22': { status: ['status'] },
  '200/23': {
    start_lon: ['startLon', FINE_DEGREE],
    end_lat: ['endLat', FINE_DEGREE],
    wind: ['wind'],
  },
  '200/24': { 'gauges.id': ['gauges.gauge'] },
  '200/40': { lon: ['lon', FINE_DEGREE], lat: ['lat', FINE_DEGREE], form: ['form'], facing: ['orientation'] },
  '235/10': { ana_int: ['supplyVolts', 20], ana_ext2: ['external2Volts', 20], stat_ext: ['digitalInputs'] },
}

let seed = 5
const dice = () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
  return (seed >>> 9) & 1
}

const FIRST_MMSI = 200_000_001
let sent = FIRST_MMSI

/** A message of random bits for every table of one type, each from a station of its own. */
function messagesOf(type: 6 | 8): string[] {
  return [...IMO_APPLICATIONS, ...REGIONAL_APPLICATIONS].flatMap(
    ({ dacs, fi, fields, lengths, list, where, restOfText }) => {
      const bits = new BitWriter().integer(type, 6).integer(0, 2).integer(sent++, 30).integer(0, 2)
      if (type === 6) bits.integer(419_000_124, 30).integer(0, 2)
      bits.integer(dacs[0]!, 10).integer(fi, 6)
      const length =
        Math.max(...(lengths ?? [bitsOf(fields)])) +
        (list === undefined ? 0 : bitsOf(list.of)) +
        (restOfText === undefined ? 0 : 60)
      for (let at = 0; at < length; at++) {
        const isChosen = where !== undefined && at >= where.at && at < where.at + where.bits
        bits.integer(isChosen ? (where.is >> (where.bits - 1 - (at - where.at))) & 1 : dice(), 1)
      }
      return encodeSentences(bits)
    },
  )
}

/** The value of `a` or, of the first in a list, of `a.b`. */
function valueOf(content: Readings, name: string): unknown {
  const [first, then] = name.split('.') as [string, string | undefined]
  const value = content[first]
  return then === undefined ? value : (value as Readings[])[0]![then]
}

test.skipIf(!hasOracle)('gpsdecode and our decoder read the applications that gpsdecode knows alike', () => {
  const lines = Array.from({ length: 20 }, () => [...messagesOf(6), ...messagesOf(8)]).flat()
  const { messages } = receiveMessages(lines)
  const run = spawnSync(ORACLE, ['-u', '-j'], { input: lines.join('\n'), maxBuffer: 1 << 26 })
  // Texts break its JSON at times.
  const theirs = new Map<string, string>()
  for (const line of run.stdout.toString('latin1').split('\n'))
    theirs.set(/"mmsi":(\d+)/.exec(line)?.[1] ?? '', line.replaceAll('\\', ''))
  const differences: unknown[] = []
  const compared = new Map<string, number>()
  for (const message of messages) {
    const { dac, fi, content } = message as unknown as { dac: number; fi: number; content: Readings }
    const text = theirs.get(message.mmsi) ?? ''
    // What it cannot read it gives as data, and of the air draught it reads only what is sent to all.
    const isMisread = fi === 15 && message.type === 6
    if (isMisread || text.includes('"data":') || content['kind'] === 'raw') continue
    for (const [name, [ours, times = 1]] of Object.entries(SAME[`${dac}/${fi}`] ?? {})) {
      const key = name.split('.').at(-1)!
      const raw = new RegExp(`"${key}":(-?\\d+)`).exec(text)?.[1]
      const value = valueOf(content, ours)
      // What is not available is a number there.
      if (raw === undefined || typeof value !== 'number') continue
      if (Math.round(value * times) !== Number(raw))
        differences.push([`${dac}/${fi}`, name, raw, value, text])
      compared.set(`${dac}/${fi} ${name}`, (compared.get(`${dac}/${fi} ${name}`) ?? 0) + 1)
    }
  }
  expect(differences).toEqual([])
  const wanted = Object.entries(SAME).flatMap(([key, names]) =>
    Object.keys(names).map((name) => `${key} ${name}`),
  )
  expect(wanted.filter((field) => !compared.has(field))).toEqual([])
})
