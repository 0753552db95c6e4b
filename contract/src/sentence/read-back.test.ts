import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ACTION_CHANNELS, ACTION_ROLES, MOST_EXPIRES_H } from '../rule-actions.ts'
import { RULE_COMPARISONS, RULE_FIELDS, ZONE_RELATIONS, type RulePredicate } from '../rules.ts'
import { WEATHER_LAYERS } from '../weather.ts'
import { readSentence, sentenceOf, type SentenceRule } from './rule-sentence.ts'
import { NAMES } from './testing.ts'

const amount = fc.oneof(
  fc.integer({ min: 1, max: 5000 }),
  fc.double({ min: 0.01, max: 900, noNaN: true }),
  fc.constantFrom(0.5, 2.5, 90, 150, 2879),
)
const word = fc.oneof(
  fc.constantFrom(
    'TANKER',
    'BLACKLIST',
    'KNOWN',
    'NM',
    'TRUE',
    'true',
    'or',
    'India',
    '", unless',
    'a\\b',
    'é –',
  ),
  fc.string({ maxLength: 12 }),
)
const scalar = fc.oneof(amount, fc.integer({ min: -180, max: 0 }), fc.boolean(), word)
const timing = fc.record(
  { for_min: amount, within_min: amount, times: fc.integer({ min: 1, max: 50 }) },
  { requiredKeys: [] },
)
const ring = fc.array(fc.tuple(amount, fc.integer({ min: -80, max: 80 })), { minLength: 3, maxLength: 6 })
const zone = fc.oneof(
  fc.constantFrom({ aoi: 'a1' }, { aoi: 'a3' }, { aoi: 'nobody knows' }, { eez: 'e1' }, { port: 'p1' }),
  fc.constantFrom({ boundary: '12NM' }, { boundary: '24NM' }),
  word.map((tag) => ({ tag })),
  fc
    .array(ring, { minLength: 1, maxLength: 3 })
    .map((coordinates) => ({ area: { type: 'Polygon', coordinates } })),
  fc
    .array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
    .map((coordinates) => ({ area: { type: 'MultiPolygon', coordinates } })),
  ring.map((coordinates) => ({ line: { type: 'LineString', coordinates } })),
)
const MANY = new Set(['between', 'in', 'nin'])
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const attr = fc.constantFrom(...RULE_COMPARISONS).chain((cmp) =>
  fc.record({
    k: fc.constant('attr'),
    field: fc.constantFrom(...RULE_FIELDS),
    cmp: fc.constant(cmp),
    value:
      cmp === 'exists'
        ? fc.constantFrom(false, undefined)
        : MANY.has(cmp)
          ? fc.array(scalar, { minLength: 1, maxLength: 4 })
          : maybe(fc.oneof(scalar, fc.array(scalar, { minLength: 2, maxLength: 3 }))),
  }),
)
/** Yes and no are 1 and 0 in whatever way they were written. */
const plain = (node: object) => {
  const { field, cmp, value } = node as { field?: string; cmp?: string; value?: unknown }
  const isFlag = ['in_port', 'in_tss', 'night', 'imo_valid', 'heard_elsewhere'].includes(field ?? '')
  return isFlag && cmp === 'eq' && typeof value === 'boolean' ? { ...node, value: Number(value) } : node
}
const field = fc.constantFrom(...RULE_FIELDS)
const comparison = fc.constantFrom(...RULE_COMPARISONS)
const weatherLayer = fc.oneof(fc.constantFrom(...WEATHER_LAYERS), word)
const kinds = (node: fc.Arbitrary<object>): { [K in RulePredicate['k']]: fc.Arbitrary<object> } => ({
  attr: attr.map(plain),
  zone: fc.record({
    k: fc.constant('zone'),
    rel: fc.constantFrom(...ZONE_RELATIONS),
    zone,
    nm: maybe(amount),
    min: maybe(amount),
    eta_min: maybe(amount),
    side: maybe(fc.constantFrom('LEFT', 'RIGHT')),
  }),
  near: fc.record({
    k: fc.constant('near'),
    to: fc.oneof(
      fc.constantFrom({ list: 'l1' }, { infrastructure: 'a1' }, { point: { lat: -8.25, lon: 76 } }),
      node,
    ),
    nm: amount,
    max_sog: maybe(amount),
  }),
  cpa: fc.record({ k: fc.constant('cpa'), to: node, nm: amount, tcpa_min: amount }),
  event: fc.record({
    k: fc.constant('event'),
    types: fc.array(word, { minLength: 1, maxLength: 3 }),
    min_confidence: maybe(fc.constantFrom(0, 2, 3.5)),
  }),
  silence: fc.record({ k: fc.constant('silence'), min: amount }),
  appear: fc.record({ k: fc.constant('appear'), after_min: amount }),
  change: fc.record({
    k: fc.constant('change'),
    field,
    delta: maybe(amount),
    from: maybe(fc.oneof(scalar, fc.constant([]), fc.array(scalar, { minLength: 2, maxLength: 3 }))),
    to: maybe(scalar),
  }),
  list: fc.record({ k: fc.constant('list'), in: fc.boolean(), list: fc.constantFrom('l1', 'l 9') }),
  source: fc.record({
    k: fc.constant('source'),
    any: maybe(fc.array(word, { minLength: 1, maxLength: 3 })),
    min_independent: maybe(fc.integer({ min: 1, max: 20 })),
    max_latency_s: maybe(amount),
  }),
  weather: fc.record({ k: fc.constant('weather'), layer: weatherLayer, cmp: comparison, value: amount }),
  port: fc.record({
    k: fc.constant('port'),
    rel: fc.constantFrom('EXPECTED', 'ARRIVED', 'DEPARTED', 'MISSED'),
    port: maybe(fc.constantFrom('p1', 'p2')),
  }),
  agg: fc.record({
    k: fc.constant('agg'),
    fn: fc.constantFrom('count', 'distinct', 'avg', 'min', 'max', 'sum'),
    of: fc.oneof(field, fc.constant('vessels')),
    over: maybe(fc.constant('vessels')),
    nm: maybe(amount),
    against: maybe(fc.constant('BASELINE')),
    window_min: amount,
    cmp: comparison,
    value: amount,
  }),
  baseline: fc.record({
    k: fc.constant('baseline'),
    metric: word,
    z: amount,
    days: fc.integer({ min: 1, max: 365 }),
    of: fc.constantFrom('SELF', 'TYPE', 'CELL'),
  }),
  expr: fc.record({ k: fc.constant('expr'), text: fc.string({ minLength: 1, maxLength: 40 }) }),
  seq: fc.record({
    k: fc.constant('seq'),
    steps: fc.array(node, { minLength: 2, maxLength: 4 }),
    within_min: amount,
    same_vessel: fc.boolean(),
  }),
})
const condition: fc.Arbitrary<object> = fc.letrec<{ node: object }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    ...Object.entries(kinds(tie('node'))).map(([k, one]) =>
      k === 'seq' ? one : fc.tuple(one, timing).map(([node, times]) => ({ ...node, ...times })),
    ),
    fc
      .tuple(
        fc.constantFrom('ALL', 'ANY', 'NONE', 'AT_LEAST'),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        timing,
      )
      .map(([op, of, times]) => ({ op, of, ...(op === 'AT_LEAST' ? { n: 1 } : {}), ...times })),
  ),
})).node
const instant = fc.constantFrom('2026-03-01T00:00:00Z', '2026-12-31T23:59:59.999+05:30', '20260301T000000Z')
const to = fc.record({
  users: fc.uniqueArray(fc.constantFrom('u1', 'u 9')),
  groups: fc.uniqueArray(word),
  roles: fc.uniqueArray(fc.constantFrom(...ACTION_ROLES)),
})
const isAnybody = (one: object) => Object.values(one).some((ids: unknown[]) => ids.length > 0)
const besides = fc.oneof(
  fc.record({
    do: fc.constant('NOTIFY'),
    channel: fc.constantFrom(...ACTION_CHANNELS),
    to: to.filter(isAnybody),
  }),
  fc.record({
    do: fc.constant('ADD_TO_LIST'),
    list: fc.constantFrom('l1', 'l 9'),
    expires_h: fc.integer({ min: 1, max: MOST_EXPIRES_H }),
  }),
  fc.constant({ do: 'LOG' }),
  fc.record({ do: fc.constant('WEBHOOK'), id: fc.constantFrom('w1', 'w 9') }),
)
const actions = fc
  .tuple(fc.boolean(), fc.array(besides, { maxLength: 3 }))
  .map(([isAlert, more]) => [...(isAlert ? [{ do: 'ALERT' }] : []), ...more])
