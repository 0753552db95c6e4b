import type { RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, aSea, facts, fix, MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { meets } from '../../testing/meetings.ts'
import { disordered, randomOfTwo } from '../../testing/random-rules.ts'
import type { Change } from './differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { Fix } from '../running/fix-log.ts'
import { NO_WORLD } from '../world.ts'

const slow = { k: 'attr', field: 'sog', cmp: 'lte', value: 2 } as const
const encounter = aRule(
  { op: 'ALL', of: [{ k: 'near', to: slow, nm: 0.27 }, slow], for_min: 60 },
  { id: 'encounter', subject: 'PAIR' },
)
const tankerByFisher = aRule(
  {
    op: 'ALL',
    of: [
      { k: 'attr', field: 'ship_type', cmp: 'eq', value: 'TANKER' },
      { k: 'near', to: { k: 'attr', field: 'ship_type', cmp: 'eq', value: 'FISHING' }, nm: 0.5 },
    ],
  },
  { id: 'tanker' },
)
const willMeet = aRule(
  { k: 'cpa', to: { k: 'attr', field: 'sog', cmp: 'gt', value: 5 }, nm: 0.5, tcpa_min: 15 },
  { id: 'cpa', subject: 'PAIR' },
)

type Ship = { ship_type: string; fixes: Fix[] }

function twoShips(rules: Parameters<typeof aSea>[0], one: Ship, other: Ship, order = (all: Fix[]) => all) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: (change) => void changes.push(change) })
  const ships = [one, other]
  for (const [i, { ship_type }] of ships.entries())
    evaluator.meet(i, facts({ mmsi: `41900000${i + 1}`, ship_type }))
  const coming = ships
    .flatMap(({ fixes }, ship) => order(fixes).map((each) => ({ ship, each })))
    .sort((a, b) => a.each.receivedAt - b.each.receivedAt)
  for (const { ship, each } of coming) evaluator.takeFix(ship, each)
  return { changes, events: changes.map(({ what, rule, at }) => `${what} ${rule} ${(at - T0) / MINUTE}`) }
}

test('two vessels that lie side by side at sea for an hour are reported once, with the distance', () => {
  const one = { ship_type: 'CARGO', fixes: meets({ nm: 0.05, bearing: 0, every: 3, phase: 0.3 }) }
  const other = { ship_type: 'TANKER', fixes: meets({ nm: 0.1, bearing: 180, every: 7, phase: 1.7 }) }
  const { changes, events: hitEvents } = twoShips([encounter], one, other)
  expect(hitEvents).toHaveLength(2)
  expect(hitEvents[0]).toMatch(/^HIT encounter 12\d$/)
  expect(hitEvents[1]).toMatch(/^CLEARED encounter 1(7|8)\d$/)
  expect(changes[0]).toMatchObject({ ship: 0, other: 1 })
  expect(changes[0]!.explanation!.of[0]).toMatchObject({ verdict: 'TRUE', threshold: 60, unit: 'min' })
})

test('conditions on one and on the other vessel are not confused', () => {
  const tanker = { ship_type: 'TANKER', fixes: meets({ nm: 0.05, bearing: 0, every: 3, phase: 0.3 }) }
  const fisher = { ship_type: 'FISHING', fixes: meets({ nm: 0.1, bearing: 180, every: 7, phase: 1.7 }) }
  const { changes } = twoShips([tankerByFisher], fisher, tanker)
  expect(changes.map(({ what, ship, other }) => [what, ship, other])).toEqual([
    ['HIT', 1, 0],
    ['CLEARED', 1, 0],
  ])
})

test('two vessels that sail towards each other are reported before they meet', () => {
  const one = { ship_type: 'CARGO', fixes: meets({ nm: 0, bearing: 90, every: 2, phase: 0.1 }) }
  const other = { ship_type: 'CARGO', fixes: meets({ nm: 0, bearing: 270, every: 2, phase: 1.1 }) }
  const { events: hitEvents } = twoShips([willMeet], one, other)
  expect(hitEvents[0]).toMatch(/^HIT cpa 4[5-7]$/)
})

const isType = (value: string) => ({ k: 'attr', field: 'ship_type', cmp: 'eq', value }) as const
const ofType = (type: string): RuleNode => ({ op: 'ALL', of: [isType(type), slow] })
const anyone = { k: 'attr', field: 'sog', cmp: 'gte', value: 0 } as const
/** First something of one, then of the other, while they are near. */
const oneThenOther = (id: string, ...steps: RuleNode[]) =>
  aRule(
    {
      op: 'ALL',
      of: [
        { k: 'near', to: anyone, nm: 1 },
        { k: 'seq', steps, within_min: 60, same_vessel: false },
      ],
    },
    { id, subject: 'PAIR' },
  )

