import { z } from 'zod'
import { MmsiText, op, queryNumber } from './kernel.ts'

/**
 * What people keep under a name: areas, events, manual tracks, vessel lists, filters, bookmarks of replays. Nothing of an
 * exercise is found among the real.
 */
export const OBJECT_KINDS = ['area', 'event', 'track', 'list', 'filter', 'bookmark'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
const place = { latitude: z.number(), longitude: z.number() }
/** West, south, east, north. */
const Box = z.array(z.number()).length(4)
const found = { label: z.string(), detail: z.string() }
/** Something kept under a name. */
export const FoundObject = z.object({
  kind: z.enum(OBJECT_KINDS),
  ...found,
  id: z.string(),
  bbox: Box.nullable(),
})
export const Found = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vessel'), ...found, mmsi: MmsiText, split_id: z.number(), ...place }),
  /** Of the register: a ship that is not on the picture, or not under what was typed. */
  z.object({ kind: z.literal('ship'), ...found, id: z.string() }),
  /** What crews keyed in, and how many did. */
  z.object({ kind: z.literal('destination'), ...found, value: z.string(), count: z.number() }),
  z.object({ kind: z.literal('port'), ...found, id: z.string(), locode: z.string(), ...place }),
  /** Seas, straits, islands, banks; `radius_nm` is how much of the chart belongs to it. */
  z.object({ kind: z.literal('place'), ...found, ...place, radius_nm: z.number() }),
  /** What is divided at sea: zones of states. */
  z.object({ kind: z.literal('boundary'), ...found, id: z.string(), bbox: Box }),
  FoundObject,
])
export type Found = z.output<typeof Found>
export type FoundKind = Found['kind']

/**
 * Whatever has a name, by any of its names, the best first and of equals the nearest to `lat`, `lon`; slips of the finger
 * are forgiven, and so is a title before a name ("MV") or the kind of a number ("IMO 9074729").
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
