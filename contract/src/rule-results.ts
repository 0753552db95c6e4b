import { z } from 'zod'
import { SEVERITIES } from './event-types.ts'
import { AROUND_NOW, SHIP } from './example.ts'
import { AreaGeometry } from './filter.ts'
import { anything, Id, Instant, listOf, MmsiText, op, paging } from './kernel.ts'
import { RuleActionOutcome } from './rule-actions.ts'
import { RULE_SUBJECTS, RuleDraft } from './rules.ts'

export const RUN_STATES = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'] as const
export const RESULT_STATES = ['HIT', 'CLEARED', 'REVISED'] as const
export const JUDGEMENTS = ['CONFIRMED', 'DISPUTED'] as const
/** Maximum number of results of a run: beyond it the run ends as PARTIAL and is marked as truncated. */
export const MOST_RUN_RESULTS = 10_000
/** Maximum period of one historical run. */
export const MOST_RUN_DAYS = 366

/** Position of a vessel that a condition stands on, with what was known of the vessel then. */
const VesselPosition = z.object({
  split_id: z.number(),
  ship_name: z.string().nullable(),
  call_sign: z.string().nullable(),
  length: z.number().nullable(),
  fix_id: z.string(),
  at: Instant,
  latitude: z.number(),
  longitude: z.number(),
})
export type VesselPosition = z.output<typeof VesselPosition>

export type RuleExplanation = {
  asked: string
  verdict: 'TRUE' | 'FALSE' | 'UNKNOWN'
  value: string | number | null
  threshold: string | number | null
  unit: string | null
  window: { from: string; to: string } | null
  fix_ids: string[]
  /** Positions of several vessels that it stands on; left out for callers who do not see every source and place. */
  positions?: VesselPosition[] | undefined
  of: RuleExplanation[]
}
/** Why a rule held, condition by condition. */
export const RuleExplanation: z.ZodType<RuleExplanation> = z.lazy(() =>
  z.object({
    asked: z.string(),
    verdict: z.enum(['TRUE', 'FALSE', 'UNKNOWN']),
    value: z.union([z.string(), z.number()]).nullable(),
    threshold: z.union([z.string(), z.number()]).nullable(),
    unit: z.string().nullable(),
    window: z.object({ from: Instant, to: Instant }).nullable(),
    fix_ids: z.array(z.string()),
    positions: z.array(VesselPosition).optional(),
    of: z.array(RuleExplanation),
  }),
)

/**
 * Hit of a rule on a vessel, a pair, an aircraft, a source, or an area. For an area `mmsis` are the counted vessels,
 * up to a hundred. A source has neither vessels nor a position.
 */
export const RuleResult = z.object({
  id: z.string(),
  /** Null of what was found live. */
  run_id: z.string().nullable(),
  rule_id: z.string(),
  rule_version: z.number(),
  subject: z.enum(RULE_SUBJECTS),
  mmsis: z.array(MmsiText),
  split_ids: z.array(z.number()),
  /** Code of the source it is about; null of others. */
  source: z.string().nullable(),
  /** ICAO address of the aircraft it is about; null of others. */
  icao24: z.string().nullable(),
  /** Instant of the data at which it was found. */
  first_at: Instant,
  /** When it last began to hold, or was over. */
  last_at: Instant,
  /** Beginning and end of the behaviour; the end is null while it goes on. A vessel not received for 12 hours ends it at its last report. */
  began_at: Instant,
  ended_at: Instant.nullable(),
  /** When it was found. */
  known_at: Instant,
  /** Latitude; null for a source, and for an aircraft that reported no position. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  severity: z.enum(SEVERITIES),
  status: z.enum(RESULT_STATES),
  /** Number of repetitions within the window of the rule. */
  again: z.number(),
  judgement: z.enum(JUDGEMENTS).nullable(),
  judged_by: z.string().nullable(),
  judged_reason: z.string().nullable(),
  explanation: RuleExplanation.nullable(),
  /**
   * Alert that contains it, the most severe of several. Null where the caller may know of none, and in historical
   * runs.
   */
  alert_id: z.string().nullable(),
  /** Other actions of the rule for the hit, with outcomes; empty for historical runs, and after 90 days. */
  deeds: z.array(RuleActionOutcome),
})
export type RuleResult = z.output<typeof RuleResult>

/** A look back with a rule. */
export const RuleRun = z.object({
  id: z.string(),
  rule_id: z.string(),
  rule_version: z.number(),
  /** True when the run was of a draft that is not stored as a rule. */
  draft: z.boolean(),
  from: Instant,
  to: Instant,
  knowledge: z.enum(['AS_KNOWN', 'CORRECTED']),
  dry_run: z.boolean(),
  state: z.enum(RUN_STATES),
  /** 0 to 1. */
  progress: z.number(),
  scanned_fixes: z.number(),
  /** Number of hits the caller may see. */
  hits: z.number(),
  truncated: z.boolean(),
  cost_ms: z.number(),
  started_by: z.string(),
  started_at: Instant,
  error: z.string().nullable(),
  /** Hash that enabling the rule requires; null until the run is over, and for runs that preview no rule. */
  preview: z.string().nullable(),
  /** Share of the period until then with data, 0 to 1, in all and by source; null until it is over, and of aircraft. */
  coverage: z
    .object({ share: z.number(), sources: z.array(z.object({ source: z.string(), share: z.number() })) })
    .nullable(),
  /** False when others see the rule, and the caller or `started_by` may see only some of what it is evaluated on. */
  counts_all: z.boolean(),
})
export type RuleRun = z.output<typeof RuleRun>

