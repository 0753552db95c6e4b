import { AFFILIATIONS, isSidc, type Affiliation } from '@samudra/nautical/sidc'
import { z } from 'zod'
import { Id, Bbox, Instant, MmsiText, listOf, op, paging, push, typedName } from './kernel.ts'
import { brings, kind, seenBy } from './kind.ts'
import { Visibility, objectColumns } from './objects.ts'

export const MANUAL_TRACK_KINDS = ['POINT', 'LINE', 'AREA', 'MOVING'] as const
/** Reliability of a source, from A completely reliable to F cannot be judged (STANAG 2511). */
export const RELIABILITIES = ['A', 'B', 'C', 'D', 'E', 'F'] as const

const Point = z.object({
  /** When it was there; of a moving one always known. */
  t: Instant.nullable().default(null),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  sog: z.number().min(0).max(2000).nullable().default(null),
  cog: z.number().min(0).lt(360).nullable().default(null),
})
export type ManualPoint = z.output<typeof Point>

const fields = {
  name: typedName(80),
  kind: z.enum(MANUAL_TRACK_KINDS),
  affiliation: z.enum(AFFILIATIONS),
  /** MIL-STD-2525; its affiliation is made to agree with the one above. */
  symbol: z
    .string()
    .max(30)
    .refine(isSidc, 'must be a symbol code of MIL-STD-2525: 15 letters, or 20 or 30 digits'),
  points: z.array(Point).min(1).max(2000),
  source_text: z.string().max(4000),
  reliability: z.enum(RELIABILITIES),
  /** Credibility of a report, from 1 confirmed to 6 cannot be judged. */
  credibility: z.number().int().min(1).max(6),
  linked_mmsi: MmsiText.nullable(),
  state: z.enum(['ACTIVE', 'CLOSED']),
}

export const ManualTrack = z.object({
  ...objectColumns,
  ...fields,
  name: z.string(),
  exercise_id: z.string().nullable(),
  /** Seconds after the start of its exercise at which it comes up. */
  t_plus: z.number().nullable(),
  created_time: Instant,
  may_delete: z.boolean(),
})
export type ManualTrack = z.output<typeof ManualTrack>

const draft = {
  name: fields.name,
  kind: fields.kind,
  affiliation: fields.affiliation.default('UNKNOWN'),
  symbol: fields.symbol.default('SUSP-----------'),
  points: fields.points,
  source_text: fields.source_text.default(''),
  reliability: fields.reliability.default('F'),
  credibility: fields.credibility.default(6),
  linked_mmsi: fields.linked_mmsi.default(null),
}
export const ManualTrackDraft = z.object(draft)
export type ManualTrackDraft = z.output<typeof ManualTrackDraft>

export const getManualTracks = op({
  name: 'getManualTracks',
  route: 'GET /v1/manual-tracks',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object({
    domain: z.enum(['REAL', 'EXERCISE']).default('REAL'),
    exercise_id: Id.optional(),
    bbox: Bbox.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    /** As was known then. */
    as_of: Instant.optional(),
    ...paging,
  }),
  output: listOf(ManualTrack),
})
/**
 * Adds a manual track without `id`; with `id` and `expected_version` changes one, for which every field is sent again.
 */
export const insertUpdateManualTrack = op({
  name: 'insertUpdateManualTrack',
  route: 'POST /v1/manual-tracks',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Plotted or changed a manual track',
  example: { id: 'none', name: 'x', kind: 'POINT', points: [{ lat: 0, lon: 0 }] },
  input: z.object({
    id: Id.optional(),
    expected_version: z.number().optional(),
    ...draft,
    visibility: Visibility.default('CENTRE'),
    state: fields.state.default('ACTIVE'),
    domain: z.enum(['REAL', 'EXERCISE']).default('REAL'),
    exercise_id: Id.nullable().default(null),
    t_plus: z.number().min(0).nullable().default(null),
    reason: z.string().max(500).optional(),
  }),
  output: ManualTrack,
})
export const deleteManualTrack = op({
  name: 'deleteManualTrack',
  route: 'DELETE /v1/manual-tracks/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a manual track',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})

/** Push of a real manual track as the recipient may see it now, or of its removal. */
export const manualTrackUpdate = push({
  wire: 'MANUAL_TRACK_UPDATE',
  payload: z.union([z.object({ id: z.string(), removed: z.literal(true) }), ManualTrack]),
})

export const TRACK_KIND_WORDS: Record<(typeof MANUAL_TRACK_KINDS)[number], string> = {
  POINT: 'Point',
  LINE: 'Line',
  AREA: 'Area',
  MOVING: 'Moving',
}
export const AFFILIATION_WORDS: Record<Affiliation, string> = {
  PENDING: 'Pending',
  UNKNOWN: 'Unknown',
  ASSUMED_FRIEND: 'Assumed friend',
  FRIEND: 'Friend',
  NEUTRAL: 'Neutral',
  SUSPECT: 'Suspect',
  HOSTILE: 'Hostile',
}

/** Real manual tracks, as screens keep them; those of an exercise come with its overlay. */
export const trackKind = kind<ManualTrack>({
  type: 'manual_track',
  table: 'manual_tracks',
  noun: 'track',
  list: getManualTracks,
  order: (a, b) => (a.id < b.id ? -1 : 1),
  brings: [
    brings(manualTrackUpdate, (reported) => ({
      id: reported.id,
      item: 'removed' in reported ? null : reported,
    })),
  ],
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'Kind', text: (one) => TRACK_KIND_WORDS[one.kind] },
    {
      label: 'Positions',
      text: ({ points }, { place }) => points.map(({ lat, lon }) => place(lat, lon)).join('; '),
      value: ({ points }) => points,
    },
    { label: 'Affiliation', text: ({ affiliation }) => AFFILIATION_WORDS[affiliation] },
    { label: 'Symbol', text: ({ symbol }) => symbol },
    { label: 'Reliability', text: ({ reliability, credibility }) => `${reliability}${credibility}` },
    { label: 'Source', text: ({ source_text }) => source_text },
    { label: 'Linked vessel', text: ({ linked_mmsi }) => linked_mmsi ?? '' },
    seenBy,
    { label: 'State', text: ({ state }) => (state === 'CLOSED' ? 'Closed' : 'Active') },
  ],
})
