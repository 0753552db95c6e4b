import type { EvaluatedRule } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, facts, MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { meets } from '../../testing/meetings.ts'
import { disordered } from '../../testing/random-rules.ts'
import type { Change } from './differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { SavedPair, SavedShip } from '../running/saved.ts'
import { NO_WORLD } from '../world.ts'

const slow = { k: 'attr', field: 'sog', cmp: 'lte', value: 2 } as const
const near = { k: 'near', to: slow, nm: 0.27 } as const
const all = [
  aRule({ op: 'ALL', of: [near, slow], for_min: 60 }, { id: 'encounter', subject: 'PAIR' }),
  aRule(near, { id: 'near', subject: 'PAIR' }),
  aRule({ ...near, within_min: 20 }, { id: 'near of late' }),
  aRule(
    {
      op: 'ALL',
      of: [
        { k: 'near', to: { k: 'attr', field: 'sog', cmp: 'gte', value: 0 }, nm: 1 },
        {
          k: 'seq',
          steps: [{ k: 'attr', field: 'sog', cmp: 'gt', value: 5 }, slow],
          within_min: 60,
          same_vessel: false,
        },
      ],
    },
    { id: 'one then the other' },
  ),
]
/**
 * Condition of rules that remember nothing of vessels that lie side by side, except when they come and when they
 * leave.
 */
const fast = { k: 'attr', field: 'sog', cmp: 'gte', value: 5 } as const
const seldom = [
  aRule({ op: 'ALL', of: [{ k: 'near', to: fast, nm: 1 }, fast] }, { id: 'fast together', subject: 'PAIR' }),
  aRule(
    { op: 'ALL', of: [{ k: 'near', to: slow, nm: 1 }, fast], for_min: 2 },
    { id: 'passing', subject: 'PAIR' },
  ),
]
/** One that is never received again after she was met, so that what is kept reaches far back. */
const GONE = 6
const dice = new Dice(5)
const coming = Array.from({ length: GONE }, (_, ship) =>
  disordered(
    dice,
    meets({
      nm: dice.between(0, 0.2),
      bearing: dice.whole(0, 359),
      every: dice.between(1, 8),
      phase: dice.between(0, 25),
    }).map((fix, n) => ({ ...fix, id: ship * 10_000 + n + 1 })),
    10,
  ).map((fix) => ({ ship, fix })),
)
  .flat()
  .concat(
    meets({ nm: 30, bearing: 10, every: 3, phase: 0 })
      .slice(0, 8)
      .map((fix) => ({ ship: GONE, fix: { ...fix, id: 70_000 + fix.id } })),
  )
  .sort((a, b) => a.fix.receivedAt - b.fix.receivedAt)

function anEvaluator(rules: readonly EvaluatedRule[]) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: (change) => void changes.push(change) })
  return { evaluator, changes }
}
type Ours = ReturnType<typeof anEvaluator>
const ofShip = (ship: number) => facts({ mmsi: `41900000${ship}` })
const take = ({ evaluator }: Ours, some: typeof coming) => {
  for (const { ship, fix } of some) {
    evaluator.takeFix(ship, fix)
    evaluator.rest(fix.receivedAt)
  }
}
function wholeOf(rules: readonly EvaluatedRule[]) {
  const whole = anEvaluator(rules)
  for (let ship = 0; ship <= GONE; ship++) whole.evaluator.meet(ship, ofShip(ship))
  take(whole, coming)
  return whole
}
const sets = {
  all: { rules: all, whole: wholeOf(all), least: 20 },
  seldom: { rules: seldom, whole: wholeOf(seldom), least: 10 },
}

test.each(Object.values(sets))('ships that meet are found', ({ rules, whole, least }) => {
  expect(new Set(whole.changes.map(({ rule }) => rule)).size).toBe(rules.length)
  expect(standing(whole.changes).length).toBeGreaterThan(least)
})

test('pairs that lie side by side and of which no rule remembers anything are not stored', () => {
  const lying = (rules: readonly EvaluatedRule[]) => {
    const ours = anEvaluator(rules)
    for (let ship = 0; ship <= GONE; ship++) ours.evaluator.meet(ship, ofShip(ship))
    take(
      ours,
      coming.filter(({ fix }) => fix.receivedAt < T0 + 175 * MINUTE),
    )
    return ours.evaluator.savedPairs().length
  }
  expect(lying(all)).toBe(15)
  expect(lying(seldom)).toBe(0)
})

const kills = Array.from({ length: 20 }, (_, i) => 50 + i * 13)
test.each(kills.flatMap((minute) => [['all', minute] as const, ['seldom', minute] as const]))(
  'of %s killed %i minutes on, another goes on with every encounter from where it truly began, and tells none twice',
  (of, minute) => {
    const { rules, whole } = sets[of]
    const first = anEvaluator(rules)
    for (let ship = 0; ship <= GONE; ship++) first.evaluator.meet(ship, ofShip(ship))
    const until = coming.findIndex(({ fix }) => fix.receivedAt > T0 + minute * MINUTE)
    take(first, coming.slice(0, until))
    const { ships, pairs } = JSON.parse(
      JSON.stringify({
        ships: Array.from({ length: GONE + 1 }, (_, ship) => first.evaluator.saved(ship)),
        pairs: first.evaluator.savedPairs(),
      }),
    ) as { ships: (SavedShip | null)[]; pairs: SavedPair[] }
    const stands = new Map<string, Change>()
    for (const change of first.changes) stands.set(change.id, change)
    const found = [...stands.values()].flatMap(({ what, ...more }): HitEvent[] =>
      what === 'REVISED' ? [] : [{ ...more, what }],
    )

    const next = anEvaluator(rules)
    for (const [ship, state] of ships.entries()) {
      if (state === null) next.evaluator.meet(ship, ofShip(ship))
      else next.evaluator.resume(ship, state, [])
    }
    next.evaluator.resumePairs(pairs, found)
    take(
      next,
      coming.slice(0, until).filter(({ ship, fix }) => fix.at > (ships[ship]?.at ?? -Infinity)),
    )
    next.evaluator.resumed()
    expect(next.changes.map(({ what, id }) => `${what} ${id}`)).toEqual([])
    take(next, coming.slice(until))
    expect(standing([...first.changes, ...next.changes])).toEqual(standing(whole.changes))
  },
)
