import { NO_AUDIENCE } from '@samudra/contract/alert-audience'
import {
  CROSSING_DETECTORS,
  editAlertDefinition,
  type AlertDefinition,
  type AlertDefinitionDraft,
} from '@samudra/contract/alert-definitions'
import type { AisFilter } from '@samudra/contract/filter'
import type { RuleSchedule } from '@samudra/contract/rules'
import { clauseCount } from '../../../../map/filter.store.ts'

/** A definition as it is typed: what it may do without is null where it does. */
export type DefinitionDraft = Omit<
  AlertDefinitionDraft,
  'subject' | 'schedule' | 'crossing' | 'auto_clear_min' | 'review_due'
> & {
  subject: AisFilter | null
  schedule: RuleSchedule | null
  crossing: NonNullable<AlertDefinition['crossing']> | null
  auto_clear_min: number | null
  /** NaN while what is typed is no time; epoch ms. */
  review_due: number | null
}

/** Defaults of the server for a new definition, with no audience. */
export const NEW_DEFINITION: DefinitionDraft = {
  name: '',
  description: '',
  trigger: { builtin: 'SPOOFING_EVENT' },
  severity: null,
  audience: NO_AUDIENCE,
  channels: [],
  dedupe_key: ['mmsi', 'pair', 'aoi'],
  dedupe_window_min: 60,
  grace_min: 0,
  exclude_in_port: true,
  escalation_policy_id: 'STANDARD',
  sound: 'SOFT',
  visibility: 'PRIVATE',
  subject: null,
  schedule: null,
  crossing: null,
  auto_clear_min: null,
  review_due: null,
}

export const draftOf = (of: AlertDefinition): DefinitionDraft => ({
  name: of.name,
  description: of.description,
  trigger: of.trigger,
  severity: of.severity,
  audience: of.audience,
  channels: of.channels,
  dedupe_key: of.dedupe_key,
  dedupe_window_min: of.dedupe_window_min,
  grace_min: of.grace_min,
  exclude_in_port: of.exclude_in_port,
  escalation_policy_id: of.escalation_policy_id,
  sound: of.sound,
  visibility: of.visibility,
  subject: of.subject ?? null,
  schedule: of.schedule ?? null,
  crossing: of.crossing ?? null,
  auto_clear_min: of.auto_clear_min ?? null,
  review_due: of.review_due === undefined ? null : Date.parse(of.review_due),
})

const reviewOf = ({ review_due }: DefinitionDraft) =>
  review_due === null ? null : new Date(review_due).toISOString()
/** Returns the vessel filter; an empty filter means all vessels. */
const shipsOf = ({ subject }: DefinitionDraft) =>
  subject === null || clauseCount(subject) === 0 ? null : subject
/** Returns the chosen crossings; null for other detectors and rules. */
const crossingOf = ({ crossing, trigger }: DefinitionDraft) =>
  'builtin' in trigger && CROSSING_DETECTORS.includes(trigger.builtin) ? crossing : null
/** Without what is null: a new one does without it. */
const without = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

export const newOf = (draft: DefinitionDraft): AlertDefinitionDraft => {
  const { subject: _ships, crossing: _lines, schedule, auto_clear_min, review_due: _due, ...fields } = draft
  const options = {
    subject: shipsOf(draft),
    crossing: crossingOf(draft),
    schedule,
    auto_clear_min,
    review_due: reviewOf(draft),
  }
  return { ...fields, ...without(options) }
}

/** Returns the changes to a definition; an unchanged review day is not sent, because the server rejects a past one. */
export function changesOf(draft: DefinitionDraft, over: AlertDefinition) {
  const { review_due: _due, ...rest } = draft
  const fields = { ...rest, subject: shipsOf(draft), crossing: crossingOf(draft) }
  const review_due = reviewOf(draft)
  return review_due === (over.review_due ?? null) ? fields : { ...fields, review_due }
}

/** As it would be shown. */
export const shownAs = (theirs: AlertDefinition, draft: DefinitionDraft): AlertDefinition => {
  const {
    subject: _subject,
    crossing: _crossing,
    schedule: _hours,
    auto_clear_min: _clear,
    review_due: _due,
    ...rest
  } = theirs
  return { ...rest, ...newOf(draft) }
}

/** Returns the values an address fills in; empty where it describes no definition. */
export function filledIn(text: string): Partial<DefinitionDraft> {
  try {
    const words = JSON.parse(text) as object
    const reading = editAlertDefinition.input({ id: 'any', expected_version: 0, ...words })
    if (!reading.ok) return {}
    const { id: _id, expected_version: _version, reason: _why, review_due: _due, ...fields } = reading.value
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  } catch {
    return {}
  }
}
