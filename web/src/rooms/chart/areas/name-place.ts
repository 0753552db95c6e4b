import type { Aoi } from '@samudra/contract/areas'

type Ring = readonly (readonly number[])[]

/** Twice the area of a ring, and the latitude of its centre of gravity. */
function middleOf(ring: Ring): { size: number; lat: number } {
  let [size, moment] = [0, 0]
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = ring[i] as [number, number]
    const [x2, y2] = ring[i + 1] as [number, number]
    const cross = x1 * y2 - x2 * y1
    size += cross
    moment += (y1 + y2) * cross
  }
  return { size: Math.abs(size), lat: size === 0 ? ring[0]![1]! : moment / (3 * size) }
}

/** Where an area's name stands: in the widest part of its largest piece at the height of the middle, so that it is inside. */
export function namePlace({ type, coordinates }: Aoi['geometry']): [number, number] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Ring[][]
  const [rings] = polygons
    .map((one) => ({ one, ...middleOf(one[0]!) }))
    .sort((a, b) => b.size - a.size)
    .map(({ one }) => one)
  const { lat } = middleOf(rings![0]!)
  const crossings: number[] = []
  for (const ring of rings!)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [x1, y1] = ring[i] as [number, number]
      const [x2, y2] = ring[i + 1] as [number, number]
      if (y1 > lat !== y2 > lat) crossings.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1))
    }
  crossings.sort((a, b) => a - b)
  let [from, to] = [rings![0]![0]![0]!, rings![0]![0]![0]!]
  for (let i = 0; i + 1 < crossings.length; i += 2)
    if (crossings[i + 1]! - crossings[i]! >= to - from) [from, to] = [crossings[i]!, crossings[i + 1]!]
  return [(from + to) / 2, lat]
}
