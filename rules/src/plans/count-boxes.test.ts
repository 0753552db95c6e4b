import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, facts, fix } from '../../testing/a-sea.ts'
import { randomCondition, randomWay } from '../../testing/random-rules.ts'
import { BoxCount, type Standing } from './count-boxes.ts'
import { Evaluator } from '../evaluator.ts'
import { NO_WORLD } from '../world.ts'

const counted = (when: Parameters<typeof aRule>[0], at: number, ships: readonly Standing[]) => {
  const count = new BoxCount(aRule(when), NO_WORLD, at, () => null)
  for (const _ of count.ready());
  for (const ship of ships) count.add(ship)
  for (const _ of count.count());
  return count.counts()
}

test('a condition not about time holds for as many vessels as its rule finds by the same fixes', () => {
  const query = { compared: 0, holds: 0 }
  for (let seed = 1; seed <= 400; seed++) {
    const dice = new Dice(seed)
    const when = randomCondition(dice)
    const ships = Array.from({ length: 5 }, (_, ship): Standing => {
      const at = dice.pick(randomWay(dice, 2))
      const one = fix(0, { ...at, at: fix(0).at, id: ship + 1 })
      const lists = dice.pick([[], ['friends']])
      const text = { ship_type: dice.pick(['CARGO', null]), country: dice.pick(['India', 'Panama']) }
      return { facts: facts(text), lists, fix: one, sources: new Map([[one.source, one.at]]) }
    })
    const [box] = counted(when, fix(0).at, ships)
    // Conditions about time are marked as left out.
    if (box!.about !== '') continue
    const found = new Set<number>()
    const evaluator = new Evaluator([aRule(when)], NO_WORLD, { hear: ({ ship }) => void found.add(ship) })
    for (const [ship, one] of ships.entries()) {
      evaluator.meet(ship, one.facts, one.lists)
      evaluator.takeFix(ship, one.fix)
    }
    expect({ seed, holds: box!.holds }).toEqual({ seed, holds: found.size })
    query.compared++
    query.holds += found.size
  }
  expect(query.compared).toBeGreaterThan(100)
  expect(query.holds).toBeGreaterThan(100)
})

test('vessels are near by their reckoned positions; a vessel without a recent fix is near none', () => {
  const at = fix(0).at
  const ship = (minute: number, lon: number, sog: number): Standing => {
    const one = fix(minute, { lon, sog, cog: 90 })
    return { facts: facts(), lists: [], fix: one, sources: new Map() }
  }
  // Six minutes later, at 10 knots, the first vessel is within half a mile of the stationary one. The third was last
  // received half an hour ago.
  const ships = [ship(-6, 76, 10), ship(0, 76.0185, 0), ship(-30, 76.0185, 0)]
  const near = { k: 'near', to: { k: 'attr', field: 'sog', cmp: 'gte', value: 0 }, nm: 0.5 } as const
  expect(counted(near, at, ships)).toEqual([
    { path: 'when', holds: 2, unknown: 1, about: '' },
    { path: 'when.to', holds: 3, unknown: 0, about: '' },
  ])
  const none = { op: 'NONE', of: [near] } as const
  expect(counted({ ...none, of: [...none.of] }, at, ships)[0]).toMatchObject({ holds: 0, unknown: 1 })
})
