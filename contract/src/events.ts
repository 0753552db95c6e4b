import { z } from 'zod'
import { AROUND_NOW } from './example.ts'
import {
  CATEGORY_LOOKS,
  EVENT_CATEGORIES,
  EVENT_CODES,
  EVENT_TYPES,
  SEVERITIES,
  eventTypeOf,
} from './event-types.ts'
import { Id, Bbox, Instant, MmsiText, listOf, op, paging, push, queryListOf } from './kernel.ts'
import { brings, kind, outlineText, seenBy, type Wording } from './kind.ts'
import { Visibility, objectColumns } from './objects.ts'
import { ZoneGeometry } from './zones.ts'

export const EVENT_STATUSES = ['DETECTED', 'CONFIRMED', 'DISPUTED', 'REVISED', 'REMOVED'] as const
const Status = z.enum(EVENT_STATUSES)
export type EventStatus = z.output<typeof Status>
const Category = z.enum(EVENT_CATEGORIES)
const Severity = z.enum(SEVERITIES)

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export const EventGeometry = z.union([
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(Position).min(2).max(5000) }),
  ZoneGeometry,
])
export type EventGeometry = z.output<typeof EventGeometry>

const fields = {
  type: z.enum(EVENT_TYPES.map(({ code }) => code)),
  category: Category,
  title: z.string().trim().min(1).max(160),
  text: z.string().max(8000),
  severity: Severity,
  start_at: Instant,
  /** Null while it goes on, and for what has no end. */
  end_at: Instant.nullable(),
  geometry: EventGeometry,
  mmsis: z.array(MmsiText).max(200),
  /** Confidence, 1 low to 4 very high; null where not stated. */
  confidence: z.number().int().min(1).max(4).nullable(),
  evidence_fix_ids: z.array(z.string().max(40)).max(100),
}

const EventFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  sha256: z.string(),
  /** True when its rows can be shown on the map. */
  is_map: z.boolean(),
})
export type EventFile = z.output<typeof EventFile>

export const VesselEvent = z.object({
  ...objectColumns,
  ...fields,
  /** One of getEventType, or what detectors find besides. */
  type: z.string(),
  status: Status,
  detector: z.string().nullable(),
  params: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  explanation: z.string().nullable(),
  files: z.array(EventFile),
  case_id: z.string().nullable(),
  revisions: z.array(
    z.object({ at: Instant, by: z.string(), why: z.string(), late_fix_id: z.string().nullable() }),
  ),
  /** Why it was removed, of a removed one. */
  removed_reason: z.string().nullable(),
})
export type VesselEvent = z.output<typeof VesselEvent>

/** Adds an event without `id`; with `id` and `expected_version` changes one, for which every field is sent again. */
export const addVesselEventsAndDisasters = op({
  name: 'addVesselEventsAndDisasters',
  route: 'POST /v1/events',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Reported or changed an event',
  example: {
    type: 'ATTACK',
    category: 'PIRACY_ARMED_ROBBERY',
    title: 'Skiff alongside',
    text: '',
    severity: 'LOW',
    start_at: AROUND_NOW.from,
    end_at: null,
    geometry: { type: 'Point', coordinates: [75, 10] },
    mmsis: [],
    confidence: null,
    evidence_fix_ids: [],
    status: 'DETECTED',
    visibility: 'PRIVATE',
    file_ids: [],
  },
  input: z.object({
    id: Id.optional(),
    expected_version: z.number().optional(),
    ...fields,
    status: z.enum(['DETECTED', 'CONFIRMED', 'DISPUTED', 'REVISED']),
    visibility: Visibility,
    file_ids: z.array(z.string().max(40)).max(20),
    /** Late information and what it changes; it makes the event REVISED. */
    revision: z
      .object({ why: z.string().trim().min(1).max(1000), late_fix_id: z.string().max(40).nullable() })
      .optional(),
    reason: z.string().max(500).optional(),
  }),
  output: VesselEvent,
})
export const getVesselEventsAndDisasters = op({
  name: 'getVesselEventsAndDisasters',
  route: 'GET /v1/events',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: {},
  input: z.object({
    id: Id.optional(),
    types: queryListOf(EVENT_CODES).optional(),
    category: queryListOf(EVENT_CATEGORIES).optional(),
    bbox: Bbox.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    /** Without it all but the removed ones. */
    status: queryListOf(EVENT_STATUSES).optional(),
    mmsi: MmsiText.optional(),
    as_of: Instant.optional(),
    ...paging,
  }),
  output: listOf(VesselEvent),
})
export const removeVesselEventsAndDisasters = op({
  name: 'removeVesselEventsAndDisasters',
  route: 'DELETE /v1/events/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Removed an event',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: z.object({ id: z.string(), removed_at: Instant }),
})
export const getEventType = op({
  name: 'getEventType',
  route: 'GET /v1/events/types',
  bounded: 'CENTRE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      category: Category,
      detector: z.string().nullable(),
      default_params: z.record(z.string(), z.number()),
      severity: Severity,
      origin: z.enum(['DETECTED', 'REPORTED', 'DISASTER']),
    }),
  ),
})
export const getEventCategory = op({
  name: 'getEventCategory',
  route: 'GET /v1/events/categories',
  bounded: 'CENTRE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.array(
    z.object({
      code: Category,
      label: z.string(),
      color: z.string(),
      icon: z.string(),
      checklist_id: z.string().nullable(),
    }),
  ),
})

