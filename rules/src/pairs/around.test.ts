import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, facts, fix, MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { meets } from '../../testing/meetings.ts'
import { disordered } from '../../testing/random-rules.ts'
import type { Change } from './differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { Fix } from '../running/fix-log.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { SavedAround, SavedShip } from '../running/saved.ts'
import { NO_WORLD } from '../world.ts'

const slow = { k: 'attr', field: 'sog', cmp: 'lte', value: 2 } as const
const isType = (value: string) => ({ k: 'attr', field: 'ship_type', cmp: 'eq', value }) as const
const near = (to: RuleNode, nm = 1): RuleNode => ({ k: 'near', to, nm })
const none = (...of: RuleNode[]): RuleNode => ({ op: 'NONE', of })
const all = (...of: RuleNode[]): RuleNode => ({ op: 'ALL', of })
const noTug = aRule(all(isType('TANKER'), none(near(isType('TUGS & SPECIAL CRAFTS')))), { id: 'no tug' })

type Ship = { ship_type: string; fixes: Fix[] }
function aFleet(rules: readonly EvaluatedRule[], fleet: readonly Ship[], order = (fixes: Fix[]) => fixes) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: (change) => void changes.push(change) })
  const meet = (by: Evaluator) => {
    for (const [i, { ship_type }] of fleet.entries())
      by.meet(i, facts({ mmsi: `41900000${i}`, ship_name: `SHIP ${i}`, ship_type }))
  }
  meet(evaluator)
  const coming = fleet
    .flatMap(({ fixes }, ship) => order(fixes).map((each) => ({ ship, each })))
    .sort((a, b) => a.each.receivedAt - b.each.receivedAt)
  const end = T0 + 600 * MINUTE
  return { changes, evaluator, coming, meet, end }
}
function eventsOf(rules: readonly EvaluatedRule[], fleet: readonly Ship[]) {
  const { changes, evaluator, coming, end } = aFleet(rules, fleet)
  for (const { ship, each } of coming) evaluator.takeFix(ship, each)
  evaluator.advance(end)
  return { changes, events: changes.map(({ what, rule, at }) => `${what} ${rule} ${(at - T0) / MINUTE}`) }
}
const lying = (
  ship_type: string,
  first: number,
  minutes: number,
  lonOf: (minute: number) => number,
): Ship => ({
  ship_type,
  fixes: Array.from({ length: minutes }, (_, minute) =>
    fix(minute, { id: first + minute, lon: lonOf(minute), sog: 1 }),
  ),
})

test('a tanker is reported while no tug is near it, from the minute the tug left', () => {
  const tanker = lying('TANKER', 1000, 60, () => 76)
  const tug = lying('TUGS & SPECIAL CRAFTS', 2000, 60, (minute) =>
    minute >= 20 && minute < 40 ? 76.05 : 76.005,
  )
  const fisher = lying('FISHING', 3000, 60, () => 76.001)
  const { changes, events: hitEvents } = eventsOf([noTug], [tanker, tug, fisher])
  expect(hitEvents).toEqual(['HIT no tug 20', 'CLEARED no tug 40'])
  expect(changes[0]).toMatchObject({ ship: 0, other: null })
  const [type, noneOf] = changes[0]!.explanation!.of[0]!.of
  expect(type).toMatchObject({ verdict: 'TRUE', value: 'TANKER' })
  expect(noneOf).toMatchObject({ asked: 'none of', verdict: 'TRUE' })
  expect(noneOf!.of[0]).toMatchObject({ verdict: 'FALSE', value: 'SHIP 2, MMSI 419000002: 110 m' })
})

test('the condition holds without any near vessel, and an exception may require one', () => {
  const alone = lying('TANKER', 1000, 30, () => 76)
  expect(eventsOf([noTug], [alone]).events).toEqual(['HIT no tug 1'])
  const unless = aRule(slow, { id: 'unless', unless: near(isType('TUGS & SPECIAL CRAFTS')) })
  const tug = lying('TUGS & SPECIAL CRAFTS', 2000, 30, (minute) => (minute < 10 ? 76.005 : 77))
  expect(eventsOf([unless], [alone, tug]).events).toEqual(['HIT unless 1', 'HIT unless 10'])
  // For a quarter of an hour, of those that are slow.
  const lately = aRule(
    all(isType('TANKER'), { ...none(near(all(isType('TUGS & SPECIAL CRAFTS'), slow))), for_min: 15 }),
    {
      id: 'long',
    },
  )
  expect(eventsOf([lately], [alone, tug]).events).toEqual(['HIT long 25'])
})

test('a vessel of unreported type leaves it unknown, and it is not reported', () => {
  const tanker = lying('TANKER', 1000, 30, () => 76)
  const silent = { ...lying('', 2000, 30, () => 76.005) }
  const { evaluator, changes, coming, end } = aFleet([noTug], [tanker, silent])
  evaluator.meet(1, facts({ mmsi: '419000001', ship_type: null }))
  for (const { ship, each } of coming) evaluator.takeFix(ship, each)
  evaluator.advance(end)
  expect(changes).toEqual([])
})

