import { z } from 'zod'
import { SHIP } from './example.ts'
import { Id, Instant, listOf, MmsiText, op, paging, SplitId } from './kernel.ts'

/** Kinds of watched zones: areas of interest, and waters enclosed by boundaries. */
export const WATCHED_KINDS = ['AOI', 'EEZ', '24NM', '12NM'] as const
export const WatchedKind = z.enum(WATCHED_KINDS)
export type WatchedKind = z.output<typeof WatchedKind>
export const WATERS_KINDS = ['EEZ', '24NM', '12NM'] as const

/** Name of an area or boundary, and the authority for the boundary. A disputed one belongs to no state here. */
const ZoneLabel = z.object({
  name: z.string(),
  country: z.string(),
  source: z.string(),
  edition: z.string(),
  approx: z.boolean(),
  disputed: z.boolean(),
  claimants: z.array(z.string()),
})
export type ZoneLabel = z.output<typeof ZoneLabel>

/**
 * Evidence of a crossing: the leg between two fixes crosses the border; it happened during a silence; or the vessel
 * was inside when first received.
 */
export const PASSING_CLAIMS = ['CROSSED', 'SILENT', 'FIRST_HEARD'] as const
export type PassingClaim = (typeof PASSING_CLAIMS)[number]

/** One passing of a border: computed from the fixes before and after it. */
const Passing = z.object({
  claim: z.enum(PASSING_CLAIMS),
  lat: z.number(),
  lon: z.number(),
  /** The fixes between which it was, and their times; the same instant where there is one only. */
  before_fix_id: z.string().nullable(),
  after_fix_id: z.string(),
  earliest: Instant,
  latest: Instant,
})
export type Passing = z.output<typeof Passing>

const visitFields = {
  id: z.string(),
  zone_id: z.string(),
  zone_kind: WatchedKind,
  zone: ZoneLabel,
  /** Version of the outline or boundary that was used. */
  geometry_version: z.number(),
  mmsi: MmsiText,
  split_id: z.number(),
  entered_at: Instant,
  /** Time of exit; null while inside, and where the caller may not see the exit. */
  exited_at: Instant.nullable(),
  /** From the entry to the exit; of a visit under way to the last fix inside. Null where that is not to be seen. */
  dwell_min: z.number().nullable(),
  entry_fix_id: z.string(),
  exit_fix_id: z.string().nullable(),
  /** Slowest inside, knots; the longest silence inside, minutes. Null where not all sources may be seen. */
  min_sog: z.number().nullable(),
  silent_min: z.number().nullable(),
  computed_from: z.enum(['LIVE', 'BACKFILL']),
  entry: Passing,
  exit: Passing.nullable(),
}
/** A time that a ship spent inside. */
export const ZoneVisit = z.object(visitFields)
export type ZoneVisit = z.output<typeof ZoneVisit>

export const LOG_KINDS = ['ENTRY', 'EXIT', 'DWELL', 'EDIT'] as const
export type LogKind = (typeof LOG_KINDS)[number]
/** An entry, an exit, a whole visit, or a change of the area by a person. */
const LogRow = z.object({
  id: z.string(),
  kind: z.enum(LOG_KINDS),
  at: Instant,
  geometry_version: z.number(),
  mmsi: MmsiText.nullable(),
  ship_name: z.string().nullable(),
  visit: ZoneVisit.nullable(),
  edit: z
    .object({ version: z.number(), by: z.string(), reason: z.string(), removed: z.boolean() })
    .nullable(),
})
export type LogRow = z.output<typeof LogRow>

/** Extent of a log: its begin, its outline, and whether its past is still being computed. */
const Log = z.object({
  geometry_version: z.number(),
  /** Name of the area or boundary. STOPPED: a user ended the computation of its past. */
  name: z.string(),
  state: z.enum(['COMPUTING', 'STOPPED', 'WATCHED', 'OVER', 'NOT_WATCHED']),
  since: Instant.nullable(),
  geometry_versions: z.array(z.number()),
})
export type LogState = z.output<typeof Log>['state']

const period = { from: Instant.optional(), to: Instant.optional(), ...paging }
const logFields = {
  id: Id,
  /** Without one entries and exits, and of an area its changes. */
  kind: z.enum(LOG_KINDS).optional(),
  mmsi: MmsiText.optional(),
  geometry_version: z.coerce.number().int().min(1).optional(),
  ...period,
}
const logAnswer = listOf(LogRow).extend({ log: Log })

/** Returns the log of an area, newest first; of its present outline by default. */
export const getAoiLogs = op({
  name: 'getAoiLogs',
  route: 'GET /v1/aoi/{id}/logs',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { id: 'none' },
  input: z.object(logFields),
  output: logAnswer,
})
/** The same of an exclusive economic zone, or of waters within 12 or 24 NM. */
export const getEezLogs = op({
  name: 'getEezLogs',
  route: 'GET /v2/eez/{id}/logs',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { id: 'none' },
  input: z.object(logFields),
  output: logAnswer,
})

/** Computes the past of a log that a user stopped; does nothing while that is under way or done. */
export const computeLog = op({
  name: 'computeLog',
  route: 'POST /v2/logs/{id}/compute',
  bounded: 'JOB',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Recomputed the past of a log',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ state: Log.shape.state }),
})

/** Outlines that a history is judged by, so that an empty one states what was judged and what was not. */
const Judged = z.object({
  /** Number of outlines of which all reports since an instant are judged; null where there are none. */
  whole: z.number(),
  since: Instant.nullable(),
  /** Names of those whose past is not computed; `stopped` is true when no job computes it. */
  open: z.array(z.string()),
  stopped: z.boolean(),
  /** True when the caller sees some sources or zones only. */
  confined: z.boolean(),
})
export type Judged = z.output<typeof Judged>
const historyAnswer = listOf(ZoneVisit).extend({ judged: Judged })

const historyFields = {
  mmsi: MmsiText,
  /** Vessel of a shared MMSI; all of its vessels by default. */
  split_id: SplitId.optional(),
  ...period,
}
/** In which exclusive economic zones, and how near to which coasts, a ship was; the newest first. */
export const getEezHistoryByVessel = op({
  name: 'getEezHistoryByVessel',
  route: 'GET /v2/vessels/{mmsi}/eez-history',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { mmsi: SHIP },
  input: z.object(historyFields),
  output: historyAnswer,
})
/** In which areas of interest, of those the caller sees, a ship was; the newest first. */
export const getAoiHistoryByVessel = op({
  name: 'AOI history by vessel',
  route: 'GET /v1/vessels/{mmsi}/aoi-history',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { mmsi: SHIP },
  input: z.object(historyFields),
  output: historyAnswer,
})
