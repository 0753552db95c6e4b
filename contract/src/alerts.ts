import { z } from 'zod'
import { ALERT_SOUNDS } from './alert-definitions.ts'
import { ALERT_ACTIONS, ALERT_STATES, DISPOSITIONS } from './alert-workflow.ts'
import { WATCH_EMPTY } from './duties.ts'
import { EVENT_CODES, SEVERITIES } from './event-types.ts'
import { SHIP } from './example.ts'
import {
  Id,
  Instant,
  listOf,
  MmsiText,
  op,
  paging,
  push,
  queryFlag,
  queryListOf,
  recordOf,
  SplitId,
} from './kernel.ts'
import { RESULT_STATES, RuleExplanation } from './rule-results.ts'

/** Condition of the reported behaviour, independent of the work on the alert: active, cleared, or revised. */
export const ALERT_CONDITIONS = ['ACTIVE', 'CLEARED', 'REVISED'] as const
const Severity = z.enum(SEVERITIES)

const Comment = z.object({
  at: Instant,
  by: z.string(),
  by_id: z.string(),
  /** Action performed on the alert. */
  action: z.enum(ALERT_ACTIONS),
  text: z.string(),
})
/** Hit on which the alert stands; the latest twenty are stored. */
const Evidence = z.object({
  result_id: z.string(),
  first_at: Instant,
  last_at: Instant,
  status: z.enum(RESULT_STATES),
  fix_ids: z.array(z.string()),
})

/** Alert that a user must review. */
export const Alert = z.object({
  id: z.string(),
  version: z.number(),
  /** Code of the detector that found it, RULE for a user's rule, or WATCH_EMPTY where no user is on watch. */
  type: z.string(),
  /** Null of a rule that raises alerts by itself. */
  definition_id: z.string().nullable(),
  rule_id: z.string(),
  rule_version: z.number(),
  severity: Severity,
  title: z.string(),
  text: z.string(),
  /** Null of what was found of an area, a source or an aircraft, and of the watch. */
  mmsi: MmsiText.nullable(),
  /** Which of the ships under that MMSI; 0 is the first. */
  split_id: z.number(),
  /** The other one of a pair. */
  other_mmsi: MmsiText.nullable(),
  other_split_id: z.number().nullable(),
  /**
   * Name of the vessel; null where it was not reported. Users confined to some sources or waters receive the name from
   * the picture alone.
   */
  ship_name: z.string().nullable(),
  aoi_id: z.string().nullable(),
  /** Code of the source it is about; null of others. */
  source: z.string().nullable(),
  /** ICAO address of the aircraft it is about; null of others. */
  icao24: z.string().nullable(),
  /** Position; null for a source, and for an aircraft that reported no position. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** Instant of the data at which it was found. */
  first_at: Instant,
  /** When it last began to hold, or was over. */
  last_at: Instant,
  /** Beginning and end of the behaviour; the end is null while it goes on. A vessel not received for 12 hours ends it at its last report. */
  began_at: Instant,
  ended_at: Instant.nullable(),
  known_at: Instant,
  /** Number of occurrences within the window of the definition. */
  count: z.number(),
  condition: z.enum(ALERT_CONDITIONS),
  state: z.enum(ALERT_STATES),
  owner_id: z.string().nullable(),
  owner: z.string().nullable(),
  acked_by: z.string().nullable(),
  acked_at: Instant.nullable(),
  /** Level of escalation: 0 the desk, 1 the supervisor, 2 the duty officer, notified again from then on. */
  escalation_level: z.number(),
  /** Time of the next escalation; null where no user is notified next. */
  next_escalation_at: Instant.nullable(),
  shelved_until: Instant.nullable(),
  shelved_by: z.string().nullable(),
  disposition: z.enum(DISPOSITIONS).nullable(),
  comments: z.array(Comment),
  explanation: RuleExplanation.nullable(),
  evidence: z.array(Evidence),
  /** Key shared by alerts of one burst or one jamming incident, shown as one; null for others. */
  group_key: z.string().nullable(),
  /** There are no cases yet. */
  case_id: z.null(),
  /** True when a contributing source was down at the time of the alert. */
  feed_degraded: z.boolean(),
  /** Sound at the desks, from the definition at the time of the alert. */
  sound: z.enum(ALERT_SOUNDS),
})
export type Alert = z.output<typeof Alert>

const Counts = z.object({
  state: z.record(z.string(), z.number()),
  severity: z.record(z.string(), z.number()),
})
/** Alerts that came in one flood, or of ships that are wrong alike, as one row. */
const Group = z.object({
  group_key: z.string(),
  kind: z.enum(['FLOOD', 'JAM']),
  /** Alert of the jamming incident itself; null where the caller may not know of it, and for alert bursts. */
  head_id: z.string().nullable(),
  /** Title of the jamming incident, where the caller may see it. */
  title: z.string(),
  severity: Severity,
  alerts: z.number(),
  open: z.number(),
  first_at: Instant,
  last_at: Instant,
  /** Beginning of the behaviour that began first. */
  began_at: Instant,
  /** End of the behaviour that ended last; null while the end of one is not known. */
  ended_at: Instant.nullable(),
  /** Time of the first detection. */
  known_at: Instant,
})
export type AlertGroup = z.output<typeof Group>

