import { gzipSync } from 'node:zlib'
import { GeoJSONVT, type Tile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { REGION, regionLand, worldLand, type Feature } from './land.ts'
import { borders, countryNames, seaPorts, townFloor, towns } from './places.ts'
import { tileId, writeArchive, type TileBlob } from './pmtiles-writer.ts'

/** The world goes to this zoom level, the region to the other. */
const WORLD_ZOOM = 6
const REGION_ZOOM = 10
const LAST_ZOOM_OF_NAMES = 7

const indexOf = (features: Feature[], maxZoom: number, buffer = 64) =>
  new GeoJSONVT(
    { type: 'FeatureCollection', features },
    // Tiles are drilled down one by one below: an index made at once would hold them all in memory.
    { maxZoom, buffer, indexMaxZoom: 0, indexMaxPoints: 1e9, tolerance: 3, extent: 4096 },
  )

function indexes(nodeModules: string, ports: string) {
  const fine = regionLand(`${nodeModules}/@geo-maps/earth-lands-100m/map.geo.json`)
  return {
    worldLand: indexOf(worldLand(`${nodeModules}/@geo-maps/earth-lands-1km/map.geo.json`), WORLD_ZOOM),
    land: indexOf(fine.land, REGION_ZOOM),
    coast: indexOf(fine.coast, REGION_ZOOM),
    border: indexOf([borders(`${nodeModules}/world-atlas/countries-10m.json`)], REGION_ZOOM),
    country: indexOf(countryNames(`${nodeModules}/world-atlas/countries-50m.json`), REGION_ZOOM, 0),
    city: indexOf(towns(), REGION_ZOOM, 0),
    port: indexOf(seaPorts(ports), REGION_ZOOM, 0),
  }
}
type Indexes = ReturnType<typeof indexes>

const column = (lon: number, z: number) => Math.floor((lon / 360 + 0.5) * 2 ** z)
function row(lat: number, z: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return Math.floor((0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI) * 2 ** z)
}
const isInRegion = (z: number, x: number, y: number) =>
  x >= column(REGION[0], z) && x <= column(REGION[2], z) && y >= row(REGION[3], z) && y <= row(REGION[1], z)

function cityLayer(index: GeoJSONVT, z: number, x: number, y: number): Tile | null {
  const tile = z >= 3 ? index.getTile(z, x, y) : null
  if (tile === null) return null
  const floor = townFloor(z)
  const isShown = ({ tags }: Tile['features'][number]) =>
    Number(tags['pop']) >= floor || (tags['cap'] === 1 && z >= 4)
  return { ...tile, features: tile.features.filter(isShown) }
}

function layersOf(from: Indexes, z: number, x: number, y: number): Record<string, Tile> {
  const isFine = z > WORLD_ZOOM
  const layers: Record<string, Tile | null> = {
    land: (isFine ? from.land : from.worldLand).getTile(z, x, y),
    border: from.border.getTile(z, x, y),
    country: z <= LAST_ZOOM_OF_NAMES ? from.country.getTile(z, x, y) : null,
    coast: isFine ? from.coast.getTile(z, x, y) : null,
    city: cityLayer(from.city, z, x, y),
    port: z >= 5 ? from.port.getTile(z, x, y) : null,
  }
  const filled: Record<string, Tile> = {}
  for (const [id, tile] of Object.entries(layers))
    if (tile !== null && tile.features.length > 0) filled[id] = tile
  return filled
}

function* drill(from: Indexes, z: number, x: number, y: number): Generator<TileBlob> {
  if (z > WORLD_ZOOM && !isInRegion(z, x, y)) return
  const layers = layersOf(from, z, x, y)
  const isFilled = Object.keys(layers).length > 0
  if (isFilled) {
    const data = gzipSync(fromGeojsonVt(layers, { version: 2 }), { level: 9 })
    yield { id: tileId(z, x, y), data }
  }
  if (z < REGION_ZOOM && (isFilled || z < WORLD_ZOOM)) {
    for (let quarter = 0; quarter < 4; quarter++) {
      yield* drill(from, z + 1, x * 2 + (quarter & 1), y * 2 + (quarter >> 1))
    }
  }
}

/** Writes base.pmtiles: land, coast, borders, names, towns and ports; returns its size in bytes. */
export function buildVector(nodeModules: string, ports: string, file: string): number {
  const fields = {
    land: {},
    coast: {},
    border: {},
    country: { name: 'String', rank: 'Number' },
    city: { name: 'String', pop: 'Number', cap: 'Number' },
    port: { name: 'String', code: 'String' },
  }
  return writeArchive(file, [...drill(indexes(nodeModules, ports), 0, 0, 0)], {
    kind: 'vector',
    maxZoom: REGION_ZOOM,
    bounds: [-180, -85, 180, 85],
    metadata: { vector_layers: Object.entries(fields).map(([id, fields]) => ({ id, fields })) },
  })
}
