import type { RuleRecord, RuleRun } from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { minutesText } from '@samudra/contract/rule-words'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { agoText } from '../../../../kit/text/when-text.ts'

const DAY_MS = 86_400_000
/** Days a preview looks back over. */
export const PREVIEW_DAYS = [1, 3, 7, 14, 30] as const

/** Returns in one sentence the alerts a rule would have raised; for sources without vessels. */
export function wouldHave(record: RuleRecord): string {
  if (record.hits === 0) return 'Would not have alerted'
  const times = `Would have alerted ${record.hits === 1 ? 'once' : `${countText(record.hits)} times`}`
  if (record.ships === 0) return times
  return [times, countWords(record.ships, 'vessel'), `${countText(record.in_port)} in port`].join(', ')
}

/** The same of a look back: of one that was ended before its time as far as it came. */
export function foundWords(record: RuleRecord, { state }: Pick<RuleRun, 'state'>): string {
  if (state !== 'CANCELLED' && state !== 'FAILED') return wouldHave(record)
  return record.hits === 0 ? 'No hits so far' : `${wouldHave(record)}, so far`
}

/** Least share of a period with data by which a run without hits counts as quiet. */
export const LEAST_COVERAGE = 0.9

/** States how much of a run's period had data; empty before the run is over, and of aircraft. */
export function coverageWords({ coverage, from, to }: Pick<RuleRun, 'coverage' | 'from' | 'to'>): string {
  if (coverage === null) return ''
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  const whole = `Data for ${agoText(seconds * coverage.share)} of ${agoText(seconds)} (${shareText(coverage.share)})`
  const each = coverage.sources.map(({ source, share }) => `${source} ${shareText(share)}`)
  return each.length === 0 ? `${whole}.` : `${whole}: ${each.join(', ')}.`
}
/** Whole percent; a share above none is at least 1 %, and below all at most 99 %. */
const shareText = (share: number) =>
  `${share <= 0 ? 0 : share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)))} %`

/** Returns whether a run had too little data to count as quiet. */
export const lacksData = ({ coverage }: Pick<RuleRun, 'coverage'>): boolean =>
  coverage !== null && coverage.share < LEAST_COVERAGE

/** Warns of a run that counts only part of what its rule finds once enabled; empty when it counts all. */
export function partWords(
  { counts_all, started_by }: Pick<RuleRun, 'counts_all' | 'started_by'>,
  user: string,
) {
  if (counts_all) return ''
  const whose = started_by === user ? 'you' : `you and ${started_by}`
  return `This counts only the sources and zones that ${whose} may see. For other users it may raise more alerts once enabled.`
}

/** Returns in words how many hits were merged with an earlier one; empty if none. */
export function groupedWords(record: RuleRecord, { dedupe }: Pick<RuleDraft, 'dedupe'>): string {
  if (record.again === 0) return ''
  const all = countText(record.hits + record.again)
  return `It matched ${all} times; ${countText(record.again)} repeats within ${minutesText(dedupe.window_min)} count with the earlier hit.`
}

/** Hits of each day from the first to the last of a period, at noon UTC or at the end of the period nearest to it, epoch ms. */
export function volumeOf(
  { days }: Pick<RuleRecord, 'days'>,
  from: number,
  to: number,
): { times: number[]; values: number[] } {
  const hits = new Map(days.map(({ day, hits }) => [Math.floor(Date.parse(day) / DAY_MS), hits]))
  const [first, last] = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)]
  const all = Array.from({ length: Math.max(1, last - first + 1) }, (_, i) => first + i)
  const within = (at: number) => Math.min(to, Math.max(from, at))
  return {
    times: all.map((day) => within((day + 0.5) * DAY_MS)),
    values: all.map((day) => hits.get(day) ?? 0),
  }
}

/** Share of what was judged that was confirmed, 0 to 1; null without any. */
export const precisionOf = ({
  confirmed,
  disputed,
}: Pick<RuleRecord, 'confirmed' | 'disputed'>): number | null =>
  confirmed + disputed === 0 ? null : confirmed / (confirmed + disputed)

type Saved = { id: string; defined_version: number }
/** Returns true if a run is the preview required to enable a rule: ended, dry, and of the version evaluated now. */
export const isPreviewOf = (run: RuleRun, rule: Saved): run is RuleRun & { preview: string } =>
  run.preview !== null && run.dry_run && run.rule_id === rule.id && run.rule_version === rule.defined_version
