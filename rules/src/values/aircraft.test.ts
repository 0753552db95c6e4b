import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, MINUTE, T0 } from '../../testing/a-sea.ts'
import { Aircraft, type AircraftReport, type AircraftHitEvent } from './aircraft.ts'
import { Evaluator } from '../evaluator.ts'
import { NO_WORLD } from '../world.ts'

const ofAircraft = (when: RuleNode, more: Partial<EvaluatedRule> = {}) =>
  aRule(when, { subject: 'AIRCRAFT', dedupe: { key: ['icao24'], window_min: 0 }, ...more })
const AIR = {
  altitude: 30_000,
  verticalRate: 0,
  squawk: '2345',
  onGround: false,
  category: 'A5',
  sourceType: 'ADSB',
}
type More = Partial<Omit<AircraftReport, 'air'>> & { air?: Partial<AircraftReport['air']> }
/** Returns a report of an aircraft so many minutes after the beginning. */
const report = (minute: number, { air, ...more }: More = {}): AircraftReport => ({
  at: T0 + minute * MINUTE,
  icao24: '800abc',
  source: 1,
  sources: [1],
  lat: 12,
  lon: 72,
  sog: 400,
  cog: 90,
  callSign: 'AIC101',
  country: 'India',
  air: { ...AIR, ...air },
  ...more,
})

function aSky(rules: readonly EvaluatedRule[]) {
  const events: AircraftHitEvent[] = []
  const sky = new Aircraft(rules, NO_WORLD, { hear: (one) => void events.push(one) })
  return {
    sky,
    event: events,
    words: () => events.map(({ what, at, icao24 }) => `${what} ${(at - T0) / MINUTE} ${icao24}`),
  }
}
const EMERGENCY: RuleNode = { k: 'attr', field: 'squawk', cmp: 'in', value: ['7500', '7600', '7700'] }
const LOW: RuleNode = { k: 'attr', field: 'altitude_ft', cmp: 'lt', value: 1000 }

test('an aircraft with an emergency squawk is reported by address, and cleared when it ends', () => {
  const { sky, event: events, words } = aSky([ofAircraft(EMERGENCY)])
  sky.take(report(0))
  sky.take(report(1, { air: { squawk: '7700' } }))
  sky.take(report(1, { icao24: '4b1900' }))
  sky.take(report(2, { air: { squawk: '7700' } }))
  sky.take(report(3))
  expect(words()).toEqual(['HIT 1 800abc', 'CLEARED 3 800abc'])
  expect(events[0]).toMatchObject({ id: `rule.1.800abc.${T0 + MINUTE}`, lat: 12, lon: 72, sources: [1] })
  expect(events[0]!.explanation!.of[0]).toMatchObject({ value: '7700', verdict: 'TRUE', fix_ids: [] })
})

test('hits on an aircraft are cleared when it is gone, except for its silence', () => {
  const { sky, words } = aSky([
    ofAircraft(LOW, { id: 'low' }),
    ofAircraft({ k: 'silence', min: 30 }, { id: 'silent' }),
  ])
  sky.take(report(0, { air: { altitude: 500 } }))
  sky.advance(T0 + 14 * MINUTE)
  expect(words()).toEqual(['HIT 0 800abc'])
  sky.advance(T0 + 40 * MINUTE)
  expect(words()).toEqual(['HIT 0 800abc', 'CLEARED 15 800abc', 'HIT 30 800abc'])
  sky.take(report(50, { air: { altitude: 500 } }))
  expect(words().slice(3).sort()).toEqual(['CLEARED 50 800abc', 'HIT 50 800abc'])
})

test('an aircraft enters and leaves an area at speed, is low in it long enough, and near a point', () => {
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [72, 11],
        [73, 11],
        [73, 13],
        [72, 13],
        [72, 11],
      ],
    ],
  } as const
  const zone = { area: structuredClone(area) as never }
  const { sky, words } = aSky([
    ofAircraft({ k: 'zone', rel: 'ENTER', zone }, { id: 'enters' }),
    ofAircraft({ op: 'ALL', for_min: 2, of: [{ k: 'zone', rel: 'INSIDE', zone }, LOW] }, { id: 'low' }),
    ofAircraft({ k: 'near', to: { point: { lat: 12, lon: 72.5 } }, nm: 5 }, { id: 'near' }),
  ])
  for (let i = 0; i <= 28; i++)
    sky.take(report(i / 4, { lon: 71.8 + i * 0.03, air: { altitude: i > 10 ? 800 : 5000 } }))
  const by = words()
  expect(by.filter((one) => one.startsWith('HIT'))).toHaveLength(3)
  expect(by).toContain('HIT 1.75 800abc')
  expect(by).toContain('HIT 4.75 800abc')
})

test.each([
  [{ k: 'attr', field: 'ship_type', cmp: 'in', value: ['TANKER'] }, 'ship_type is for vessels'],
  [{ k: 'expr', text: 'draught > 7 m' }, 'draught is for vessels'],
  [{ k: 'list', in: true, list: 'a' }, 'list is for vessels'],
  [
    { k: 'near', to: { k: 'attr', field: 'sog', cmp: 'lt', value: 1 }, nm: 3 },
    'needs a point or an infrastructure',
  ],
  [{ k: 'silence', min: 2000 }, 'silence of an AIRCRAFT is at most 1440 minutes, not 2000'],
  [{ k: 'cpa', to: LOW, nm: 1, tcpa_min: 5 }, 'cpa is for vessels'],
  [{ k: 'seq', steps: [LOW, EMERGENCY], within_min: 5, same_vessel: false }, 'needs same_vessel'],
  [
    { k: 'agg', fn: 'count', of: 'vessels', window_min: 5, cmp: 'gt', value: 1 },
    'use a field for an AIRCRAFT',
  ],
] as [RuleNode, string][])(
  'conditions that make no sense for an aircraft are refused in words: %j',
  (when, words) => {
    expect(() => aSky([ofAircraft(when)])).toThrow(words)
  },
)

