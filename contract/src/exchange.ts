import { z } from 'zod'
import { AROUND_NOW, SHIP } from './example.ts'
import { Id, Instant, MmsiText, op } from './kernel.ts'
import { ZoneGeometry } from './zones.ts'

/** Open formats of tracks. NMEA is AIVDM with tag blocks. */
export const TRACK_FORMATS = ['CSV', 'GEOJSON', 'KML', 'GPX', 'NMEA'] as const
export const TrackFormat = z.enum(TRACK_FORMATS)
export type TrackFormat = z.output<typeof TrackFormat>

export const MOST_EXPORTED_SHIPS = 500

const Export = z.object({
  id: z.string(),
  /** As the file is to be called. */
  name: z.string(),
  content_type: z.string(),
  /** When it can no longer be fetched. */
  expires_at: Instant,
})
/** Names the fixes of some ships, of an area, or of both; `getExport` brings them. */
export const createExport = op({
  name: 'createExport',
  route: 'POST /v2/exports',
  bounded: 'JOB',
  who: 'user',
  cut: 'own',
  leaves: 'read',
  did: 'Requested an export',
  past: 'PERIOD',
  example: { format: 'CSV', mmsis: [SHIP], ...AROUND_NOW },
  input: z.object({
    format: TrackFormat,
    from: Instant,
    to: Instant,
    mmsis: z.array(MmsiText).min(1).max(MOST_EXPORTED_SHIPS).optional(),
    area: ZoneGeometry.optional(),
  }),
  output: Export,
})
/** The file itself follows the answer, written while it is fetched. */
export const getExport = op({
  name: 'getExport',
  route: 'GET /v2/exports/{id}',
  who: 'user',
  cut: 'release',
  leaves: 'read',
  did: 'Downloaded an export',
  stream: 'down',
  costly: 'always',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: Export,
})

export const IMPORT_STATES = [
  'UPLOADING',
  'UPLOADED',
  'CHECKING',
  'CHECKED',
  'REJECTED',
  'COMMITTING',
  'COMMITTED',
  'UNDOING',
  'UNDONE',
  'CANCELLED',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** A part of a file goes in one call. */
export const LARGEST_IMPORT_PART = 16 * 1024 * 1024
export const ImportedRow = z.object({
  mmsi: MmsiText,
  observed_at: Instant,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  sog: z.number().nullable(),
  cog: z.number().nullable(),
  source: z.string(),
})
export type ImportedRow = z.output<typeof ImportedRow>

export const ImportJob = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  /** Bytes that are here; an upload goes on from there. */
  received: z.number(),
  /** Null until the file was looked into. */
  format: TrackFormat.nullable(),
  /** Which writing of the format: ours, MarineCadastre, Danish Maritime Authority. */
  dialect: z.string(),
  sources: z.enum(['AS_IN_FILE', 'IMPORT']),
  state: z.enum(IMPORT_STATES),
  /** Share of the file the running step has read, 0 to 1. */
  progress: z.number(),
  rows: z.number(),
  fixes: z.number(),
  ships: z.number(),
  /** Rows that say nothing of a position, such as static reports. */
  skipped: z.number(),
  /** Known already, or twice in the file; they are left out. */
  duplicates: z.number(),
  first_at: Instant.nullable(),
  last_at: Instant.nullable(),
  /** The first 200 errors; `error_count` counts all. */
  errors: z.array(z.object({ line: z.number(), field: z.string(), why: z.string() })),
  error_count: z.number(),
  sample: z.array(ImportedRow),
  /** Fault as a sentence; empty when there is none. */
  trouble: z.string(),
  created_by: z.string(),
  created_at: Instant,
  committed_at: Instant.nullable(),
  undone_at: Instant.nullable(),
  undone_by: z.string(),
})
export type ImportJob = z.output<typeof ImportJob>
const Named = z.object({ id: Id })

export const getImports = op({
  name: 'getImports',
  route: 'GET /v2/imports',
  bounded: 'CENTRE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(ImportJob), total: z.number() }),
})
export const getImport = op({
  name: 'getImport',
  route: 'GET /v2/imports/{id}',
  bounded: 'ONE',
  who: 'admin',
  past: 'NOW',
  example: { id: 'none' },
  input: Named,
  output: ImportJob,
})
export const startImport = op({
  name: 'startImport',
  route: 'POST /v2/imports',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Started a track import',
  example: { name: 'x.csv', size: 10 },
  input: z.object({
    name: z.string().trim().min(1).max(200),
    size: z
      .number()
      .int()
      .min(1)
      .max(64 * 2 ** 30),
    /** Sources as the file names them where it does, or one source called IMPORT for all of it. */
    sources: z.enum(['AS_IN_FILE', 'IMPORT']).default('AS_IN_FILE'),
  }),
  output: ImportJob,
})
/** The bytes of the file from `offset` on follow; refused when they do not join on. */
export const uploadImportPart = op({
  name: 'uploadImportPart',
  route: 'POST /v2/imports/{id}/parts',
  bounded: 'FILE',
  who: 'admin',
  leaves: 'change',
  did: 'Uploaded a part of an import',
  stream: 'up',
  example: { id: 'none', offset: 0 },
  input: z.object({ id: Id, offset: z.number().int().min(0) }),
  output: ImportJob,
})
/** Reads the whole file and returns what it would add; stores nothing. */
export const checkImport = op({
  name: 'checkImport',
  route: 'POST /v2/imports/{id}/check',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Checked an import',
  example: { id: 'none' },
  input: Named,
  output: ImportJob,
})
export const commitImport = op({
  name: 'commitImport',
  route: 'POST /v2/imports/{id}/commit',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Stored an import',
  example: { id: 'none' },
  input: Named,
  output: ImportJob,
})
/** Takes away exactly what an import brought. */
export const undoImport = op({
  name: 'undoImport',
  route: 'POST /v2/imports/{id}/undo',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Undid an import',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: ImportJob,
})
/** Ends what is going on; of an import that was being stored nothing stays. */
export const cancelImport = op({
  name: 'cancelImport',
  route: 'POST /v2/imports/{id}/cancel',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Cancelled an import',
  example: { id: 'none' },
  input: Named,
  output: ImportJob,
})
