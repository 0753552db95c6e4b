/** Where the mercator chart ends. */
const EDGE = 85

const side = (value: number, positive: string, negative: string) =>
  `${Math.abs(value)}°${value === 0 || Math.abs(value) === 180 ? '' : value > 0 ? positive : negative}`

/** Grid spacing, degrees, as the specification offers them. */
export const GRID_STEPS = [1, 5, 10, 15, 30] as const
export type GridStep = (typeof GRID_STEPS)[number]

/** The coarsest step a line belongs to among those that are whole multiples of the chosen one. */
const coarseness = (value: number, chosen: number) =>
  GRID_STEPS.findLast((step) => value % step === 0 && step % chosen === 0) ?? chosen

function line(value: number, chosen: number, label: string, coordinates: number[][]) {
  return {
    type: 'Feature' as const,
    properties: { label, step: coarseness(value, chosen) },
    geometry: { type: 'LineString' as const, coordinates },
  }
}

/** Meridians and parallels every `step` degrees, in short pieces so that labels repeat along them. */
export function gridLines(step: GridStep) {
  const features = []
  for (let lon = -180; lon <= 180; lon += step) {
    const points = Array.from({ length: 35 }, (_, i) => [lon, -EDGE + i * 5])
    features.push(line(lon, step, side(lon, 'E', 'W'), points))
  }
  for (let lat = Math.ceil(-EDGE / step) * step; lat <= EDGE; lat += step) {
    const points = Array.from({ length: 73 }, (_, i) => [-180 + i * 5, lat])
    features.push(line(lat, step, side(lat, 'N', 'S'), points))
  }
  return { type: 'FeatureCollection' as const, features }
}