test('fields that only aircraft report are refused for vessels in words', () => {
  expect(() => new Evaluator([aRule(LOW)], NO_WORLD, { hear: () => undefined })).toThrow(
    'altitude_ft is a field of aircraft',
  )
})

const dice = new Dice(5)
const minutes = (most: number) => Math.ceil(dice.between(0, most))
function drawn(depth = 0): RuleNode {
  if (depth < 2 && dice.between(0, 1) < 0.4) {
    const of = Array.from({ length: 1 + Math.floor(dice.between(0, 3)) }, () => drawn(depth + 1))
    return { op: dice.pick(['ALL', 'ANY', 'NONE'] as const), of }
  }
  const timing = dice.pick([{}, {}, { for_min: minutes(5) }, { within_min: 10, times: 2 }])
  const cmp = dice.pick(['lt', 'gt'] as const)
  return dice.pick<RuleNode>([
    { k: 'attr', field: 'altitude_ft', cmp, value: dice.between(500, 30_000), ...timing },
    { k: 'attr', field: 'vertical_rate_fpm', cmp, value: dice.between(-2000, 2000), ...timing },
    { k: 'attr', field: 'on_ground', cmp: 'eq', value: true },
    { k: 'silence', min: minutes(40) },
    { k: 'appear', after_min: minutes(20), ...timing },
    { k: 'change', field: 'squawk', ...timing },
    { k: 'change', field: 'altitude_ft', delta: dice.between(500, 5000), within_min: minutes(5) },
    { k: 'agg', fn: 'avg', of: 'sog', window_min: minutes(10), cmp, value: dice.between(100, 450) },
    { k: 'source', any: ['1'] },
    { ...EMERGENCY, ...timing },
    { k: 'seq', steps: [LOW, { k: 'silence', min: 5 }], within_min: 60, same_vessel: true },
  ])
}
const rules = Array.from({ length: 60 }, (_, i) =>
  ofAircraft(drawn(), {
    id: `r${i}`,
    dedupe: { key: ['icao24'], window_min: dice.pick([0, 30]) },
    ...(dice.between(0, 1) < 0.2 ? { unless: drawn(2) } : {}),
  }),
)
/** Four hours of five aircraft that climb, sink, land, fall silent, and are reported by two sources. */
const reports = ['800001', '800002', '800003', '4b1901', '~000001']
  .flatMap((icao24) => {
    const found: AircraftReport[] = []
    let [altitude, squawk] = [dice.between(0, 20_000), '2345']
    for (let minute = 0; minute < 240; minute += dice.between(0, 1) < 0.02 ? minutes(45) : 0.25) {
      const verticalRate = Math.round(dice.between(-2500, 2500))
      altitude = Math.max(0, altitude + verticalRate / 4)
      if (dice.between(0, 1) < 0.02) squawk = dice.pick(['7700', '7600', '2345', '1200'])
      const source = dice.pick([1, 2])
      const air = { altitude, verticalRate, squawk, onGround: altitude === 0 }
      found.push(report(minute, { icao24, source, sources: [source], sog: dice.between(90, 460), air }))
    }
    return found
  })
  .sort((a, b) => a.at - b.at)
const END = T0 + 300 * MINUTE
const asText = (events: readonly AircraftHitEvent[]) =>
  events.map(({ id, what, at, again }) => JSON.stringify([id, what, at, again])).sort()
function whole(of: readonly EvaluatedRule[]) {
  const { sky, event: events } = aSky(of)
  for (const one of reports) sky.take(one)
  sky.advance(END)
  return asText(events)
}
const all = whole(rules)

test('sixty random aircraft rules find much in four hours, each alone the same as among others', () => {
  expect(all.length).toBeGreaterThan(200)
  const others = rules.filter((rule) => {
    const among = all.filter((one) => one.startsWith(`["${rule.id}.`))
    return whole([rule]).join() !== among.join()
  })
  expect(others.map(({ id }) => id)).toEqual([])
})

test.each([1, 2, 3])(
  'repeated kills and restores find the same for aircraft as a historical run: %i',
  (seed) => {
    const kills = new Dice(seed)
    const heard: AircraftHitEvent[] = []
    let [next, centre] = [0, aSky(rules)]
    for (let clock = T0; clock < END; clock += 15_000) {
      for (; next < reports.length && reports[next]!.at <= clock; next++) centre.sky.take(reports[next]!)
      centre.sky.advance(clock)
      if (kills.between(0, 1) < 0.97) continue
      heard.push(...centre.event.splice(0))
      const stored = JSON.parse(JSON.stringify(centre.sky.saved())) as ReturnType<Aircraft['saved']>
      centre = aSky(rules)
      centre.sky.resume(stored)
    }
    centre.sky.advance(END)
    heard.push(...centre.event)
    expect(asText(heard)).toEqual(all)
  },
)
