import { z } from 'zod'
import { AlertAudience, AlertChannels, audienceText, channelsText, NO_AUDIENCE } from './alert-audience.ts'
import { BoundaryCountry } from './countries.ts'
import { BUILT_IN_POLICY_LABELS } from './escalation-policies.ts'
import { DETECTED_TYPES, SEVERITIES } from './event-types.ts'
import { AisFilter } from './filter.ts'
import { Id, Instant, listOf, op, queryFlag, typedName } from './kernel.ts'
import { filterText } from './filter-text.ts'
import { byName, kind, seenBy } from './kind.ts'
import { listing, objectColumns, versionColumns, Visibility } from './objects.ts'
import { RuleSchedule } from './rules.ts'

export const ALERT_DEFINITION_STATES = ['DRAFT', 'ENABLED', 'DISABLED', 'REVIEW_DUE', 'ERROR'] as const
/** Alerts are of one thing where these are the same; without any every hit of the definition is of one thing. */
export const DEDUPE_KEYS = ['mmsi', 'pair', 'aoi'] as const
export const ALERT_SOUNDS = ['NONE', 'SOFT', 'LOUD'] as const
export type AlertSound = (typeof ALERT_SOUNDS)[number]

const Trigger = z.union([
  z.object({
    /** Detector whose findings raise alerts, by its code. */
    builtin: z.enum(DETECTED_TYPES),
  }),
  z.object({ rule_id: Id }),
])
const Reason = z.string().trim().min(1).max(500)
/** Up to thirty days. */
const Minutes = z.number().min(0).max(43_200)

const fields = {
  name: typedName(120),
  description: z.string().max(2000),
  trigger: Trigger,
  /** Null: as grave as what is found. */
  severity: z.enum(SEVERITIES).nullable(),
  /** Users notified in addition to those who see the alert on a screen. */
  audience: AlertAudience,
  /** Channels by which the audience is notified. */
  channels: AlertChannels,
  dedupe_key: z.array(z.enum(DEDUPE_KEYS)).max(DEDUPE_KEYS.length),
  /** Minutes after the last match in which it is the same alert. */
  dedupe_window_min: Minutes,
  /** Minutes without a match before the alert is cleared. */
  grace_min: Minutes,
  /** True when findings inside a port raise no alert. */
  exclude_in_port: z.boolean(),
  /** `STANDARD`, `NONE`, or the id of an escalation policy. */
  escalation_policy_id: Id,
  sound: z.enum(ALERT_SOUNDS),
  visibility: Visibility,
}
/** Optional parts of a definition. */
const options = {
  /** Filter for vessels, evaluated at the time of the finding. */
  subject: AisFilter,
  schedule: RuleSchedule,
  /** Crossings that count, for a detector of crossings. */
  crossing: z.object({
    /** States whose lines, read as ISO 3166 alpha-3; those of all unless given. */
    states: z.array(BoundaryCountry).min(1).max(250).optional(),
    /** Into or out of the waters; both unless given. */
    direction: z.enum(['IN', 'OUT']).optional(),
    /** Leaves out cargo vessels, tankers and passenger ships at 5 kn or more: in passage, or on the way to or from a port. */
    exclude_passage: z.boolean().optional(),
  }),
  /** Minutes after the last match when the alert is cleared at the latest. */
  auto_clear_min: Minutes.refine((minutes) => minutes >= 1, 'must be at least 1'),
  review_due: Instant,
}

const Draft = z.object({
  ...fields,
  ...z.object(options).partial().shape,
  description: fields.description.default(''),
  severity: fields.severity.default(null),
  audience: AlertAudience.default(NO_AUDIENCE),
  channels: AlertChannels.default([]),
  dedupe_key: fields.dedupe_key.default(['mmsi', 'pair', 'aoi']),
  dedupe_window_min: Minutes.default(60),
  grace_min: Minutes.default(0),
  exclude_in_port: fields.exclude_in_port.default(true),
  escalation_policy_id: fields.escalation_policy_id.default('STANDARD'),
  sound: fields.sound.default('SOFT'),
})
export type AlertDefinitionDraft = z.output<typeof Draft>

