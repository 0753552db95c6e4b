import { z } from 'zod'
import { SHIP } from './example.ts'
import { Id, Instant, listOf, op, paging, queryFlag } from './kernel.ts'

export const LARGEST_VESSEL_IMAGE = 20 * 1024 * 1024
/** Common licences of pictures; others are written out. */
export const IMAGE_LICENCES = [
  'Own work of the centre',
  'Public domain',
  'CC BY 4.0',
  'CC BY-SA 4.0',
  'CC BY-NC 4.0',
  'By permission',
] as const

const words = (most: number) => z.string().trim().min(1).max(most)

export const VesselImage = z.object({
  id: z.string(),
  mmsi: z.string().nullable(),
  name: z.string(),
  /** Where `getVesselImageFile` brings it from, whole and small. */
  url: z.string(),
  thumb: z.string(),
  taken_at: Instant.nullable(),
  uploaded_at: Instant,
  uploaded_by: z.string(),
  author: z.string(),
  licence: z.string(),
  source: z.string(),
  sha256: z.string(),
  size: z.number(),
  /** Confidence that the vessel is on the picture; 1 when a user confirmed it. */
  match_confidence: z.number(),
  /** True when the caller may remove it. */
  mine: z.boolean(),
})
export type VesselImage = z.output<typeof VesselImage>

/** The newest first. */
export const getVesselImage = op({
  name: 'getVesselImage',
  route: 'GET /v2/vessels/{mmsi}/images',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: { mmsi: SHIP },
  input: z.object({ mmsi: Id, ...paging }),
  output: listOf(VesselImage),
})
/** The newest picture of a ship, small enough for a card. */
export const getVesselImg = op({
  name: 'getVesselImg',
  route: 'GET /v1/vessels/{id}/img',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: { id: SHIP },
  input: z.object({ id: Id }),
  output: z.object({
    content_type: z.string(),
    /** base64 */
    data: z.string(),
    /** SHA-256 of the bytes in `data`. */
    sha256: z.string(),
    source: z.string(),
    taken_at: Instant.nullable(),
  }),
})
/** Stores the bytes of a picture: PNG, JPEG, GIF or WebP; the uploader states its owner and its licence. */
export const uploadVesselImage = op({
  name: 'uploadVesselImage',
  route: 'POST /v2/vessels/{mmsi}/images',
  bounded: 'FILE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Uploaded a vessel picture',
  stream: 'up',
  example: { mmsi: SHIP, name: 'x.png', licence: 'x', source: 'x' },
  input: z.object({
    mmsi: Id,
    name: words(200),
    licence: words(120),
    source: words(200),
    author: z.string().trim().max(120).default(''),
    taken_at: Instant.nullable().default(null),
  }),
  output: VesselImage,
})
export const getVesselImageFile = op({
  name: 'getVesselImageFile',
  route: 'GET /v2/vessels/{mmsi}/images/{id}',
  bounded: 'FILE',
  who: 'user',
  cut: 'release',
  stream: 'down',
  past: 'NOW',
  example: { mmsi: SHIP, id: 'none' },
  input: z.object({
    mmsi: Id,
    id: Id,
    /** No longer than 320 pixels, as WebP. */
    small: queryFlag.optional(),
  }),
  output: z.object({ name: z.string(), content_type: z.string() }),
})
export const removeVesselImage = op({
  name: 'removeVesselImage',
  route: 'DELETE /v2/vessels/{mmsi}/images/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Removed a vessel picture',
  example: { mmsi: SHIP, id: 'none' },
  input: z.object({ mmsi: Id, id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})
