import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, facts, MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { disordered, randomCondition, randomWay } from '../../testing/random-rules.ts'
import type { Change } from '../pairs/differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import { NO_WORLD } from '../world.ts'

const dice = new Dice(23)
const rules = [
  ...Array.from({ length: 100 }, (_, i) => aRule(randomCondition(dice), { id: `r${i}` })),
  aRule(
    {
      op: 'ALL',
      of: [{ k: 'near', to: { k: 'attr', field: 'sog', cmp: 'lt', value: 8 }, nm: 5 }],
      for_min: 10,
    },
    { id: 'near', subject: 'PAIR' },
  ),
]
const SHIPS = 4
const coming = Array.from({ length: SHIPS }, (_, ship) =>
  disordered(dice, randomWay(dice, 12), 15).map((fix) => ({ ship, fix })),
)
  .flat()
  .sort((a, b) => a.fix.receivedAt - b.fix.receivedAt)
const ofShip = (ship: number) => facts({ mmsi: `41900000${ship}`, ship_type: ['CARGO', 'TANKER'][ship % 2]! })
const END = T0 + 40 * 60 * MINUTE

function anEvaluator() {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: (change) => void changes.push(change) })
  return { evaluator, changes }
}
type Ours = ReturnType<typeof anEvaluator>
const takeAll = ({ evaluator }: Ours, some: typeof coming) => {
  for (const { ship, fix } of some) {
    evaluator.takeFix(ship, fix)
    evaluator.advance(fix.receivedAt)
  }
}

const whole = anEvaluator()
for (let ship = 0; ship < SHIPS; ship++) whole.evaluator.meet(ship, ofShip(ship))
takeAll(whole, coming)
whole.evaluator.advance(END)

test.each([0.3, 0.62, 0.9])(
  'after a stop in the middle another process continues without repeated or lost hits (%d)',
  (share) => {
    const first = anEvaluator()
    for (let ship = 0; ship < SHIPS; ship++) first.evaluator.meet(ship, ofShip(ship))
    const until = Math.floor(coming.length * share)
    takeAll(first, coming.slice(0, until))
    // Stored data in a database is text.
    const saved = JSON.parse(
      JSON.stringify({
        ships: Array.from({ length: SHIPS }, (_, ship) => first.evaluator.saved(ship)),
        pairs: first.evaluator.savedPairs(),
      }),
    ) as { ships: NonNullable<ReturnType<Evaluator['saved']>>[]; pairs: ReturnType<Evaluator['savedPairs']> }
    const stands = new Map<string, Change>()
    for (const change of first.changes) stands.set(change.id, change)
    const found = [...stands.values()].flatMap(({ what, ...more }): HitEvent[] =>
      what === 'REVISED' ? [] : [{ ...more, what }],
    )

    const next = anEvaluator()
    for (const [ship, state] of saved.ships.entries())
      next.evaluator.resume(
        ship,
        state,
        found.filter((one) => one.ship === ship && one.other === null),
      )
    next.evaluator.resumePairs(
      saved.pairs,
      found.filter(({ other }) => other !== null),
    )
    const since = coming.slice(0, until).filter(({ ship, fix }) => fix.at > saved.ships[ship]!.at)
    takeAll(next, since)
    next.evaluator.resumed()
    const atOnce = next.changes.map(({ what, id }) => `${what} ${id}`)
    takeAll(next, coming.slice(until))
    next.evaluator.advance(END)

    expect(atOnce).toEqual([])
    expect(standing([...first.changes, ...next.changes])).toEqual(standing(whole.changes))
  },
)