test('a sequence is first the one, then the other near it, not reversed; parting restarts it', () => {
  const rules = [
    oneThenOther('tanker first', ofType('TANKER'), ofType('FISHING')),
    oneThenOther('fisher first', ofType('FISHING'), ofType('TANKER')),
  ]
  // Each is slow for two minutes: the tanker ten minutes before the fisher.
  const along = (first: number, slowAt: number, lonOf: (minute: number) => number) =>
    Array.from({ length: 40 }, (_, minute) =>
      fix(minute, {
        id: first + minute,
        lon: lonOf(minute),
        sog: minute === slowAt || minute === slowAt + 1 ? 1 : 8,
      }),
    )
  const tanker = { ship_type: 'TANKER', fixes: along(100, 10, () => 76) }
  const beside = { ship_type: 'FISHING', fixes: along(200, 20, () => 76.005) }
  const { changes, events: hitEvents } = twoShips(rules, tanker, beside)
  expect(hitEvents).toEqual(['HIT tanker first 20', 'CLEARED tanker first 22'])
  const seq = changes[0]!.explanation!.of[0]!.of[1]!
  expect(seq).toMatchObject({ verdict: 'TRUE', unit: 'steps', threshold: 2, fix_ids: [111, 220] })
  expect(seq.of.map(({ asked: query, verdict }) => [query, verdict])).toEqual([
    ['all of', 'FALSE'],
    ['all of', 'TRUE'],
  ])
  // Two miles off for some minutes between.
  const away = (minute: number) => (minute > 12 && minute < 18 ? 76.04 : 76.005)
  expect(twoShips(rules, tanker, { ship_type: 'FISHING', fixes: along(200, 20, away) }).events).toEqual([])
  const wide = aRule({ k: 'near', to: isType('HIGHSPEED'), nm: 20 }, { id: 'wide' })
  const parted = { ship_type: 'FISHING', fixes: along(200, 20, away) }
  expect(twoShips([...rules, wide], tanker, parted).events).toEqual([])
  expect(() =>
    twoShips([aRule({ k: 'seq', steps: [slow, anyone], within_min: 9, same_vessel: false })], tanker, beside),
  ).toThrow('seq of two vessels needs near or cpa')
})

test('a vessel received seldom is compared only where it was, not with where it had been', () => {
  const passes = {
    ship_type: 'CARGO',
    fixes: [fix(0, { id: 1, lat: 8, lon: 75 }), fix(60, { id: 2, lat: 8, lon: 77 })],
  }
  const lies = { ship_type: 'FISHING', fixes: meets({ nm: 0.05, bearing: 0, every: 3, phase: 0.3 }) }
  expect(twoShips([aRule({ k: 'near', to: slow, nm: 20 })], passes, lies).events).toEqual([])
})

/** Rule of a sequence: one vessel is under way, then the other lies near it. */
const stops = oneThenOther('stops', { k: 'attr', field: 'sog', cmp: 'gt', value: 5 }, slow)

test.each([1, 2, 3, 4, 5, 6])(
  'whatever comes late, the same stands of a fleet in the end: sea %i',
  (seed) => {
    const dice = new Dice(seed)
    const fleet = Array.from({ length: 8 }, (_, i) => ({
      ship_type: ['TANKER', 'FISHING', 'CARGO'][i % 3]!,
      fixes: meets({
        nm: dice.between(0, 0.4),
        bearing: dice.whole(0, 359),
        every: dice.between(1, 8),
        phase: dice.between(0, 3),
      }).map((each, n) => ({
        ...each,
        id: i * 10_000 + n + 1,
      })),
    }))
    const drawn = Array.from({ length: 6 }, (_, i) =>
      aRule(randomOfTwo(dice), { id: `drawn ${i}`, subject: dice.pick(['PAIR', 'VESSEL']) }),
    )
    const standingOf = (order: (fixes: Fix[]) => Fix[]) => {
      const changes: Change[] = []
      const evaluator = new Evaluator([encounter, tankerByFisher, willMeet, stops, ...drawn], NO_WORLD, {
        hear: (change) => void changes.push(change),
      })
      for (const [i, { ship_type }] of fleet.entries())
        evaluator.meet(i, facts({ mmsi: `41900000${i}`, ship_type }))
      const coming = fleet
        .flatMap(({ fixes }, ship) => order(fixes).map((each) => ({ ship, each })))
        .sort((a, b) => a.each.receivedAt - b.each.receivedAt)
      for (const { ship, each } of coming) evaluator.takeFix(ship, each)
      return standing(changes)
    }
    const inOrder = standingOf((fixes) => fixes)
    expect(inOrder.length).toBeGreaterThan(5)
    expect(inOrder.some((hit) => hit.startsWith('stops.'))).toBe(true)
    expect(inOrder.some((hit) => hit.startsWith('drawn'))).toBe(true)
    expect(standingOf((fixes) => disordered(new Dice(seed + 100), fixes, 15))).toEqual(inOrder)
  },
)
