import { METRES_PER_NM } from '@samudra/nautical/units'
import { z } from 'zod'
import { Id, Instant, listOf, op, typedName } from './kernel.ts'
import { byName, kind, outlineText, seenBy, type Wording } from './kind.ts'
import { listing, objectColumns, versionColumns, Visibility } from './objects.ts'
import { ZoneGeometry } from './zones.ts'

export const AOI_TYPES = ['GENERAL', 'VIGILANCE', 'RESTRICTED', 'EXERCISE', 'INFRASTRUCTURE'] as const
/** Recurrences of the period of validity. */
export const RECURRENCES = ['NONE', 'DAILY', 'WEEKLY', 'YEARLY'] as const
/** Days for which the log of a new area is computed: the maximum, and the default. */
export const MOST_BACKFILL_DAYS = 90
export const USUAL_BACKFILL_DAYS = 30
/** All rings of an area together. */
export const MOST_CORNERS = 10_000

const Lon = z.number().min(-180).max(180)
const Lat = z.number().min(-90).max(90)
/** Shape an area was drawn as, lengths in nautical miles; the outline is computed from it. */
export const AoiShape = z.discriminatedUnion('shape', [
  z.object({
    shape: z.literal('circle'),
    center: z.tuple([Lon, Lat]),
    radius_nm: z.number().min(0.01).max(3000),
  }),
  z.object({
    shape: z.literal('corridor'),
    line: z
      .array(z.tuple([Lon, Lat]))
      .min(2)
      .max(100),
    width_nm: z.number().min(0.02).max(500),
  }),
])
export type AoiShape = z.output<typeof AoiShape>

const AoiGeometry = ZoneGeometry.refine(
  ({ type, coordinates }) =>
    (type === 'Polygon' ? coordinates : coordinates.flat()).reduce((sum, ring) => sum + ring.length, 0) <=
    MOST_CORNERS,
  `has more than ${MOST_CORNERS} corners. Simplify it`,
)

const fields = {
  name: typedName(80),
  type: z.enum(AOI_TYPES),
  visibility: Visibility,
  recur: z.enum(RECURRENCES),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #c62828'),
  notes: z.string().max(4000),
  valid_from: Instant.nullable(),
  valid_to: Instant.nullable(),
}

export const Aoi = z.object({
  ...objectColumns,
  ...fields,
  name: z.string(),
  /** Longitudes run on past 180 degrees on one turn of the globe. */
  geometry: ZoneGeometry,
  shape: AoiShape.nullable(),
  /** Grows only when the geometry changes. */
  geometry_version: z.number(),
  area_nm2: z.number(),
  /** So many days back the log of each of its outlines begins. */
  backfill_days: z.number(),
  /** True while the period of validity holds. */
  active: z.boolean(),
  /** Number of contacts inside it now that the caller may see; null in answers about the past. */
  stats: z.object({ inside_now: z.number().nullable() }),
})
export type Aoi = z.output<typeof Aoi>

/** Give either `geometry` or the `shape` it is computed from. */
export const addAoi = op({
  name: 'AOI add',
  route: 'POST /v1/aoi',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Added an area',
  example: { name: 'x' },
  input: z.object({
    name: fields.name,
    type: fields.type.default('GENERAL'),
    visibility: Visibility.default('PRIVATE'),
    recur: fields.recur.default('NONE'),
    color: fields.color.default('#1565c0'),
    notes: fields.notes.default(''),
    valid_from: fields.valid_from.default(null),
    valid_to: fields.valid_to.default(null),
    geometry: AoiGeometry.optional(),
    shape: AoiShape.optional(),
    backfill_days: z.number().int().min(0).max(MOST_BACKFILL_DAYS).optional(),
  }),
  output: Aoi,
})
export const getAois = op({
  name: 'AOI get',
  route: 'GET /v1/aoi',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object({
    id: Id.optional(),
    q: z.string().max(200).optional(),
    visibility: Visibility.optional(),
    ...listing,
  }),
  output: listOf(Aoi),
})
export const updateAoi = op({
  name: 'AOI update',
  route: 'POST /v1/aoi/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed an area',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    ...z.object(fields).partial().shape,
    geometry: AoiGeometry.optional(),
    shape: AoiShape.optional(),
    reason: z.string().max(500).optional(),
  }),
  output: Aoi,
})
/** Refused with IN_USE and `used_by` while something names it, a rule that is not enabled too. */
export const deleteAoi = op({
  name: 'AOI delete',
  route: 'DELETE /v1/aoi/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted an area',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string(), used_by: z.array(z.string()) }),
})
/** All versions the caller may see, the first first; also of an area that was deleted. */
export const getAoiVersions = op({
  name: 'getAoiVersions',
  route: 'GET /v2/aoi/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'group',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(Aoi.extend(versionColumns)) }),
})

export const AOI_TYPE_WORDS: Record<(typeof AOI_TYPES)[number], string> = {
  GENERAL: 'General',
  VIGILANCE: 'Vigilance',
  RESTRICTED: 'Restricted',
  EXERCISE: 'Exercise',
  INFRASTRUCTURE: 'Infrastructure',
}

/** Areas of interest, as screens keep them. */
export const areaKind = kind<Aoi>({
  type: 'aoi',
  table: 'aoi',
  noun: 'area of interest',
  list: getAois,
  order: byName,
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'Type', text: ({ type }) => AOI_TYPE_WORDS[type] },
    seenBy,
    { label: 'Colour', text: ({ color }) => color },
    {
      label: 'Valid',
      text: ({ valid_from, valid_to }, { time }) => `${time(valid_from)} to ${time(valid_to)}`,
    },
    { label: 'Notes', text: ({ notes }) => notes },
    { label: 'Outline', text: shapeText, value: ({ shape, geometry }) => shape ?? geometry },
  ],
})

function shapeText({ shape, geometry }: Pick<Aoi, 'shape' | 'geometry'>, words: Wording): string {
  const distance = (nm: number) => words.distance(nm * METRES_PER_NM)
  if (shape?.shape === 'circle') return `circle of ${distance(shape.radius_nm)}`
  if (shape?.shape === 'corridor')
    return `corridor of ${shape.line.length} corners, ${distance(shape.width_nm)} wide`
  return outlineText(geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(), words)
}
