import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { FilterInputsInterface } from '../../../chart/filter-inputs/room.ts'
import type { PortsInterface } from '../../../chart/ports/room.ts'
import type { ReferenceInterface } from '../../../chart/reference/room.ts'
import type { Detectors } from '../detectors/detectors.ts'
import { evaluatedOf, isEvaluated, namedBy, type RuleBody } from '../rule.ts'

type Doors = { filterInputs: FilterInputsInterface; ports: PortsInterface; reference: ReferenceInterface }

/** Returns the rules evaluated now, those of vessels and sources apart from those of aircraft. */
function currentRules(ruleObjects: Objects<RuleBody>, detected: readonly EvaluatedRule[], doors: Doors) {
  const rules = [...Array.from(ruleObjects.all()).filter(isEvaluated).map(evaluatedOf), ...detected]
  return {
    rules,
    ofShips: marked(
      rules.filter(({ subject }) => subject !== 'AIRCRAFT'),
      doors,
    ),
    ofAircraft: marked(
      rules.filter(({ subject }) => subject === 'AIRCRAFT'),
      doors,
    ),
  }
}

/** Returns rules with a mark that changes when a rule or an outline it uses changes. */
function marked(rules: readonly EvaluatedRule[], { filterInputs, ports, reference }: Doors) {
  const zones = rules.flatMap((rule) => namedBy(rule).zones)
  const needsAny = (kinds: readonly string[]) => zones.some((zone) => kinds.some((kind) => kind in zone))
  const mark = [
    ...rules.map(({ id, version }) => `${id}.${version}`),
    needsAny(['aoi', 'tag'])
      ? Array.from(filterInputs.areas.all()).map(({ id, body }) => `${id}.${body.geometry_version}`)
      : '',
    needsAny(['eez', 'boundary', 'tag']) ? reference.boundariesVersion() : '',
    needsAny(['port']) ? ports.names().version : '',
  ].join()
  return { mark, rules }
}

/** Returns the same, rebuilt only when an input changed. */
export function memoizedRules(ruleObjects: Objects<RuleBody>, detectors: Detectors, doors: Doors) {
  let from: readonly unknown[] = []
  let made = currentRules(ruleObjects, [], doors)
  return () => {
    const { filterInputs, ports, reference } = doors
    const now = [
      ruleObjects.changes,
      filterInputs.areas.changes,
      ports.all(),
      reference.boundariesVersion(),
      detectors.all(),
    ]
    if (now.some((one, i) => one !== from[i]))
      [from, made] = [now, currentRules(ruleObjects, detectors.all(), doors)]
    return made
  }
}
