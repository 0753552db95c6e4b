import type { WeatherLayerId } from '@samudra/contract/weather'
import { colourInto } from './weather-ramps.ts'

/** Numbers on a grid of degrees; NONE where there is none. */
export type Field = {
  step: number
  west: number
  north: number
  columns: number
  rows: number
  scale: number
  values: Int16Array
}
export const NONE = -32_768
/** The mercator world, square, to 85.05 degrees. */
export const CANVAS = 1024

/** Numbers of 16 bits, little-endian, from base64. */
export function numbersOf(base64: string): Int16Array {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  return Int16Array.from({ length: bytes.length >> 1 }, (_, i) => view.getInt16(i * 2, true))
}

/** Draws a field over the mercator world, smooth between its points. */
export function drawField(layer: WeatherLayerId, field: Field, into: CanvasRenderingContext2D) {
  const image = into.createImageData(CANVAS, CANVAS)
  for (let y = 0; y < CANVAS; y++) {
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / CANVAS))) * 180) / Math.PI
    const row = (field.north - lat) / field.step
    if (row < 0 || row > field.rows - 1) continue
    for (let x = 0; x < CANVAS; x++) {
      const lon = ((x + 0.5) / CANVAS) * 360 - 180
      const value = valueAt(field, row, ((((lon - field.west) % 360) + 360) % 360) / field.step)
      if (value !== null) colourInto(layer, value, image.data, (y * CANVAS + x) * 4)
    }
  }
  into.putImageData(image, 0, 0)
}

function valueAt({ values, columns, rows, scale, step }: Field, row: number, column: number): number | null {
  const top = Math.min(rows - 2, Math.floor(row))
  const left = Math.floor(column)
  if (left >= columns - 1 && columns * step < 359.9) return null
  const right = (left + 1) % columns
  const here = left % columns
  const [fy, fx] = [row - top, column - left]
  const a = values[top * columns + here]!
  const b = values[top * columns + right]!
  const c = values[(top + 1) * columns + here]!
  const d = values[(top + 1) * columns + right]!
  if (a === NONE || b === NONE || c === NONE || d === NONE) return null
  return ((a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy) / scale
}
