import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, facts, MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { disordered, LAST, randomCondition, randomWay } from '../../testing/random-rules.ts'
import type { Change } from '../pairs/differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { Fix } from './fix-log.ts'
import { NO_WORLD } from '../world.ts'

const LATENESS = 15
const HOURS = 24
const dice = new Dice(7)
/** Where a ship may enter or leave a zone. */
const HAS_ZONE = /"rel":"(INSIDE|OUTSIDE|ENTER|EXIT|CROSS|DWELL)"/
const rules = Array.from({ length: 200 }, (_, i) => {
  const when = randomCondition(dice)
  return aRule(when, {
    id: `r${i}`,
    ...(HAS_ZONE.test(JSON.stringify(when)) ? { hysteresis_nm: [0, 1, 4][i % 4] ?? 0.2 } : {}),
    dedupe: { key: ['mmsi'], window_min: dice.pick([0, 30]) },
    ...(dice.between(0, 1) < 0.2 ? { grace_min: 10 } : {}),
    ...(dice.between(0, 1) < 0.2 ? { unless: randomCondition(dice, 2) } : {}),
    ...(dice.between(0, 1) < 0.4 ? { clear: randomCondition(dice, 2) } : {}),
  })
})
const ships = Array.from({ length: 3 }, () => randomWay(dice, HOURS))

type News = { at: number; k: string; apply: (evaluator: Evaluator) => void }
const news: News[] = ships.flatMap((_, ship) =>
  Array.from({ length: 12 }, (): News => {
    const at = T0 + Math.round(dice.between(0, HOURS * 60)) * MINUTE
    const of = factsOf(ship)
    const [name, destination, list, confidence] = [
      dice.pick(['SAGAR', 'ANNA', 'X1']),
      dice.pick(['LKCMB', 'INCOK']),
      dice.pick(['friends', 'watched']),
      dice.pick([1, 3]),
    ]
    const found = dice.pick<Omit<News, 'at'>>([
      {
        k: '',
        apply: (evaluator) => void evaluator.takeFacts(ship, at, { ...of, ship_name: name, destination }),
      },
      { k: '"k":"list"', apply: (evaluator) => void evaluator.takeLists(ship, at, [list]) },
      {
        k: '"k":"event"',
        apply: (evaluator) =>
          void evaluator.takeHappening(ship, at, { kind: 'EVENT', type: 'ENCOUNTER_EVENT', confidence }),
      },
    ])
    return { at, ...found }
  }),
)
function factsOf(ship: number) {
  return facts({
    mmsi: String(419000001 + ship),
    ship_type: ['CARGO', 'TANKER', 'FISHING'][ship % 3]!,
    country: ['India', 'Panama'][ship % 2]!,
    length: 60 + ship * 40,
  })
}

/** Applies all input in order of arrival while the clock advances, and returns the final hits. */
function standingOf(order: (fixes: Fix[]) => Fix[], asking: readonly EvaluatedRule[] = rules) {
  const changes: Change[] = []
  // News that no rule queries is left out.
  const all = JSON.stringify(asking)
  const evaluator = new Evaluator(asking, NO_WORLD, { hear: (change) => void changes.push(change) })
  for (const ship of ships.keys()) evaluator.meet(ship, factsOf(ship))
  const coming = [
    ...ships.flatMap((fixes, ship) =>
      order(fixes).map((one) => ({ when: one.receivedAt, apply: () => void evaluator.takeFix(ship, one) })),
    ),
    ...news
      .filter(({ k }) => all.includes(k))
      .map(({ at, apply }) => ({ when: at, apply: () => apply(evaluator) })),
  ].sort((a, b) => a.when - b.when)
  let clock = T0
  for (const { when, apply } of coming) {
    for (; clock + MINUTE <= when; clock += MINUTE) evaluator.advance(clock + MINUTE)
    apply()
  }
  evaluator.advance(Math.max(...ships.map(LAST)) + 24 * 60 * MINUTE)
  return { changes, stands: standing(changes) }
}

/** Returns the events of a hit that repeat its previous event exactly. */
function repeatedEvents(changes: readonly Change[]): string[] {
  const last = new Map<string, string>()
  return changes.flatMap(({ id, what, at, again, begunAt, endedAt }) => {
    const found = `${what} ${at} ${again} ${begunAt} ${endedAt}`
    const isTwice = last.get(id) === found
    last.set(id, found)
    return isTwice ? [`${id} ${found}`] : []
  })
}

const inOrder = standingOf((fixes) => fixes)

test('two hundred random rules say much of a day at sea', () => {
  const saying = new Set(inOrder.changes.map(({ rule }) => rule))
  expect(saying.size).toBeGreaterThan(120)
  expect(inOrder.stands.length).toBeGreaterThan(500)
  expect(inOrder.changes.filter(({ what }) => what === 'REVISED')).toEqual([])
})

test.each([1, 2])(
  'late or repeated input within the allowed lateness ends in the same hits: sea %i',
  (seed) => {
    const late = standingOf((fixes) => disordered(new Dice(seed), fixes, LATENESS))
    expect(late.stands).toEqual(inOrder.stands)
    expect(late.changes.some(({ what }) => what === 'REVISED')).toBe(true)
    expect(repeatedEvents(late.changes)).toEqual([])
  },
)

const NEVER = { k: 'attr', field: 'mmsi', cmp: 'eq', value: 'nobody' } as const
/** The same condition, such that nothing can be looked up of it. */
function condition(node: RuleNode): RuleNode {
  const { for_min, within_min, times, ...bare } = node as RuleNode & {
    for_min?: number
    within_min?: number
    times?: number
  }
  const isDelta = 'k' in node && (node.k === 'seq' || (node.k === 'change' && node.delta !== undefined))
  if (isDelta) return node.k === 'seq' ? { ...node, steps: node.steps.map(condition) } : node
  const inner = 'op' in bare ? { ...bare, of: bare.of.map(condition) } : (bare as RuleNode)
  const timing = {
    ...(for_min === undefined ? {} : { for_min }),
    ...(within_min === undefined ? {} : { within_min, ...(times === undefined ? {} : { times }) }),
  }
  return { op: 'ANY', of: [inner, NEVER], ...timing }
}

test('indexed evaluation finds the same as every condition on every vessel at every fix', () => {
  const all = standingOf(
    (fixes) => fixes,
    rules.map((rule) => ({ ...rule, when: condition(rule.when) })),
  )
  expect(all.stands).toEqual(inOrder.stands)
})

test('a rule alone, as in a historical run, finds the same as among all others', () => {
  const others = rules.filter((rule) => {
    const alone = standingOf((fixes) => fixes, [rule]).stands
    const among = inOrder.stands.filter((hit) => hit.startsWith(`${rule.id}.`))
    return alone.join() !== among.join()
  })
  expect(others.map(({ id }) => id)).toEqual([])
})
