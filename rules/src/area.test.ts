import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, facts, fix, MINUTE, standing, T0 } from '../testing/a-sea.ts'
import { disordered, LAST, randomWay } from '../testing/random-rules.ts'
import type { Change } from './differences.ts'
import { Evaluator } from './evaluator.ts'
import type { Fix } from './fix-log.ts'
import type { SavedArea, SavedShip } from './saved.ts'
import type { Said } from './rule-unit.ts'
import { NO_WORLD } from './world.ts'

const ring: [number, number][] = [
  [75.8, 7.8],
  [76.3, 7.8],
  [76.3, 8.3],
  [75.8, 8.3],
  [75.8, 7.8],
]
const zone = { area: { type: 'Polygon' as const, coordinates: [ring] } }
const inside = { k: 'zone', rel: 'INSIDE', zone } as const
const slow = { k: 'attr', field: 'sog', cmp: 'lt', value: 6 } as const
const vessels = (more: object = {}) =>
  ({ k: 'agg', fn: 'distinct', of: 'vessels', window_min: 30, cmp: 'gt', value: 1, ...more }) as const
const anArea = (of: RuleNode[], more: Partial<EvaluatedRule> = {}) =>
  aRule({ op: 'ALL', of }, { subject: 'AREA', dedupe: { key: ['aoi'], window_min: 0 }, ...more })

function seaOf(rules: readonly EvaluatedRule[], count: number) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: (change) => void changes.push(change) })
  const meet = (ship: number) =>
    evaluator.meet(ship, facts({ mmsi: `41900000${ship}`, ship_type: ship % 2 === 0 ? 'CARGO' : 'TANKER' }))
  for (let ship = 0; ship < count; ship++) meet(ship)
  const said = () => changes.map(({ what, at }) => `${what} ${(at - T0) / MINUTE}`)
  return { changes, evaluator, meet, said }
}

test('an area is told once when enough ships were in it, with who they were, and over when too few were of late', () => {
  const { changes, evaluator, said } = seaOf([anArea([inside, slow, vessels()])], 3)
  evaluator.takeFix(0, fix(0, { sog: 2, id: 1 }))
  evaluator.takeFix(1, fix(5, { sog: 9, id: 2 }))
  expect(said()).toEqual([])
  evaluator.takeFix(2, fix(10, { sog: 2, id: 3 }))
  evaluator.takeFix(1, fix(12, { sog: 3, id: 4 }))
  expect(said()).toEqual(['HIT 10'])
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
  expect(said()).toEqual(['HIT 10'])
  // Half an hour after the second to last was there, and the lateness of the rule.
  evaluator.advance(T0 + 56 * MINUTE)
  expect(said()).toHaveLength(2)
  expect(said()[1]).toMatch(/^CLEARED 40/)
})

