import { z } from 'zod'
import { AROUND_NOW } from './example.ts'
import { AisFilter } from './filter.ts'
import { Id, Bbox, Instant, MmsiText, listOf, op, typedName } from './kernel.ts'
import { kind, seenBy } from './kind.ts'
import { listing, objectColumns, Visibility } from './objects.ts'
import { KNOWLEDGE } from './wire/replay-chunk.ts'

export const Knowledge = z.enum(KNOWLEDGE)
/** The longest period one replay may cover. */
export const LONGEST_REPLAY_DAYS = 31

/** Contents of a replay: everything or a box, as known then or as known by `known_by`. */
const query = {
  bbox: Bbox.optional(),
  filter: AisFilter.optional(),
  knowledge: Knowledge,
  /** Nothing that arrived later is in it; now when absent. A link carries it, so that it shows the same again. */
  known_by: Instant.optional(),
}

export const Replay = z.object({
  /** Id of the replay for its chunks; a replay is dropped an hour after its last request. */
  replay_id: z.string(),
  from: Instant,
  to: Instant,
  knowledge: Knowledge,
  known_by: Instant,
  manifest: z.object({
    /** Number of chunks, and seconds in each. */
    frames: z.number(),
    chunk_s: z.number(),
    /**
     * Number of fixes received in the hours of the period by the sources the caller sees; null for a caller with some
     * zones only.
     */
    fixes: z.number().nullable(),
    /**
     * Digest of the contents of all frames, independent of the parameters: two replays with one digest show the same.
     * Null where none was computed.
     */
    digest: z.string().nullable(),
  }),
  /** Number of fixes received in each hour of the period; empty for a caller with some zones only. */
  density: z.array(z.number()),
  /** When areas, boundaries, tracks, events or lists changed that the caller sees, ascending. */
  changes: z.array(Instant),
  next_chunk: z.number().nullable(),
})
export type Replay = z.output<typeof Replay>

export const getReplayTracks = op({
  name: 'getReplayTracks',
  route: 'POST /v2/ais/replay',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'PERIOD',
  example: { ...AROUND_NOW, knowledge: 'AS_KNOWN' },
  input: z.object({
    ...query,
    from: Instant,
    to: Instant,
    /** One fix of each contact in so many seconds at most, for fast replays; 0 for all. */
    step_s: z.number().int().min(0).max(3600).optional(),
    /** True to compute the digest of the whole, which reads all of it; by default only short replays have one. */
    digest: z.boolean().optional(),
  }),
  output: Replay,
})

/**
 * One chunk in the form of `wire/replay-chunk.ts`, after its Data; with `at` only what is shown at that instant of it,
 * which is made in a part of the time.
 */
export const getReplayChunk = op({
  name: 'getReplayChunk',
  route: 'GET /v2/replay/{id}/chunks/{n}',
  who: 'user',
  cut: 'release',
  stream: 'down',
  costly: 'always',
  past: 'PERIOD',
  example: { id: 'none', n: 0 },
  input: z.object({ id: z.string().max(60), n: z.coerce.number().int().min(0), at: Instant.optional() }),
  output: z.object({
    n: z.number(),
    from: Instant,
    to: Instant,
    contacts: z.number(),
    fixes: z.number(),
    next_chunk: z.number().nullable(),
  }),
})

export const PastContact = z.object({
  mmsi: MmsiText,
  split_id: z.number(),
  ship_name: z.string().nullable(),
  ship_type: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  sog: z.number().nullable(),
  cog: z.number().nullable(),
  true_heading: z.number().nullable(),
  nav_status: z.string().nullable(),
  observed_at: Instant,
  source: z.string(),
})
export type PastContact = z.output<typeof PastContact>

/** The whole picture at an instant. */
export const getPicture = op({
  name: 'getPicture',
  route: 'POST /v2/picture',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'PERIOD',
  example: { at: AROUND_NOW.to, knowledge: 'AS_KNOWN' },
  input: z.object({
    ...query,
    at: Instant,
    limit: z.number().int().min(0).max(20_000).optional(),
  }),
  output: z.object({
    at: Instant,
    knowledge: Knowledge,
    known_by: Instant,
    /** The digest of the frame, as a replay of the same instant has it. */
    digest: z.string(),
    /** Contacts shown, and contacts there were. */
    count: z.number(),
    total: z.number(),
    contacts: z.array(PastContact),
    truncated: z.boolean(),
  }),
})

