/** Cells of a quarter degree are numbered from the south-west, row by row. */
const ACROSS = 1440

/** The quarter-degree cell of a place, as coverage counts them. */
export const cellOf = (lat: number, lon: number) =>
  Math.floor((lat + 90) / 0.25) * ACROSS + Math.min(ACROSS - 1, Math.floor((lon + 180) / 0.25))

/** The sides of a cell, degrees. */
export function boxOf(cell: number) {
  const [south, west] = [Math.floor(cell / ACROSS) / 4 - 90, (cell % ACROSS) / 4 - 180]
  return { west, south, east: west + 0.25, north: south + 0.25 }
}
