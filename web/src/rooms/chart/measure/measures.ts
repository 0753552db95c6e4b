import { closestApproach, type ClosestApproach } from '@samudra/nautical/tracks/closest-approach'
import { distanceBetween, initialBearing, interpolatePlace } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, degrees, knots, place, type Place } from '@samudra/nautical/units'
import { create } from 'zustand'
import { keepStore } from '../../../store/saved-stores.ts'
import { circleOf, type Position } from '../../../map/draw/shapes.ts'
import { angleText, distanceText, type DistanceUnit } from '../../../kit/text/quantity-text.ts'

/** The panel of measurements. */
export const MEASURE = 'measure'

/** A ship as a measurement needs it: where it is now and how it moves. */
export type Mover = {
  mmsi: string
  split: number
  name: string
  lat: number
  lon: number
  sog: number | null
  cog: number | null
}
export type Measure =
  | { id: number; kind: 'distance'; line: Position[] }
  | { id: number; kind: 'rings'; center: Position; radiiNm: number[] }
  | { id: number; kind: 'cpa'; ships: [Mover, Mover] }

/** Next measurement. */
export type Measuring =
  | { kind: 'distance'; from?: Position }
  | { kind: 'rings' }
  | { kind: 'cpa'; first: Mover | null }

type State = { measures: Measure[]; measuring: Measuring | null; radiiNm: number[] }
export const useMeasures = create<State>(() => ({ measures: [], measuring: null, radiiNm: [5, 10, 20] }))

let next = 1
keepStore(useMeasures, {
  name: 'planning.measures',
  of: 'tab',
  read: ({ measures, radiiNm }) => ({ measures, radiiNm }),
  restore: ({ measures, radiiNm }) => {
    const held = measures as Measure[]
    next = Math.max(0, ...held.map(({ id }) => id)) + 1
    return { measures: held, radiiNm: radiiNm as number[] }
  },
})
type Unnamed<M> = M extends Measure ? Omit<M, 'id'> : never
export const addMeasure = (measure: Unnamed<Measure>) =>
  useMeasures.setState(({ measures }) => ({
    measures: [...measures, { ...measure, id: next++ }],
    measuring: null,
  }))
export const removeMeasure = (id: number) =>
  useMeasures.setState(({ measures }) => ({ measures: measures.filter((one) => one.id !== id) }))
export const measureNext = (measuring: Measuring | null) => useMeasures.setState({ measuring })

const at = ([lon, lat]: Position): Place => place(lat, lon)

/** Metres along a line of great circles. */
export const lengthOf = (line: readonly Position[]): number =>
  line.slice(1).reduce((sum, to, i) => sum + distanceBetween(at(line[i]!), at(to)), 0)

/** True bearing of the last leg, degrees; null for a line without one. */
export function lastBearing(line: readonly Position[]): number | null {
  const [from, to] = line.slice(-2)
  return from === undefined || to === undefined ? null : initialBearing(at(from), at(to))
}

export const approachOf = ([one, other]: [Mover, Mover]): ClosestApproach | null =>
  closestApproach(fixOf(one), fixOf(other))

const fixOf = ({ lat, lon, sog, cog }: Mover) => ({
  place: place(lat, lon),
  sog: sog === null ? null : knots(sog),
  cog: cog === null ? null : degrees(cog),
})

type Feature = {
  type: 'Feature'
  properties: { label?: string; role: 'line' | 'ring' | 'point' | 'leg' }
  geometry:
    | { type: 'Point'; coordinates: Position }
    | { type: 'LineString'; coordinates: Position[] }
    | { type: 'Polygon'; coordinates: Position[][] }
}

/** Everything measured as features to draw, with its figures in the unit of the user. */
export function featuresOf(measures: readonly Measure[], unit: DistanceUnit): Feature[] {
  return measures.flatMap((measure) => {
    if (measure.kind === 'distance') return lineFeatures(measure.line, unit)
    if (measure.kind === 'rings') return ringFeatures(measure.center, measure.radiiNm, unit)
    return approachFeatures(measure.ships, unit)
  })
}

function lineFeatures(line: Position[], unit: DistanceUnit): Feature[] {
  const legs = line.slice(1).map((to, i): Feature => {
    const from = line[i]!
    const middle = interpolatePlace(at(from), at(to), 0.5)
    const label = `${distanceText(distanceBetween(at(from), at(to)), unit)}  ${angleText(initialBearing(at(from), at(to)))}`
    return pointAt([middle.lon, middle.lat], 'leg', label)
  })
  const total =
    line.length > 2 ? [pointAt(line.at(-1)!, 'point', `Σ ${distanceText(lengthOf(line), unit)}`)] : []
  return [
    {
      type: 'Feature',
      properties: { role: 'line' },
      geometry: { type: 'LineString', coordinates: curved(line) },
    },
    ...line.map((corner) => pointAt(corner, 'point')),
    ...legs,
    ...total,
  ]
}

/** Legs as the great circles they are measured along. */
function curved(line: readonly Position[]): Position[] {
  const out: Position[] = line.slice(0, 1)
  for (const to of line.slice(1)) {
    const from = out.at(-1)!
    const pieces = Math.max(1, Math.ceil(distanceBetween(at(from), at(to)) / 100_000))
    for (let i = 1; i <= pieces; i++) {
      const { lat, lon } = interpolatePlace(at(from), at(to), i / pieces)
      const before = out.at(-1)![0]
      out.push([before + ((((lon - before + 180) % 360) + 360) % 360) - 180, lat])
    }
  }
  return out
}

function ringFeatures(center: Position, radiiNm: readonly number[], unit: DistanceUnit): Feature[] {
  const rings = radiiNm.flatMap((radiusNm): Feature[] => {
    const { coordinates } = circleOf(center, radiusNm)
    const ring = coordinates[0]!
    return [
      { type: 'Feature', properties: { role: 'ring' }, geometry: { type: 'LineString', coordinates: ring } },
      pointAt(ring[0]!, 'leg', distanceText(radiusNm * METRES_PER_NM, unit)),
    ]
  })
  return [pointAt(center, 'point'), ...rings]
}

function approachFeatures(ships: [Mover, Mover], unit: DistanceUnit): Feature[] {
  const found = approachOf(ships)
  if (found === null) return []
  const [a, b] = found.at.map(({ lat, lon }): Position => [lon, lat]) as [Position, Position]
  const middle = interpolatePlace(found.at[0], found.at[1], 0.5)
  return [
    ...ships.map(({ lon, lat }, i): Feature => ({
      type: 'Feature',
      properties: { role: 'ring' },
      geometry: {
        type: 'LineString',
        coordinates: [[lon, lat], found.at[i] === undefined ? [lon, lat] : ([a, b][i] as Position)],
      },
    })),
    { type: 'Feature', properties: { role: 'line' }, geometry: { type: 'LineString', coordinates: [a, b] } },
    pointAt(a, 'point'),
    pointAt(b, 'point'),
    pointAt([middle.lon, middle.lat], 'leg', `CPA ${distanceText(found.distance, unit)}`),
  ]
}

const pointAt = (coordinates: Position, role: 'point' | 'leg', label?: string): Feature => ({
  type: 'Feature',
  properties: { role, ...(label === undefined ? {} : { label }) },
  geometry: { type: 'Point', coordinates },
})
