/** The grid all marine boundaries are computed on: nodes every `STEP` degrees, the region with a rim about it. */
export const STEP = 0.05
export const REGION = { west: 20, south: -45, east: 125, north: 32 } as const
/** Wider than 200 NM at any latitude of the region, so that coasts outside it count. */
const RIM = 5
export const WEST = REGION.west - RIM
export const SOUTH = REGION.south - RIM
export const COLUMNS = Math.round((REGION.east - REGION.west + 2 * RIM) / STEP) + 1
export const ROWS = Math.round((REGION.north - REGION.south + 2 * RIM) / STEP) + 1
export const NODES = COLUMNS * ROWS

export const lonOf = (column: number) => WEST + column * STEP
export const latOf = (row: number) => SOUTH + row * STEP
export const columnOf = (lon: number) => (lon - WEST) / STEP
export const rowOf = (lat: number) => (lat - SOUTH) / STEP
export const isOnGrid = (lon: number, lat: number) =>
  lon >= WEST && lat >= SOUTH && lon < lonOf(COLUMNS - 1) && lat < latOf(ROWS - 1)

/** As all distances of the product are measured (nautical/src/geodesy.ts), so that the ruler agrees with the line. */
const EARTH_RADIUS_NM = 6_378_137 / 1852
const RADIANS = Math.PI / 180
export function nmBetween(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2)
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2)
  const h = sinLat * sinLat + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * sinLon * sinLon
  return 2 * EARTH_RADIUS_NM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Square kilometres a node of a row stands for. */
export const cellArea = (row: number) => (STEP * 60 * 1.852) ** 2 * Math.cos(latOf(row) * RADIANS)
