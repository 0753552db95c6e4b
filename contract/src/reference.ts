import { z } from 'zod'
import { BoundaryCountry } from './countries.ts'
import { WATERS } from './example.ts'
import { Id, Bbox, Instant, listOf, op, queryFlag, queryList, queryNumber, typedName } from './kernel.ts'
import { kind as storedKind, outlineText } from './kind.ts'
import { listing, objectColumns } from './objects.ts'
import { ZoneGeometry } from './zones.ts'

/** Label required wherever a computed boundary is shown. */
export const COMPUTED_LABEL = 'Approximate, computed from coastline; no legal standing'

export const BOUNDARY_KINDS = ['12NM', '24NM', 'EEZ', 'HIGH_SEAS', 'IMO_TSS'] as const
export const BoundaryKind = z.enum(BOUNDARY_KINDS)
export type BoundaryKind = z.output<typeof BoundaryKind>

const Line = z.object({
  type: z.enum(['LineString', 'MultiLineString']),
  coordinates: z.array(z.unknown()),
})
/** An area, or the limit of one at sea as a line: areas computed reach inland, their limits do not. */
export const BoundaryFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.union([ZoneGeometry, Line]),
  properties: z.object({
    id: z.string(),
    kind: BoundaryKind,
    part: z.enum(['area', 'limit']),
    /** ISO 3166 alpha-3. */
    country: z.string(),
    name: z.string(),
    source: z.string(),
    edition: z.string(),
    /** True for what was computed from the coastline. */
    approx: z.boolean(),
    /** The edge of the computed region cuts it off. */
    cut: z.boolean(),
    disputed: z.boolean(),
    claimants: z.array(z.string()),
    area_km2: z.number().nullable(),
  }),
})
export type BoundaryFeature = z.output<typeof BoundaryFeature>

const simplify = queryNumber.min(0).max(1).optional()
/** Returns boundaries; without `kinds` all of them. `notes` gives the reason for each empty kind. */
export const getMarineBoundaries = op({
  name: 'getMarineBoundaries',
  route: 'GET /v1/utils/marine-boundaries',
  costly: 'always',
  who: 'user',
  past: 'AS_OF',
  example: { kinds: '12NM', bbox: '70,0,80,10' },
  input: z.object({
    as_of: Instant.optional(),
    kinds: queryList.pipe(z.array(BoundaryKind).max(100)).optional(),
    bbox: Bbox.optional(),
    /** Degrees a corner may be moved by. */
    simplify,
    part: z.enum(['area', 'limit']).optional(),
  }),
  output: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(BoundaryFeature),
    version: z.string(),
    source: z.string(),
    label: z.string(),
    /** Where boundaries are computed; elsewhere there are those administrators brought. */
    region: Bbox,
    notes: z.array(z.object({ kind: BoundaryKind, why: z.string() })),
  }),
})

/** Waters a place lies in. */
const Waters = z.object({
  id: z.string(),
  kind: BoundaryKind,
  country: z.string(),
  name: z.string(),
  source: z.string(),
  edition: z.string(),
  approx: z.boolean(),
  disputed: z.boolean(),
  claimants: z.array(z.string()),
})
export type Waters = z.output<typeof Waters>
/**
 * Returns the waters at a position; boundaries of administrators go before computed ones. `covered` is false where
 * nothing is known.
 */
export const getWatersAt = op({
  name: 'getWatersAt',
  route: 'GET /v2/marine-boundaries/at',
  bounded: 'ONE',
  who: 'user',
  past: 'AS_OF',
  example: { lat: 10, lon: 72 },
  input: z.object({
    lat: queryNumber.min(-90).max(90),
    lon: queryNumber.min(-180).max(180),
    as_of: Instant.optional(),
  }),
  output: z.object({ covered: z.boolean(), waters: z.array(Waters), label: z.string() }),
})

const eezFields = {
  name: typedName(200),
  country: BoundaryCountry,
  kind: BoundaryKind,
  geometry: ZoneGeometry,
  source: z.string().trim().min(1).max(300),
  edition: z.string().trim().max(100),
  disputed: z.boolean(),
  claimants: z.array(z.string().trim().min(1).max(60)).max(20),
}
export const Eez = z.object({
  ...eezFields,
  ...objectColumns,
  name: z.string(),
  /** ISO 3166 alpha-3; XXX for no country. */
  country: z.string(),
  /** Outline; left out with `geometry=false`. */
  geometry: ZoneGeometry.optional(),
  area_km2: z.number().nullable(),
  approx: z.boolean(),
  cut: z.boolean(),
  /** Number of the Marine Regions gazetteer. */
  mrgid: z.number().nullable(),
  /** For a computed one: the ids of those that take its place. */
  replaced_by: z.array(z.string()),
})
export type Eez = z.output<typeof Eez>

