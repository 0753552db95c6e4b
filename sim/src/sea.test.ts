import { createHash } from 'node:crypto'
import { AisDecoder } from '@samudra/nautical/ais/decode-columns'
import { NONE32 } from '@samudra/nautical/ais/columns'
import { distanceBetween } from '@samudra/nautical/geodesy'
import { isValidImo } from '@samudra/nautical/imo'
import { isIllegalMmsi } from '@samudra/nautical/mmsi'
import { place } from '@samudra/nautical/units'
import { describe, expect, test } from 'vitest'
import { EPOCH } from './fleet.ts'
import { anInstant, stateAt } from './motion.ts'
import type { ScenarioName } from './scenarios.ts'
import { createSea } from './sea.ts'
import { SOURCES } from './sources.ts'

const START = Date.UTC(2026, 0, 5, 10)
const aSea = (scenario: ScenarioName, seed = 1) => createSea({ scenario, seed, startAt: START })

/** Digest of all that arrives in `seconds`, with the clock moved in steps. */
function digest(seed: number, stepMs: number, seconds: number): string {
  const hash = createHash('sha256')
  const sea = aSea('chokepoint', seed)
  for (let at = START + stepMs; at <= START + seconds * 1000; at += stepMs) {
    for (const { source, lines } of sea.advance(at)) hash.update(`${source} ${lines.join('\r\n')}\r\n`)
  }
  return hash.digest('hex')
}

test('the same seed gives the same bytes, however the clock is moved', () => {
  expect(digest(7, 50, 120)).toBe(digest(7, 10_000, 120))
  expect(digest(7, 50, 120)).not.toBe(digest(8, 50, 120))
})

test.each(['chokepoint', 'twelve-mile', 'dark-vessel', 'spoof'] as const)(
  'a restarted sea of %s has each vessel where the clock requires, and names, stays, oddities',
  (scenario) => {
    const first = aSea(scenario).ships
    const again = createSea({ scenario, seed: 1, startAt: START + 5_400_000 }).ships
    const [here, there] = [anInstant(), anInstant()]
    for (const [i, ship] of first.entries()) {
      stateAt(ship.motion, START + 9_000_000, here)
      stateAt(again[i]!.motion, START + 9_000_000, there)
      expect(there).toEqual(here)
      expect([again[i]!.mmsi, again[i]!.oddities]).toEqual([ship.mmsi, ship.oddities])
    }
  },
)

test('at any time most ships that trade are on their way, and those of a strait are near it', () => {
  const here = anInstant()
  const trading = aSea('quiet').ships.filter(({ motion }) => motion.kind === 'voyage')
  const strait = aSea('chokepoint').ships
  for (const days of [0, 40, 320]) {
    const sailing = trading.filter(({ motion }) => {
      stateAt(motion, START + days * 86_400_000, here)
      return here.sog > 0
    })
    expect(sailing.length / trading.length).toBeGreaterThan(0.75)
    const near = strait.filter(({ motion }) => {
      stateAt(motion, START + days * 86_400_000, here)
      return here.lon > 53 && here.lon < 60.5 && here.lat > 23 && here.lat < 28.3
    })
    expect(near.length / strait.length).toBeGreaterThan(0.8)
  }
})

type Heard = { mmsi: number; lat: number; lon: number; sog: number; at: number }

/** Decodes the feeds with our own decoder, one per source as in the server. */
function listen(scenario: ScenarioName, seconds: number, startAt = START) {
  const sea = createSea({ scenario, seed: 1, startAt })
  const fixes: Heard[] = []
  const imos = new Map<number, number>()
  const named = new Set<number>()
  const decoders = SOURCES.map(
    () =>
      new AisDecoder({
        onBatch: (dynamic, statics) => {
          for (let i = 0; i < dynamic.count; i++) {
            if (dynamic.lat[i] === NONE32) continue
            const [lat, lon] = [dynamic.lat[i]! / 600_000, dynamic.lon[i]! / 600_000]
            fixes.push({
              mmsi: dynamic.mmsi[i]!,
              lat,
              lon,
              sog: dynamic.sog[i]! / 10,
              at: dynamic.observedAt[i]!,
            })
          }
          for (let i = 0; i < statics.count; i++) {
            named.add(statics.mmsi[i]!)
            if (statics.imo[i]! > 0) imos.set(statics.mmsi[i]!, statics.imo[i]!)
          }
        },
      }),
  )
  const sentences = SOURCES.map(() => 0)
  for (const { source, at, lines } of sea.advance(startAt + seconds * 1000)) {
    sentences[source]! += lines.length
    if (lines.length > 0) decoders[source]!.feed(Buffer.from(`${lines.join('\r\n')}\r\n`), at)
  }
  for (const decoder of decoders) decoder.flush()
  return { sea, fixes, imos, named, sentences, counters: decoders.map(({ counters }) => counters) }
}

