import { RULE_STATE_LABELS } from './labels.ts'
import { z } from 'zod'
import { SEVERITIES } from './event-types.ts'
import { Id, Instant, listOf, op } from './kernel.ts'
import { byName, kind, seenBy, type Field } from './kind.ts'
import { listing, objectColumns, versionColumns } from './objects.ts'
import { actionPhrase } from './rule-words.ts'
import { RULE_STATUSES, RuleDraft, ruleFields, ruleOptions } from './rules.ts'

const { visibility: _visibility, ...bare } = ruleFields
const { valid_from: _from, valid_to: _to, ...options } = ruleOptions
const Reason = z.string().max(500)

/** A rule as it stands. */
export const Rule = z.object({
  ...objectColumns,
  ...bare,
  ...z.object(options).partial().shape,
  status: z.enum(RULE_STATUSES),
  /** The version in which what is evaluated was last changed, and by whom; hits and previews name it. */
  defined_version: z.number(),
  defined_by: z.string(),
  /** Reason for ERROR, or for what is withheld just now; empty where there is none. */
  error_reason: z.string(),
  /** True while it is enabled and not evaluated yet; vessels of the last hour are replayed first. */
  starting: z.boolean(),
  /** Faults that prevent enabling, each with the path of its condition in `fields`, and warnings. */
  validation: z.object({
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
    fields: z.array(z.object({ field: z.string(), why: z.string() })).optional(),
  }),
  /** The rule read back. */
  sentence: z.string(),
  /** Counts of hits visible to the caller; null in answers about the past. */
  stats: z
    .object({
      hits_24h: z.number(),
      hits_7d: z.number(),
      /** Milliseconds of the last run; null without one. */
      cost_ms: z.number().nullable(),
      /** Share of the judged hits that were confirmed, 0 to 1; null without any. */
      precision: z.number().nullable(),
    })
    .nullable(),
})
export type Rule = z.output<typeof Rule>

/** Example: a rule about slow vessels. */
const EXAMPLE = {
  name: 'Slow',
  severity: 'LOW' as const,
  category: 'AIS_BEHAVIOUR',
  visibility: 'PRIVATE' as const,
  subject: 'VESSEL' as const,
  when: { k: 'attr', field: 'sog', cmp: 'lt', value: 2 },
  dedupe: { key: ['mmsi' as const], window_min: 60 },
  limits: { max_hits_per_hour: 1000 },
}

/** Saves a rule as a draft, also one that cannot be evaluated yet: `validation` gives the reason. */
export const createRule = op({
  name: 'createRule',
  route: 'POST /v2/rules',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Created a rule',
  ruleAt: '',
  example: EXAMPLE,
  input: RuleDraft,
  output: Rule,
})

/** Updates a rule: omitted fields stay, null removes an optional part. Another condition makes it a draft again. */
export const updateRule = op({
  name: 'updateRule',
  route: 'POST /v2/rules/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed a rule',
  ruleAt: '',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    ...z.object(ruleFields).partial().shape,
    scope: ruleOptions.scope.nullable().optional(),
    unless: ruleOptions.unless.nullable().optional(),
    clear: ruleOptions.clear.nullable().optional(),
    hysteresis_nm: ruleOptions.hysteresis_nm.nullable().optional(),
    grace_min: ruleOptions.grace_min.nullable().optional(),
    schedule: ruleOptions.schedule.nullable().optional(),
    valid_from: ruleOptions.valid_from.nullable().optional(),
    valid_to: ruleOptions.valid_to.nullable().optional(),
    repeat_yearly: ruleOptions.repeat_yearly.nullable().optional(),
    review_due: ruleOptions.review_due.nullable().optional(),
    actions: ruleOptions.actions.nullable().optional(),
    reason: Reason.optional(),
  }),
  output: Rule,
})

export const getRules = op({
  name: 'getRules',
  route: 'GET /v2/rules',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object({
    status: z.enum(RULE_STATUSES).optional(),
    /** Name of the owner. */
    owner: z.string().max(200).optional(),
    q: z.string().max(200).optional(),
    severity: z.enum(SEVERITIES).optional(),
    /** Items due for review by an instant. */
    review_due: Instant.optional(),
    ...listing,
  }),
  output: listOf(Rule),
})

/** All versions the caller may see, the first first; also of a rule that was deleted. */
export const getRuleVersions = op({
  name: 'getRuleVersions',
  route: 'GET /v2/rules/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'group',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(Rule.extend(versionColumns)) }),
})

