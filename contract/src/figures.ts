import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { z } from 'zod'
import { ALERT_STATES } from './alert-workflow.ts'
import { ALERT_TYPES } from './alerts.ts'
import { queryCountriesOrUnknown } from './countries.ts'
import { EVENT_CATEGORIES, EVENT_CODES, SEVERITIES } from './event-types.ts'
import { AROUND_NOW } from './example.ts'
import { Bbox, Id, Instant, op, queryList, queryListOf, queryNumber } from './kernel.ts'

/**
 * Measures of a figure, and the groups that each may be counted by. Vessels are distinct in each bucket. The abnormal ones had
 * an anomaly in it. Anomalies count at the instant of the data at which detectors found them. Events are these and the reported
 * ones, by their start. Alerts count when they became known.
 */
export const MEASURES = {
  vessels: ['kind', 'country', 'source', 'area'],
  positions: ['kind', 'country', 'source', 'area'],
  abnormal: ['kind', 'country', 'area', 'state'],
  anomalies: ['type', 'category', 'severity', 'status', 'area'],
  events: ['type', 'category', 'severity', 'status', 'area'],
  alerts: ['type', 'severity', 'state', 'age', 'definition'],
  arrivals: ['port', 'kind', 'country'],
  departures: ['port', 'kind', 'country'],
} as const satisfies Record<string, readonly string[]>
export type Measure = keyof typeof MEASURES
export const MEASURE_NAMES = Object.keys(MEASURES) as [Measure, ...Measure[]]
export type FigureBy = (typeof MEASURES)[Measure][number]
const BY = [...new Set(Object.values(MEASURES).flat())] as [FigureBy, ...FigureBy[]]

export const MEASURE_LABELS: Record<Measure, string> = {
  vessels: 'Vessels',
  positions: 'Positions',
  abnormal: 'Vessels with anomalies',
  anomalies: 'Anomalies',
  events: 'Events',
  alerts: 'Alerts',
  arrivals: 'Arrivals',
  departures: 'Departures',
}
export const BY_LABELS: Record<FigureBy, string> = {
  kind: 'Ship type',
  country: 'Flag',
  source: 'Source',
  area: 'Area',
  state: 'State',
  type: 'Type',
  category: 'Category',
  severity: 'Severity',
  status: 'Status',
  age: 'Age',
  definition: 'Definition',
  port: 'Port',
}

export const FIGURE_BUCKETS = ['hour', 'day'] as const
export type FigureBucket = (typeof FIGURE_BUCKETS)[number]
export const COMPARISONS = ['previous', 'baseline'] as const
/** Weeks before a period that its baseline is taken from, and the fewest with counts that it needs. */
export const BASELINE_WEEKS = 8
export const LEAST_BASELINE_WEEKS = 3
/** Groups of an answer; the smaller ones are one group OTHER. */
export const MOST_GROUPS = 40

/** Fields that narrow a figure; each is refused by name for a measure that does not have it. */
const narrowing = {
  /** Id of an exclusive economic zone, or of an area of interest that the centre shows to all. */
  area: Id.optional(),
  bbox: Bbox.optional(),
  port: Id.optional(),
  kinds: queryListOf(SHIP_GROUPS).optional(),
  countries: queryCountriesOrUnknown.optional(),
  sources: queryList.optional(),
  types: queryListOf(ALERT_TYPES).optional(),
  categories: queryListOf(EVENT_CATEGORIES).optional(),
  severities: queryListOf(SEVERITIES).optional(),
  states: queryListOf(ALERT_STATES).optional(),
}
export const NARROWING: Record<Measure, readonly (keyof typeof narrowing)[]> = {
  vessels: ['area', 'kinds', 'countries', 'sources'],
  positions: ['area', 'kinds', 'countries', 'sources'],
  abnormal: ['area', 'kinds', 'countries'],
  anomalies: ['area', 'bbox', 'types', 'severities'],
  events: ['area', 'bbox', 'types', 'categories', 'severities'],
  alerts: ['types', 'severities', 'states'],
  arrivals: ['port', 'kinds', 'countries'],
  departures: ['port', 'kinds', 'countries'],
}