test('memory of vessels around one, or the condition on a pair, is rejected in words', () => {
  const made = (rule: EvaluatedRule) => () => eventsOf([rule], [])
  expect(made(aRule(none(near({ ...slow, for_min: 5 }))))).toThrow('leave out durations and counts')
  expect(made(aRule(none(near(slow)), { subject: 'PAIR' }))).toThrow(
    'NONE of near and cpa needs the subject VESSEL',
  )
  expect(made(aRule(none(near(slow)), { allowed_lateness_min: 30 }))).toThrow(
    'allowed_lateness_min is at most',
  )
  expect(made(aRule(all(none(near(slow)), { k: 'silence', min: 60 })))).toThrow(
    'silence is not allowed together with near or cpa',
  )
})

const RULES = [
  noTug,
  aRule(all(slow, none(near(slow, 0.3)), { ...isType('CARGO') }), {
    id: 'alone',
    dedupe: { key: ['mmsi'], window_min: 20 },
  }),
  aRule(
    { ...all(slow, none(near(isType('TUGS & SPECIAL CRAFTS'), 0.1))), for_min: 20 },
    { id: 'long', grace_min: 5 },
  ),
  aRule(
    { k: 'attr', field: 'sog', cmp: 'gt', value: 5 },
    {
      id: 'passes',
      unless: { k: 'cpa', to: slow, nm: 0.5, tcpa_min: 10 },
    },
  ),
]
const fleetOf = (seed: number): Ship[] => {
  const dice = new Dice(seed)
  return Array.from({ length: 8 }, (_, i) => ({
    ship_type: ['TANKER', 'TUGS & SPECIAL CRAFTS', 'CARGO'][i % 3]!,
    fixes: meets({
      nm: dice.between(0, 0.6),
      bearing: dice.whole(0, 359),
      every: dice.between(1, 8),
      phase: dice.between(0, 40),
    }).map((each, n) => ({ ...each, id: i * 10_000 + n + 1 })),
  }))
}

test.each([1, 2, 3, 4])('late data within the allowed lateness give the same results: sea %i', (seed) => {
  const inOrder = eventsOf(RULES, fleetOf(seed))
  expect([...new Set(inOrder.changes.map(({ rule }) => rule))].sort()).toEqual(
    RULES.map(({ id }) => id).sort(),
  )
  const late = aFleet(RULES, fleetOf(seed), (fixes) => disordered(new Dice(seed + 100), fixes, 15))
  for (const { ship, each } of late.coming) {
    late.evaluator.takeFix(ship, each)
    late.evaluator.advance(each.receivedAt)
  }
  late.evaluator.advance(late.end)
  expect(standing(late.changes)).toEqual(standing(inOrder.changes))
  expect(late.changes.filter(({ what }) => what === 'REVISED')).toEqual([])
})

test.each(Array.from({ length: 12 }, (_, i) => 50 + i * 21))(
  'killed %i minutes on, another goes on: nothing is said twice and nothing is lost',
  (minute) => {
    const order = (fixes: Fix[]) => disordered(new Dice(9), fixes, 10)
    const whole = aFleet(RULES, fleetOf(5), order)
    for (const { ship, each } of whole.coming) whole.evaluator.takeFix(ship, each)
    whole.evaluator.advance(whole.end)

    const first = aFleet(RULES, fleetOf(5), order)
    const killedAt = T0 + minute * MINUTE
    const until = first.coming.findIndex(({ each }) => each.receivedAt > killedAt)
    for (const { ship, each } of first.coming.slice(0, until)) first.evaluator.takeFix(ship, each)
    const { ships, around } = JSON.parse(
      JSON.stringify({
        ships: Array.from({ length: 8 }, (_, ship) => first.evaluator.saved(ship)),
        around: first.evaluator.savedAround(),
      }),
    ) as { ships: (SavedShip | null)[]; around: SavedAround | null }
    const stands = new Map<string, Change>()
    for (const change of first.changes) stands.set(change.id, change)
    const found = [...stands.values()] as HitEvent[]

    const next = aFleet(RULES, fleetOf(5))
    for (const [ship, state] of ships.entries())
      if (state !== null)
        next.evaluator.resume(
          ship,
          state,
          found.filter((one) => one.ship === ship),
        )
    next.evaluator.resumeAround(around, found)
    // Reports of the previous 45 minutes are read again.
    for (const { ship, each } of first.coming.slice(0, until)) {
      if (each.receivedAt < killedAt - 45 * MINUTE && ships[ship] !== null) continue
      if (each.at > (ships[ship]?.at ?? -Infinity)) next.evaluator.takeFix(ship, each)
      else next.evaluator.fixBefore(ship, each)
    }
    next.evaluator.resumed()
    expect(next.changes.map(({ what, id }) => `${what} ${id}`)).toEqual([])
    for (const { ship, each } of first.coming.slice(until)) next.evaluator.takeFix(ship, each)
    next.evaluator.advance(whole.end)
    expect(standing([...first.changes, ...next.changes])).toEqual(standing(whole.changes))
  },
)
