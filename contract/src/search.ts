import { z } from 'zod'
import { MmsiText, op, queryNumber } from './kernel.ts'

/**
 * Kinds of named objects: areas, events, manual tracks, vessel lists, filters, bookmarks of replays. Objects of
 * exercises are never among real ones.
 */
export const OBJECT_KINDS = ['area', 'event', 'track', 'list', 'filter', 'bookmark'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
const place = { latitude: z.number(), longitude: z.number() }
/** West, south, east, north. */
const Box = z.array(z.number()).length(4, 'must be four numbers: west, south, east, north')
const found = { label: z.string(), detail: z.string() }
/** Object saved under a name. */
export const FoundObject = z.object({
  kind: z.enum(OBJECT_KINDS),
  ...found,
  id: z.string(),
  bbox: Box.nullable(),
})
export const Found = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vessel'), ...found, mmsi: MmsiText, split_id: z.number(), ...place }),
  /** Known vessel that is not on the picture, or was found by another name or number. */
  z.object({ kind: z.literal('ship'), ...found, id: z.string() }),
  /** Reported destination, and the number of vessels that report it. */
  z.object({ kind: z.literal('destination'), ...found, value: z.string(), count: z.number() }),
  z.object({ kind: z.literal('port'), ...found, id: z.string(), locode: z.string(), ...place }),
  /** Seas, straits, islands, banks; `radius_nm` is how much of the chart belongs to it. */
  z.object({ kind: z.literal('place'), ...found, ...place, radius_nm: z.number() }),
  /** Boundary at sea: zones of states. */
  z.object({ kind: z.literal('boundary'), ...found, id: z.string(), bbox: Box }),
  FoundObject,
])
export type Found = z.output<typeof Found>
export type FoundKind = Found['kind']

/**
 * Searches everything by name, best match first, then nearest to `lat`, `lon`. Forgives typing errors, a title before
 * a name ("MV") and the kind of a number ("IMO 9074729").
 */
export const quickSearch = op({
  name: 'quickSearch',
  route: 'GET /v2/search',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'NOW',
  example: { q: 'matsya' },
  input: z
    .object({
      q: z.string().trim().min(2).max(60),
      limit: queryNumber.int().min(1).max(50).optional(),
      /** Where one looks, degrees. */
      lat: queryNumber.min(-90).max(90).optional(),
      lon: queryNumber.min(-180).max(180).optional(),
    })
    .refine(({ lat, lon }) => (lat === undefined) === (lon === undefined), {
      path: ['lon'],
      message: 'give both lat and lon, or none',
    }),
  output: z.array(Found),
})
