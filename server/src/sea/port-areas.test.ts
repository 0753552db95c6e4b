import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import { expect, test } from 'vitest'
import { builtInPorts } from '../../testing/seas/ports-of-the-sea.ts'
import { harbourOf, PortAreas, type CallPort } from './port-areas.ts'

const RADIUS_NM = 3
const round = (id: string, lat: number, lon: number): CallPort => ({
  id,
  lat,
  lon,
  harbour: null,
  radius_nm: RADIUS_NM,
  anchorages: [],
})
/** A square of a fifth of a degree, its corner at the port, which lies outside it. */
const drawn = (id: string, lat: number, lon: number): CallPort => {
  const [east, north] = [lon + 0.2 > 180 ? lon - 359.8 : lon + 0.2, lat + 0.2]
  const ring = [
    [lon, lat],
    [east, lat],
    [east, north],
    [lon, north],
    [lon, lat],
  ]
  return {
    ...round(id, lat, lon),
    harbour: [[ring]],
    anchorages: [[ring.map(([x, y]) => [x! - 0.1, y! + 1])]],
  }
}
const EDGES = [
  round('west of 180', 10, 179.99),
  round('east of 180', -10, -179.98),
  round('far north', 78.2, 15),
  round('on a corner of cells', 20, 70),
  drawn('over 180', 5, 179.9),
  drawn('over a corner of cells', 29.9, 59.9),
]

test('a position lies in the ports whose outlines contain it, anywhere, after any earlier lookup', async () => {
  const ports = [...(await builtInPorts()), ...EDGES]
  const plain = new PolygonLookup(
    ports.flatMap((port) => [
      [`${port.id} HARBOUR`, harbourOf(port)] as const,
      ...(port.anchorages.length === 0 ? [] : [[`${port.id} ANCHORAGE`, port.anchorages] as const]),
    ]),
  )
  const namesOf = (lat: number, lon: number) =>
    Array.from({ length: plain.at(lat, lon) }, (_, i) => plain.idOf(plain.found[i]!)!).sort()
  const areas = PortAreas.of(ports)
  let inside = 0
  for (const { lat, lon } of ports.filter((port, i) => i % 10 === 0 || EDGES.includes(port)))
    for (let step = 0; step < 144; step++) {
      const there = [lat + (Math.floor(step / 12) - 6) / 45, lon + ((step % 12) - 6) / 45] as const
      const found = areas.at(...there).map(({ port, part }) => `${port.id} ${part}`)
      expect(found.sort()).toEqual(namesOf(...there))
      inside += found.length
    }
  expect(inside).toBeGreaterThan(1000)
  expect(areas.at(Number.NaN, 80)).toEqual([])
  expect(
    EDGES.filter(({ harbour, lat, lon }) => harbour === null && areas.at(lat, lon).length === 0),
  ).toEqual([])
})
