import type { EvaluatedRule, RuleField, RuleNode, RuleZone } from '@samudra/contract/rules'
import { Evaluator } from '@samudra/rules/evaluator'
import { emptyFix } from '@samudra/rules/running/fix-log'
import type { ShipFacts } from '@samudra/rules/running/memory'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { NO_WORLD } from '@samudra/rules/world'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import type { Box, FixReader, FixQuery } from '../../../../sea/fix-reader.ts'
import { boxReaching } from '../../../../sea/box-reaching.ts'

/** Zone relations that hold only for vessels that were in the zone or passed it between two fixes. */
const BEING_THERE: ReadonlySet<string> = new Set(['INSIDE', 'ENTER', 'EXIT', 'CROSS', 'DWELL'])
/** Fields that vessels report themselves and that have no other origin. */
const SELF_REPORTED: ReadonlySet<RuleField> = new Set<RuleField>([
  'ship_type',
  'country',
  'length',
  'beam',
  'draught',
  'imo',
  'mmsi',
  'ship_name',
  'call_sign',
  'destination',
])
/** Comparisons of age, which depend on the time of evaluation. */
const TIMED: ReadonlySet<string> = new Set(['older_than', 'stale'])
/** Square degrees; to look who was in more costs more than it spares. */
const WIDEST = 4000
type Attr = Extract<RuleNode, { k: 'attr' }>
type OutlineOf = (zone: RuleZone) => readonly Rings[] | null

/** The conditions that must hold together for a rule to. */
const needed = ({ scope, when }: EvaluatedRule): RuleNode[] =>
  [when, ...(scope === undefined ? [] : [scope])].flatMap(together)
const together = (node: RuleNode): RuleNode[] =>
  'op' in node && node.op === 'ALL' ? node.of.flatMap(together) : [node]

/**
 * Returns the box a vessel must have been in for a rule to hold, with a margin for passing between fixes; null without
 * one.
 */
export function boxOf(rule: EvaluatedRule, outlineOf: OutlineOf): Box | null {
  const boxes = needed(rule).flatMap((node) => {
    if ('op' in node || node.k !== 'zone' || !BEING_THERE.has(node.rel)) return []
    const polygons = outlineOf(node.zone)
    return polygons === null ? [] : (boxReaching(polygons) ?? [])
  })
  const wideness = ({ west, south, east, north }: Box) => (east - west) * (north - south)
  const least = boxes.sort((a, b) => wideness(a) - wideness(b))[0]
  return least === undefined || wideness(least) > WIDEST ? null : least
}

/** Returns vessels that were in a box at any time of the query. */
export async function shipsIn(
  fixes: FixReader,
  query: Pick<FixQuery, 'by' | 'from' | 'to' | 'mmsis' | 'sources' | 'signal'>,
  box: Box,
): Promise<Set<number>> {
  const ships = new Set<number>()
  let began = performance.now()
  for await (const batch of fixes.readFixes({ ...query, box, columns: ['type'] })) {
    for (let i = 0; i < batch.count; i++) ships.add(batch.mmsi[i]!)
    began = await breathe(began, query.signal)
  }
  return ships
}

/** Conditions of a rule on self-reported fields, which show if it may hold for a vessel with given values. */
export class SelfReportedFields {
  readonly #evaluator: Evaluator | null
  #holds = false
  #next = 0

  constructor(rule: EvaluatedRule) {
    const of = needed(rule).flatMap((node) =>
      !('op' in node) && node.k === 'attr' && SELF_REPORTED.has(node.field) && !TIMED.has(node.cmp)
        ? [bare(node)]
        : [],
    )
    const { id, version, name, severity, category, visibility, dedupe, limits } = rule
    const query = {
      id,
      version,
      name,
      severity,
      category,
      visibility,
      dedupe,
      limits,
      subject: 'VESSEL',
    } as const
    this.#evaluator =
      of.length === 0
        ? null
        : new Evaluator(
            [
              {
                ...query,
                description: '',
                when: { op: 'ALL', of },
                allowed_lateness_min: 0,
                exclude_in_port: false,
                require_coverage: false,
              },
            ],
            NO_WORLD,
            { hear: () => void (this.#holds = true) },
          )
  }

  /** True if the rule has any such condition. */
  get isQuery(): boolean {
    return this.#evaluator !== null
  }

  mayHold(facts: ShipFacts): boolean {
    if (this.#evaluator === null) return true
    this.#holds = false
    const ship = this.#next++
    this.#evaluator.meet(ship, facts)
    this.#evaluator.takeFix(ship, SOMEWHERE)
    return this.#holds
  }
}
/** Returns the condition for one evaluation, without duration and repetition. */
const bare = ({ for_min: _for, within_min: _within, times: _times, ...attr }: Attr): Attr => attr
const SOMEWHERE = { ...emptyFix(), at: 1, id: 1, receivedAt: 1 }