export const LARGEST_EVENT_FILE = 25 * 1024 * 1024
const PreviewRow = z.object({
  at: z.number(),
  line: z.number().nullable(),
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  geometry: z.object({ type: z.string(), coordinates: z.array(z.unknown()) }),
})
export type PreviewRow = z.output<typeof PreviewRow>
export const FilePreview = z.object({
  format: z.string(),
  rows: z.array(PreviewRow),
  total: z.number(),
  errors: z.array(z.object({ at: z.number().nullable(), line: z.number().nullable(), why: z.string() })),
})
export type FilePreview = z.output<typeof FilePreview>
/** Stores a file for a day, until an event names it. BLOCKED files are not stored. */
export const uploadEventFile = op({
  name: 'uploadEventFile',
  route: 'POST /v1/events/files',
  bounded: 'FILE',
  who: 'user',
  leaves: 'change',
  did: 'Uploaded an event file',
  stream: 'up',
  example: { name: 'x.txt' },
  input: z.object({ name: z.string().trim().min(1).max(200) }),
  output: z.object({
    file_id: z.string(),
    name: z.string(),
    size: z.number(),
    sha256: z.string(),
    type: z.string(),
    scan: z.enum(['CLEAN', 'BLOCKED']),
    /** Why it is blocked. */
    why: z.string().nullable(),
    preview: FilePreview.nullable(),
  }),
})
export type UploadedFile = NonNullable<
  Extract<ReturnType<typeof uploadEventFile.output>, { ok: true }>['value']
>
export const getEventFile = op({
  name: 'getEventFile',
  route: 'GET /v2/events/files/{id}',
  bounded: 'FILE',
  who: 'user',
  cut: 'group',
  leaves: 'read',
  did: 'Downloaded an event file',
  stream: 'down',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ name: z.string(), content_type: z.string(), size: z.number(), sha256: z.string() }),
})
/** Returns a small version of a picture, at most 320 pixels long. */
export const getEventFileThumbnail = op({
  name: 'getEventFileThumbnail',
  route: 'GET /v2/events/files/{id}/thumbnail',
  bounded: 'FILE',
  who: 'user',
  cut: 'group',
  stream: 'down',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ content_type: z.string() }),
})
export const getEventFilePreview = op({
  name: 'getEventFilePreview',
  route: 'GET /v2/events/files/{id}/preview',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: FilePreview,
})

/** Push of an event as the recipient may see it now. */
export const addVesselEvent = push({ wire: 'add_vessel_event', payload: VesselEvent })
/** Push of an event that was removed, or that the recipient may not see any more. */
export const removeVesselEvent = push({
  wire: 'remove_vessel_event',
  payload: z.object({ id: z.string(), reason: z.string() }),
})

/** Events and disasters, as screens keep them; the last to begin first. */
export const eventKind = kind<VesselEvent>({
  type: 'vessel_event',
  table: 'vessel_events',
  noun: 'event',
  list: getVesselEventsAndDisasters,
  order: (a, b) => Date.parse(b.start_at) - Date.parse(a.start_at) || (a.id < b.id ? 1 : -1),
  brings: [
    brings(addVesselEvent, (item) => ({ id: item.id, item })),
    brings<{ id: string }, VesselEvent>(removeVesselEvent, ({ id }) => ({ id, item: null })),
  ],
  fields: [
    { label: 'Title', text: ({ title }) => title },
    { label: 'Type', text: ({ type }) => eventTypeOf(type)?.label ?? type },
    { label: 'Category', text: ({ category }) => CATEGORY_LOOKS[category].label },
    { label: 'Severity', text: ({ severity }) => severity },
    {
      label: 'Time',
      text: ({ start_at, end_at }, { time }) => `${time(start_at)} to ${time(end_at)}`,
    },
    { label: 'Description', text: ({ text }) => text },
    { label: 'Vessels', text: ({ mmsis }) => mmsis.join(', ') },
    seenBy,
    { label: 'Files', text: ({ files }) => files.map(({ name }) => name).join(', ') },
    {
      label: 'Location',
      text: ({ geometry }, words) => whereText(geometry, words),
      value: ({ geometry }) => geometry,
    },
  ],
})

function whereText(geometry: EventGeometry, words: Wording): string {
  if (geometry.type === 'Point') return words.place(geometry.coordinates[1], geometry.coordinates[0])
  if (geometry.type === 'LineString')
    return `line of ${geometry.coordinates.length} corners from ${words.place(geometry.coordinates[0]![1], geometry.coordinates[0]![0])}`
  return outlineText(geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(), words)
}
