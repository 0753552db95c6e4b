import { z } from 'zod'
import { AROUND_NOW, WATERS } from './example.ts'
import { Id, Instant, listOf, MmsiText, op, typedName } from './kernel.ts'
import { byName, kind, seenBy } from './kind.ts'
import { objectColumns } from './objects.ts'
import { sharedDelete, sharedInput, sharedList, sharedSave } from './shared-objects.ts'
import { ZoneGeometry } from './zones.ts'

/** Longest period of an analysis, days: a quarter. */
export const LONGEST_ANALYSIS_DAYS = 92
/** Positions read for one analysis, both periods together. */
export const MOST_ANALYSIS_FIXES = 5_000_000
/** Vessels listed in one answer, those with the most hours first; all are counted. */
export const MOST_ANALYSIS_VESSELS = 500
/** Flows listed in one answer, those of the most vessels first; the others are counted. */
export const MOST_ANALYSIS_FLOWS = 200
/**
 * Maximum hours between two positions for the time between them to count. After more hours a vessel at 12 knots could
 * have left a usual area and returned without being received.
 */
export const LONGEST_ANALYSIS_GAP_HOURS = 6
/** Maximum days between a port call and an entry or exit, for the call to give the vessel's origin or destination. */
export const PORT_CALL_WITHIN_DAYS = 60

/** Subject of an analysis: a drawn shape, an area of interest or boundary, a port by its outlines, a vessel list. */
export const AnalysisSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('SHAPE'), geometry: ZoneGeometry }),
  z.object({ kind: z.literal('AREA'), id: Id }),
  z.object({ kind: z.literal('PORT'), id: Id }),
  z.object({ kind: z.literal('LIST'), id: Id }),
])
export type AnalysisSubject = z.output<typeof AnalysisSubject>
export const ANALYSIS_SUBJECT_LABELS: Record<AnalysisSubject['kind'], string> = {
  AREA: 'Area',
  PORT: 'Port',
  LIST: 'Vessel list',
  SHAPE: 'Box',
}

/** Where vessels came from or went: a port, an exclusive economic zone, a side of the area, or not known. */
const Place = z.object({
  key: z.string(),
  kind: z.enum(['PORT', 'EEZ', 'SIDE', 'INSIDE', 'UNKNOWN']),
  label: z.string(),
  /** The port, or the middle of the positions at which vessels crossed; null where none is known. */
  lat: z.number().nullable(),
  lon: z.number().nullable(),
})
export type AnalysisPlace = z.output<typeof Place>

const Vessel = z.object({
  mmsi: MmsiText,
  split_id: z.number(),
  name: z.string().nullable(),
  /** ISO 3166 alpha-2; null where the MMSI has none. */
  flag: z.string().nullable(),
  type: z.string(),
  /** First and last position inside, within the period. */
  first: Instant,
  last: Instant,
  hours: z.number(),
  /** Times that it came in, or was inside when the period began; of a list its port calls. */
  visits: z.number(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  anomalies: z.number(),
  /** True when it was not there in the compared period; null without one. */
  new: z.boolean().nullable(),
})
export type AnalysedVessel = z.output<typeof Vessel>

const sums = { vessels: z.number(), hours: z.number(), visits: z.number() }
const Sums = z.object(sums)
const Group = z.object({
  key: z.string(),
  label: z.string(),
  ...sums,
  /** Vessels of the compared period; null without one. */
  previous: z.number().nullable(),
})
export type AnalysisGroup = z.output<typeof Group>
const Flow = z.object({ from: z.string(), to: z.string(), vessels: z.number(), visits: z.number() })
export type AnalysisFlow = z.output<typeof Flow>
const Unusual = z.object({
  kind: z.enum(['ANOMALY', 'NEW_VESSELS', 'GONE_VESSELS', 'NEW_FLAG', 'NEW_KIND']),
  key: z.string(),
  label: z.string(),
  count: z.number(),
  vessels: z.number(),
})

export const Analysis = z.object({
  /** Name of the subject, as it stands in the query. */
  label: z.string(),
  /** Outer box of the subject, `west,south,east,north`; null of a list. */
  box: z.array(z.number()).nullable(),
  vessels: z.array(Vessel),
  total: z.number(),
  totals: Sums,
  by_kind: z.array(Group),
  by_flag: z.array(Group),
  /** The period before, of the same length; null without a comparison. */
  previous: z.object({ from: Instant, to: Instant, totals: Sums }).nullable(),
  places: z.array(Place),
  /** Keys of `places`. */
  flows: z.array(Flow),
  more_flows: z.number(),
  unusual: z.array(Unusual),
  /** Groups and flows that are left out, as they hold too few vessels for a user who sees only some sources or zones. */
  suppressed: z.number(),
  /** Days whose positions lie in files: they are not read. */
  days_in_files: z.array(z.string()),
  /** Positions that were read. */
  fixes: z.number(),
  /** The query in one sentence. */
  query: z.string(),
  from: Instant,
  to: Instant,
  as_of: Instant,
})
export type Analysis = z.output<typeof Analysis>

/**
 * Answers who was in an area, at a port or on a list over a period, how long, from where to where and what was unusual.
 * Throws VALIDATION, NOT_FOUND, TOO_LARGE.
 */
export const analyse = op({
  name: 'analyse',
  route: 'POST /v2/analytics/analysis',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { ...AROUND_NOW, subject: { kind: 'SHAPE', geometry: WATERS } },
  input: z.object({
    subject: AnalysisSubject,
    from: Instant,
    to: Instant,
    compare: z.literal('previous').optional(),
    as_of: Instant.optional(),
  }),
  output: Analysis,
})

const fields = {
  name: typedName(80),
  subject: AnalysisSubject,
  from: Instant,
  to: Instant,
  compare: z.literal('previous').nullable(),
}
export const SavedAnalysis = z.object({ ...objectColumns, ...fields, name: z.string() })
export type SavedAnalysis = z.output<typeof SavedAnalysis>

export const getAnalyses = op({
  name: 'getAnalyses',
  route: 'GET /v2/analyses',
  ...sharedList,
  output: listOf(SavedAnalysis),
})
/** Saves a new analysis without `id`; with `id` and `expected_version` a change of all fields. */
export const saveAnalysis = op({
  name: 'saveAnalysis',
  route: 'POST /v2/analyses',
  ...sharedSave,
  did: 'Saved an analysis',
  example: {
    ...AROUND_NOW,
    name: 'x',
    subject: { kind: 'SHAPE', geometry: WATERS },
    compare: null,
    visibility: 'PRIVATE',
  },
  input: sharedInput(fields),
  output: SavedAnalysis,
})
export const deleteAnalysis = op({
  name: 'deleteAnalysis',
  route: 'DELETE /v2/analyses/{id}',
  ...sharedDelete,
  did: 'Deleted an analysis',
})

export const analysisKind = kind({
  type: 'analysis',
  table: 'analyses',
  noun: 'analysis',
  fields: [
    { label: 'Name', text: ({ name }) => name },
    {
      label: 'Subject',
      text: ({ subject }) => ANALYSIS_SUBJECT_LABELS[subject.kind],
      value: ({ subject }) => subject,
    },
    { label: 'From', text: ({ from }, words) => words.time(from) },
    { label: 'To', text: ({ to }, words) => words.time(to) },
    {
      label: 'Compared with',
      text: ({ compare }) => (compare === null ? 'nothing' : 'the previous period'),
      value: ({ compare }) => compare,
    },
    seenBy,
  ],
  order: byName,
  list: getAnalyses,
})
