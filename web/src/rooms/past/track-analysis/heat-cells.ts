import type { HeatCells, HeatMetric } from '@samudra/contract/heat'

/** Number of value classes distinguished on the chart. */
export const HEAT_CLASSES = 5
/** Cells finer than so many pixels are not seen. */
const FITTING: readonly (readonly [zoom: number, cellDeg: number])[] = [
  [3, 2],
  [4.2, 1],
  [5.2, 0.5],
  [6.4, 0.25],
  [7.8, 0.1],
]
const FINEST = 0.05

export const fittingCell = (zoom: number) => FITTING.find(([below]) => zoom < below)?.[1] ?? FINEST

/**
 * Upper ends of the classes: each holds about as many cells as the others, as far as values differ. Few values make fewer
 * classes.
 */
export function classEnds(cells: HeatCells['cells'], classes = HEAT_CLASSES): number[] {
  const values = cells.map(([, , value]) => value).sort((a, b) => a - b)
  if (values.length === 0) return []
  const ends = Array.from(
    { length: classes },
    (_, i) => values[Math.min(values.length - 1, Math.ceil(((i + 1) * values.length) / classes) - 1)]!,
  )
  return ends.filter((end, i) => i === 0 || end > ends[i - 1]!)
}

/** The step of the colours that a class has: where classes are few, the darkest steps are left out. */
export const stepOf = (ends: readonly number[], i: number) => HEAT_CLASSES - ends.length + i

export const classOf = (ends: readonly number[], value: number) => {
  const found = ends.findIndex((end) => value <= end)
  return found < 0 ? ends.length - 1 : found
}

type CellFeature = {
  type: 'Feature'
  properties: { value: number; step: number }
  geometry: { type: 'Polygon'; coordinates: [number, number][][] }
}

/** The cells as squares with their value and class. */
export function cellFeatures({ cells, cell_deg }: HeatCells): CellFeature[] {
  const ends = classEnds(cells)
  const half = cell_deg / 2
  return cells.map(([lon, lat, value]) => {
    const [west, east, south, north] = [lon - half, lon + half, lat - half, lat + half].map(round)
    const ring: [number, number][] = [
      [west!, south!],
      [east!, south!],
      [east!, north!],
      [west!, north!],
      [west!, south!],
    ]
    return {
      type: 'Feature',
      properties: { value, step: stepOf(ends, classOf(ends, value)) },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }
  })
}
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export const METRIC_WORDS: Record<HeatMetric, string> = {
  vessels: 'Distinct vessels',
  count: 'Fixes',
  hours: 'Vessel hours',
}
export const METRIC_UNITS: Record<HeatMetric, string> = { vessels: 'vessels', count: 'fixes', hours: 'hours' }

/** As a table: the middle of each cell and its value. */
export function heatCsv({ cells, metric }: HeatCells): string {
  const rows = cells.map(([lon, lat, value]) => `${lon},${lat},${value}`)
  return [`longitude,latitude,${METRIC_UNITS[metric]}`, ...rows].join('\r\n') + '\r\n'
}

/** Returns the cells as squares with the query, for other map programs. */
export const heatGeoJson = (heatCells: HeatCells): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    properties: {
      metric: heatCells.metric,
      cell_deg: heatCells.cell_deg,
      from: heatCells.from,
      to: heatCells.to,
      total: heatCells.total,
      max: heatCells.max,
    },
    features: cellFeatures(heatCells).map(({ properties, ...feature }) => ({
      ...feature,
      properties: { [METRIC_UNITS[heatCells.metric]]: properties.value },
    })),
  })
