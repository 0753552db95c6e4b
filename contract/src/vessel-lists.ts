import { z } from 'zod'
import { SHIP } from './example.ts'
import { AisFilter, ShipTypeGroup } from './filter.ts'
import { Id, Instant, listOf, MmsiText, op, paging, queryList, typedName } from './kernel.ts'
import { byName, kind, seenBy } from './kind.ts'
import { listing, objectColumns, Visibility } from './objects.ts'

/** Members of a static list are put there by hand; those of a dynamic one are found by a question. */
const LIST_KINDS = ['STATIC', 'DYNAMIC'] as const
const ListKind = z.enum(LIST_KINDS)
/** The list whose ships carry the BLACKLIST mark; it is always there. */
export const BLACKLIST = 'blacklist'
/** In one call, and on one list. */
export const MOST_ADDED = 5000
export const MOST_MEMBERS = 20_000

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #c62828')
const Reason = z.string().trim().min(1).max(500)

export const VesselList = z.object({
  ...objectColumns,
  name: z.string(),
  kind: ListKind,
  color: z.string(),
  /** Query of a dynamic list; null for a static one. */
  query: AisFilter.nullable(),
  /** Number of members that have not expired, as far as the caller may know them. */
  count: z.number(),
  reason_required: z.boolean(),
  /** True when the caller may add and remove members; `mine` is true where they may delete the list. */
  may_add: z.boolean(),
})
export type VesselList = z.output<typeof VesselList>

/** Reason for a membership: a user's text, or the values that a dynamic list queries. */
const membership = {
  reason: z.string(),
  added_by: z.string(),
  added_at: Instant,
  /** Null stays for good. */
  expires_at: Instant.nullable(),
}
export const ListMember = z.object({
  mmsi: MmsiText,
  ...membership,
  /** The ship as it is on the picture now; null when it is not, and in answers about the past. */
  vessel: z
    .object({
      split_id: z.number(),
      ship_name: z.string().nullable(),
      country: z.string().nullable(),
      ship_type: ShipTypeGroup,
      latitude: z.number(),
      longitude: z.number(),
      observed_at: Instant,
    })
    .nullable(),
})
export type ListMember = z.output<typeof ListMember>

export const createVesselList = op({
  name: 'createVesselList',
  route: 'POST /v2/vessel-lists',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Created a vessel list',
  example: { name: 'x', kind: 'DYNAMIC' },
  input: z.object({
    name: typedName(80),
    kind: ListKind.default('STATIC'),
    color: Color.default('#1565c0'),
    visibility: Visibility.default('PRIVATE'),
    query: AisFilter.optional(),
  }),
  output: VesselList,
})
/** Updates a list; omitted fields stay. Members found by a changed query follow within a moment. */
export const updateVesselList = op({
  name: 'updateVesselList',
  route: 'POST /v2/vessel-lists/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed a vessel list',
  example: { id: 'none', expected_version: 1, name: 'x' },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    name: typedName(80).optional(),
    color: Color.optional(),
    visibility: Visibility.optional(),
    query: AisFilter.optional(),
    reason: z.string().max(500).optional(),
  }),
  output: VesselList,
})
export const getVesselList = op({
  name: 'getVesselList',
  route: 'GET /v2/vessel-lists',
  costly: 'always',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object({
    q: z.string().max(200).optional(),
    kind: ListKind.optional(),
    ...listing,
  }),
  output: listOf(VesselList),
})
/** Adds the vessels that can be added; returns the others with the reason. */
export const addVesselToList = op({
  name: 'addVesselToList',
  route: 'POST /v2/vessel-lists/{id}/vessels',
  bounded: 'BATCH',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Added a vessel to a list',
  example: { id: 'none', mmsis: [SHIP], reason: 'x' },
  input: z.object({
    id: Id,
    mmsis: z.array(z.string().trim().max(20)).min(1).max(MOST_ADDED),
    reason: Reason,
    expires_at: Instant.nullable().optional(),
  }),
  output: z.object({
    added: z.array(MmsiText),
    rejected: z.array(z.object({ mmsi: z.string(), why: z.string() })),
  }),
})
/** The lists a ship is on, now or as was known then. */
export const getVesselListByMmsi = op({
  name: 'getVesselListByMmsi',
  route: 'GET /v2/vessel-lists/by-mmsi/{mmsi}',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  input: z.object({ mmsi: MmsiText, as_of: Instant.optional() }),
  output: z.array(z.object({ list_id: z.string(), name: z.string(), color: z.string(), ...membership })),
})
/** Returns the members of some lists by number, for colours on the map; lists hidden from the caller are left out. */
export const getListedVessels = op({
  name: 'getListedVessels',
  route: 'GET /v2/listed-vessels',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { ids: ['none'] },
  input: z.object({ ids: queryList, as_of: Instant.optional() }),
  output: z.array(z.object({ list_id: z.string(), mmsis: z.array(MmsiText) })),
})

