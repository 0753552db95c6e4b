import { z } from 'zod'
import { WATERS } from './example.ts'
import { Id, Instant, listOf, op, paging, typedName } from './kernel.ts'

const Position = z.tuple([z.number().min(-360).max(360), z.number().min(-90).max(90)]).rest(z.number())
const Ring = z.array(Position).min(4, 'a ring needs at least four positions').max(20_000)
/** Islands of a zone, and holes of one island. */
const MOST_PARTS = 2000
const Rings = z.array(Ring).min(1).max(MOST_PARTS)
/** GeoJSON; a ring is closed and may run past 180 degrees to cross the antimeridian. */
export const ZoneGeometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: Rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings).min(1).max(MOST_PARTS) }),
])
export type ZoneGeometry = z.output<typeof ZoneGeometry>

/**
 * Zone to which users may be confined. `geometry` and `users` are sent to administrators and to the users of the zone.
 */
export const Zone = z.object({
  id: z.string(),
  name: z.string(),
  geometry: ZoneGeometry.optional(),
  /** Number of users restricted to it. */
  users: z.number().optional(),
  version: z.number(),
  created_at: Instant,
  updated_at: Instant,
})
export type Zone = z.output<typeof Zone>
const Name = typedName(80)

export const getZones = op({
  name: 'getZones',
  route: 'GET /v2/zones',
  bounded: 'PAGE',
  who: 'user',
  cut: 'summary',
  past: 'NOW',
  example: {},
  input: z.object({ q: z.string().max(200).optional(), ...paging }),
  output: listOf(Zone),
})
export const addZone = op({
  name: 'addZone',
  route: 'POST /v2/zones',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Added a zone',
  example: { name: 'Lakshadweep', geometry: WATERS },
  input: z.object({ name: Name, geometry: ZoneGeometry }),
  output: Zone,
})
export const updateZone = op({
  name: 'updateZone',
  route: 'POST /v2/zones/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a zone',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    name: Name.optional(),
    geometry: ZoneGeometry.optional(),
  }),
  output: Zone,
})
/** Refused with IN_USE and `used_by` while a user is confined to it. */
export const deleteZone = op({
  name: 'deleteZone',
  route: 'DELETE /v2/zones/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Deleted a zone',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})
