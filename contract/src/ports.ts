import { z } from 'zod'
import { PortCountry } from './countries.ts'
import { HARBOUR } from './example.ts'
import { Bbox, Id, Instant, listOf, op, queryFlag, typedName } from './kernel.ts'
import { byName, kind, outlineText } from './kind.ts'
import { listing, objectColumns, versionColumns } from './objects.ts'
import { ZoneGeometry } from './zones.ts'

/** Corners of a harbour, or of an anchorage, all rings together. */
export const MOST_HARBOUR_CORNERS = 2000
const Outline = ZoneGeometry.refine(
  ({ type, coordinates }) =>
    (type === 'Polygon' ? coordinates : coordinates.flat()).reduce((sum, ring) => sum + ring.length, 0) <=
    MOST_HARBOUR_CORNERS,
  `has more than ${MOST_HARBOUR_CORNERS} corners. Simplify it`,
)
const Anchorage = z.object({ name: typedName(100), geometry: Outline })
const words = (most: number) => z.string().trim().min(1).max(most)
const Contact = z.object({ who: words(100), how: words(200) })

const fields = {
  name: typedName(100),
  /** UN/LOCODE; empty where there is none. */
  locode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2}[A-Z2-9]{3})?$/, 'must be a UN/LOCODE like INBOM, or empty'),
  country: PortCountry,
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  /** Other names, including codes used elsewhere. */
  alias: z.array(words(100)).max(30),
  /** The harbour; null where none is drawn. */
  geometry: Outline.nullable(),
  anchorages: z.array(Anchorage).max(20),
  /** Where no harbour is drawn, a circle of so many NM about the position stands for it. */
  radius_nm: z.number().min(0.1).max(20),
  /** IANA name; empty where it is not known. */
  time_zone: z.string().trim().max(60),
  facilities: z.array(words(120)).max(50),
  contacts: z.array(Contact).max(20),
  /** Authority for the position and the outlines. */
  source: words(300),
}
/** Radius where no harbour is drawn, unless a user sets another. */
export const USUAL_RADIUS_NM = 1.5

export const Port = z.object({
  ...objectColumns,
  ...fields,
  name: z.string(),
  /** ISO 3166 alpha-2; XZ of installations in international waters. */
  country: z.string(),
  alias: z.array(z.string()),
  /** Outline; left out with `shapes=false`, as anchorages are. */
  geometry: ZoneGeometry.nullable().optional(),
  anchorages: z.array(z.object({ name: z.string(), geometry: ZoneGeometry })).optional(),
  /** Origin of the data: the release, a file, or a user, whose data no file overwrites. */
  origin: z.enum(['RELEASE', 'FILE', 'HAND']),
})
export type Port = z.output<typeof Port>

/** By name, code or another name (slips of the finger are forgiven), country and box. */
export const getPorts = op({
  name: 'getPorts',
  route: 'GET /v1/ports',
  bounded: 'PAGE',
  who: 'user',
  past: 'AS_OF',
  example: { limit: 1 },
  input: z.object({
    q: z.string().trim().max(60).optional(),
    country: PortCountry.optional(),
    bbox: Bbox.optional(),
    shapes: queryFlag.optional(),
    ...listing,
  }),
  output: listOf(Port),
})
const Count = z.number().nullable()
/** Returns a port; `zone_ids` are the waters it lies in. The counts are null where port calls are not stored. */
export const getPortDetails = op({
  name: 'getPortDetails',
  route: 'GET /v1/ports/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { id: 'none' },
  input: z.object({ id: Id, as_of: Instant.optional() }),
  output: Port.extend({
    zone_ids: z.array(z.string()),
    present: Count,
    expected_24h: Count,
    departed_24h: Count,
  }),
})
export const addPort = op({
  name: 'Port add',
  route: 'POST /v1/ports',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Added a port',
  example: { name: 'Harbour', country: 'IN', lat: 10, lon: 72, geometry: HARBOUR, source: 'x' },
  input: z.object({
    ...fields,
    locode: fields.locode.default(''),
    alias: fields.alias.default([]),
    geometry: fields.geometry.default(null),
    anchorages: fields.anchorages.default([]),
    radius_nm: fields.radius_nm.default(USUAL_RADIUS_NM),
    time_zone: fields.time_zone.default(''),
    facilities: fields.facilities.default([]),
    contacts: fields.contacts.default([]),
  }),
  output: Port,
})
export const updatePort = op({
  name: 'Port update',
  route: 'POST /v1/ports/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a port',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    reason: z.string().max(500).optional(),
    ...z.object(fields).partial().shape,
  }),
  output: Port,
})
/** Refused with IN_USE while port calls refer to it or a rule names it, enabled or not. */
export const deletePort = op({
  name: 'Port delete',
  route: 'DELETE /v1/ports/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Deleted a port',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})