const clock = fc.constantFrom('00:00', '06:30', '23:59')
const rule = fc.record(
  {
    subject: fc.constantFrom('VESSEL', 'PAIR', 'AREA', 'SOURCE', 'AIRCRAFT'),
    when: condition,
    severity: fc.constantFrom('INFO', 'CRITICAL'),
    name: word,
    dedupe: fc.record({
      key: fc.uniqueArray(fc.constantFrom('mmsi', 'aoi', 'pair', 'source', 'icao24'), { minLength: 1 }),
      window_min: fc.oneof(fc.constantFrom(0, 60), amount),
    }),
    limits: fc.record({ max_hits_per_hour: fc.constantFrom(100, 7) }),
    allowed_lateness_min: fc.constantFrom(0, 15, 40),
    exclude_in_port: fc.boolean(),
    require_coverage: fc.boolean(),
    scope: condition,
    unless: condition,
    clear: condition,
    hysteresis_nm: amount,
    grace_min: amount,
    schedule: fc.record(
      {
        zone: fc.constantFrom('UTC', 'IST'),
        days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        from: clock,
        to: clock,
        light: fc.constantFrom('DAY', 'NIGHT'),
      },
      { requiredKeys: ['zone'] },
    ),
    valid_from: instant,
    valid_to: instant,
    repeat_yearly: fc.constant(true),
    actions: actions.filter((all) => all.length > 0),
  },
  {
    requiredKeys: [
      'subject',
      'when',
      'severity',
      'name',
      'dedupe',
      'limits',
      'allowed_lateness_min',
      'exclude_in_port',
      'require_coverage',
    ],
  },
) as fc.Arbitrary<object> as fc.Arbitrary<SentenceRule>
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('every rule reads back from its sentence as it is, and the sentence is the same again', () => {
  const kindsSeen = new Set<string>()
  fc.assert(
    fc.property(rule, (one) => {
      for (const [k] of JSON.stringify(one).matchAll(/"k":"(\w+)"/g)) kindsSeen.add(k)
      const sentence = sentenceOf(one, NAMES)
      const again = readSentence(sentence, NAMES)
      expect(again).toEqual(asJson(one))
      expect(sentenceOf(again, NAMES)).toBe(sentence)
    }),
    { numRuns: 1500 },
  )
  expect(kindsSeen.size).toBe(16)
})
