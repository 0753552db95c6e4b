import type { Bbox } from '@samudra/contract/kernel'
import type { Box } from './fix-reader.ts'

/** Returns a box that reaches so many degrees of latitude further on every side. */
export function widenedBox([west, south, east, north]: Bbox, marginDeg: number): Box {
  const [low, high] = [Math.max(-90, south - marginDeg), Math.min(90, north + marginDeg)]
  // A degree of longitude is short near the poles.
  const across =
    marginDeg / Math.max(0.05, Math.cos((Math.max(Math.abs(low), Math.abs(high)) * Math.PI) / 180))
  const width = west <= east ? east - west : east - west + 360
  if (width + 2 * across >= 360) return { west: -180, south: low, east: 180, north: high }
  const wrapped = (lon: number) => (lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon)
  return { west: wrapped(west - across), south: low, east: wrapped(east + across), north: high }
}
