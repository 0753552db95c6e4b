import type { Chart } from './chart.ts'

export const OVERVIEW = { width: 168, height: 112 }
/** From this zoom on the region is no longer seen on the chart itself. */
const FROM_ZOOM = 6.5
/** The overview shows so many zooms more of the sea, as far as the built-in picture has tiles. */
const FARTHER = 3.5
const TILE = 256
const FINEST = 4
const LEAST_FRAME = 8

const latitudeAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
const mercatorAt = (lat: number) => 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)

type View = Pick<Chart, 'getZoom' | 'getCenter' | 'getCanvas'>

/** The tiles of the overview, the frame of the view in it, and which place is where; null while the chart is far out. */
export function overviewOf(chart: View) {
  const zoom = chart.getZoom()
  if (zoom < FROM_ZOOM) return null
  // MapLibre's zooms count in tiles of 512.
  const z = Math.min(FINEST, Math.max(1, Math.round(zoom - FARTHER) + 1))
  const world = TILE * 2 ** z
  const { lng, lat } = chart.getCenter()
  const [x, y] = [((lng + 180) / 360) * world, mercatorAt(lat) * world]
  const [left, top] = [x - OVERVIEW.width / 2, y - OVERVIEW.height / 2]
  const scale = world / (512 * 2 ** zoom)
  const { clientWidth, clientHeight } = chart.getCanvas()
  const width = Math.max(LEAST_FRAME, clientWidth * scale)
  const height = Math.max(LEAST_FRAME, clientHeight * scale)
  return {
    tiles: tilesOver(z, left, top),
    frame: { width, height, left: (OVERVIEW.width - width) / 2, top: (OVERVIEW.height - height) / 2 },
    placeAt: (px: number, py: number): [number, number] => [
      ((left + px) / world) * 360 - 180,
      latitudeAt(Math.min(1, Math.max(0, (top + py) / world))),
    ],
  }
}

function tilesOver(z: number, left: number, top: number) {
  const side = 2 ** z
  const found: { url: string; left: number; top: number }[] = []
  for (let row = Math.floor(top / TILE); row * TILE < top + OVERVIEW.height; row++)
    for (let column = Math.floor(left / TILE); column * TILE < left + OVERVIEW.width; column++)
      if (row >= 0 && row < side)
        found.push({
          url: `/tiles/imagery/${z}/${row}/${((column % side) + side) % side}`,
          left: column * TILE - left,
          top: row * TILE - top,
        })
  return found
}
