import { RULE_STATE_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import { SEVERITIES } from '@samudra/contract/event-types'
import type { RuleActionOutcome } from '@samudra/contract/rule-actions'
import { SUBJECT_WORDS, type Rule } from '@samudra/contract/rule-keeping'
import type { RuleRun } from '@samudra/contract/rule-results'
import type { RulePart } from '@samudra/contract/rule-tree'

/** Placeholder for the id of a rule that is not saved yet. */
export const NEW = 'new'

type Severity = Rule['severity']
/** Returns the status of a rule in words; one that is enabled and not evaluated yet is starting. */
export const statusText = ({ status, starting }: Pick<Rule, 'status' | 'starting'>) =>
  starting ? 'Starting' : RULE_STATE_LABELS[status]
/** The graver the higher. */
export const SEVERITY_RANK: Record<Severity, number> = { INFO: 0, LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 }
export const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))
export const isUnderWay = ({ state }: Pick<RuleRun, 'state'>) => state === 'QUEUED' || state === 'RUNNING'
export const ACTION_STATE_WORDS: Record<RuleActionOutcome['state'], string> = {
  WAITS: 'Pending:',
  DONE: 'Done:',
  REFUSED: 'Not done:',
}
/** Subjects of a hit, with their words. */
export const SUBJECTS = (['VESSEL', 'PAIR', 'AREA', 'SOURCE', 'AIRCRAFT'] as const).map((value) => ({
  value,
  label: SUBJECT_WORDS[value],
}))
/** Key by which equal hits are reported once within their window. */
export const KEY_OF = {
  VESSEL: 'mmsi',
  PAIR: 'pair',
  AREA: 'aoi',
  SOURCE: 'source',
  AIRCRAFT: 'icao24',
} as const

/** The parts of a rule that are boxes. */
export const PART_LABELS: Record<RulePart, string> = {
  scope: 'Applies to',
  when: 'Trigger',
  unless: 'Exceptions',
  clear: 'Clear',
}

/** A share, 0 to 1. */
export const percentText = (share: number) => `${Math.round(share * 100)} %`
/** Returns the computing time in words. */
export const costText = (ms: number) =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : ms < 60_000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${(ms / 60_000).toFixed(1)} min`