/** Definition of alerts: what raises them, for which vessels, for whom, and how often. */
export const AlertDefinition = z.object({
  ...objectColumns,
  ...fields,
  ...z.object(options).partial().shape,
  enabled: z.boolean(),
  state: z.enum(ALERT_DEFINITION_STATES),
  /** Disabled until then; null for good. */
  disabled_until: Instant.nullable(),
  error_reason: z.string(),
  /** Counts of alerts visible to the caller; null in answers about the past. */
  stats: z
    .object({
      fired_7d: z.number(),
      /** Share of the judged ones that there was something to, 0 to 1; null without any. */
      precision: z.number().nullable(),
    })
    .nullable(),
})
export type AlertDefinition = z.output<typeof AlertDefinition>

const EXAMPLE = {
  name: 'Spoofing',
  trigger: { builtin: 'SPOOFING_EVENT' },
  visibility: 'PRIVATE' as const,
}

/** Keeps a definition; enabled it raises alerts of what is found from now on. */
export const createAlertDefinition = op({
  name: 'createAlertDefinition',
  route: 'POST /v2/alert-definitions',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Created an alert definition',
  example: EXAMPLE,
  input: Draft.extend({ enabled: z.boolean().default(true) }),
  output: AlertDefinition,
})

export const getAlertDefinitions = op({
  name: 'getAlertDefinitions',
  route: 'GET /v2/alert-definitions',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object({
    enabled: queryFlag.optional(),
    /** Code of the detector it is about. */
    type: z.enum(DETECTED_TYPES).optional(),
    /** Name of the owner. */
    owner: z.string().max(200).optional(),
    /** Items due for review by an instant. */
    review_due: Instant.optional(),
    ...listing,
  }),
  output: listOf(AlertDefinition),
})

/** All versions the caller may see, the first first; also of a definition that was deleted. */
export const getAlertDefinitionVersions = op({
  name: 'getAlertDefinitionVersions',
  route: 'GET /v2/alert-definitions/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'group',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(AlertDefinition.extend(versionColumns)) }),
})

/**
 * Updates a definition: omitted fields stay, null removes an optional part. A definition in ERROR becomes a draft
 * again.
 */
export const editAlertDefinition = op({
  name: 'editAlertDefinition',
  route: 'POST /v2/alert-definitions/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed an alert definition',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    ...z.object(fields).partial().shape,
    subject: options.subject.nullable().optional(),
    schedule: options.schedule.nullable().optional(),
    crossing: options.crossing.nullable().optional(),
    auto_clear_min: options.auto_clear_min.nullable().optional(),
    review_due: options.review_due.nullable().optional(),
    reason: Reason.optional(),
  }),
  output: AlertDefinition,
})

/** Its alerts stay, and those that are open stay open. */
export const deleteAlertDefinition = op({
  name: 'deleteAlertDefinition',
  route: 'DELETE /v2/alert-definitions/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted an alert definition',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: Reason }),
  output: z.object({ id: z.string(), open_alerts: z.number() }),
})

/**
 * With `until` it is enabled again by itself. What is enabled must hold as when it was written; one in ERROR is changed
 * first.
 */
export const enableDisableAlertDefinition = op({
  name: 'enableDisableAlertDefinition',
  route: 'POST /v2/alert-definitions/{id}/enabled',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Enabled or disabled an alert definition',
  example: { id: 'none', enabled: false, reason: 'x' },
  input: z
    .object({ id: Id, enabled: z.boolean(), reason: Reason, until: Instant.optional() })
    .refine(({ enabled, until }) => !enabled || until === undefined, {
      path: ['until'],
      message: 'applies only to disabling. Remove it',
    }),
  output: AlertDefinition,
})