/** Query of a figure without its period, as panels and blocks of reports store it. */
export const FigureQuery = z.object({
  measure: z.enum(MEASURE_NAMES),
  by: z.enum(BY).optional(),
  bucket: z.enum(FIGURE_BUCKETS).optional(),
  compare: z.enum(COMPARISONS).optional(),
  ...narrowing,
})
export type FigureQuery = z.output<typeof FigureQuery>

/** Usual value: mean and standard deviation of as many weeks, robust to outages. */
const Usual = z.object({ mean: z.number(), sd: z.number(), weeks: z.number() })

export const Figure = z.object({
  measure: z.enum(MEASURE_NAMES),
  by: z.enum(BY).nullable(),
  bucket: z.enum(FIGURE_BUCKETS),
  /** Sum of the groups. */
  total: z.number(),
  /** The largest first; one group with an empty key without `by`. */
  groups: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.number(),
      /** Value of the period before, with compare=previous. */
      previous: z.number().nullable(),
      /** With compare=baseline, null where too few weeks are known. */
      usual: Usual.nullable(),
      /** Address of the screen that lists what is counted; null where no screen does. */
      link: z.string().nullable(),
    }),
  ),
  /** Buckets without a value are left out. */
  series: z.array(z.object({ t: Instant, key: z.string(), value: z.number() })),
  previous: z
    .object({
      from: Instant,
      to: Instant,
      total: z.number(),
      series: z.array(z.object({ t: Instant, value: z.number() })),
    })
    .nullable(),
  /** Sums of all groups, by bucket; `enough` is false where too few weeks are known, and the rest empty. */
  baseline: z
    .object({
      enough: z.boolean(),
      weeks: z.number(),
      total: Usual.nullable(),
      series: z.array(z.object({ t: Instant, mean: z.number(), sd: z.number() })),
    })
    .nullable(),
  /** Cells that are left out, as they hold too few vessels for a user who sees only some sources or zones. */
  suppressed: z.number(),
  /** Hours of the period that changed and are not counted again yet. */
  waiting: z.number(),
  /** Days whose positions lie in files: their counts stand as they were. */
  days_in_files: z.array(z.string()),
  /** The query in one sentence. */
  query: z.string(),
  /** Address of the screen that lists what is counted; null where no screen does. */
  link: z.string().nullable(),
  from: Instant,
  to: Instant,
  as_of: Instant,
})
export type Figure = z.output<typeof Figure>

/** Counts one measure over a period. The same `as_of` is answered the same. Throws VALIDATION, NOT_FOUND, TOO_LARGE. */
export const getFigure = op({
  name: 'getFigure',
  route: 'GET /v2/analytics/figure',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { ...AROUND_NOW, measure: 'anomalies', by: 'type' },
  input: z.object({ from: Instant, to: Instant, as_of: Instant.optional(), ...FigureQuery.shape }),
  output: Figure,
})

const Sum = z.object({ key: z.string(), label: z.string(), count: z.number() })

/** Counts events that detectors found, by the instant of the data at which they were found, in buckets and groups. */
export const getAnomalies = op({
  name: 'getAnomalies',
  route: 'GET /v1/analytics/anomalies',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: AROUND_NOW,
  input: z.object({
    from: Instant,
    to: Instant,
    types: queryListOf(EVENT_CODES).optional(),
    bbox: Bbox.optional(),
    by: z.enum(MEASURES.anomalies).optional(),
    bucket: z.enum(FIGURE_BUCKETS).optional(),
    as_of: Instant.optional(),
  }),
  output: z.object({
    series: z.array(z.object({ t: Instant, key: z.string(), count: z.number() })),
    groups: z.array(Sum),
    total: z.number(),
    as_of: Instant,
  }),
})

/**
 * Counts the vessels of each bucket that had an anomaly in it and those that had none. Their sum is the vessels of the
 * bucket, and those of a group are the vessels of the group.
 */