const Title = z.string().trim().min(1).max(120)
const Note = z.string().max(2000)

/** An instant of a replay worth coming back to. */
export const ReplayBookmark = z.object({
  ...objectColumns,
  title: z.string(),
  note: z.string(),
  at: Instant,
  /** The address of the replay, from its path on. */
  link: z.string(),
})
export type ReplayBookmark = z.output<typeof ReplayBookmark>

/** The latest instant first; of a period when it is given. */
export const getReplayBookmarks = op({
  name: 'getReplayBookmarks',
  route: 'GET /v2/replay/bookmarks',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object({ from: Instant.optional(), to: Instant.optional(), ...listing }),
  output: listOf(ReplayBookmark),
})
/** Adds one, or changes the one of `id`. */
export const saveReplayBookmark = op({
  name: 'saveReplayBookmark',
  route: 'POST /v2/replay/bookmarks',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Saved a bookmark',
  example: {
    title: 'Where it turned',
    at: AROUND_NOW.from,
    link: '/home/map/replay',
    visibility: 'PRIVATE',
  },
  input: z.object({
    id: Id.optional(),
    expected_version: z.number().optional(),
    title: Title,
    note: Note.optional(),
    at: Instant,
    link: z
      .string()
      .max(6000)
      .regex(/^\/home\//, 'must be an address of this application'),
    visibility: Visibility,
  }),
  output: ReplayBookmark,
})
export const deleteReplayBookmark = op({
  name: 'deleteReplayBookmark',
  route: 'DELETE /v2/replay/bookmarks/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a bookmark',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})

/** Period that was named and is stored beyond the retention of fixes. */
export const Recording = z.object({
  ...objectColumns,
  name: z.string(),
  note: z.string(),
  from: Instant,
  /** Null while it is running. */
  to: Instant.nullable(),
  /** The part of the sea it is of; everything when null. */
  bbox: Bbox.nullable(),
})
export type Recording = z.output<typeof Recording>

export const getRecordings = op({
  name: 'getRecordings',
  route: 'GET /v2/recordings',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object(listing),
  output: listOf(Recording),
})
/** Starts or names one, or changes the one of `id`; without `to` it runs until it gets one. */
export const saveRecording = op({
  name: 'saveRecording',
  route: 'POST /v2/recordings',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Saved a recording',
  example: { name: 'Night watch', ...AROUND_NOW, visibility: 'PRIVATE' },
  input: z.object({
    id: Id.optional(),
    expected_version: z.number().optional(),
    name: typedName(120),
    note: Note.optional(),
    from: Instant.optional(),
    to: Instant.nullable().optional(),
    bbox: Bbox.nullable().optional(),
    visibility: Visibility,
  }),
  output: Recording,
})
/** Deletes a recording; its data fall under the retention again. */
export const deleteRecording = op({
  name: 'deleteRecording',
  route: 'DELETE /v2/recordings/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a recording',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})

/** Bookmarks of replays, as screens keep them. */
export const bookmarkKind = kind<ReplayBookmark>({
  type: 'replay_bookmark',
  table: 'replay_bookmarks',
  noun: 'bookmark',
  list: getReplayBookmarks,
  order: (a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? -1 : 1),
  fields: [
    { label: 'Title', text: ({ title }) => title },
    { label: 'Note', text: ({ note }) => note },
    { label: 'Instant', text: ({ at }, { time }) => time(at) },
    seenBy,
  ],
})

/** Recordings, as screens keep them. */
export const recordingKind = kind<Recording>({
  type: 'recording',
  table: 'recordings',
  noun: 'recording',
  list: getRecordings,
  order: (a, b) => Date.parse(b.from) - Date.parse(a.from) || (a.id < b.id ? -1 : 1),
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'Note', text: ({ note }) => note },
    { label: 'From', text: ({ from }, { time }) => time(from) },
    { label: 'To', text: ({ to }, { time }) => (to === null ? 'running' : time(to)) },
    seenBy,
  ],
})