/**
 * Starts a historical run of a rule, or of a draft under the id `draft`. Data that the caller may not see are not
 * read.
 */
export const runRule = op({
  name: 'runRule',
  route: 'POST /v2/rules/{id}/run',
  bounded: 'JOB',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Started a historical run of a rule',
  ruleAt: 'draft',
  example: { id: 'none', ...AROUND_NOW },
  input: z.object({
    id: Id,
    from: Instant,
    to: Instant,
    area: AreaGeometry.optional(),
    mmsis: z.array(MmsiText).min(1).max(1000).optional(),
    /** By what had arrived at each moment, or by what has arrived until now. */
    knowledge: z.enum(['AS_KNOWN', 'CORRECTED']).default('CORRECTED'),
    dry_run: z.boolean().default(true),
    /** Read as a whole. */
    draft: anything(1_000_000).pipe(RuleDraft).optional(),
  }),
  output: z.object({
    run_id: z.string(),
    state: z.enum(RUN_STATES),
    progress: z.number(),
    /** About so many hours of ships are gone through. */
    estimate: z.object({ ship_hours: z.number(), seconds: z.number() }),
  }),
})

/** Ends a run; what it found until then stays. */
export const cancelRuleRun = op({
  name: 'cancelRuleRun',
  route: 'POST /v2/rule-runs/{run_id}/cancel',
  bounded: 'JOB',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Cancelled a historical run of a rule',
  example: { run_id: 'none' },
  input: z.object({ run_id: Id }),
  output: RuleRun,
})
/** Goes on with a run that failed or was cancelled. */
export const resumeRuleRun = op({
  name: 'resumeRuleRun',
  route: 'POST /v2/rule-runs/{run_id}/resume',
  bounded: 'JOB',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Resumed a historical run of a rule',
  example: { run_id: 'none' },
  input: z.object({ run_id: Id }),
  output: RuleRun,
})

const ofResults = { from: Instant.optional(), to: Instant.optional(), ...paging }

/** Returns the hits of a rule, latest first: live, or of one run. */
export const getRuleResults = op({
  name: 'getRuleResults',
  route: 'GET /v2/rules/{id}/results',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { id: 'none' },
  input: z.object({
    id: Id,
    run_id: Id.optional(),
    status: z.enum(RESULT_STATES).optional(),
    judgement: z.enum(JUDGEMENTS).optional(),
    ...ofResults,
  }),
  output: listOf(RuleResult).extend({ run: RuleRun.nullable() }),
})

/** Returns the hits of rules visible to the caller on a vessel, latest first, without dry runs. */
export const getRuleResultsByVessel = op({
  name: 'getRuleResultsByVessel',
  route: 'GET /v2/rules/results/by-vessel/{mmsi}',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { mmsi: SHIP },
  input: z.object({ mmsi: MmsiText, rule_id: Id.optional(), ...ofResults }),
  output: listOf(RuleResult),
})

/** Confirms a result, or disputes it: then it is not raised again for that ship by this version of the rule. */
export const judgeRuleResult = op({
  name: 'judgeRuleResult',
  route: 'POST /v2/rule-results/{id}/judgement',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Reviewed a rule hit',
  example: { id: 'none', judgement: 'DISPUTED', reason: 'x' },
  input: z.object({
    id: Id,
    judgement: z.enum(JUDGEMENTS),
    reason: z.string().trim().min(1).max(500),
  }),
  output: RuleResult,
})

/** Why a rule held, worked out again from the fixes it names alone, and how often it did of this ship. */
export const explainRuleResult = op({
  name: 'explainRuleResult',
  route: 'GET /v2/explain/results/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id, run_id: Id.optional() }),
  output: z.object({
    result: RuleResult,
    recomputed: z.object({
      /** Verdict; UNKNOWN where fixes or other required data are not stored any more, and `why` names them. */
      verdict: z.enum(['TRUE', 'FALSE', 'UNKNOWN']),
      why: z.string(),
      explanation: RuleExplanation.nullable(),
    }),
    /**
     * Frequency of the hit over a number of days: for this subject, and for the quarter degree of the hit; null
     * without a position.
     */
    how_often: z.object({ this_ship: z.number(), here: z.number().nullable(), days: z.number() }),
  }),
})

/** Maximum number of historical runs returned for one rule. */
export const MOST_RUNS_PUSHED = 20
/** The last looks back with a rule that the caller may know of, the latest first; of `draft` his own. */
export const getRuleRuns = op({
  name: 'getRuleRuns',
  route: 'GET /v2/rules/{id}/runs',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(RuleRun) }),
})

const Count = z.number().int()
/** Record of a rule over a time: its live hits or those of one run, as far as visible to the caller. */
export const RuleRecord = z.object({
  hits: Count,
  /** Number of hits within the window of the rule that were counted with the one before. */
  again: Count,
  /** Ships they name. */
  ships: Count,
  /** Hits that began in a harbour or an anchorage. */
  in_port: Count,
  revised: Count,
  confirmed: Count,
  disputed: Count,
  /** UTC days on which something began, the first first. */
  days: z.array(z.object({ day: Instant, hits: Count, again: Count, confirmed: Count, disputed: Count })),
  as_of: Instant,
})
export type RuleRecord = z.output<typeof RuleRecord>

/** Throws TOO_LARGE for more than 20,000 hits. */
export const getRuleRecord = op({
  name: 'getRuleRecord',
  route: 'GET /v2/rules/{id}/record',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'PERIOD',
  example: { id: 'none' },
  input: z.object({ id: Id, run_id: Id.optional(), from: Instant.optional(), to: Instant.optional() }),
  output: RuleRecord,
})