test('ships that fell silent in an area are counted, too', () => {
  const rule = anArea([inside, { k: 'silence', min: 20 }, vessels()])
  const { evaluator, said } = seaOf([rule], 3)
  for (const ship of [0, 1, 2]) evaluator.takeFix(ship, fix(ship * 5, { id: ship + 1 }))
  for (let minute = 12; minute <= 30; minute += 3) evaluator.takeFix(2, fix(minute))
  evaluator.advance(T0 + 39 * MINUTE)
  expect(said()).toEqual([])
  evaluator.advance(T0 + 41 * MINUTE)
  expect(said()).toEqual(['HIT 25'])
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

test('that few ships are in an area is told once those of a whole window were heard, and again when they went', () => {
  const few = anArea([inside, vessels({ cmp: 'lt', value: 2, window_min: 30 })])
  const { changes, evaluator, said } = seaOf([few], 3)
  const [near, away] = [{ lon: 76.28 }, { lon: 76.33 }]
  for (let minute = 0; minute <= 90; minute += 5) {
    evaluator.takeFix(0, fix(minute, minute < 20 ? near : away))
    evaluator.takeFix(1, fix(minute, { ...(minute === 40 ? near : away), id: 5000 + minute }))
    evaluator.takeFix(2, fix(minute, { ...(minute >= 40 && minute < 50 ? near : away), id: 6000 + minute }))
    evaluator.advance(T0 + minute * MINUTE)
  }
  evaluator.advance(T0 + 140 * MINUTE)
  expect(said()).toEqual(['HIT 30', 'CLEARED 40', expect.stringMatching(/^HIT 70/)])
  expect(changes[0]!.explanation!.of[0]).toMatchObject({ verdict: 'TRUE', value: 1, threshold: 1 })
  expect(changes[2]!.explanation!.of[0]).toMatchObject({
    value: 1,
    of: [{ asked: 'MATSYA, MMSI 419000002' }],
  })
})

test('an area in which nobody is at all is told of, too', () => {
  const { evaluator, said } = seaOf([anArea([inside, vessels({ cmp: 'lte', value: 0 })])], 1)
  for (let minute = 0; minute <= 60; minute += 5) evaluator.takeFix(0, fix(minute, { lon: 77 }))
  evaluator.advance(T0 + 60 * MINUTE)
  expect(said()).toEqual(['HIT 30'])
})

test('an area is over when its own bound says so, and who is excepted is not counted', () => {
  const rule = anArea([inside, vessels({ value: 2, window_min: 10 })], {
    clear: vessels({ cmp: 'lt', value: 2, window_min: 10 }),
    unless: { k: 'attr', field: 'sog', cmp: 'gt', value: 15 },
  })
  const { evaluator, said } = seaOf([rule], 4)
  // The fast one is not counted; of the one whose speed is not known it is not known that she is.
  evaluator.takeFix(3, fix(0, { sog: 20, id: 1 }))
  evaluator.takeFix(0, fix(0, { id: 2 }))
  evaluator.takeFix(1, fix(1, { id: 3, sog: Number.NaN }))
  expect(said()).toEqual([])
  evaluator.takeFix(2, fix(2, { id: 4 }))
  expect(said()).toEqual(['HIT 2'])
  for (const minute of [8, 14]) evaluator.takeFix(0, fix(minute, { id: 10 + minute }))
  for (const minute of [8, 14]) evaluator.takeFix(1, fix(minute, { id: 50 + minute }))
  // Two are left: too few to begin, too many to be over.
  evaluator.advance(T0 + 38 * MINUTE)
  expect(said()).toEqual(['HIT 2'])
  evaluator.advance(T0 + 41 * MINUTE)
  expect(said()).toHaveLength(2)
  expect(said()[1]).toMatch(/^CLEARED 24/)
})

const over = (fn: 'avg' | 'min' | 'max' | 'sum', more: object = {}) =>
  ({ ...vessels(), fn, of: 'sog', over: 'vessels', window_min: 10, ...more }) as const

test('what ships of an area come to is told once those of a whole window were heard, with what each had, and over when it changed', () => {
  const rule = anArea([inside, over('avg', { cmp: 'lt', value: 5 })], { allowed_lateness_min: 2 })
  const { changes, evaluator, said } = seaOf([rule], 3)
  const three = (minute: number, ...sogs: number[]) =>
    sogs.forEach((sog, ship) =>
      evaluator.takeFix(ship, fix(minute + ship / 10, { sog, lon: 76, id: minute * 10 + ship + 1 })),
    )
  three(0, 2, 3, 4)
  three(8, 2, 3, 12)
  expect(said()).toEqual([])
  // Slow on average: 2, 3 and 9; before ten minutes nobody knew who else is there.
  three(14, 2, 3, 9)
  // What comes within two seconds is gone through together.
  evaluator.advance(T0 + 14.3 * MINUTE)
  expect(said()).toEqual(['HIT 14.2'])
  expect(changes[0]!.explanation!.of[0]).toMatchObject({ value: 4.667, threshold: 5, unit: 'kn' })
  expect(changes[0]!.explanation!.of[0]!.of.map(({ value, unit }) => [value, unit])).toEqual([
    [2, 'kn'],
    [3, 'kn'],
    [9, 'kn'],
  ])
  three(20, 8, 3)
  evaluator.advance(T0 + 21 * MINUTE)
  expect(said()).toEqual(['HIT 14.2', expect.stringMatching(/^CLEARED (19\.9|20)/)])
})

test('the least, the most and the sum of ships are theirs, and of nobody nothing holds', () => {
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
  const told = changes.map(({ what, rule, at }) => `${rule} ${what} ${Math.floor((at - T0) / MINUTE)}`)
  expect(told.toSorted()).toEqual(
    [
      // The greatest and the least are known of whoever is there.
      'fast HIT 0',
      'fast CLEARED 52',
      'slow HIT 30',
      'slow CLEARED 52',
      // The others once a window, and what came late of it, was heard.
      'any HIT 15',
      'any CLEARED 52',
      'few knots HIT 30',
      'few knots CLEARED 52',
    ].toSorted(),
  )
})

test('what comes late takes back that there were enough', () => {
  const { evaluator, said } = seaOf([anArea([inside, slow, vessels({ window_min: 5 })])], 2)
  evaluator.takeFix(0, fix(0, { sog: 2 }))
  evaluator.takeFix(0, fix(8, { sog: 2 }))
  evaluator.takeFix(1, fix(7, { sog: 2, id: 77 }))
  expect(said()).toEqual(['HIT 8'])
  evaluator.takeFix(0, fix(4, { sog: 2, id: 55 }))
  expect(said()).toEqual(['HIT 8', 'REVISED 8', 'HIT 7'])
})

test.each([
  ['once in the ALL', [inside]],
  ['once in the ALL', [inside, vessels(), vessels({ value: 3 })]],
  ['needs a zone', [slow, vessels()]],
  ['not with eq', [inside, vessels({ cmp: 'eq' })]],
  ['for none at most', [inside, vessels({ cmp: 'lt', value: 0 })]],
  ['have no avg', [inside, vessels({ fn: 'avg' })]],
  ['count is of vessels', [inside, over('avg', { fn: 'count' })]],
  ['over vessels stands with a field', [inside, vessels({ over: 'vessels' })]],
  ['is no number', [inside, over('avg', { of: 'ship_name' })]],
  ['is an angle', [inside, over('avg', { of: 'cog' })]],
  ['1440 minutes', [inside, vessels({ window_min: 2000 })]],
  ['not of their number', [inside, vessels({ for_min: 5 })]],
  ['not of AREA', [inside, { k: 'near', to: slow, nm: 1 }, vessels()]],
] as [string, RuleNode[]][])('what cannot be counted is refused by name: %s', (why, of) => {
  const text = why === 'once in the ALL' ? 'of one agg of vessels' : why
  expect(() => seaOf([anArea(of)], 1)).toThrow(text)
})

test('a rule of ships may not count them', () => {
  for (const asked of [vessels(), over('avg')])
    expect(() => seaOf([aRule({ op: 'ALL', of: [inside, asked] })], 1)).toThrow('is asked of an AREA')
  const otherwise = 'clear of an AREA is an agg of vessels of the same fn, of and window_min'
  for (const clear of [
    slow,
    vessels({ window_min: 10 }),
    vessels({ fn: 'count' }),
    over('avg', { window_min: 30 }),
  ])
    expect(() => seaOf([anArea([inside, vessels()], { clear })], 1)).toThrow(otherwise)
  const ofShips = { dedupe: { key: ['mmsi' as const], window_min: 0 } }
  expect(() => seaOf([anArea([inside, vessels()], ofShips)], 1)).toThrow('dedupe key aoi')
})

const SHIPS = 12
const HOURS = 12
const rules = [
  anArea([inside, vessels({ value: 2 })], { id: 'three' }),
  anArea([inside, slow, vessels({ window_min: 10 })], {
    id: 'slow',
    dedupe: { key: ['aoi'], window_min: 300 },
  }),
  anArea([inside, vessels({ fn: 'count', value: 6, window_min: 120 })], {
    id: 'often',
    dedupe: { key: ['aoi'], window_min: 30 },
  }),
  anArea([{ ...inside, for_min: 15 }, vessels({ cmp: 'gte', value: 3, window_min: 20 })], {
    id: 'stay',
    grace_min: 10,
  }),
  anArea([inside, vessels({ value: 1 })], {
    id: 'scope',
    scope: { k: 'attr', field: 'ship_type', cmp: 'eq', value: 'TANKER' },
    schedule: { zone: 'UTC', from: '02:10', to: '09:20' },
  }),
  anArea([inside, vessels({ cmp: 'lt', value: 4, window_min: 20 })], {
    id: 'few',
    grace_min: 5,
    dedupe: { key: ['aoi'], window_min: 10 },
  }),
  anArea([inside, vessels({ cmp: 'lte', value: 1, window_min: 5 })], { id: 'one at most' }),
  anArea([inside, vessels({ value: 4 })], {
    id: 'crowd',
    clear: vessels({ cmp: 'lt', value: 2 }),
    unless: { k: 'attr', field: 'sog', cmp: 'gt', value: 15 },
  }),
]
/** What ships come to, by lot. */
const dice = new Dice(77)
for (let lot = 0; lot < 8; lot++) {
  const fn = dice.pick(['avg', 'min', 'max', 'sum'] as const)
  const of = dice.pick(['sog', 'latitude', 'required_speed_kn', 'gap_min'])
  const value = { sog: 9, latitude: 8.05, required_speed_kn: 8, gap_min: 5 }[of]! * (fn === 'sum' ? 3 : 1)
  const more = { of, value, cmp: dice.pick(['gt', 'lt']), window_min: dice.pick([5, 20, 60]) }
  rules.push(
    anArea([dice.pick([inside, { ...inside, for_min: 10 }]), over(fn, more)], {
      id: `lot ${lot} ${fn} ${of}`,
      dedupe: { key: ['aoi'], window_min: dice.pick([0, 30, 200]) },
      ...(lot % 3 === 0 ? { grace_min: 10 } : {}),
    }),
  )
}
const fleet = (seed: number) => {
  const dice = new Dice(seed)
  return Array.from({ length: SHIPS }, (_, ship) =>
    randomWay(dice, HOURS).map((one, n) => ({ ...one, id: ship * 10_000 + n + 1 })),
  )
}
const comingOf = (ships: Fix[][], order: (fixes: Fix[]) => Fix[]) =>
  ships
    .flatMap((fixes, ship) => order(fixes).map((each) => ({ ship, each })))
    .sort((a, b) => a.each.receivedAt - b.each.receivedAt)
type Coming = ReturnType<typeof comingOf>
function take({ evaluator }: ReturnType<typeof seaOf>, coming: Coming, isRested = false) {
  for (const { ship, each } of coming) {
    evaluator.advance(each.receivedAt)
    evaluator.takeFix(ship, each)
    if (isRested) evaluator.rest(each.receivedAt)
  }
}
const end = ({ evaluator }: ReturnType<typeof seaOf>, ships: Fix[][]) =>
  evaluator.advance(Math.max(...ships.map(LAST)) + 5 * 60 * MINUTE)

test('areas of every kind are told of in a sea', () => {
  const ships = fleet(2)
  const sea = seaOf(rules, SHIPS)
  take(
    sea,
    comingOf(ships, (fixes) => fixes),
  )
  end(sea, ships)
  expect(rules.map(({ id }) => id).filter((id) => !sea.changes.some(({ rule }) => rule === id))).toEqual([])
  expect(new Set(sea.changes.map(({ what }) => what))).toEqual(new Set(['HIT', 'AGAIN', 'CLEARED']))
})

test.each([1, 2, 3, 4, 5, 6])('whatever comes late, the same stands of areas in the end: sea %i', (seed) => {
  const ships = fleet(seed)
  const standingOf = (order: (fixes: Fix[]) => Fix[], asking = rules) => {
    const sea = seaOf(asking, SHIPS)
    take(sea, comingOf(ships, order))
    end(sea, ships)
    return { stands: standing(sea.changes), changes: sea.changes }
  }
  const { stands, changes } = standingOf((fixes) => fixes)
  expect(stands.length).toBeGreaterThan(3)
  expect(changes.filter(({ what }) => what === 'REVISED')).toEqual([])
  expect(standingOf((fixes) => disordered(new Dice(seed + 100), fixes, 15)).stands).toEqual(stands)
  // As who looks back with it, all at once and with it alone.
  for (const rule of rules) {
    const alone = seaOf([rule], SHIPS)
    for (const { ship, each } of comingOf(ships, (fixes) => fixes)) alone.evaluator.takeFix(ship, each)
    end(alone, ships)
    expect(standing(alone.changes)).toEqual(stands.filter((hit) => hit.startsWith(`${rule.id}.`)))
  }
})

test.each(Array.from({ length: 12 }, (_, i) => 70 + i * 53))(
  'killed %i minutes on, another goes on with what is told of areas, and tells nothing twice',
  (minute) => {
    const ships = fleet(9)
    const coming = comingOf(ships, (fixes) => disordered(new Dice(3), fixes, 10))
    const whole = seaOf(rules, SHIPS)
    take(whole, coming, true)
    end(whole, ships)
    const first = seaOf(rules, SHIPS)
    const until = coming.findIndex(({ each }) => each.receivedAt > T0 + minute * MINUTE)
    take(first, coming.slice(0, until), true)
    const { kept, areas } = JSON.parse(
      JSON.stringify({
        kept: Array.from({ length: SHIPS }, (_, ship) => first.evaluator.saved(ship)),
        areas: first.evaluator.savedAreas(),
      }),
    ) as { kept: (SavedShip | null)[]; areas: SavedArea[] }
    const last = new Map<string, Change>()
    for (const change of first.changes) last.set(change.id, change)
    const told = [...last.values()].flatMap(({ what, ...more }): Said[] =>
      what === 'REVISED' ? [] : [{ ...more, what }],
    )
    const next = seaOf(rules, 0)
    for (const [ship, state] of kept.entries()) {
      if (state === null) next.meet(ship)
      else next.evaluator.resume(ship, state, [])
    }
    next.evaluator.resumeAreas(areas, told)
    take(
      next,
      coming.slice(0, until).filter(({ ship, each }) => each.at > (kept[ship]?.at ?? -Infinity)),
    )
    next.evaluator.resumed()
    expect(next.changes.map(({ what, id }) => `${what} ${id}`)).toEqual([])
    take(next, coming.slice(until), true)
    end(next, ships)
    expect(standing([...first.changes, ...next.changes])).toEqual(standing(whole.changes))
  },
)
