import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { USUAL_RADIUS_NM, type Port } from '@samudra/contract/ports'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { splitAtAntimeridian } from '@samudra/nautical/antimeridian'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { settlePolygons } from '@samudra/nautical/polygons/polygon-faults'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Given } from '../../../platform/kernel/objects/objects.ts'
import type { PortOutline } from '../../../sea/port-areas.ts'
import type { PortCounts } from '../../../sea/topics.ts'

/** Fields of a port that are stored as its body. */
export type PortBody = Pick<
  Port,
  | 'name'
  | 'locode'
  | 'country'
  | 'lat'
  | 'lon'
  | 'alias'
  | 'radius_nm'
  | 'time_zone'
  | 'facilities'
  | 'contacts'
  | 'source'
> & {
  geometry: ZoneGeometry | null
  anchorages: { name: string; geometry: ZoneGeometry }[]
  origin: Port['origin']
}
export type HeldPort = Held<PortBody>

/** A port for those who ask which one a place belongs to; outlines are polygons as `PolygonLookup` takes them. */
export type KnownPort = Pick<PortBody, 'name' | 'locode' | 'country' | 'alias'> &
  PortOutline & {
    readonly id: string
    readonly anchorages: readonly { name: string; outline: readonly Rings[] }[]
  }

const polygonsOf = (geometry: ZoneGeometry) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** Returns a drawn or written outline as it is stored: valid, and cut at 180 degrees. Throws VALIDATION. */
export function settledOutline(geometry: ZoneGeometry, field: string): ZoneGeometry {
  try {
    const coordinates = settlePolygons(polygonsOf(geometry)).flatMap(splitAtAntimeridian)
    return coordinates.length === 1
      ? { type: 'Polygon', coordinates: coordinates[0]! }
      : { type: 'MultiPolygon', coordinates }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const why = sentenceOf(error)
    const what = field === 'geometry' ? 'a harbour' : 'an anchorage'
    throw new OperationError('VALIDATION', `This shape is not a valid outline of ${what}: ${why}.`, {
      fields: [{ field, why }],
    })
  }
}

export const presentPort = (
  port: HeldPort,
  mine: boolean,
): Port & Required<Pick<Port, 'geometry' | 'anchorages'>> => ({
  ...columnsOf(port, mine),
  ...port.body,
})

export const knownPort = ({ id, body }: HeldPort): KnownPort => {
  const { name, locode, country, lat, lon, alias, geometry, radius_nm, anchorages } = body
  return {
    id,
    name,
    locode,
    country,
    lat,
    lon,
    alias,
    harbour: geometry === null ? null : polygonsOf(geometry),
    radius_nm,
    anchorages: anchorages.map((one) => ({ name: one.name, outline: polygonsOf(one.geometry) })),
  }
}

export const NOT_COUNTED: PortCounts = { present: null, expected_24h: null, departed_24h: null }

/** As `ports.json` of the basemap has one. */
type Listed = Pick<PortBody, 'locode' | 'name' | 'country' | 'lat' | 'lon' | 'alias' | 'source'> & {
  zone: string
  facilities?: string[]
  harbour?: [number, number][]
  anchorages?: { name: string; ring: [number, number][] }[]
}
const outlineOf = (ring: [number, number][]): ZoneGeometry => ({ type: 'Polygon', coordinates: [ring] })

/** The ports a release brings. One without a UN/LOCODE goes by its name. */
export async function readPorts(archivesFolder: string): Promise<Given<PortBody>[]> {
  const text = await readFile(path.join(archivesFolder, 'ports.json'), 'utf8')
  return (JSON.parse(text) as Listed[]).map(({ zone, harbour, anchorages = [], ...port }) => ({
    id: port.locode === '' ? `port-${port.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}` : port.locode,
    body: {
      name: port.name,
      locode: port.locode,
      country: port.country,
      lat: port.lat,
      lon: port.lon,
      alias: port.alias,
      geometry: harbour === undefined ? null : outlineOf(harbour),
      anchorages: anchorages.map(({ name, ring }) => ({ name, geometry: outlineOf(ring) })),
      radius_nm: USUAL_RADIUS_NM,
      time_zone: zone,
      facilities: port.facilities ?? [],
      contacts: [],
      source: port.source,
      origin: 'RELEASE',
    },
  }))
}
