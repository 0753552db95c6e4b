/** West, south, east, north, degrees. */
export type LonLatBox = [west: number, south: number, east: number, north: number]
type Nested = readonly number[] | readonly Nested[]

const boxes = new WeakMap<{ coordinates: Nested }, LonLatBox>()

/** The box around a shape of GeoJSON as it stands, worked out once; of no corners, one turned inside out. */
export function boxOf(shape: { coordinates: Nested }): LonLatBox {
  const known = boxes.get(shape)
  if (known !== undefined) return known
  const box: LonLatBox = [Infinity, Infinity, -Infinity, -Infinity]
  widen(box, shape.coordinates)
  boxes.set(shape, box)
  return box
}

function widen(box: LonLatBox, coordinates: Nested) {
  const [lon, lat] = coordinates
  if (typeof lon !== 'number' || typeof lat !== 'number') {
    for (const part of coordinates as readonly Nested[]) widen(box, part)
    return
  }
  box[0] = Math.min(box[0], lon)
  box[1] = Math.min(box[1], lat)
  box[2] = Math.max(box[2], lon)
  box[3] = Math.max(box[3], lat)
}

export const middleOf = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]) => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
})

/** A box as a polygon of GeoJSON, its ring against the clock (RFC 7946, 3.1.6). */
export const polygonOfBox = ([west, south, east, north]: LonLatBox): {
  type: 'Polygon'
  coordinates: [number, number][][]
} => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})
