import type { EvaluatedRule } from '@samudra/contract/rules'
import { ANOMALY_TEXTS } from '@samudra/contract/wire/messages'
import { EVENT_TYPES } from '@samudra/contract/event-types'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { facts, fix, MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { disordered, LAST, randomWay } from '../../testing/random-rules.ts'
import type { Change } from '../pairs/differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { Fix } from '../running/fix-log.ts'
import type { Explained } from '../plans/node.ts'
import { NO_WORLD, type World } from '../world.ts'
import { draftsOf, ThresholdFault } from './detector.ts'
import { DETECTORS, detectorOf } from './detectors.ts'

const SITE = { home: ['India'], areas: ['aoi'] }
/** Lines and an area in the way of ships; port and shore far away; a lane that some are on. */
const WORLD: World = {
  ...NO_WORLD,
  number: (field) => (field === 'distance_to_port_nm' || field === 'distance_to_shore_nm' ? 50 : 0),
  deviation: (metric, _of, _days, { lon }) => (metric === 'lane' && lon > 76.2 ? 5 : 0),
  isHeardThere: () => true,
  polygons: () => [
    [
      [
        [75.9, 7.9],
        [76.1, 7.9],
        [76.1, 8.1],
        [75.9, 8.1],
        [75.9, 7.9],
      ],
    ],
  ],
}
const rulesOf = (codes = DETECTORS.map(({ code }) => code)): EvaluatedRule[] =>
  codes.flatMap((code) =>
    draftsOf(detectorOf(code)!, {}, SITE).map((draft, part) => ({
      ...draft,
      id: `${code}#${part}`,
      version: 1,
    })),
  )

test('alert texts are those of the specification, and every detected event type has a detector', () => {
  for (const [code, text] of Object.entries(ANOMALY_TEXTS)) expect(detectorOf(code)?.text).toBe(text)
  const found = EVENT_TYPES.filter(({ origin }) => origin === 'DETECTED').map(({ code }) => code)
  expect(found.filter((code) => detectorOf(code) === undefined)).toEqual([])
  for (const code of ['TWELVE_NM', 'TWENTY_FOUR_NM', 'MMSI_DUPLICATE', 'AREA_OF_INTEREST', 'LOITERING'])
    expect(detectorOf(code)).toBeDefined()
})

test('no detector queries events, so that none receives what another found', () => {
  expect(JSON.stringify(rulesOf())).not.toContain('"k":"event"')
})

test('every threshold is within its limits, names its source, and is rejected by name outside', () => {
  for (const detector of DETECTORS)
    for (const { key, default: value, least, most, source } of detector.thresholds) {
      expect(value).toBeGreaterThanOrEqual(least)
      expect(value).toBeLessThanOrEqual(most)
      expect(source).not.toBe('')
      for (const edge of [least, most]) expect(draftsOf(detector, { [key]: edge }, SITE)).not.toEqual([])
      expect(() => draftsOf(detector, { [key]: most + 1 }, SITE)).toThrow(key)
    }
  expect(() => draftsOf(detectorOf('LOITERING')!, { depth: 1 }, SITE)).toThrow(ThresholdFault)
})

test('every threshold that is edited makes another rule', () => {
  for (const detector of DETECTORS) {
    const published = JSON.stringify(draftsOf(detector, {}, SITE))
    for (const { key, most, default: value, least } of detector.thresholds)
      expect(
        JSON.stringify(draftsOf(detector, { [key]: value === most ? least : most }, SITE)),
        `${detector.code} ${key}`,
      ).not.toBe(published)
  }
})

function run(order: (fixes: Fix[]) => Fix[], seed = 31) {
  const dice = new Dice(seed)
  const changes: Change[] = []
  const evaluator = new Evaluator(rulesOf(), WORLD, { hear: (change) => void changes.push(change) })
  const ways = Array.from({ length: 4 }, (_, ship) => {
    const way = randomWay(dice, 24)
    // One reports a false speed for an hour, one jumps.
    if (ship === 1)
      for (const one of way) if (one.at > T0 + 300 * MINUTE && one.at < T0 + 360 * MINUTE) one.sog += 15
    if (ship === 2) for (const one of way) if (one.at % (200 * MINUTE) < 40 * MINUTE) one.lat += 1
    return way
  })
  for (const ship of ways.keys())
    evaluator.meet(
      ship,
      facts({ mmsi: String(538_000_001 + ship), country: 'Marshall Islands', ship_type: 'CARGO' }),
    )
  const coming = ways
    .flatMap((way, ship) => order(way).map((one) => ({ ship, one })))
    .sort((a, b) => a.one.receivedAt - b.one.receivedAt)
  let clock = T0
  for (const { ship, one } of coming) {
    for (; clock + MINUTE <= one.receivedAt; clock += MINUTE) evaluator.advance(clock + MINUTE)
    evaluator.takeFix(ship, one)
  }
  evaluator.advance(Math.max(...ways.map(LAST)) + 24 * 60 * MINUTE)
  // The end of a hit that came again, and then did not, is reported for the last time.
  return { ways, changes, stands: standing(changes).map((one) => one.replace(/ over .*/, ' over')) }
}

test('detector results are the same in the end, whatever comes late or twice', () => {
  const inOrder = run((fixes) => fixes)
  const saying = new Set(inOrder.changes.map(({ rule }) => rule.split('#')[0]))
  for (const code of ['SPOOFING_EVENT', 'COURSE_CHANGE', 'TWELVE_NM', 'HDB_SCAN', 'FEED_DELAY'])
    expect(saying).toContain(code)
  for (const seed of [1, 2]) {
    const late = run((fixes) => disordered(new Dice(seed), fixes, 15))
    expect(late.stands).toEqual(inOrder.stands)
    expect(late.changes.some(({ what }) => what === 'REVISED')).toBe(true)
  }
})

test('one cause is one report: a jump is no course change, and the explanation lists look-alikes', () => {
  const changes: Change[] = []
  const evaluator = new Evaluator(rulesOf(['SPOOFING_EVENT', 'COURSE_CHANGE', 'DEAD_REACON']), WORLD, {
    hear: (change) => void changes.push(change),
  })
  evaluator.meet(1, facts({ mmsi: '538000001' }))
  for (let minute = 0; minute <= 120; minute += 2) {
    const isAway = minute >= 40 && minute < 60
    evaluator.takeFix(1, fix(minute, { lon: 76 + minute / 360, lat: isAway ? 9 : 8, cog: isAway ? 270 : 90 }))
  }
  expect([...new Set(changes.map(({ rule }) => rule))]).toEqual(['SPOOFING_EVENT#0'])
  const besides = changes[0]!.explanation!.of.filter(({ asked: query }) => query.startsWith('besides'))
  expect(besides.some(({ verdict }) => verdict === 'TRUE')).toBe(true)
})

test('a vessel is silent only where its way, and a little to either side, stays in reception', () => {
  const silent = (northernmost: number) => {
    const changes: Change[] = []
    const world: World = { ...WORLD, isHeardThere: ({ lat }) => lat < northernmost }
    const evaluator = new Evaluator(rulesOf(['FEED_DELAY']), world, {
      hear: (change) => void changes.push(change),
    })
    evaluator.meet(1, facts())
    for (let minute = 0; minute <= 30; minute++) evaluator.takeFix(1, fix(minute, { lon: 76 + minute / 360 }))
    evaluator.advance(T0 + 300 * MINUTE)
    return changes.map(({ what, at }) => `${what} ${(at - T0) / MINUTE}`)
  }
  // In two hours the vessel goes 20 miles to the east: 3.5 to the north where it is 10 degrees off.
  expect(silent(8.1)).toEqual(['HIT 150'])
  expect(silent(8.04)).toEqual([])
})

const idsIn = ({ fix_ids, of }: Explained): number[] => [...fix_ids, ...of.flatMap(idsIn)]

test('every detector gives the same result from the fixes of its explanation alone', () => {
  let tried = 0
  const failed: string[] = []
  for (const seed of [31, 32, 33]) {
    const { ways, changes } = run((fixes) => fixes, seed)
    for (const hit of changes.filter(({ what }) => what === 'HIT')) {
      const ids = new Set(idsIn(hit.explanation!))
      const events: Change[] = []
      const alone = new Evaluator(
        rulesOf().filter(({ id }) => id === hit.rule),
        WORLD,
        { hear: (change) => void events.push(change) },
      )
      alone.meet(
        1,
        facts({ mmsi: String(538_000_001 + hit.ship), country: 'Marshall Islands', ship_type: 'CARGO' }),
      )
      for (const one of ways[hit.ship]!.filter(({ id }) => ids.has(id))) {
        alone.advance(one.at)
        alone.takeFix(1, one)
      }
      alone.advance(hit.at + 24 * 60 * MINUTE)
      if (!events.some(({ what, at }) => what === 'HIT' && at <= hit.at)) failed.push(hit.rule)
      tried++
    }
  }
  expect(failed).toEqual([])
  expect(tried).toBeGreaterThan(50)
})
