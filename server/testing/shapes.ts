/** A box as GeoJSON, counter-clockwise; degrees. */
export const boxOf = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ] as [number, number][][],
})

/** What an area needs beside its name and its shape. */
export const PLAIN_AREA = {
  type: 'GENERAL',
  visibility: 'PRIVATE',
  recur: 'NONE',
  color: '#1565c0',
  notes: '',
  valid_from: null,
  valid_to: null,
} as const