export const getAbnormalNormalData = op({
  name: 'getAbnormal_Normal_Data',
  route: 'GET /v1/analytics/abnormal-normal',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { ...AROUND_NOW, by: 'area' },
  input: z.object({
    from: Instant,
    to: Instant,
    bucket: z.enum(FIGURE_BUCKETS).optional(),
    by: z.enum(['kind', 'country', 'area']).optional(),
    area: Id.optional(),
    as_of: Instant.optional(),
  }),
  output: z.object({
    series: z.array(
      z.object({ t: Instant, key: z.string(), normal: z.number(), abnormal: z.number(), total: z.number() }),
    ),
    totals: z.object({ normal: z.number(), abnormal: z.number(), total: z.number() }),
    /** Usual number of abnormal vessels of a bucket, from the weeks before. */
    baseline: z.object({
      mean: z.number().nullable(),
      sd: z.number().nullable(),
      weeks: z.number(),
      enough: z.boolean(),
    }),
    as_of: Instant,
  }),
})

const Change = z.object({ now: z.number(), before: z.number() })
/** Returns what changed since an instant, by default the beginning of the last watch that began at least an hour ago. */
export const getBrief = op({
  name: 'getBrief',
  route: 'GET /v2/analytics/brief',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'PERIOD',
  example: {},
  input: z.object({
    since: Instant.optional(),
    /** Newest changes in the list. */
    limit: queryNumber.int().min(1).max(100).optional(),
  }),
  output: z.object({
    since: Instant,
    /** Where `since` comes from: given, the last handover of the watch, or eight hours. */
    since_by: z.enum(['GIVEN', 'WATCH', 'HOURS']),
    to: Instant,
    alerts: Change,
    anomalies: Change,
    /** Vessels of an hour on average; null for a user of some zones, to whom only areas are counted. */
    vessels: Change.nullable(),
    arrivals: Change,
    /** The most severe and newest first. */
    items: z.array(
      z.object({
        at: Instant,
        kind: z.enum(['ALERT', 'EVENT', 'FEED']),
        severity: z.enum(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
        title: z.string(),
        text: z.string(),
        link: z.string(),
      }),
    ),
    more: z.number(),
    as_of: Instant,
  }),
})

/** Fields that narrow a measure. */
export const NARROWING_FIELDS = [...new Set(Object.values(NARROWING).flat())]

/** Returns the group or field of a query that its measure does not have, and what is allowed; null if all fit. */
export function unfitField(query: FigureQuery): { field: string; why: string } | null {
  const { measure, by } = query
  const groups: readonly string[] = MEASURES[measure]
  const name = MEASURE_LABELS[measure]
  if (by !== undefined && !groups.includes(by))
    return { field: 'by', why: `is no group of ${name}; choose one of ${groups.join(', ')}` }
  const fields = NARROWING[measure]
  const field = NARROWING_FIELDS.find((one) => query[one] !== undefined && !fields.includes(one))
  return field === undefined
    ? null
    : { field, why: `does not narrow ${name}; leave it out, or use one of ${fields.join(', ')}` }
}

const BUCKET_MS: Record<FigureBucket, number> = { hour: 3_600_000, day: 86_400_000 }

/**
 * Returns a figure as it is read: vessels are the average of the buckets of the period, because a vessel counts once in
 * each of them. Other measures and all series stay as they are.
 */
export function shownFigure(figure: Figure): Figure {
  if (figure.measure !== 'vessels') return figure
  const size = BUCKET_MS[figure.bucket]
  const end = Math.min(Date.parse(figure.to), Date.parse(figure.as_of))
  // Whole buckets are counted, those included in which the period begins and ends.
  const buckets = Math.max(1, Math.ceil(end / size) - Math.floor(Date.parse(figure.from) / size))
  const average = (value: number) => Math.round(value / buckets)
  const usual = (one: z.output<typeof Usual> | null) =>
    one === null ? null : { ...one, mean: one.mean / buckets, sd: one.sd / buckets }
  const { previous, baseline } = figure
  return {
    ...figure,
    total: average(figure.total),
    groups: figure.groups.map((group) => ({
      ...group,
      value: average(group.value),
      previous: group.previous === null ? null : average(group.previous),
      usual: usual(group.usual),
    })),
    previous: previous === null ? null : { ...previous, total: average(previous.total) },
    baseline: baseline === null ? null : { ...baseline, total: usual(baseline.total) },
  }
}

/** Words behind the number of a shown figure: empty where it is a sum. */
export const shownUnit = ({ measure, bucket }: Pick<Figure, 'measure' | 'bucket'>): string =>
  measure !== 'vessels' ? '' : bucket === 'hour' ? 'an hour' : 'a day'
