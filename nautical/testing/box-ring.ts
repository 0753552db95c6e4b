/** The ring of a box, counter-clockwise and closed; degrees. */
export const boxRing = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