/** Its results stay. */
export const deleteRule = op({
  name: 'deleteRule',
  route: 'DELETE /v2/rules/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a rule',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: Reason.optional() }),
  output: z.object({ id: z.string() }),
})

/**
 * Enabling needs `ack_preview`, the hash of a dry run of this very version that was looked at; of a rule of the whole centre
 * another administrator than who defined it.
 */
export const enableOrDisableRule = op({
  name: 'enableOrDisableRule',
  route: 'POST /v2/rules/{id}/enabled',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Enabled or disabled a rule',
  example: { id: 'none', enabled: false },
  input: z.object({
    id: Id,
    enabled: z.boolean(),
    reason: Reason.optional(),
    ack_preview: z.string().max(64).optional(),
  }),
  output: Rule,
})

/** Words for the subject of a hit. */
export const SUBJECT_WORDS: Readonly<Record<Rule['subject'], string>> = {
  VESSEL: 'One vessel',
  PAIR: 'Two vessels',
  AREA: 'An area',
  SOURCE: 'A source',
  AIRCRAFT: 'An aircraft',
}
const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const LIGHTS = { DAY: 'by day', NIGHT: 'at night' }
/** Returns the days, hours and light in which the rule is evaluated. */
function scheduleText({ schedule }: Pick<Rule, 'schedule'>): string {
  if (schedule === undefined) return 'Always'
  const { zone, days, from, to, light } = schedule
  const words = [
    days?.map((day) => DAYS[day]).join(' '),
    from === undefined ? undefined : `from ${from}`,
    to === undefined ? undefined : `to ${to}`,
    zone,
    light === undefined ? undefined : LIGHTS[light],
  ]
  return words.filter((one) => one !== undefined).join(' ')
}
const reported = (isQuiet: boolean) => (isQuiet ? 'Suppressed' : 'Reported')

/** Fields of a rule besides its conditions. */
export const RULE_FACTS: readonly Field<Rule>[] = [
  { label: 'Name', text: ({ name }) => name },
  { label: 'Status', text: ({ status }) => RULE_STATE_LABELS[status] },
  { label: 'Severity', text: ({ severity }) => severity },
  { label: 'Category', text: ({ category }) => category },
  seenBy,
  { label: 'Description', text: ({ description }) => description },
  { label: 'Subject', text: ({ subject }) => SUBJECT_WORDS[subject] },
  {
    label: 'Actions',
    text: ({ actions = [] }) => actions.map((one) => actionPhrase(one)).join('; '),
    value: ({ actions }) => actions ?? [],
  },
  {
    label: 'Deduplicate',
    text: ({ dedupe }) => `repeats within ${dedupe.window_min} min`,
    value: ({ dedupe }) => [dedupe.window_min, dedupe.key],
  },
  { label: 'Rate limit', text: ({ limits }) => `${limits.max_hits_per_hour} hits per hour` },
  { label: 'In ports', text: ({ exclude_in_port }) => reported(exclude_in_port) },
  { label: 'Outside coverage', text: ({ require_coverage }) => reported(require_coverage) },
  {
    label: 'Outside a zone from',
    text: ({ hysteresis_nm }) => (hysteresis_nm === undefined ? '' : `${hysteresis_nm} NM`),
  },
  {
    label: 'Cleared after',
    text: ({ grace_min }) => (grace_min === undefined ? '' : `${grace_min} min`),
  },
  { label: 'Schedule', text: scheduleText },
  {
    label: 'Valid',
    text: ({ valid_from, valid_to, repeat_yearly }, { time }) =>
      valid_from === null && valid_to === null
        ? 'Always'
        : `${time(valid_from)} to ${time(valid_to)}${repeat_yearly === true ? ', every year' : ''}`,
    value: ({ valid_from, valid_to, repeat_yearly }) => [valid_from, valid_to, repeat_yearly === true],
  },
  { label: 'Late data', text: ({ allowed_lateness_min }) => `${allowed_lateness_min} min` },
  {
    label: 'Review due',
    text: ({ review_due }, { time }) => (review_due === undefined ? '' : time(review_due)),
  },
]

/** Rules, as screens keep them. */
export const ruleKind = kind<Rule>({
  type: 'rule',
  table: 'rules',
  noun: 'rule',
  list: getRules,
  order: byName,
  fields: [
    {
      label: 'Rule',
      text: ({ sentence }) => sentence,
      value: ({ when, scope, unless, clear }) => [when, scope, unless, clear],
    },
    ...RULE_FACTS,
  ],
})
