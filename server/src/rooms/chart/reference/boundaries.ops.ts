import {
  BOUNDARY_KINDS,
  COMPUTED_LABEL,
  getMarineBoundaries,
  getWatersAt,
  type BoundaryFeature,
  type BoundaryKind,
} from '@samudra/contract/reference'
import type { Bbox } from '@samudra/contract/kernel'
import { simplifyLine } from '@samudra/nautical/polygons/simplify-ring'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Boundaries } from './boundaries.ts'
import type { ComputedArea, ComputedLimit } from './computed.ts'
import { simpler, type OwnEez } from './eez.ts'

const NOTHING: Partial<Record<BoundaryKind, string>> = {
  HIGH_SEAS:
    'No polygons of the high seas are in the built-in data. What lies outside every EEZ shown is high seas only as far as these lines go; an administrator can import polygons.',
  IMO_TSS:
    'No traffic separation schemes are in the built-in data; they are published by the IMO and on charts. An administrator can import them.',
}

export const boundaryOps = (boundaries: Boundaries): Handled[] => [show(boundaries), at(boundaries)]

const show = (present: Boundaries) =>
  handle(getMarineBoundaries, async ({ input, caller }) => {
    const boundaries = await present.asOf(input.as_of, caller)
    const kinds = new Set<BoundaryKind>(input.kinds ?? BOUNDARY_KINDS)
    const { computed } = boundaries
    const isFree = (one: ComputedArea | ComputedLimit) => boundaries.replacing(one).length === 0
    const own = [...boundaries.all()].filter(({ body }) => kinds.has(body.kind))
    const areas = computed.areas.filter((one) => kinds.has(one.kind) && isFree(one))
    // Where two meet, the line stays as long as it is the limit of one of them.
    const isLimit = (one: ComputedLimit) =>
      isFree(one) || (one.beside !== undefined && isFree({ ...one, country: one.beside }))
    const limits = computed.limits.filter((one) => kinds.has(one.kind) && isLimit(one))
    const features = [
      ...(input.part === 'limit' ? [] : own.map((one) => ownFeature(one, input.simplify))),
      ...(input.part === 'area' ? [] : own.map((one) => outlineFeature(one, input.simplify))),
      ...(input.part === 'limit' ? [] : areas.map((one) => areaFeature(one, input.simplify))),
      ...(input.part === 'area' ? [] : limits.map((one) => limitFeature(one, input.simplify))),
    ].filter((one) => input.bbox === undefined || touches(one, input.bbox))
    return {
      type: 'FeatureCollection',
      features,
      version: boundaries.version,
      source: computed.source,
      label: COMPUTED_LABEL,
      region: computed.region,
      notes: [...kinds].flatMap((kind) => {
        const why = NOTHING[kind]
        return why === undefined || own.some(({ body }) => body.kind === kind) ? [] : [{ kind, why }]
      }),
    }
  })

const at = (present: Boundaries) =>
  handle(getWatersAt, async ({ input, caller }) => {
    const boundaries = await present.asOf(input.as_of, caller)
    const waters = boundaries.watersAt(input.lat, input.lon)
    return { covered: waters !== null, waters: waters ?? [], label: COMPUTED_LABEL }
  })

type Reported = BoundaryFeature['properties']
const computedProperties = (one: ComputedArea | ComputedLimit, part: Reported['part']): Reported => ({
  id: `computed-${one.kind}-${one.country}`,
  kind: one.kind,
  part,
  country: one.country,
  name: one.name,
  source: one.source,
  edition: one.edition,
  approx: true,
  cut: one.cut,
  disputed: false,
  claimants: [],
  area_km2: one.km2,
})
const ownProperties = ({ id, body }: OwnEez, part: Reported['part']): Reported => ({
  id,
  kind: body.kind,
  part,
  country: body.country,
  name: body.name,
  source: body.source,
  edition: body.edition,
  approx: false,
  cut: false,
  disputed: body.disputed,
  claimants: body.claimants,
  area_km2: body.area_km2,
})

const feature = (geometry: BoundaryFeature['geometry'], properties: Reported): BoundaryFeature => ({
  type: 'Feature',
  geometry,
  properties,
})
const areaFeature = (one: ComputedArea, tolerance?: number) =>
  feature(simpler(one.geometry, tolerance), computedProperties(one, 'area'))
const ownFeature = (one: OwnEez, tolerance?: number) =>
  feature(simpler(one.body.geometry, tolerance), ownProperties(one, 'area'))
const limitFeature = (one: ComputedLimit, tolerance = 0) =>
  feature(
    {
      type: 'MultiLineString',
      coordinates: one.geometry.coordinates.map((line) => simplifyLine(line, tolerance)),
    },
    computedProperties(one, 'limit'),
  )
/** The outline of an area, but not where it was cut at 180 degrees. */
function outlineFeature(one: OwnEez, tolerance?: number) {
  const geometry = simpler(one.body.geometry, tolerance)
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  const lines: number[][][] = []
  for (const ring of rings) {
    let line: number[][] = [ring[0]!]
    for (let i = 1; i < ring.length; i++) {
      if (isCut(ring[i - 1]!) && isCut(ring[i]!)) {
        if (line.length > 1) lines.push(line)
        line = []
      }
      line.push(ring[i]!)
    }
    if (line.length > 1) lines.push(line)
  }
  return feature({ type: 'MultiLineString', coordinates: lines }, ownProperties(one, 'limit'))
}
const isCut = ([lon]: readonly number[]) => Math.abs(lon!) === 180

/** Returns whether the box about a shape and the requested one overlap. */
function touches({ geometry }: BoundaryFeature, [west, south, east, north]: Bbox): boolean {
  const depth = { LineString: 0, MultiLineString: 1, Polygon: 1, MultiPolygon: 2 }[geometry.type]
  const places = (geometry.coordinates as unknown[]).flat(depth) as number[][]
  const inside = (least: number, most: number, axis: 0 | 1) => {
    const values = places.map((place) => place[axis]!)
    return (
      values.reduce((a, b) => Math.max(a, b), -Infinity) >= least &&
      values.reduce((a, b) => Math.min(a, b), Infinity) <= most
    )
  }
  if (!inside(south, north, 1)) return false
  return west <= east ? inside(west, east, 0) : inside(west, 180, 0) || inside(-180, east, 0)
}