/** Types that alerts are listed under: those of events, of users' rules, and of the empty watch. */
export const ALERT_TYPES: readonly [string, ...string[]] = ['RULE', WATCH_EMPTY, ...EVENT_CODES]

const period = { from: Instant.optional(), to: Instant.optional() }

/**
 * Returns alerts as they stand or stood, by when they became known, latest first; `from` and `to` are of that instant.
 * Counts and groups cover the whole query, not the page alone. A group is included where two or more of its alerts
 * match the query, in any state and with any owner.
 */
export const getAlerts = op({
  name: 'getAlerts',
  route: 'GET /v2/alerts',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  costly: 'past',
  example: {},
  input: z.object({
    /** This one alone. */
    id: Id.optional(),
    state: z.enum(ALERT_STATES).optional(),
    /** Alerts in any of these states. */
    states: queryListOf(ALERT_STATES).optional(),
    condition: z.enum(ALERT_CONDITIONS).optional(),
    severity: Severity.optional(),
    severities: queryListOf(SEVERITIES).optional(),
    type: z.enum(ALERT_TYPES).optional(),
    types: queryListOf(ALERT_TYPES).optional(),
    definition_id: Id.optional(),
    mmsi: MmsiText.optional(),
    aoi_id: Id.optional(),
    /** Name of the owner; empty for alerts without an owner. */
    owner: z.string().max(200).optional(),
    shelved: queryFlag.optional(),
    ...period,
    /** Alerts of one group; empty for alerts in no group, or in a group that is not among `groups`. */
    group: Id.optional(),
    as_of: Instant.optional(),
    ...paging,
  }),
  output: listOf(Alert).extend({ counts: Counts, groups: z.array(Group) }),
})

const Done = z.object({
  id: z.string(),
  ok: z.boolean(),
  /** Current state; null when the alert does not exist. */
  state: z.enum(ALERT_STATES).nullable(),
  owner: z.string().nullable(),
  version: z.number().nullable(),
  Code: z.string().optional(),
  /** Why not, and who has it. */
  Message: z.string().optional(),
})
/** The most alerts of one call. */
export const MOST_AT_ONCE = 500

/** Applies one action to some alerts, each by itself, and returns the outcome of each. */
export const acknowledgeAlerts = op({
  name: 'acknowledgeAlerts',
  route: 'POST /v2/alerts/acknowledge',
  bounded: 'BATCH',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Changed alerts',
  example: { ids: ['none'] },
  input: z.object({
    ids: z.array(Id).min(1).max(MOST_AT_ONCE),
    action: z.enum(ALERT_ACTIONS).default('ACK'),
    comment: z.string().trim().min(1).max(2000).optional(),
    assignee_id: Id.optional(),
    until: Instant.optional(),
    disposition: z.enum(DISPOSITIONS).optional(),
    /** By id: which version was looked at; one that has changed since is left alone. */
    expected_versions: recordOf(z.number(), MOST_AT_ONCE).optional(),
  }),
  output: z.object({ results: z.array(Done) }),
})

/** Alerts of a ship, by when they became known, the latest first; with `split_id` of that one of the ships under the MMSI. */
export const getAlertsForVessel = op({
  name: 'getAlertsForVessel',
  route: 'GET /v2/alerts/by-vessel/{mmsi}',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { mmsi: SHIP },
  input: z.object({
    mmsi: MmsiText,
    split_id: SplitId.optional(),
    ...period,
    state: z.enum(ALERT_STATES).optional(),
    ...paging,
  }),
  output: listOf(Alert),
})

/** Alerts a definition raised, the latest first, with what they turned out to be worth. */
export const getAlertResults = op({
  name: 'getAlertResults',
  route: 'GET /v2/alert-definitions/{id}/results',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { id: 'none' },
  input: z.object({ id: Id, ...period, disposition: z.enum(DISPOSITIONS).optional(), ...paging }),
  output: listOf(Alert).extend({
    /** Share of the judged ones that there was something to, 0 to 1; null without any. */
    precision: z.number().nullable(),
    /** Seconds until one was acknowledged, the median; null without any. */
    median_ack_s: z.number().nullable(),
  }),
})

/** Push of new or changed alerts, as the recipient may know of them; each replaces an earlier version of its id. */
export const alertsChanged = push({ wire: 'alerts', payload: z.array(Alert) })
/** The most alerts of one push. */
export const MOST_PUSHED = 100

/** Returns the later of two versions of an alert: a slow server may push an older one. */
export const laterOf = (held: Alert | null | undefined, notified: Alert): Alert =>
  held?.id === notified.id && held.version >= notified.version ? held : notified
