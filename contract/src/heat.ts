import { z } from 'zod'
import { AROUND_NOW } from './example.ts'
import { Bbox, Instant, op, queryNumber } from './kernel.ts'

/** Sides of a cell in degrees. The finest two are counted from the fixes at every query. */
export const HEAT_CELLS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5] as const
export const HEAT_METRICS = ['count', 'vessels', 'hours'] as const
export type HeatMetric = (typeof HEAT_METRICS)[number]
export const LONGEST_HEAT_DAYS = 92

export const HeatCells = z.object({
  /** Longitude and latitude of the middle of each cell, and its value; cells without any are left out. */
  cells: z.array(z.tuple([z.number(), z.number(), z.number()])),
  cell_deg: z.number(),
  metric: z.enum(HEAT_METRICS),
  max: z.number(),
  /** Total of the box: fixes, different vessels (each once), or hours. */
  total: z.number(),
  from: Instant,
  to: Instant,
})
export type HeatCells = z.output<typeof HeatCells>

/**
 * Computes the density of traffic per cell of a box during a period of observation: fixes, different vessels, or
 * vessel hours. Intervals between fixes longer than 30 minutes, and jumps longer than 60 nautical miles, count for no
 * cell.
 */
export const getHeatmapData = op({
  name: 'getHeatmapData',
  route: 'GET /v2/ais/heatmap',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { bbox: '60,-20,100,20', ...AROUND_NOW, metric: 'vessels' },
  input: z.object({
    bbox: Bbox,
    from: Instant,
    to: Instant,
    cell_deg: queryNumber
      .refine((side) => HEAT_CELLS.some((one) => one === side), `must be one of ${HEAT_CELLS.join(', ')}`)
      .default(0.25),
    metric: z.enum(HEAT_METRICS).default('count'),
    /** A saved filter; each vessel is taken as it was known at the end of the period. */
    filter_id: z.string().max(60).optional(),
    /** Instant by which the fixes had arrived. */
    as_of: Instant.optional(),
  }),
  output: HeatCells,
})
