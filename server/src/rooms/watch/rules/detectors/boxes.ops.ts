import { countRuleBoxes } from '@samudra/contract/rule-boxes'
import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { BoxCount } from '@samudra/rules/plans/count-boxes'
import { emptyFix } from '@samudra/rules/running/fix-log'
import { shipGroupIndex } from '@samudra/nautical/ship-types'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { PictureInterface } from '../../../picture/picture/room.ts'
import { Ships } from '../../../../sea/ships.ts'
import type { WeatherInterface } from '../../../chart/weather/room.ts'
import { faultsOfNamed, type CheckNeeds } from '../check.ts'
import { factsOf } from '../evaluation/facts.ts'
import { UNSHARED } from '../evaluation/number-sharing.ts'
import { fillFix } from '../evaluation/fix-of.ts'
import type { Worlds } from '../evaluation/make-world.ts'
import { whyUnknowable } from '../evaluation/never-known.ts'
import { fieldsOf, OF_PAST } from '../rule.ts'

type Needs = Omit<CheckNeeds, 'worlds' | 'weather'> & {
  clock: Clock
  weather: Pick<WeatherInterface, 'whyUnknown'>
  sailing: PictureInterface['sailing']
  worlds: Pick<Worlds, 'withoutUsual'>
}

export const boxOps = (needs: Needs): Handled[] => [count(needs)]

const count = (needs: Needs) =>
  handle(countRuleBoxes, async ({ input: { draft }, caller }) => {
    const at = needs.clock.now()
    const rule: EvaluatedRule = { ...draft, id: 'draft', version: 0, exclude_in_port: false }
    const about = { from: at, to: at, mmsis: null, corrected: false }
    const world = await needs.worlds.withoutUsual([rule], about)
    const ships = new Ships()
    const groups: number[] = []
    world.sail(ships, (ship) => groups[ship]!)
    const boxes = new BoxCount(rule, world, at, (query) => whyNot(needs, query, caller))
    const fix = emptyFix()
    let began = performance.now()
    for (const _ of boxes.ready()) began = await breathe(began)
    for (const { mmsi, split, fields, flags, lists, rows, row, sources } of needs.sailing(caller)) {
      const ship = ships.numberOf(mmsi, split)
      // One that left the picture meanwhile and came again is there already.
      if (ship < boxes.of) continue
      groups[ship] = shipGroupIndex((fields.shipType?.value as number) ?? 0)
      const facts = factsOf({ mmsi, split }, { fields, marks: flags }, lists, UNSHARED)
      boxes.add({ facts, lists, fix: fillFix(fix, rows, row), sources })
      if ((boxes.of & 63) === 0) began = await breathe(began)
    }
    for (const _ of boxes.count()) began = await breathe(began)
    return { as_of: new Date(at).toISOString(), of: boxes.of, boxes: boxes.counts() }
  })

/** Why one condition is not counted for a caller; null when it is. */
function whyNot(needs: Needs, condition: RuleNode, caller: Caller): string | null {
  const never = whyUnknowable(condition)
  if (never !== null) return never
  const unseen = 'k' in condition && condition.k === 'weather' ? needs.weather.whyUnknown() : ''
  if (unseen !== '') return unseen
  const alone = { when: condition, scope: undefined, unless: undefined, clear: undefined }
  const fault = faultsOfNamed(needs, { ...alone, visibility: 'PRIVATE', group_ids: [] }, caller)[0]
  if (fault !== undefined) return fault.why
  const fields = fieldsOf(alone)
  if (caller.visibility.all || !OF_PAST.some((field) => fields.has(field))) return null
  return 'counts of port calls and former names need unrestricted access'
}
