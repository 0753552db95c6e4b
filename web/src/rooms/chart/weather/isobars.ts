import { contours } from 'd3-contour'
import { NONE, type Field } from './draw-grid.ts'

const EVERY_HPA = 2
const [LOWEST, HIGHEST] = [920, 1080]

/** Lines of equal pressure over the whole world, every 2 hPa, west to east from -180. */
export function isobarsOf(field: Field): GeoJSON.Feature[] {
  const { columns, rows, scale, step, north } = field
  const isWorld = columns * step >= 359.9
  // One column more than there are, so that lines meet at the seam.
  const width = isWorld ? columns + 1 : columns
  const west = isWorld ? -180 : field.west
  const shift = Math.round((((west - field.west) % 360) + 360) / step)
  const values = Array.from({ length: width * rows }, (_, i) => {
    const value = field.values[Math.floor(i / width) * columns + (((i % width) + shift) % columns)]!
    return value === NONE ? Number.NaN : value / scale
  })
  const thresholds = Array.from({ length: (HIGHEST - LOWEST) / EVERY_HPA }, (_, i) => LOWEST + i * EVERY_HPA)
  const placed = ([x, y]: number[]): [number, number] => [west + (x! - 0.5) * step, north - (y! - 0.5) * step]
  const isEdge = ([x, y]: number[]) => x! <= 0.5 || y! <= 0.5 || x! >= width - 0.5 || y! >= rows - 0.5
  return contours()
    .size([width, rows])
    .thresholds(thresholds)(values)
    .flatMap(({ value, coordinates }) => {
      const lines = coordinates
        .flat()
        .flatMap((ring) => brokenAt(ring, isEdge).map((line) => line.map(placed)))
      if (lines.length === 0) return []
      const geometry: GeoJSON.MultiLineString = { type: 'MultiLineString', coordinates: lines }
      return [{ type: 'Feature' as const, properties: { hpa: value }, geometry }]
    })
}

/** Rings without the parts that run along the edge of the field, where no isobar is. */
function brokenAt(ring: number[][], isEdge: (at: number[]) => boolean): number[][][] {
  const lines: number[][][] = []
  let line: number[][] = []
  for (const at of ring) {
    const last = line.at(-1)
    if (last !== undefined && isEdge(last) && isEdge(at)) {
      if (line.length > 1) lines.push(line)
      line = []
    }
    line.push(at)
  }
  if (line.length > 1) lines.push(line)
  return lines
}
