import { z } from 'zod'
import { AlertDefinition } from './alert-definitions.ts'
import { DISPOSITIONS } from './alert-workflow.ts'
import { Instant, MmsiText, op } from './kernel.ts'

/** Groups of alert figures: definition, rule, or detector. */
export const FIGURES_BY = ['DEFINITION', 'RULE', 'DETECTOR'] as const
/** The longest period that is counted, days. */
export const FIGURES_DAYS = 31
/** The most alerts that are counted in one call. */
export const MOST_COUNTED = 100_000

/**
 * Alarm rates one officer can handle (ANSI/ISA-18.2-2016, clause 16, table of alarm rates). About 6 alerts an hour
 * are acceptable, 12 are the most that is manageable. More than 10 in ten minutes are a flood; an alert still active
 * after a day is stale.
 */
export const ISA_18_2 = { acceptable_h: 6, manageable_h: 12, flood_10_min: 10, stale_h: 24 } as const
/** An alert chatters that came again so often, not longer apart on average; the standard names no number. */
export const CHATTERING = { least: 5, apart_min: 10 } as const
/** Shelved longer than a day in one go, it is rather out of use than put away. */
export const SHELVED_LONG_H = 24

const Figures = {
  alerts: z.number(),
  /** Alerts in each hour watched, for each watch officer on duty; an hour without any counts as one officer's. */
  per_officer_hour: z.number(),
  /** Most alerts in ten minutes of the clock, for each officer on duty then, and when these began; null without alerts. */
  peak_10_min: z.number(),
  peak_10_min_at: Instant.nullable(),
  /** Most alerts in an hour that begins at ten minutes of the clock, for each officer on duty at its beginning. */
  peak_hour: z.number(),
  peak_hour_at: Instant.nullable(),
  /** Number of ten-minute intervals that were a flood. */
  floods: z.number(),
  chattering: z.number(),
  /** Number still active, or not taken up, after a day. */
  stale: z.number(),
  shelved_long: z.number(),
  /** Found in a port or an anchorage. */
  in_port: z.number(),
  /** Vessel with the most alerts, and their number; null where all are about areas. */
  top_ship: z.object({ mmsi: MmsiText, alerts: z.number() }).nullable(),
  dispositions: z.record(z.enum(DISPOSITIONS), z.number()),
  /** Share of the judged ones that there was something to, 0 to 1; null without any. */
  precision: z.number().nullable(),
  /** Seconds until one was acknowledged, and until it was resolved or dismissed, the medians; null without any. */
  median_ack_s: z.number().nullable(),
  median_decide_s: z.number().nullable(),
}
const Counted = z.object({
  /** Id of the definition or the rule, or code of the detector; empty where no definition was named. */
  id: z.string(),
  name: z.string(),
  definition_id: z.string().nullable(),
  rule_id: z.string().nullable(),
  ...Figures,
})
export type Counted = z.output<typeof Counted>

export const SUGGESTIONS = ['IN_PORT', 'ONE_SHIP', 'GRACE', 'WINDOW', 'NEVER_TRUE'] as const
const Suggestion = z.object({
  kind: z.enum(SUGGESTIONS),
  /** The definition that would be changed; null where a rule raises alerts by itself: a definition of it would be made. */
  definition_id: z.string().nullable(),
  rule_id: z.string(),
  name: z.string(),
  /** In plain words, with what it would have left out. */
  text: z.string(),
  /** Number of alerts of the period that the change would have avoided. */
  alerts: z.number(),
  left_out: z.number(),
  /** Number of avoided alerts that were judged true. */
  true_left_out: z.number(),
  /** Suggested change of the definition. */
  change: AlertDefinition.partial().pick({
    exclude_in_port: true,
    subject: true,
    grace_min: true,
    dedupe_window_min: true,
  }),
})
export type Suggestion = z.output<typeof Suggestion>

/** Alert load of a period. */
const PeriodFigures = z.object({
  from: Instant,
  to: Instant,
  /** Hours of the period until now. */
  hours: z.number(),
  /** Hours of these in which positions were received or an alert was raised; other hours are in no rate. */
  watched_hours: z.number(),
  /** Hours of watch officers in the hours watched, and hours watched in which none was on duty. */
  officer_hours: z.number(),
  unwatched_hours: z.number(),
  whole: z.object(Figures),
  /** Definitions by number of alerts, highest first. */
  items: z.array(Counted),
  /** Suggestions by number of alerts avoided, highest first. */
  suggestions: z.array(Suggestion),
})
export type PeriodFigures = z.output<typeof PeriodFigures>

/**
 * Counts the alerts of a period by the time they became known, compares the rate with what an officer can handle, and
 * suggests changes. Counts alerts visible to the caller. Throws VALIDATION, TOO_LARGE.
 */
export const getAlertFigures = op({
  name: 'getAlertFigures',
  route: 'GET /v2/alert-figures',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  costly: 'always',
  example: {},
  input: z.object({
    by: z.enum(FIGURES_BY).default('DEFINITION'),
    /** Start of the period; a week before `to` by default. */
    from: Instant.optional(),
    /** End of the period; now by default. */
    to: Instant.optional(),
  }),
  output: PeriodFigures,
})
export type AlertFigures = z.output<z.ZodObject<typeof Figures>>