const MEMBER_COLUMNS = ['mmsi', 'ship_name', 'reason', 'added_by', 'added_at', 'expires_at'] as const
export const MemberSort = z.enum([
  ...MEMBER_COLUMNS,
  ...MEMBER_COLUMNS.map((column) => `-${column}` as const),
])
export type MemberSort = z.output<typeof MemberSort>
/** The members whose time has not run out, now or as was known then. */
export const getVesselsByVesselList = op({
  name: 'getVesselsByVesselList',
  route: 'GET /v2/vessel-lists/{id}/vessels',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { id: 'none' },
  input: z.object({
    id: Id,
    as_of: Instant.optional(),
    /** Part of MMSI, reason, author or, now, of the name. */
    q: z.string().max(100).optional(),
    /** In the order they came without; `-` before it turns it around. */
    sort: MemberSort.optional(),
    ...paging,
  }),
  output: listOf(ListMember),
})
/** Maximum size of a file of members, bytes. */
export const LARGEST_LIST_FILE = 32 * 1024 * 1024
/** A file of members read, and nothing changed yet: what committing it would do, line by line; rows and errors are the first of them. */
export const VesselListImport = z.object({
  id: z.string(),
  list_id: z.string(),
  file: z.string(),
  sha256: z.string(),
  state: z.enum(['CHECKED', 'COMMITTED']),
  rows: z.array(
    z.object({
      line: z.number(),
      mmsi: MmsiText,
      ship_name: z.string().nullable(),
      action: z.enum(['add', 'change', 'skip']),
      why: z.string(),
    }),
  ),
  errors: z.array(z.object({ line: z.number(), why: z.string() })),
  counts: z.object({ add: z.number(), change: z.number(), skip: z.number(), errors: z.number() }),
  checked_at: Instant,
})
export type VesselListImport = z.output<typeof VesselListImport>
/** Reads a CSV of members: MMSI, and if it has them reason and end; `reason` is for lines that say none. */
export const checkVesselListImport = op({
  name: 'checkVesselListImport',
  route: 'POST /v2/vessel-lists/{id}/imports',
  bounded: 'FILE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Checked an import to a vessel list',
  stream: 'up',
  example: { id: 'none', name: 'x.csv', reason: 'x' },
  input: z.object({ id: Id, name: z.string().trim().min(1).max(200), reason: Reason }),
  output: VesselListImport,
})
/** Commits the dry run in one version of the list. */
export const commitVesselListImport = op({
  name: 'commitVesselListImport',
  route: 'POST /v2/vessel-list-imports/{id}/commit',
  bounded: 'JOB',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Imported members of a vessel list',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string(), added: z.number(), changed: z.number(), skipped: z.number() }),
})
/** Exports the members as a table, or as a map with their last positions, as far as the caller may know them. */
export const exportVesselList = op({
  name: 'exportVesselList',
  route: 'GET /v2/vessel-lists/{id}/export',
  who: 'user',
  cut: 'release',
  stream: 'down',
  costly: 'always',
  past: 'AS_OF',
  example: { id: 'none' },
  input: z.object({ id: Id, format: z.enum(['csv', 'geojson']).optional(), as_of: Instant.optional() }),
  output: z.object({ name: z.string(), content_type: z.string() }),
})

/** Stay of a vessel on a list, with its end if it left: when, why and by whom. A dynamic list adds without a user. */
export const ListStay = z.object({
  mmsi: MmsiText,
  ship_name: z.string().nullable(),
  joined_at: Instant,
  joined_why: z.string(),
  joined_by: z.string(),
  /** Time of leaving; null while the vessel is on the list. */
  left_at: Instant.nullable(),
  left_why: z.string().nullable(),
  left_by: z.string().nullable(),
})
export type ListStay = z.output<typeof ListStay>
/** Returns additions and removals of members, latest first. */
export const getVesselListHistory = op({
  name: 'getVesselListHistory',
  route: 'GET /v2/vessel-lists/{id}/history',
  costly: 'always',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { id: 'none' },
  input: z.object({
    id: Id,
    mmsi: MmsiText.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    ...paging,
  }),
  output: listOf(ListStay),
})
/** Refused with IN_USE and `used_by_rules` while something names it, a rule that is not enabled too. */
export const deleteVesselList = op({
  name: 'deleteVesselList',
  route: 'DELETE /v2/vessel-lists/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a vessel list',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string(), used_by_rules: z.array(z.string()) }),
})
export const removeVesselFromList = op({
  name: 'removeVesselFromList',
  route: 'DELETE /v2/vessel-lists/{id}/vessels/{mmsi}',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Removed a vessel from a list',
  example: { id: 'none', mmsi: SHIP },
  input: z.object({ id: Id, mmsi: MmsiText, reason: z.string().max(500).optional() }),
  output: z.object({ removed_at: Instant }),
})

/** Lists of vessels, as screens keep them; without the vessels on them. */
export const listKind = kind<VesselList>({
  type: 'vessel_list',
  table: 'vessel_lists',
  noun: 'vessel list',
  list: getVesselList,
  order: byName,
  fields: [
    { label: 'Name', text: ({ name }) => name },
    seenBy,
    { label: 'Colour', text: ({ color }) => color },
    { label: 'Vessels', text: ({ count }) => String(count) },
  ],
})
