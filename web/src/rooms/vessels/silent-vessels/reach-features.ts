import type { SilentVessel } from '@samudra/contract/silent-vessels'
import { circleAround } from '@samudra/nautical/polygons/shapes'
import { METRES_PER_NM, place } from '@samudra/nautical/units'

/** Maximum radius drawn; larger circles cover so much sea that they are meaningless, and do not fit on a chart. */
export const LARGEST_DRAWN_NM = 1500
/** A smaller chart would not show where in the sea the position is. */
const LEAST_BOX_DEG = 0.15

type Reaching = Pick<SilentVessel, 'latitude' | 'longitude' | 'reach'>
type Position = [lon: number, lat: number]
type Drawn = {
  type: 'Feature'
  properties: { kind: 'max' | 'last' | 'way' | 'from' | 'expected' }
  geometry:
    | { type: 'Polygon'; coordinates: Position[][] }
    | { type: 'LineString'; coordinates: Position[] }
    | { type: 'Point'; coordinates: Position }
}

/** Circles of the reachable area, the position if course and speed did not change, and the way there. */
export function reachFeatures({ latitude: lat, longitude: lon, reach }: Reaching): Drawn[] {
  const circle = (kind: 'max' | 'last', radius: number | null): Drawn[] =>
    radius === null || radius <= 0 || radius > LARGEST_DRAWN_NM
      ? []
      : [
          {
            type: 'Feature',
            properties: { kind },
            geometry: {
              type: 'Polygon',
              coordinates: [circleAround(place(lat, lon), radius * METRES_PER_NM)],
            },
          },
        ]
  const from: Position = [lon, lat]
  const isNear = (reach.last_speed_nm ?? 0) <= LARGEST_DRAWN_NM
  const to: Position | null =
    reach.expected === null || !isNear
      ? null
      : [nearLongitude(lon, reach.expected.longitude), reach.expected.latitude]
  return [
    ...circle('max', reach.max_speed_nm),
    ...circle('last', reach.last_speed_nm),
    ...(to === null
      ? []
      : [
          feature('way', { type: 'LineString', coordinates: [from, to] }),
          feature('expected', { type: 'Point', coordinates: to }),
        ]),
    feature('from', { type: 'Point', coordinates: from }),
  ]
}

const feature = (kind: Drawn['properties']['kind'], geometry: Drawn['geometry']): Drawn => ({
  type: 'Feature',
  properties: { kind },
  geometry,
})

/** Longitude that runs on past 180 degrees, so that a line does not go around the world. */
const nearLongitude = (from: number, to: number) => from + ((((to - from + 180) % 360) + 360) % 360) - 180

/** West, south, east and north of all that is drawn, degrees. */
export function boxOfReach(one: Reaching): [number, number, number, number] {
  const positions = reachFeatures(one).flatMap(({ geometry }): Position[] =>
    geometry.type === 'Polygon'
      ? geometry.coordinates.flat()
      : geometry.type === 'LineString'
        ? geometry.coordinates
        : [geometry.coordinates],
  )
  const lons = positions.map(([lon]) => lon)
  const lats = positions.map(([, lat]) => lat)
  const pad = LEAST_BOX_DEG
  return [
    Math.min(...lons, one.longitude - pad),
    Math.max(-85, Math.min(...lats, one.latitude - pad)),
    Math.max(...lons, one.longitude + pad),
    Math.min(85, Math.max(...lats, one.latitude + pad)),
  ]
}