/** Definitions of alerts, as screens keep them. */
export const alertDefinitionKind = kind<AlertDefinition>({
  type: 'alert_definition',
  table: 'alert_definitions',
  noun: 'alert definition',
  list: getAlertDefinitions,
  order: byName,
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'State', text: ({ state }) => plain(state) },
    { label: 'Severity', text: ({ severity }) => (severity === null ? 'From detector' : plain(severity)) },
    seenBy,
    {
      label: 'Raised by',
      text: ({ trigger }) => ('builtin' in trigger ? trigger.builtin : trigger.rule_id),
    },
    {
      label: 'Deduplicate for',
      text: ({ dedupe_window_min }) => `${dedupe_window_min} min`,
      value: ({ dedupe_key, dedupe_window_min }) => [dedupe_key, dedupe_window_min],
    },
    { label: 'Cleared after', text: ({ grace_min }) => `${grace_min} min without it` },
    {
      label: 'Cleared at the latest after',
      text: ({ auto_clear_min }) => (auto_clear_min === undefined ? '' : `${auto_clear_min} min`),
    },
    { label: 'In ports', text: ({ exclude_in_port }) => (exclude_in_port ? 'No' : 'Yes') },
    {
      label: 'Vessels',
      text: ({ subject }) => filterText(subject),
      value: ({ subject }) => subject ?? null,
    },
    {
      label: 'Crossings',
      text: ({ crossing }) => crossingText(crossing),
      value: ({ crossing }) => crossing ?? null,
    },
    {
      label: 'Hours',
      text: ({ schedule }) => hoursText(schedule),
      value: ({ schedule }) => schedule ?? null,
    },
    {
      label: 'Escalation',
      text: ({ escalation_policy_id: id }) => BUILT_IN_POLICY_LABELS[id] ?? 'By policy',
      value: ({ escalation_policy_id }) => escalation_policy_id,
    },
    { label: 'Sound', text: ({ sound }) => plain(sound) },
    {
      label: 'Also notify',
      text: ({ audience }) => audienceText(audience),
      value: ({ audience }) => audience,
    },
    { label: 'Channels', text: ({ channels }) => channelsText(channels) },
    {
      label: 'Review due',
      text: ({ review_due }, { time }) => (review_due === undefined ? '' : time(review_due)),
    },
    {
      label: 'Disabled until',
      text: ({ disabled_until }, { time }) => (disabled_until === null ? '' : time(disabled_until)),
    },
    { label: 'Error', text: ({ error_reason }) => error_reason },
    { label: 'Description', text: ({ description }) => description },
  ],
})

/** `REVIEW_DUE` as `Review due`. */
const plain = (code: string) => (code[0] + code.slice(1).toLowerCase()).replaceAll('_', ' ')

/** Codes of the detectors of crossings. */
export const CROSSING_DETECTORS: readonly string[] = ['TWELVE_NM', 'TWENTY_FOUR_NM']
/** States which crossings raise alerts: `Into waters of IND, LKA; without merchant vessels in passage`. */
export function crossingText(crossing: AlertDefinition['crossing']): string {
  if (crossing === undefined) return ''
  const { states, direction, exclude_passage } = crossing
  const way = direction === undefined ? 'Into or out of' : direction === 'IN' ? 'Into' : 'Out of'
  const of = states === undefined ? 'all waters' : `waters of ${states.join(', ')}`
  return `${way} ${of}${exclude_passage === true ? '; without merchant vessels in passage' : ''}`
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** When something holds, in words: `Mon, Tue 06:00 to 18:00 IST, at night`. */
export function hoursText(schedule: RuleSchedule | undefined): string {
  if (schedule === undefined) return ''
  const { zone, days, from, to, light } = schedule
  const of = days === undefined || days.length === 7 ? 'every day' : days.map((day) => DAYS[day]).join(', ')
  const hours = from === undefined && to === undefined ? '' : ` ${from ?? '00:00'} to ${to ?? '24:00'}`
  const lit = light === undefined ? '' : light === 'DAY' ? ', by day' : ', at night'
  return `${of}${hours} ${zone}${lit}`
}
