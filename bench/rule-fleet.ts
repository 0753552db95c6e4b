import type { RuleNode } from '@samudra/contract/rules'
import { Evaluator } from '@samudra/rules/evaluator'
import { NO_WORLD } from '@samudra/rules/world'
import { Dice } from '@samudra/sim/dice'
import { aRule, facts } from '../rules/testing/a-sea.ts'
import { randomCondition, randomWay } from '../rules/testing/random-rules.ts'

/** Conditions besides the random ones: on a baseline, two vessels, a port, an expression. */
const FURTHER: readonly ((dice: Dice) => RuleNode)[] = [
  (dice) => ({ k: 'baseline', metric: 'speed', z: dice.between(4, 8), days: 30, of: 'SELF' }),
  (dice) => ({ k: 'baseline', metric: 'lane', z: dice.between(3, 8), days: 90, of: 'TYPE' }),
  () => ({ k: 'port', rel: 'ARRIVED', within_min: 60 }),
  (dice) => ({ k: 'expr', text: `sog > ${dice.whole(20, 40)} kn and turn(cog, true_heading) > 60 deg` }),
  (dice) => ({
    k: 'near',
    to: { k: 'attr', field: 'sog', cmp: 'lte', value: 2 },
    nm: dice.between(0.1, 0.3),
    max_sog: 2,
    for_min: 60,
  }),
  (dice) => ({
    k: 'cpa',
    to: { k: 'attr', field: 'sog', cmp: 'gt', value: 8 },
    nm: 0.1,
    tcpa_min: dice.whole(3, 6),
  }),
]
/** One in so many rules is one of these. */
const FURTHER_SHARE = 10
/** Number of vessels on which a rule is tried for two hours; users write rules for rare behaviour, so few may match. */
const TRIED = 60
const MOST_FOUND = 2

function isRare(when: RuleNode): boolean {
  const dice = new Dice(77)
  let found = 0
  const evaluator = new Evaluator([aRule(when)], NO_WORLD, {
    hear: ({ what }) => void (found += Number(what === 'HIT')),
  })
  for (let ship = 0; ship < TRIED && found <= MOST_FOUND; ship++) {
    evaluator.meet(ship, facts({ ship_type: null, length: null, ship_name: null }))
    for (const fix of randomWay(dice, 2)) evaluator.takeFix(ship, fix)
  }
  return found <= MOST_FOUND
}

/** So many different conditions of all kinds a rule can have, each true of few ships. */
export function rareConditions(count: number, seed = 5): RuleNode[] {
  const dice = new Dice(seed)
  const made = new Map<string, RuleNode>()
  while (made.size < count) {
    const isFurther = made.size % FURTHER_SHARE === FURTHER_SHARE - 1
    const when = isFurther ? dice.pick(FURTHER)(dice) : randomCondition(dice)
    const key = JSON.stringify(when)
    // A list condition needs a list that a user made.
    if (!key.includes('"list"') && (isFurther || isRare(when))) made.set(key, when)
  }
  return [...made.values()]
}

export type Way = { lat: number; lon: number; sog: number; cog: number }
/** Waters in degrees. */
type Waters = { south: number; north: number; west: number; east: number }
const DEGREES_PER_KN_MS = 1 / 60 / 3_600_000

/** Where ships go: most under way, two fifths lying, turning and changing their speed a little all the time. */
export function drawWays(dice: Dice, count: number, { south, north, west, east }: Waters): Way[] {
  return Array.from({ length: count }, () => ({
    lat: dice.between(south, north),
    lon: dice.between(west, east),
    sog: dice.next() < 0.4 ? dice.between(0, 1) : dice.between(5, 20),
    cog: dice.between(0, 360),
  }))
}

/** Goes on for so many ms. */
export function sailOn(dice: Dice, way: Way, ms: number): void {
  if (way.sog >= 2) {
    way.sog = Math.min(22, Math.max(2, way.sog + dice.between(-0.3, 0.3)))
    way.cog = (way.cog + dice.between(-3, 3) + 360) % 360
  }
  const course = (way.cog * Math.PI) / 180
  way.lat += Math.cos(course) * way.sog * ms * DEGREES_PER_KN_MS
  way.lon += (Math.sin(course) * way.sog * ms * DEGREES_PER_KN_MS) / Math.cos((way.lat * Math.PI) / 180)
}