/** Returns all versions of a port, oldest first: the one of the release, and every change since. */
export const getPortVersions = op({
  name: 'getPortVersions',
  route: 'GET /v2/ports/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(Port.extend(versionColumns)) }),
})

/** The largest list of ports that is read, in bytes. */
export const LARGEST_PORT_FILE = 64 * 1024 * 1024
const ImportRow = z.object({
  line: z.number(),
  name: z.string(),
  locode: z.string(),
  country: z.string(),
  action: z.enum(['add', 'change', 'skip']),
  /** Why it is skipped, or what it changes. */
  why: z.string(),
})
export type PortImportRow = z.output<typeof ImportRow>
/** A list read, and nothing changed yet: what committing it would do. Rows and errors are the first of them, counts count all. */
export const PortImport = z.object({
  id: z.string(),
  file: z.string(),
  format: z.string(),
  sha256: z.string(),
  state: z.enum(['CHECKED', 'COMMITTED']),
  rows: z.array(ImportRow),
  errors: z.array(z.object({ line: z.number(), why: z.string() })),
  /** `passed` are lines that are no ports and say so. */
  counts: z.object({
    add: z.number(),
    change: z.number(),
    skip: z.number(),
    errors: z.number(),
    passed: z.number(),
  }),
  checked_at: Instant,
})
export type PortImport = z.output<typeof PortImport>
/**
 * The dry run. Bytes: CSV of the World Port Index (Pub 150) or of UN/LOCODE. What a person corrected here is never changed;
 * ports that are known are moved only with `move`, and never where a harbour is drawn.
 */
export const checkPortImport = op({
  name: 'checkPortImport',
  route: 'POST /v2/ports/imports',
  bounded: 'FILE',
  who: 'admin',
  leaves: 'change',
  did: 'Previewed a port import',
  stream: 'up',
  example: { name: 'x.csv', source: 'x' },
  input: z.object({ name: words(200), source: words(300), move: z.boolean().optional() }),
  output: PortImport,
})
/** Commits the dry run, all of it or nothing; rejected when an object it would change was changed meanwhile. */
export const commitPortImport = op({
  name: 'commitPortImport',
  route: 'POST /v2/ports/imports/{id}/commit',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Imported ports',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string(), added: z.number(), changed: z.number(), skipped: z.number() }),
})

const ImportDone = z.object({
  id: z.string(),
  file: z.string(),
  format: z.string(),
  state: z.enum(['COMMITTED', 'UNDONE']),
  added: z.number(),
  changed: z.number(),
  checked_at: Instant,
})
export type PortImportDone = z.output<typeof ImportDone>
/** Files that ports came from and that can be undone, and those that were; the latest first. */
export const getPortImports = op({
  name: 'getPortImports',
  route: 'GET /v2/ports/imports',
  bounded: 'CENTRE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(ImportDone), total: z.number() }),
})
/**
 * Removes the ports a file added and restores those it changed, all of it or nothing. Ports that a user changed since,
 * or that something needs now, stay as they are. The first of these are named, `kept` counts all.
 */
export const undoPortImport = op({
  name: 'undoPortImport',
  route: 'POST /v2/ports/imports/{id}/undo',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Undid a port import',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: z.object({
    id: z.string(),
    removed: z.number(),
    restored: z.number(),
    kept: z.number(),
    stays: z.array(z.object({ id: z.string(), name: z.string(), why: z.string() })),
  }),
})

const ringsOf = (geometry: ZoneGeometry | null | undefined) =>
  geometry === null || geometry === undefined
    ? []
    : geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.coordinates.flat()

/** Ports, as screens keep them: without outlines. */
export const portKind = kind<Port>({
  type: 'port',
  table: 'ports',
  noun: 'port',
  list: getPorts,
  order: byName,
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'UN/LOCODE', text: ({ locode }) => locode },
    { label: 'Other names', text: ({ alias }) => alias.join(', ') },
    { label: 'Country', text: ({ country }) => country },
    { label: 'Position', text: ({ lat, lon }, words) => words.place(lat, lon) },
    {
      label: 'Harbour',
      text: ({ geometry, radius_nm }, words) =>
        geometry === undefined
          ? ''
          : geometry === null
            ? `circle of ${radius_nm} NM`
            : outlineText(ringsOf(geometry), words),
      value: ({ geometry, radius_nm }) => geometry ?? radius_nm,
    },
    {
      label: 'Anchorages',
      text: ({ anchorages = [] }, words) =>
        anchorages.map((one) => `${one.name}: ${outlineText(ringsOf(one.geometry), words)}`).join('; '),
      value: ({ anchorages }) => anchorages,
    },
    { label: 'Time zone', text: ({ time_zone }) => time_zone },
    { label: 'Facilities', text: ({ facilities }) => facilities.join(', ') },
    {
      label: 'Contacts',
      text: ({ contacts }) => contacts.map(({ who, how }) => `${who}: ${how}`).join('; '),
    },
    { label: 'Source', text: ({ source }) => source },
  ],
})
