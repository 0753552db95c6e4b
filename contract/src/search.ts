import { z } from 'zod'
import { MmsiText, op, queryNumber } from './kernel.ts'

/** What the one search box finds. */
export const SEARCH_KINDS = ['vessel', 'destination', 'port', 'area'] as const
const place = { latitude: z.number(), longitude: z.number() }
const found = { label: z.string(), detail: z.string() }
export const Found = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vessel'), ...found, mmsi: MmsiText, split_id: z.number(), ...place }),
  /** What crews keyed in, and how many did. */
  z.object({ kind: z.literal('destination'), ...found, value: z.string(), count: z.number() }),
  z.object({ kind: z.literal('port'), ...found, locode: z.string(), ...place }),
  z.object({ kind: z.literal('area'), ...found, id: z.string(), bbox: z.array(z.number()).length(4) }),
])
export type Found = z.output<typeof Found>

/** Vessels, destinations, ports and areas by any of their names, the best first; slips of the finger are forgiven. */
export const quickSearch = op({
  name: 'quickSearch',
  route: 'GET /v2/search',
  input: z.object({
    q: z.string().trim().min(2).max(60),
    limit: queryNumber.int().min(1).max(50).optional(),
  }),
  output: z.array(Found),
})