export const addEez = op({
  name: 'EEZ add',
  route: 'POST /v1/eez',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Added a boundary',
  example: { name: 'Waters', country: 'IND', geometry: WATERS, source: 'x' },
  input: z.object({
    ...eezFields,
    kind: BoundaryKind.default('EEZ'),
    edition: eezFields.edition.default(''),
    disputed: z.boolean().default(false),
    claimants: eezFields.claimants.default([]),
  }),
  output: Eez,
})
const { country, name, kind, geometry, source, edition, disputed, claimants } = eezFields
export const updateEez = op({
  name: 'EEZ update',
  route: 'POST /v1/eez/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a boundary',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    ...z.object({ country, name, kind, geometry, source, edition, disputed, claimants }).partial().shape,
  }),
  output: Eez,
})
/** The computed ones and those administrators brought; the latter take the place of the former, by country and kind. */
export const getEez = op({
  name: 'EEZ get',
  route: 'GET /v1/eez',
  bounded: 'PAGE',
  who: 'user',
  past: 'AS_OF',
  example: { limit: 1 },
  input: z.object({
    country: BoundaryCountry.optional(),
    kind: BoundaryKind.optional(),
    bbox: Bbox.optional(),
    simplify,
    geometry: queryFlag.optional(),
    /** Named boundaries include the computed ones that they replace. */
    ...listing,
  }),
  output: listOf(Eez),
})
/** Refused with IN_USE and `used_by` while a rule names it, enabled or not. */
export const deleteEez = op({
  name: 'EEZ delete',
  route: 'DELETE /v1/eez/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Deleted a boundary',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})

/** The largest file that is read, in bytes. */
export const LARGEST_EEZ_FILE = 128 * 1024 * 1024
/** Attributes of the file by meaning; those of Marine Regions by default. */
export const MARINE_REGIONS_COLUMNS = {
  mrgid: 'MRGID',
  name: 'GEONAME',
  kind: 'POL_TYPE',
  country: 'ISO_TER1',
  sovereign: 'SOVEREIGN1',
} as const
const column = z.string().max(100).optional()
const Fault = z.object({ at: z.number().nullable(), line: z.number().nullable(), why: z.string() })
const ImportRow = z.object({
  at: z.number(),
  name: z.string(),
  country: z.string(),
  kind: BoundaryKind,
  action: z.enum(['add', 'change', 'skip']),
  /** Why it is skipped, or what it changes. */
  why: z.string(),
  area_km2: z.number(),
  positions: z.number(),
  mrgid: z.number().nullable(),
})
export type EezImportRow = z.output<typeof ImportRow>
/** A file read, and nothing changed yet: what committing it would do. */
export const EezImport = z.object({
  id: z.string(),
  file: z.string(),
  format: z.string(),
  sha256: z.string(),
  state: z.enum(['CHECKED', 'COMMITTED']),
  rows: z.array(ImportRow),
  errors: z.array(Fault),
  /** Attributes the file has, for choosing others. */
  columns: z.array(z.string()),
  counts: z.object({ add: z.number(), change: z.number(), skip: z.number(), errors: z.number() }),
  checked_at: Instant,
})
export type EezImport = z.output<typeof EezImport>
/** The dry run. Bytes: GeoJSON, KML, GeoPackage or zipped shapefiles, WGS 84. */
export const checkEezImport = op({
  name: 'checkEezImport',
  route: 'POST /v2/eez/imports',
  bounded: 'FILE',
  who: 'admin',
  leaves: 'change',
  did: 'Previewed a boundary import',
  stream: 'up',
  example: { name: 'x.geojson', source: 'x' },
  input: z.object({
    name: z.string().trim().min(1).max(200),
    source: z.string().trim().min(1).max(300),
    edition: z.string().trim().max(100).optional(),
    simplify: z.number().min(0).max(0.1).optional(),
    columns: z
      .object({ mrgid: column, name: column, kind: column, country: column, sovereign: column })
      .optional(),
  }),
  output: EezImport,
})
/** Commits the dry run, all of it or nothing; rejected when an object it would change was changed meanwhile. */
export const commitEezImport = op({
  name: 'commitEezImport',
  route: 'POST /v2/eez/imports/{id}/commit',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Imported boundaries',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string(), added: z.number(), changed: z.number(), skipped: z.number() }),
})

export const BOUNDARY_KIND_WORDS: Record<BoundaryKind, string> = {
  EEZ: 'Exclusive economic zone',
  '24NM': '24 NM, contiguous zone',
  '12NM': '12 NM, territorial sea',
  HIGH_SEAS: 'High seas',
  IMO_TSS: 'Traffic separation scheme',
}

/** Boundaries, as screens keep them: without outlines, those that were brought before those that were computed. */
export const boundaryKind = storedKind<Eez>({
  type: 'eez',
  table: 'eez',
  noun: 'boundary',
  list: getEez,
  order: (a, b) =>
    a.name.localeCompare(b.name, 'en') ||
    a.kind.localeCompare(b.kind) ||
    Number(a.approx) - Number(b.approx) ||
    (a.id < b.id ? -1 : 1),
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'Country', text: ({ country }) => country },
    { label: 'Kind', text: (one) => BOUNDARY_KIND_WORDS[one.kind] },
    { label: 'Source', text: ({ source }) => source },
    { label: 'Edition', text: ({ edition }) => edition },
    {
      label: 'Overlapping claims',
      text: ({ disputed, claimants }) => (disputed ? `yes: ${claimants.join(', ')}` : 'no'),
    },
    {
      label: 'Outline',
      text: ({ geometry }, words) =>
        geometry === undefined
          ? ''
          : outlineText(
              geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
              words,
            ),
      value: ({ geometry }) => geometry,
    },
  ],
})
