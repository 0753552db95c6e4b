import { z } from 'zod'
import { Instant, op } from './kernel.ts'

/** A UTC day on which positions arrived. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-01-31')

export const STORAGE_TIERS = ['ROWS', 'PACKED', 'THINNED', 'RAW', 'COUNTS', 'OTHER', 'FILES'] as const

export const ArchivedDay = z.object({
  day: Day,
  /** WRITTEN days are in a file and in the database, REMOVED ones in the file alone, RESTORED ones were read back. */
  state: z.enum(['WRITING', 'WRITTEN', 'REMOVING', 'REMOVED', 'RESTORING', 'RESTORED', 'FAILED']),
  positions: z.number(),
  /** Size of the file. */
  bytes: z.number(),
  /** Why it failed; beside another state, why a new file was not written and the old one stays. */
  why: z.string().nullable(),
  /** Next possible step for a FAILED day. */
  failed: z.enum(['WRITING', 'REMOVING', 'RESTORING']).nullable(),
  asked_by: z.string(),
  changed_at: Instant,
})
export type ArchivedDay = z.output<typeof ArchivedDay>

export const Storage = z.object({
  as_of: Instant,
  tiers: z.array(
    z.object({
      tier: z.enum(STORAGE_TIERS),
      bytes: z.number(),
      /** Number of positions; null where they are not counted. */
      positions: z.number().nullable(),
      /** When the oldest of it arrived; null when it is empty or not by time. */
      from: Instant.nullable(),
    }),
  ),
  /** Bytes the database grew by a day, measured over so many hours; null until it was measured for six. */
  growth_per_day: z.number().nullable(),
  measured_h: z.number(),
  /** Disk of the database; null on another machine. */
  disk: z.object({ total: z.number(), free: z.number() }).nullable(),
  /** At this growth; null when it is not known or nothing grows. */
  days_until_full: z.number().nullable(),
  archives: z.array(ArchivedDay),
})
export type Storage = z.output<typeof Storage>

export const getStorage = op({
  name: 'getStorage',
  route: 'GET /v1/utils/storage',
  bounded: 'CENTRE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: Storage,
})

/**
 * Writes the positions that arrived on a day into a file, and takes them out of the database with `remove`. A day
 * already in its file is taken out as that file has it.
 */
export const archiveDay = op({
  name: 'archiveDay',
  route: 'POST /v1/utils/storage/archives',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Archived a day',
  example: { day: '2020-01-01' },
  input: z.object({
    day: Day,
    remove: z.boolean().optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  output: ArchivedDay,
})

/** Reads a day back from its file; its positions then stay as they came. */
export const restoreDay = op({
  name: 'restoreDay',
  route: 'POST /v1/utils/storage/archives/{day}/restore',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Restored an archived day',
  example: { day: '2020-01-01' },
  input: z.object({ day: Day }),
  output: ArchivedDay,
})
