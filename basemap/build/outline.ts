export type Corner = [lon: number, lat: number]

/** Corners a circle is drawn with. */
const CIRCLE = 20
const DEGREE_NM = 60

const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

function circleAround([lon, lat]: Corner, nm: number): Corner[] {
  const wide = DEGREE_NM * Math.cos((lat * Math.PI) / 180)
  return Array.from({ length: CIRCLE }, (_, i): Corner => {
    const angle = (i * 2 * Math.PI) / CIRCLE
    return [rounded(lon + (nm * Math.cos(angle)) / wide), rounded(lat + (nm * Math.sin(angle)) / DEGREE_NM)]
  })
}

/** The hull of places grown by so many miles, closed, anticlockwise (Andrew's monotone chain). */
export function grownHull(places: readonly Corner[], nm: number): Corner[] {
  const corners = places.flatMap((place) => circleAround(place, nm))
  corners.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const lower = chain(corners)
  const upper = chain(corners.toReversed())
  return [...lower, ...upper, lower[0]!]
}

function chain(corners: readonly Corner[]): Corner[] {
  const remaining: Corner[] = []
  for (const corner of corners) {
    while (remaining.length > 1 && turn(remaining.at(-2)!, remaining.at(-1)!, corner) <= 0) remaining.pop()
    remaining.push(corner)
  }
  // The last one begins the other chain.
  remaining.pop()
  return remaining
}

const turn = (a: Corner, b: Corner, c: Corner) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
