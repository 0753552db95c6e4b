import type { Bbox } from '@samudra/contract/kernel'

/** A view of the picture in degrees x 1e6; west > east crosses the antimeridian. */
export type Box = { west: number; south: number; east: number; north: number }

export const boxOf = ([west, south, east, north]: Bbox): Box => ({
  west: west * 1e6,
  south: south * 1e6,
  east: east * 1e6,
  north: north * 1e6,
})
export const EVERYWHERE: Box = { west: -180e6, south: -90e6, east: 180e6, north: 90e6 }

export const isInBox = (box: Box, lat: number, lon: number): boolean =>
  lat >= box.south &&
  lat <= box.north &&
  (box.west <= box.east ? lon >= box.west && lon <= box.east : lon >= box.west || lon <= box.east)
