import { z } from 'zod'
import { op } from './kernel.ts'

/** The three base layers of the specification, in the order a screen offers them. */
export const BASE_LAYERS = ['WORLD IMAGERY', 'DARK', 'BRIGHT'] as const
export const BaseLayerId = z.enum(BASE_LAYERS)
export type BaseLayerId = z.output<typeof BaseLayerId>

export const BaseLayer = z.object({
  id: BaseLayerId,
  label: z.string(),
  /** 'builtin' is drawn from our own archives; 'raster' is an operator's tile server, fetched through ours. */
  kind: z.enum(['raster', 'vector', 'builtin']),
  /** Tile template on this server with `{z}`, `{y}` and `{x}`; null when built in. */
  tiles: z.string().nullable(),
  tile_size: z.number(),
  max_zoom: z.number(),
  attribution: z.string(),
})
export type BaseLayer = z.output<typeof BaseLayer>

export const getBaseLayers = op({
  name: 'getBaseLayers',
  route: 'GET /v2/map/base-layers',
  bounded: 'CENTRE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.array(BaseLayer),
})
