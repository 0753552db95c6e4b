import type { RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { aRule, fix, MINUTE, T0 } from '../../testing/a-sea.ts'
import { anArea, inside, over, seaOf, slow, vessels } from '../../testing/an-area.ts'

test('an area is reported once with its vessels when enough are in it, and cleared when too few', () => {
  const { changes, evaluator, events } = seaOf([anArea([inside, slow, vessels()])], 3)
  evaluator.takeFix(0, fix(0, { sog: 2, id: 1 }))
  evaluator.takeFix(1, fix(5, { sog: 9, id: 2 }))
  expect(events()).toEqual([])
  evaluator.takeFix(2, fix(10, { sog: 2, id: 3 }))
  evaluator.takeFix(1, fix(12, { sog: 3, id: 4 }))
  expect(events()).toEqual(['HIT 10'])
  expect(changes[0]).toMatchObject({ lat: 8.05, lon: 76.05, counted: [0, 2] })
  expect(changes[0]!.explanation!.of[0]).toMatchObject({
    verdict: 'TRUE',
    value: 2,
    threshold: 2,
    window: { from: T0 - 20 * MINUTE, to: T0 + 10 * MINUTE },
    of: [
      { asked: 'MATSYA, MMSI 419000000', fix_ids: [1] },
      { asked: 'MATSYA, MMSI 419000002', fix_ids: [3] },
    ],
  })
  evaluator.advance(T0 + 50 * MINUTE)
  expect(events()).toEqual(['HIT 10'])
  // Half an hour after the second to last was there, and the lateness of the rule.
  evaluator.advance(T0 + 56 * MINUTE)
  expect(events()).toHaveLength(2)
  expect(events()[1]).toMatch(/^CLEARED 40/)
})

test('ships that fell silent in an area are counted, too', () => {
  const rule = anArea([inside, { k: 'silence', min: 20 }, vessels()])
  const { evaluator, events } = seaOf([rule], 3)
  for (const ship of [0, 1, 2]) evaluator.takeFix(ship, fix(ship * 5, { id: ship + 1 }))
  for (let minute = 12; minute <= 30; minute += 3) evaluator.takeFix(2, fix(minute))
  evaluator.advance(T0 + 39 * MINUTE)
  expect(events()).toEqual([])
  evaluator.advance(T0 + 41 * MINUTE)
  expect(events()).toEqual(['HIT 25'])
})

test('ships are counted once, how often they came each time', () => {
  const rules = [
    anArea([inside, vessels({ value: 2 })], { id: 'ships' }),
    anArea([inside, vessels({ value: 2, fn: 'count' })], { id: 'visits' }),
  ]
  const { changes, evaluator } = seaOf(rules, 2)
  const [there, away] = [{ lon: 76.29 }, { lon: 76.32 }]
  evaluator.takeFix(1, fix(1))
  for (const [minute, more] of [
    [2, there],
    [8, away],
    [12, away],
    [18, there],
  ] as const)
    evaluator.takeFix(0, fix(minute, more))
  expect(changes.map(({ what, rule, at }) => [what, rule, (at - T0) / MINUTE])).toEqual([
    ['HIT', 'visits', 18],
  ])
})

test('few vessels in an area are reported after a whole window, and again after they left', () => {
  const few = anArea([inside, vessels({ cmp: 'lt', value: 2, window_min: 30 })])
  const { changes, evaluator, events } = seaOf([few], 3)
  const [near, away] = [{ lon: 76.28 }, { lon: 76.33 }]
  for (let minute = 0; minute <= 90; minute += 5) {
    evaluator.takeFix(0, fix(minute, minute < 20 ? near : away))
    evaluator.takeFix(1, fix(minute, { ...(minute === 40 ? near : away), id: 5000 + minute }))
    evaluator.takeFix(2, fix(minute, { ...(minute >= 40 && minute < 50 ? near : away), id: 6000 + minute }))
    evaluator.advance(T0 + minute * MINUTE)
  }
  evaluator.advance(T0 + 140 * MINUTE)
  expect(events()).toEqual(['HIT 30', 'CLEARED 40', expect.stringMatching(/^HIT 70/)])
  expect(changes[0]!.explanation!.of[0]).toMatchObject({ verdict: 'TRUE', value: 1, threshold: 1 })
  expect(changes[2]!.explanation!.of[0]).toMatchObject({
    value: 1,
    of: [{ asked: 'MATSYA, MMSI 419000002' }],
  })
})

test('an area without any vessel is reported, too', () => {
  const { evaluator, events } = seaOf([anArea([inside, vessels({ cmp: 'lte', value: 0 })])], 1)
  for (let minute = 0; minute <= 60; minute += 5) evaluator.takeFix(0, fix(minute, { lon: 77 }))
  evaluator.advance(T0 + 60 * MINUTE)
  expect(events()).toEqual(['HIT 30'])
})

test('an area is cleared by its own bound, and an excepted vessel is not counted', () => {
  const rule = anArea([inside, vessels({ value: 2, window_min: 10 })], {
    clear: vessels({ cmp: 'lt', value: 2, window_min: 10 }),
    unless: { k: 'attr', field: 'sog', cmp: 'gt', value: 15 },
  })
  const { evaluator, events } = seaOf([rule], 4)
  // The fast vessel is not counted; for the vessel of unknown speed the exception is unknown.
  evaluator.takeFix(3, fix(0, { sog: 20, id: 1 }))
  evaluator.takeFix(0, fix(0, { id: 2 }))
  evaluator.takeFix(1, fix(1, { id: 3, sog: Number.NaN }))
  expect(events()).toEqual([])
  evaluator.takeFix(2, fix(2, { id: 4 }))
  expect(events()).toEqual(['HIT 2'])
  for (const minute of [8, 14]) evaluator.takeFix(0, fix(minute, { id: 10 + minute }))
  for (const minute of [8, 14]) evaluator.takeFix(1, fix(minute, { id: 50 + minute }))
  // Two are left: too few to begin, too many to be over.
  evaluator.advance(T0 + 38 * MINUTE)
  expect(events()).toEqual(['HIT 2'])
  evaluator.advance(T0 + 41 * MINUTE)
  expect(events()).toHaveLength(2)
  expect(events()[1]).toMatch(/^CLEARED 24/)
})

test('an aggregate is reported after a whole window, with the value of each vessel, and cleared', () => {
  const rule = anArea([inside, over('avg', { cmp: 'lt', value: 5 })], { allowed_lateness_min: 2 })
  const { changes, evaluator, events } = seaOf([rule], 3)
  const three = (minute: number, ...sogs: number[]) =>
    sogs.forEach((sog, ship) =>
      evaluator.takeFix(ship, fix(minute + ship / 10, { sog, lon: 76, id: minute * 10 + ship + 1 })),
    )
  three(0, 2, 3, 4)
  three(8, 2, 3, 12)
  expect(events()).toEqual([])
  // Slow on average: 2, 3 and 9. Before ten minutes it was unknown which other vessels are there.
  three(14, 2, 3, 9)
  // Data within two seconds are evaluated together.
  evaluator.advance(T0 + 14.3 * MINUTE)
  expect(events()).toEqual(['HIT 14.2'])
  expect(changes[0]!.explanation!.of[0]).toMatchObject({ value: 4.667, threshold: 5, unit: 'kn' })
  expect(changes[0]!.explanation!.of[0]!.of.map(({ value, unit }) => [value, unit])).toEqual([
    [2, 'kn'],
    [3, 'kn'],
    [9, 'kn'],
  ])
  three(20, 8, 3)
  evaluator.advance(T0 + 21 * MINUTE)
  expect(events()).toEqual(['HIT 14.2', expect.stringMatching(/^CLEARED (19\.9|20)/)])
})

test('minimum, maximum and sum are of the vessels, and without vessels nothing holds', () => {
  const rules = [
    anArea([inside, over('max', { cmp: 'gte', value: 9 })], { id: 'fast' }),
    anArea([inside, over('min', { cmp: 'lt', value: 2 })], { id: 'slow' }),
    anArea([inside, over('sum', { cmp: 'lte', value: 20 })], { id: 'few knots' }),
    anArea([inside, over('avg', { cmp: 'lt', value: 100 })], { id: 'any' }),
  ]
  const { changes, evaluator } = seaOf(rules, 2)
  const placeAt = (minute: number) => ({ lon: minute > 40 ? 76.33 : 76.28 })
  for (let minute = 0; minute <= 60; minute += 2) {
    evaluator.takeFix(0, fix(minute, { sog: minute < 30 ? 9 : 1, id: minute + 1, ...placeAt(minute) }))
    evaluator.takeFix(1, fix(minute, { sog: 12, id: minute + 100, ...placeAt(minute) }))
  }
  evaluator.advance(T0 + 120 * MINUTE)
  const found = changes.map(({ what, rule, at }) => `${rule} ${what} ${Math.floor((at - T0) / MINUTE)}`)
  expect(found.toSorted()).toEqual(
    [
      // The maximum and the minimum are known from any vessel there.
      'fast HIT 0',
      'fast CLEARED 52',
      'slow HIT 30',
      'slow CLEARED 52',
      // The others are known once a window, and its late data, were received.
      'any HIT 15',
      'any CLEARED 52',
      'few knots HIT 30',
      'few knots CLEARED 52',
    ].toSorted(),
  )
})

test('late data revoke the report of enough vessels', () => {
  const { evaluator, events } = seaOf([anArea([inside, slow, vessels({ window_min: 5 })])], 2)
  evaluator.takeFix(0, fix(0, { sog: 2 }))
  evaluator.takeFix(0, fix(8, { sog: 2 }))
  evaluator.takeFix(1, fix(7, { sog: 2, id: 77 }))
  expect(events()).toEqual(['HIT 8'])
  evaluator.takeFix(0, fix(4, { sog: 2, id: 55 }))
  expect(events()).toEqual(['HIT 8', 'REVISED 8', 'HIT 7'])
})

test.each([
  ['once in the ALL', [inside]],
  ['once in the ALL', [inside, vessels(), vessels({ value: 3 })]],
  ['needs a zone', [slow, vessels()]],
  ['not eq', [inside, vessels({ cmp: 'eq' })]],
  ['is never true', [inside, vessels({ cmp: 'lt', value: 0 })]],
  ['have no avg', [inside, vessels({ fn: 'avg' })]],
  ['count needs of vessels', [inside, over('avg', { fn: 'count' })]],
  ['over vessels needs a field', [inside, vessels({ over: 'vessels' })]],
  ['is not a number', [inside, over('avg', { of: 'ship_name' })]],
  ['is an angle', [inside, over('avg', { of: 'cog' })]],
  ['is at most 1440', [inside, vessels({ window_min: 2000 })]],
  ['not to their number', [inside, vessels({ for_min: 5 })]],
  ['not for AREA', [inside, { k: 'near', to: slow, nm: 1 }, vessels()]],
] as [string, RuleNode[]][])('what cannot be counted is refused by name: %s', (why, of) => {
  const text = why === 'once in the ALL' ? 'one agg of vessels' : why
  expect(() => seaOf([anArea(of)], 1)).toThrow(text)
})

test('a rule of ships may not count them', () => {
  for (const condition of [vessels(), over('avg')])
    expect(() => seaOf([aRule({ op: 'ALL', of: [inside, condition] })], 1)).toThrow('needs the subject AREA')
  const otherwise = 'clear of an AREA needs an agg of vessels with the same fn, of and window_min'
  for (const clear of [
    slow,
    vessels({ window_min: 10 }),
    vessels({ fn: 'count' }),
    over('avg', { window_min: 30 }),
  ])
    expect(() => seaOf([anArea([inside, vessels()], { clear })], 1)).toThrow(otherwise)
  const ofShips = { dedupe: { key: ['mmsi' as const], window_min: 0 } }
  expect(() => seaOf([anArea([inside, vessels()], ofShips)], 1)).toThrow(
    'dedupe.key of subject AREA needs aoi',
  )
})