describe('the default sea', () => {
  const heard = listen('default', 300)

  test('within 20 s nearly every vessel has reported its position and identity', () => {
    const early = listen('default', 20)
    const moving = new Set(early.sea.ships.filter(({ kind }) => kind !== 'base').map(({ mmsi }) => mmsi))
    const seen = new Set(early.fixes.map(({ mmsi }) => mmsi))
    expect([...moving].filter((mmsi) => !seen.has(mmsi)).length / moving.size).toBeLessThan(0.02)
    expect(early.named.size).toBeGreaterThan(3000)
  })
  test('all six sources speak and together send 200 to 450 sentences a second', () => {
    for (const count of heard.sentences) expect(count).toBeGreaterThan(100)
    const all = heard.sentences.reduce((sum, count) => sum + count, 0)
    expect(all / 300).toBeGreaterThan(200)
    expect(all / 300).toBeLessThan(450)
  })
  test('a little of it is spoiled, most is sound', () => {
    const sum = (of: 'badChecksum' | 'messages' | 'incomplete' | 'notAis') =>
      heard.counters.reduce((all, counters) => all + counters[of], 0)
    expect(sum('badChecksum')).toBeGreaterThan(10)
    expect(sum('badChecksum') / sum('messages')).toBeLessThan(0.01)
    expect(sum('incomplete') + sum('notAis')).toBeGreaterThan(0)
  })
  test('ships are where their reports say they were', () => {
    const byMmsi = new Map(heard.sea.ships.map((ship) => [ship.mmsi, ship]))
    const twice = new Set(
      heard.sea.ships.filter((ship) => byMmsi.get(ship.mmsi) !== ship).map(({ mmsi }) => mmsi),
    )
    const here = anInstant()
    for (const { mmsi, lat, lon, sog, at } of heard.fixes.slice(0, 5000)) {
      if (twice.has(mmsi)) continue
      stateAt(byMmsi.get(mmsi)!.motion, at, here)
      // Tag blocks contain whole seconds.
      expect(distanceBetween(place(lat, lon), place(here.lat, here.lon))).toBeLessThan(3 + sog)
    }
  })
  test('all but a few ships have right numbers', () => {
    const wrongImo = [...heard.imos.values()].filter((imo) => !isValidImo(imo)).length
    expect(wrongImo).toBeGreaterThan(0)
    expect(wrongImo / heard.imos.size).toBeLessThan(0.03)
    const ships = heard.sea.ships.filter(({ kind }) => kind === 'A' || kind === 'B')
    const illegal = ships.filter(({ mmsi }) => isIllegalMmsi(mmsi, 1) !== null).length
    expect(illegal).toBeGreaterThan(0)
    expect(illegal / ships.length).toBeLessThan(0.03)
    for (const { kind, mmsi } of heard.sea.ships) {
      if (kind === 'base') expect(isIllegalMmsi(mmsi, 4)).toBeNull()
      if (kind === 'aton') expect(isIllegalMmsi(mmsi, 21)).toBeNull()
    }
  })
})

describe('scripted scenarios', () => {
  const reportsOf = (scenario: ScenarioName, minutes: number, which: number) => {
    const { sea, fixes } = listen(scenario, minutes * 60, EPOCH)
    const scripted = sea.ships.slice(-6)
    return fixes.filter(({ mmsi }) => mmsi === scripted[which]!.mmsi).sort((a, b) => a.at - b.at)
  }
  test('twelve-mile: a ship goes out from 7 NM to beyond 13 NM off the coast', () => {
    const fixes = reportsOf('twelve-mile', 20, 0)
    const off = (at: Heard) => distanceBetween(place(15.3, 73.72), place(at.lat, at.lon)) / 1852
    expect(off(fixes[0]!)).toBeLessThan(8)
    expect(off(fixes.at(-1)!)).toBeGreaterThan(13)
  })
  test('dark-vessel: a ship under way falls silent after two minutes', () => {
    const fixes = reportsOf('dark-vessel', 30, 0)
    expect(fixes.length).toBeGreaterThan(5)
    expect(fixes.at(-1)!.at).toBeLessThanOrEqual(EPOCH + 121_000)
    expect(fixes.at(-1)!.sog).toBeGreaterThan(5)
  })
  test('spoof: a ship jumps more than 60 NM between two reports', () => {
    const fixes = reportsOf('spoof', 12, 0)
    const jumps = fixes
      .slice(1)
      .map((fix, i) => distanceBetween(place(fixes[i]!.lat, fixes[i]!.lon), place(fix.lat, fix.lon)) / 1852)
    expect(Math.max(...jumps)).toBeGreaterThan(60)
  })
})

test('200,000 contacts are put to sea, and a minute of them costs seconds', { timeout: 60_000 }, () => {
  const sea = aSea('load-200k')
  expect(sea.ships.length).toBeGreaterThan(200_000)
  expect(new Set(sea.ships.map(({ mmsi }) => mmsi)).size).toBeGreaterThan(199_000)
  let count = 0
  for (const { lines } of sea.advance(START + 10_000)) count += lines.length
  expect(count).toBeGreaterThan(20_000)
})
