import { z } from 'zod'
import { AlertAudience, AlertChannels, audienceText, channelsText } from './alert-audience.ts'
import { Id, listOf, op, typedName } from './kernel.ts'
import { byName, kind, seenBy } from './kind.ts'
import { listing, objectColumns, versionColumns, Visibility } from './objects.ts'

/** Policies that every installation has: the steps of the watch, or none. */
export const BUILT_IN_POLICIES = ['STANDARD', 'NONE'] as const
export const BUILT_IN_POLICY_LABELS: Readonly<Record<string, string | undefined>> = {
  STANDARD: 'Supervisor, then duty officer',
  NONE: 'No user is notified',
}
/** Actions on an alert that can end its escalation; an alert that is closed never escalates. */
export const ESCALATION_STOPS = ['ACK', 'SHELVE', 'RESOLVE'] as const
export type EscalationStop = (typeof ESCALATION_STOPS)[number]

/** A week. */
const MOST_MINUTES = 10_080
export const MOST_STEPS = 10

const EscalationStep = z.object({
  /** Minutes after the step before; of the first step after the alert was raised. */
  after_min: z.number().int().min(1).max(MOST_MINUTES),
  audience: AlertAudience.refine(
    ({ users, groups, duty_roles }) => users.length + groups.length + duty_roles.length > 0,
    { message: 'names no user. Name users, groups or duty roles' },
  ),
  channels: AlertChannels.default([]),
})
export type EscalationStep = z.output<typeof EscalationStep>

const fields = {
  name: typedName(120),
  steps: z.array(EscalationStep).min(1).max(MOST_STEPS),
  /** Minutes until the last step is done again, each time; 0 for never. */
  repeat_min: z
    .number()
    .int()
    .min(0)
    .max(MOST_MINUTES)
    .refine((minutes) => minutes === 0 || minutes >= 5, 'must be 0, or at least 5'),
  stop_on: z
    .array(z.enum(ESCALATION_STOPS))
    .max(ESCALATION_STOPS.length)
    .refine((stops) => stops.includes('RESOLVE'), 'must name RESOLVE: a closed alert never escalates'),
  /** False when its notifications sound in the quiet hours of their readers; critical ones always do. */
  quiet_hours_apply: z.boolean(),
  visibility: Visibility,
}

const Draft = z.object({
  ...fields,
  repeat_min: fields.repeat_min.default(10),
  stop_on: fields.stop_on.default([...ESCALATION_STOPS]),
  quiet_hours_apply: fields.quiet_hours_apply.default(true),
})
export type EscalationPolicyDraft = z.output<typeof Draft>

/** Steps by which users are notified of an alert that no user takes. */
export const EscalationPolicy = z.object({ ...objectColumns, ...fields })
export type EscalationPolicy = z.output<typeof EscalationPolicy>

const EXAMPLE = {
  name: 'Night watch',
  steps: [{ after_min: 5, audience: { duty_roles: ['SUPERVISOR' as const] } }],
  visibility: 'PRIVATE' as const,
}
const Reason = z.string().trim().min(1).max(500)

/** Stores a policy; alert definitions follow it from the moment they name it. */
export const createEscalationPolicy = op({
  name: 'createEscalationPolicy',
  route: 'POST /v2/escalation-policies',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Created an escalation policy',
  example: EXAMPLE,
  input: Draft,
  output: EscalationPolicy,
})

/** Returns the policies that the caller may see, besides STANDARD and NONE. */
export const getEscalationPolicies = op({
  name: 'getEscalationPolicies',
  route: 'GET /v2/escalation-policies',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object(listing),
  output: listOf(EscalationPolicy),
})

/** Returns all versions the caller may see, the first first; also of a policy that was deleted. */
export const getEscalationPolicyVersions = op({
  name: 'getEscalationPolicyVersions',
  route: 'GET /v2/escalation-policies/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'group',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(EscalationPolicy.extend(versionColumns)) }),
})

/** Updates a policy: omitted fields stay. Open alerts follow the new steps from their next step. */
export const editEscalationPolicy = op({
  name: 'editEscalationPolicy',
  route: 'POST /v2/escalation-policies/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed an escalation policy',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    ...z.object(fields).partial().shape,
    reason: Reason.optional(),
  }),
  output: EscalationPolicy,
})

/** Deletes a policy that no alert definition names. Open alerts that followed it follow STANDARD. */
export const deleteEscalationPolicy = op({
  name: 'deleteEscalationPolicy',
  route: 'DELETE /v2/escalation-policies/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted an escalation policy',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: Reason }),
  output: z.object({ id: z.string() }),
})

/** Returns a step in words: `after 5 min: Supervisor on duty, by Mail`. */
export const stepText = ({ after_min, audience, channels }: EscalationStep): string =>
  `after ${after_min} min: ${audienceText(audience)}${channels.length === 0 ? '' : `, by ${channelsText(channels)}`}`

const STOP_LABELS: Readonly<Record<EscalationStop, string>> = {
  ACK: 'acknowledged',
  SHELVE: 'shelved',
  RESOLVE: 'closed',
}
/** Labels of the actions that end an escalation, as screens offer them. */
export const stopLabel = (stop: EscalationStop): string => STOP_LABELS[stop]

/** Escalation policies, as screens list them. */
export const escalationPolicyKind = kind<EscalationPolicy>({
  type: 'escalation_policy',
  table: 'escalation_policies',
  noun: 'escalation policy',
  list: getEscalationPolicies,
  order: byName,
  fields: [
    { label: 'Name', text: ({ name }) => name },
    seenBy,
    {
      label: 'Steps',
      text: ({ steps }) => steps.map(stepText).join('; '),
      value: ({ steps }) => steps,
    },
    {
      label: 'Repeat last step',
      text: ({ repeat_min }) => (repeat_min === 0 ? 'never' : `every ${repeat_min} min`),
    },
    { label: 'Ends when', text: ({ stop_on }) => stop_on.map(stopLabel).join(', ') },
    {
      label: 'Quiet hours',
      text: ({ quiet_hours_apply }) =>
        quiet_hours_apply ? 'apply, except to critical alerts' : 'do not apply',
    },
  ],
})
