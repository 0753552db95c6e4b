import { getDetectorStates, type DetectorState } from '@samudra/contract/detectors'
import { LEAST_BASELINE_WEEKS } from '@samudra/contract/figures'
import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { LEAST_DAYS } from '@samudra/nautical/usual-value'
import type { HistoryInterface } from '../../../past/history/room.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { DetectorTrouble } from './detector-trouble.ts'
import type { Detectors } from './detectors.ts'
import type { DownSources } from './down.ts'

const DAY_MS = 86_400_000
/** Days that are over are learned within this time, ms. */
const LEARNED_MS = 3_600_000

type Needs = {
  clock: Clock
  detectors: Detectors
  down: Pick<DownSources, 'keepBack'>
  trouble: Pick<DetectorTrouble, 'of'>
  firstData: HistoryInterface['counts']['first']
}

export const detectorStateOps = (needs: Needs): Handled[] => [
  handle(getDetectorStates, async ({ caller }) => {
    const now = needs.clock.now()
    const first = await needs.firstData()
    const items = [...needs.detectors.objects.all()].flatMap(({ id }) => {
      const rules = needs.detectors.rulesOfCode(id)
      return rules === undefined
        ? []
        : [{ id, ...stateOf(needs, { id, rules, first, now }, caller.visibility) }]
    })
    return { items, as_of: new Date(now).toISOString() }
  }),
]

type Query = { id: string; rules: readonly EvaluatedRule[]; first: number | null; now: number }
function stateOf(
  { detectors, down, trouble }: Needs,
  { id, rules, first, now }: Query,
  visibility: CallerVisibility,
): Omit<DetectorState, 'id'> {
  const is = (state: DetectorState['state'], words: string, until: number | null = null) => ({
    state,
    words,
    until: until === null ? null : new Date(until).toISOString(),
  })
  if (detectors.objects.find(id)?.body.enabled !== true) return is('OFF', 'It is disabled.')
  const failing = trouble.of(detectors.wordsOf(id).title)
  if (failing !== null) return is('DEGRADED', `${failing}.`)
  const stored = rules.map((rule) => down.keepBack(rule, visibility)).find((words) => words !== '')
  if (stored !== undefined) return is('DEGRADED', `${stored[0]!.toUpperCase()}${stored.slice(1)}.`)
  const days = Math.max(0, ...rules.map(daysToLearn))
  if (days === 0) return is('READY', '')
  // Other rules of the detector need no baseline.
  if (rules.some((rule) => daysToLearn(rule) === 0)) return partlyReady({ days, first, now }, is)
  if (first === null)
    return is('LEARNING', `It learns from ${daysText(days)} of positions; none was received yet.`)
  const until = Math.ceil(first / DAY_MS + days) * DAY_MS + LEARNED_MS
  return now >= until
    ? is('READY', '')
    : is('LEARNING', `It needs ${daysText(days)} of positions to learn a baseline.`, until)
}
function partlyReady(
  { days, first, now }: Pick<Query, 'first' | 'now'> & { days: number },
  is: (state: DetectorState['state'], words: string, until?: number | null) => Omit<DetectorState, 'id'>,
) {
  const until = first === null ? null : Math.ceil(first / DAY_MS + days) * DAY_MS + LEARNED_MS
  if (until !== null && now >= until) return is('READY', '')
  return is(
    'DEGRADED',
    `The number of vessels is compared with other weeks after ${daysText(days)} of positions.`,
    until,
  )
}

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** Returns how many whole days must be learned before a rule can hold: of own habits, of tracks, or of coverage. */
const daysToLearn = ({ when, require_coverage }: EvaluatedRule): number =>
  Math.max(require_coverage ? 1 : 0, daysOf(when))

function daysOf(node: RuleNode): number {
  if ('k' in node && node.k === 'agg') return node.against === undefined ? 0 : LEAST_BASELINE_WEEKS * 7
  if ('k' in node) return node.k === 'baseline' ? (node.of === 'SELF' ? LEAST_DAYS : 1) : 0
  if (!('of' in node)) return 0
  if (node.op === 'ALL') return Math.max(0, ...node.of.map(daysOf))
  // One of several is enough.
  return node.op === 'ANY' ? Math.min(...node.of.map(daysOf)) : 0
}
