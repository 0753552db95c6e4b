import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import type { Change } from '../src/pairs/differences.ts'
import { Evaluator } from '../src/evaluator.ts'
import type { Fault } from '../src/running/guard.ts'
import type { Fix } from '../src/running/fix-log.ts'
import { NO_WORLD, type World } from '../src/world.ts'
import { aRule, facts, MINUTE, T0 } from './a-sea.ts'
import { LAST } from './random-rules.ts'

const ring: [number, number][] = [
  [75.8, 7.8],
  [76.3, 7.8],
  [76.3, 8.3],
  [75.8, 8.3],
  [75.8, 7.8],
]
const zone = { area: { type: 'Polygon' as const, coordinates: [ring] } }
export const inside = { k: 'zone', rel: 'INSIDE', zone } as const
export const slow = { k: 'attr', field: 'sog', cmp: 'lt', value: 6 } as const
export const vessels = (more: object = {}) =>
  ({ k: 'agg', fn: 'distinct', of: 'vessels', window_min: 30, cmp: 'gt', value: 1, ...more }) as const
export const anArea = (of: RuleNode[], more: Partial<EvaluatedRule> = {}) =>
  aRule({ op: 'ALL', of }, { subject: 'AREA', dedupe: { key: ['aoi'], window_min: 0 }, ...more })

export function seaOf(
  rules: readonly EvaluatedRule[],
  count: number,
  { fault, world = NO_WORLD }: { fault?: (fault: Fault) => void; world?: World } = {},
) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, world, {
    hear: (change) => void changes.push(change),
    fault,
  })
  const meet = (ship: number) =>
    evaluator.meet(ship, facts({ mmsi: `41900000${ship}`, ship_type: ship % 2 === 0 ? 'CARGO' : 'TANKER' }))
  for (let ship = 0; ship < count; ship++) meet(ship)
  const events = () => changes.map(({ what, at }) => `${what} ${(at - T0) / MINUTE}`)
  return { changes, evaluator, meet, events }
}

export const over = (fn: 'avg' | 'min' | 'max' | 'sum', more: object = {}) =>
  ({ ...vessels(), fn, of: 'sog', over: 'vessels', window_min: 10, ...more }) as const

export const comingOf = (ships: Fix[][], order: (fixes: Fix[]) => Fix[]) =>
  ships
    .flatMap((fixes, ship) => order(fixes).map((each) => ({ ship, each })))
    .sort((a, b) => a.each.receivedAt - b.each.receivedAt)
type Coming = ReturnType<typeof comingOf>
export function take({ evaluator }: ReturnType<typeof seaOf>, coming: Coming, isRested = false) {
  for (const { ship, each } of coming) {
    evaluator.advance(each.receivedAt)
    evaluator.takeFix(ship, each)
    if (isRested) evaluator.rest(each.receivedAt)
  }
}
export const end = ({ evaluator }: ReturnType<typeof seaOf>, ships: Fix[][]) =>
  evaluator.advance(Math.max(...ships.map(LAST)) + 5 * 60 * MINUTE)
