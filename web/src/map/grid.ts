/** Where the mercator chart ends. */
const EDGE = 85

const side = (value: number, positive: string, negative: string) =>
  `${Math.abs(value)}°${value === 0 || Math.abs(value) === 180 ? '' : value > 0 ? positive : negative}`

/** The coarsest of the chart's steps a line belongs to: far out only the coarse ones have room for a label. */
const coarseness = (value: number) => [30, 10, 5].find((step) => value % step === 0) ?? 1

function line(value: number, label: string, coordinates: number[][]) {
  return {
    type: 'Feature' as const,
    properties: { label, step: coarseness(value) },
    geometry: { type: 'LineString' as const, coordinates },
  }
}

/** Meridians and parallels every `step` degrees, in short pieces so that labels repeat along them. */
export function gridLines(step: number) {
  const features = []
  for (let lon = -180; lon <= 180; lon += step) {
    const points = Array.from({ length: 35 }, (_, i) => [lon, -EDGE + i * 5])
    features.push(line(lon, side(lon, 'E', 'W'), points))
  }
  for (let lat = Math.ceil(-EDGE / step) * step; lat <= EDGE; lat += step) {
    const points = Array.from({ length: 73 }, (_, i) => [-180 + i * 5, lat])
    features.push(line(lat, side(lat, 'N', 'S'), points))
  }
  return { type: 'FeatureCollection' as const, features }
}
