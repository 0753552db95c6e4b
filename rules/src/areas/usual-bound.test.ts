import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { fix, MINUTE, T0 } from '../../testing/a-sea.ts'
import { anArea, inside, seaOf, vessels } from '../../testing/an-area.ts'
import { draftsOf } from '../detectors/detector.ts'
import { detectorOf } from '../detectors/detectors.ts'
import { NO_WORLD, type UsualVessels, type World } from '../world.ts'
import { baselineOfRule } from './area-query.ts'

const AREA = { k: 'zone', rel: 'INSIDE', zone: { aoi: 'bay' } } as const
const HOUR = 60 * MINUTE
const usual = (mean: number, more: Partial<UsualVessels> = {}) => ({
  mean,
  sd: 1,
  weeks: 8,
  enough: true,
  ...more,
})
const off = (cmp: 'gt' | 'lt' | 'ne', value = 3) =>
  vessels({ against: 'BASELINE', window_min: 60, cmp, value })
/** World in which the hours before and from an instant on have a baseline of their own. */
const worldOf = (before: UsualVessels | null, after: UsualVessels | null = before, from = T0): World => ({
  ...NO_WORLD,
  usualVessels: (_place, hour) => (hour < from ? before : after),
  polygons: () => NO_WORLD.polygons(inside.zone),
})
const rule = (cmp: 'gt' | 'lt' | 'ne') => anArea([AREA, off(cmp)])

/** Vessels that are in the area in every ten minutes of some hours. */
const sail = (cmp: 'gt' | 'lt' | 'ne', world: World, counts: readonly number[]) =>
  sailBy(rule(cmp), world, counts)
function sailBy(query: EvaluatedRule, world: World, counts: readonly number[]) {
  const sea = seaOf([query], Math.max(...counts), { world })
  let id = 1
  for (let minute = 0; minute < counts.length * 60; minute += 10)
    for (let ship = 0; ship < counts[Math.floor(minute / 60)]!; ship++)
      sea.evaluator.takeFix(ship, fix(minute + ship / 100, { id: id++ }))
  sea.evaluator.advance(T0 + counts.length * HOUR + 20 * MINUTE)
  return sea
}

test('more vessels than usual by some deviations are found at once, with the baseline of the hour', () => {
  const { changes, events } = sail('gt', worldOf(usual(2)), [2, 6])
  expect(events()[0]).toMatch(/^HIT 60\.05/)
  const [number] = changes[0]!.explanation!.of
  expect(number).toMatchObject({ verdict: 'TRUE', value: 6, threshold: 5 })
  expect(number!.of.map(({ asked: query }) => query)[0]).toMatch(
    /^baseline of \w+day \d\d:00 UTC: 2 vessels, deviation 1, from 8 weeks$/,
  )
})

test('as many vessels as usual in one of the two hours of the clock are not found', () => {
  expect(sail('gt', worldOf(usual(2), usual(6), T0 + HOUR), [2, 6]).events()).toEqual([])
})

test('fewer vessels than usual are found, and those off either way', () => {
  expect(sail('lt', worldOf(usual(9)), [5, 5, 5]).events()[0]).toMatch(/^HIT/)
  expect(sail('ne', worldOf(usual(9)), [5, 5, 5]).events()[0]).toMatch(/^HIT/)
  expect(sail('ne', worldOf(usual(1)), [5, 5, 5]).events()[0]).toMatch(/^HIT/)
  expect(sail('ne', worldOf(usual(4)), [5, 5, 5]).events()).toEqual([])
})

test('with too few weeks, or no baseline at all, nothing is found', () => {
  for (const known of [null, usual(0, { weeks: 2, enough: false })])
    for (const cmp of ['gt', 'lt', 'ne'] as const)
      expect(sail(cmp, worldOf(known), [5, 5]).events()).toEqual([])
})

test('a hit ends when the baseline of the next hour makes the number usual', () => {
  const { events } = sail('gt', worldOf(usual(1), usual(6), T0 + 2 * HOUR), [5, 5, 5])
  expect(events()[0]).toMatch(/^HIT 0\.04/)
  expect(events()[1]).toMatch(/^CLEARED/)
})

test.each<[string, RuleNode[], object, RegExp]>([
  ['another window', [AREA, vessels({ against: 'BASELINE', window_min: 30 })], {}, /window_min 60/],
  [
    'equality',
    [AREA, vessels({ against: 'BASELINE', window_min: 60, cmp: 'eq' })],
    {},
    /gt, gte, lt, lte, ne/,
  ],
  ['too many deviations', [AREA, off('gt', 21)], {}, /at most 20 deviations/],
  ['an outline that is not counted', [inside, off('gt')], {}, /one aoi or eez/],
  ['a speed', [AREA, { k: 'attr', field: 'sog', cmp: 'lt', value: 2 }, off('gt')], {}, /at most ship_type/],
  ['a port', [AREA, off('gt')], { exclude_in_port: true }, /one aoi or eez/],
])('a baseline with %s is refused by name', (_, of, more, why) => {
  expect(() => seaOf([anArea(of, more)], 1, { world: worldOf(usual(1)) })).toThrow(why)
})

test('the baseline of some ship types is that of these types', () => {
  const types: RuleNode = { k: 'attr', field: 'ship_type', cmp: 'in', value: ['CARGO', 'TANKER'] }
  const place = { area: 'bay', kinds: ['CARGO', 'TANKER'] }
  expect(baselineOfRule(anArea([AREA, types, off('gt')]))).toEqual(place)
  expect(baselineOfRule(anArea([AREA, off('gt')]))).toEqual({ area: 'bay', kinds: null })
  expect(baselineOfRule(anArea([AREA, vessels()]))).toBeNull()
})

test('the detector of watched areas finds far more or fewer vessels than usual in each', () => {
  const [, traffic] = draftsOf(detectorOf('AREA_OF_INTEREST')!, {}, { home: [], areas: ['bay'] })
  const unusual = { ...traffic!, id: 'AREA_OF_INTEREST.bay.1', version: 1 }
  expect(unusual).toMatchObject({ name: 'In an area of interest: unusual traffic', subject: 'AREA' })
  for (const [mean, found] of [
    [11, 1],
    [10, 0],
    [5, 0],
    [0, 0],
  ] as const)
    expect({ mean, found: sailBy(unusual, worldOf(usual(mean)), [5, 5, 5]).events().length }).toEqual({
      mean,
      found,
    })
  expect(sailBy(unusual, worldOf(usual(0)), [6, 6, 6]).events()).toHaveLength(1)
})
