import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { FilterInputsInterface } from '../../../chart/filter-inputs/room.ts'
import type { PortsInterface } from '../../../chart/ports/room.ts'
import type { ReferenceInterface } from '../../../chart/reference/room.ts'
import type { Detectors } from '../detectors/detectors.ts'
import { evaluatedOf, isEvaluated, namedBy, type RuleBody } from '../rule.ts'

type Doors = { filterInputs: FilterInputsInterface; ports: PortsInterface; reference: ReferenceInterface }

/** What is evaluated now, that of ships and of who hears them apart from that of aircraft. */
function askedNow(kept: Objects<RuleBody>, detected: readonly EvaluatedRule[], doors: Doors) {
  const rules = [...Array.from(kept.all()).filter(isEvaluated).map(evaluatedOf), ...detected]
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

/** Rules with a mark that differs when they do, or an outline that is asked of. */
function marked(rules: readonly EvaluatedRule[], { filterInputs, ports, reference }: Doors) {
  const zones = rules.flatMap((rule) => namedBy(rule).zones)
  const asksOf = (kinds: readonly string[]) => zones.some((zone) => kinds.some((kind) => kind in zone))
  const mark = [
    ...rules.map(({ id, version }) => `${id}.${version}`),
    asksOf(['aoi', 'tag'])
      ? Array.from(filterInputs.areas.all()).map(({ id, body }) => `${id}.${body.geometry_version}`)
      : '',
    asksOf(['eez', 'boundary', 'tag']) ? reference.boundariesVersion() : '',
    asksOf(['port']) ? ports.names().version : '',
  ].join()
  return { mark, rules }
}

/** The same, made anew only when something it is made of changed. */
export function askedOnce(kept: Objects<RuleBody>, detectors: Detectors, doors: Doors) {
  let from: readonly unknown[] = []
  let made = askedNow(kept, [], doors)
  return () => {
    const { filterInputs, ports, reference } = doors
    const now = [
      kept.changes,
      filterInputs.areas.changes,
      ports.all(),
      reference.boundariesVersion(),
      detectors.all(),
    ]
    if (now.some((one, i) => one !== from[i])) [from, made] = [now, askedNow(kept, detectors.all(), doors)]
    return made
  }
}
