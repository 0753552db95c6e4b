/** Region of fine data: from the Cape to Timor, from the Southern Ocean to the head of the Gulf. */
export const REGION = { west: 20, south: -45, east: 125, north: 32 } as const
/** Wider than 200 NM at any latitude of the region, so that coasts outside it count. */
const RIM = 5

/** Nodes every `step` degrees, row by row from the south west: the region with a rim about it. */
export type Grid = ReturnType<typeof gridOf>
export function gridOf(step: number) {
  const west = REGION.west - RIM
  const south = REGION.south - RIM
  const columns = Math.round((REGION.east - REGION.west + 2 * RIM) / step) + 1
  const rows = Math.round((REGION.north - REGION.south + 2 * RIM) / step) + 1
  const lonOf = (column: number) => west + column * step
  const latOf = (row: number) => south + row * step
  return {
    step,
    columns,
    rows,
    nodes: columns * rows,
    lonOf,
    latOf,
    columnOf: (lon: number) => (lon - west) / step,
    rowOf: (lat: number) => (lat - south) / step,
    holds: (lon: number, lat: number) =>
      lon >= west && lat >= south && lon < lonOf(columns - 1) && lat < latOf(rows - 1),
  }
}

/** As all distances of the product are measured (nautical/src/geodesy.ts), so that the ruler agrees with the line. */
const EARTH_RADIUS_NM = 6_378_137 / 1852
export const RADIANS = Math.PI / 180
export function nmBetween(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2)
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2)
  const h = sinLat * sinLat + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * sinLon * sinLon
  return 2 * EARTH_RADIUS_NM * Math.asin(Math.min(1, Math.sqrt(h)))
}
