import { z } from 'zod'
import { Id, Instant, op } from './kernel.ts'

/** 500,000 ships are about 50 MB. */
export const LARGEST_REGISTER_FILE = 512 * 1024 * 1024
/** Maximum number of stored faults with line numbers; all are counted. */
export const VESSEL_FAULTS_STORED = 200

const STATES = ['CHECKED', 'REJECTED', 'STORING', 'STORED', 'UNDOING', 'UNDONE', 'CANCELLED'] as const

/** Vessel as described by a row of a register. */
const RegisterShip = z.object({
  line: z.number(),
  imo: z.string().nullable(),
  mmsi: z.string().nullable(),
  ship_name: z.string().nullable(),
  call_sign: z.string().nullable(),
  country: z.string().nullable(),
  ship_type: z.number().nullable(),
  length: z.number().nullable(),
  beam: z.number().nullable(),
  owner: z.string().nullable(),
})
export type RegisterShip = z.output<typeof RegisterShip>

export const RegisterImport = z.object({
  id: z.string(),
  name: z.string(),
  /** Source of its claims, which decides the rights to see them. */
  source: z.string(),
  size: z.number(),
  state: z.enum(STATES),
  /** Progress of storing or undoing, 0 to 1. */
  progress: z.number(),
  rows: z.number(),
  /** Rows that can be stored. */
  ships: z.number(),
  faults: z.array(z.object({ line: z.number(), field: z.string(), why: z.string() })),
  fault_count: z.number(),
  /** Columns of the file, each with its recognised field; null where nothing of it is stored. */
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
  sample: z.array(RegisterShip),
  /** Claims stored, of ships that were new here and of others; what was known already is not stored twice. */
  stored: z.object({ claims: z.number(), new_ships: z.number() }),
  /** Fault as a sentence; empty when there is none. */
  trouble: z.string(),
  created_by: z.string(),
  created_at: Instant,
})
export type RegisterImport = z.output<typeof RegisterImport>
const Named = z.object({ id: Id })

/** Reads the table of vessels that follows and returns what it would add; nothing of it is stored yet. */
export const checkRegisterImport = op({
  name: 'checkRegisterImport',
  route: 'POST /v2/register-imports',
  bounded: 'FILE',
  who: 'admin',
  leaves: 'change',
  did: 'Checked a vessel import',
  stream: 'up',
  example: { name: 'x.csv', source: 'REGISTER' },
  input: z.object({
    name: z.string().trim().min(1).max(200),
    /** Source of the table, for its claims: capitals, digits, `_` and `-`. */
    source: z.string().regex(/^[A-Z0-9_-]{1,20}$/, 'must be up to 20 capitals, digits, _ or -'),
  }),
  output: RegisterImport,
})
export const getRegisterImports = op({
  name: 'getRegisterImports',
  route: 'GET /v2/register-imports',
  bounded: 'CENTRE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(RegisterImport), total: z.number() }),
})
/** Stores what was checked, in the background. */
export const commitRegisterImport = op({
  name: 'commitRegisterImport',
  route: 'POST /v2/register-imports/{id}/commit',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Stored a vessel import',
  example: { id: 'none' },
  input: Named,
  output: RegisterImport,
})
/** Ends what is being stored, of which nothing stays; or lets go of what was only checked. */
export const cancelRegisterImport = op({
  name: 'cancelRegisterImport',
  route: 'POST /v2/register-imports/{id}/cancel',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Cancelled a vessel import',
  example: { id: 'none' },
  input: Named,
  output: RegisterImport,
})
/** Takes away what an import brought, and ships that nothing else is known of. */
export const undoRegisterImport = op({
  name: 'undoRegisterImport',
  route: 'POST /v2/register-imports/{id}/undo',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Undid a vessel import',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: RegisterImport,
})
