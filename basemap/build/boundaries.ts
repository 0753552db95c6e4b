import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { contours } from 'd3-contour'
import { feature, mesh } from 'topojson-client'
import { topology, type Topology } from 'topojson-server'
import { presimplify, simplify } from 'topojson-simplify'
import { readCoasts, type Coasts } from './coasts.ts'
import { nameOf } from './country-names.ts'
import { RADIANS, REGION, gridOf } from './grid.ts'
import type { Corner, Feature } from './land.ts'
import { nearestCoasts, type Nearest } from './nearest-coasts.ts'

const GRID = gridOf(0.05)
const { columns: COLUMNS, rows: ROWS, nodes: NODES, step: STEP, columnOf, latOf, lonOf, rowOf } = GRID
/** Square kilometres a node of a row stands for. */
const cellArea = (row: number) => (STEP * 60 * 1.852) ** 2 * Math.cos(latOf(row) * RADIANS)

/** The zones of the law of the sea, by their limit in nautical miles from the coast. */
const LIMITS = { '12NM': 12, '24NM': 24, EEZ: 200 } as const
type Kind = keyof typeof LIMITS

/** Zones reach this far inland (nautical miles), so that a ship in harbour is inside; limits are drawn at sea only. */
const INLAND = 3
/** Maximum value of a field, in nautical miles; larger distances inward or outward do not change the contour. */
const CLEAR = 12
/** Corners whose triangle is smaller than this (square degrees) are left out; about a quarter of a mile. */
const PLAIN: Record<Kind, number> = { '12NM': 4e-5, '24NM': 6e-5, EEZ: 1e-4 }
const SOURCE = 'OpenStreetMap coastlines'
/** Rises when the way of computing changes. */
const EDITION = 'computed-1'

type Computed = Nearest & { coasts: Coasts; names: string[] }
type Rings = Corner[][]
type Area = { type: 'MultiPolygon'; coordinates: Rings[] }

/** Writes marine.geojson.gz: areas by country, and their limits at sea as lines; returns its size in bytes. */
export function buildBoundaries(nodeModules: string, file: string): number {
  const coasts = readCoasts(GRID, `${nodeModules}/@geo-maps/countries-land-100m/map.geo.json`)
  const computed: Computed = { ...nearestCoasts(GRID, coasts), coasts, names: coasts.countries.map(nameOf) }
  const sizes = areasAtSea(computed)
  const features = (Object.keys(LIMITS) as Kind[]).flatMap((kind) => zonesOf(computed, kind, sizes))
  const text = JSON.stringify({
    type: 'FeatureCollection',
    edition: EDITION,
    source: SOURCE,
    region: [REGION.west, REGION.south, REGION.east, REGION.north],
    features,
  })
  const packed = gzipSync(text, { level: 9 })
  writeFileSync(file, packed)
  return packed.length
}

function zonesOf(computed: Computed, kind: Kind, sizes: Sizes): Feature[] {
  const { countries } = computed.coasts
  const zones = countries.flatMap((country, owner): Feature[] => {
    const area = areaOf(computed, owner, LIMITS[kind])
    if (area === null) return []
    const { km2, isCut } = sizes[kind][owner]!
    const properties = {
      kind,
      part: 'area',
      country,
      name: computed.names[owner]!,
      km2: Math.round(km2),
      cut: isCut,
      source: SOURCE,
      approx: true,
    }
    return [{ type: 'Feature', geometry: area, properties }]
  })
  // One topology for all countries, or neighbours would be simplified differently along their common limit.
  const joined = simplify(
    presimplify(topology({ zones: { type: 'FeatureCollection', features: zones } }, 1e5)),
    PLAIN[kind],
  )
  const areas = feature(joined, joined.objects.zones).features as unknown as Feature[]
  return [
    ...areas.map(({ geometry, properties }) => ({
      type: 'Feature' as const,
      properties,
      geometry: rounded(geometry as Area),
    })),
    ...limitsOf(computed, joined),
  ]
}

/** The limits of each country at sea, and those two have in common under the names of both. */
function limitsOf(computed: Computed, joined: Topology): Feature[] {
  const { geometries } = joined.objects.zones
  const pairs = new Set<string>()
  const indexOf = (zone: object) => geometries.indexOf(zone as (typeof geometries)[number])
  mesh(joined, joined.objects.zones, (a, b) => {
    pairs.add([indexOf(a), indexOf(b)].sort((one, other) => one - other).join(' '))
    return false
  })
  return Array.from(pairs, (pair) => pair.split(' ').map(Number)).flatMap(([one, other]): Feature[] => {
    const isTheirs = (a: object, b: object) =>
      Math.min(indexOf(a), indexOf(b)) === one && Math.max(indexOf(a), indexOf(b)) === other
    const all = mesh(joined, joined.objects.zones, isTheirs) as unknown as { coordinates: Corner[][] }
    const lines = all.coordinates.flatMap((line) => atSea(computed, line))
    if (lines.length === 0) return []
    const [first, second] = [geometries[one!]!.properties, geometries[other!]!.properties]
    const beside =
      one === other ? {} : { name: `${first['name']} – ${second['name']}`, beside: second['country']! }
    return [
      {
        type: 'Feature',
        properties: { ...first, ...beside, part: 'limit' },
        geometry: { type: 'MultiLineString', coordinates: lines.map((line) => line.map(roundCorner)) },
      },
    ]
  })
}

type Sizes = Record<Kind, { km2: number; isCut: boolean }[]>
/** Square kilometres of sea of each zone, and whether the edge of the region cuts it. */
function areasAtSea({ coasts, first, firstNm }: Computed): Sizes {
  const empty = () => coasts.countries.map(() => ({ km2: 0, isCut: false }))
  const sizes: Sizes = { '12NM': empty(), '24NM': empty(), EEZ: empty() }
  for (let node = 0; node < NODES; node++) {
    if (coasts.sea[node] === 0 || first[node]! < 0) continue
    const row = Math.floor(node / COLUMNS)
    const isIn = isInRegion(node - row * COLUMNS, row)
    const owner = coasts.owners[first[node]!]!
    for (const kind of Object.keys(LIMITS) as Kind[]) {
      if (firstNm[node]! > LIMITS[kind]) continue
      if (isIn) sizes[kind][owner]!.km2 += cellArea(row)
      else sizes[kind][owner]!.isCut = true
    }
  }
  return sizes
}

const isInRegion = (column: number, row: number) =>
  lonOf(column) >= REGION.west - STEP / 2 &&
  lonOf(column) <= REGION.east + STEP / 2 &&
  latOf(row) >= REGION.south - STEP / 2 &&
  latOf(row) <= REGION.north + STEP / 2

/** Nautical miles a node lies inside (positive) or outside the zone of a country. */
function insideBy(from: Computed, owner: number, limit: number, node: number): number {
  const { coasts, first, firstNm, second, secondNm } = from
  const isOf = (point: number) => point >= 0 && coasts.owners[point] === owner
  const isFirst = isOf(first[node]!)
  if (!isFirst && !isOf(second[node]!)) return -CLEAR
  const own = isFirst ? firstNm[node]! : secondNm[node]!
  const other = isFirst ? secondNm[node]! : firstNm[node]!
  // Half the difference, so that neighbours find the median line at the same place.
  return Math.min((coasts.sea[node] === 0 ? INLAND : limit) - own, (other - own) / 2)
}

function windowOf({ coasts }: Computed, owner: number, limit: number) {
  const box = { left: COLUMNS, right: 0, low: ROWS, high: 0 }
  for (let point = 0; point < coasts.lons.length; point++) {
    if (coasts.owners[point] !== owner) continue
    const up = Math.ceil((limit / 60 + 0.2) / STEP)
    const across = Math.ceil(up / Math.cos((coasts.lats[point]! * Math.PI) / 180)) + 2
    box.left = Math.min(box.left, Math.floor(columnOf(coasts.lons[point]!)) - across)
    box.right = Math.max(box.right, Math.ceil(columnOf(coasts.lons[point]!)) + across)
    box.low = Math.min(box.low, Math.floor(rowOf(coasts.lats[point]!)) - up)
    box.high = Math.max(box.high, Math.ceil(rowOf(coasts.lats[point]!)) + up)
  }
  return {
    left: Math.max(box.left, Math.floor(columnOf(REGION.west)) - 1),
    right: Math.min(box.right, Math.ceil(columnOf(REGION.east)) + 1),
    low: Math.max(box.low, Math.floor(rowOf(REGION.south)) - 1),
    high: Math.min(box.high, Math.ceil(rowOf(REGION.north)) + 1),
  }
}

function areaOf(computed: Computed, owner: number, limit: number): Area | null {
  const { left, right, low, high } = windowOf(computed, owner, limit)
  const width = right - left + 1
  const height = high - low + 1
  if (width < 2 || height < 2) return null
  const field = new Float64Array(width * height)
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const inside = isInRegion(left + i, low + j)
        ? insideBy(computed, owner, limit, (low + j) * COLUMNS + left + i)
        : -CLEAR
      field[j * width + i] = Math.max(-CLEAR, Math.min(CLEAR, inside))
    }
  const contour = contours().size([width, height]).contour(Array.from(field), 0)
  // Contours count from the corners of cells, the field from their middles.
  const coordinates = contour.coordinates.map((rings) =>
    rings.map((ring) => ring.map(([x, y]) => inRegion(lonOf(left + x - 0.5), latOf(low + y - 0.5)))),
  )
  return coordinates.length === 0 ? null : { type: 'MultiPolygon', coordinates }
}

const inRegion = (lon: number, lat: number): Corner => [
  Math.min(REGION.east, Math.max(REGION.west, lon)),
  Math.min(REGION.north, Math.max(REGION.south, lat)),
]

/** The parts of a limit that lie at sea and are no edge of the region. */
function atSea({ coasts }: Computed, line: readonly Corner[]): Corner[][] {
  const isEdge = ([lon, lat]: Corner) =>
    lon - REGION.west < STEP / 9 ||
    REGION.east - lon < STEP / 9 ||
    lat - REGION.south < STEP / 9 ||
    REGION.north - lat < STEP / 9
  const isSea = ([lon, lat]: Corner) =>
    coasts.sea[Math.round(rowOf(lat)) * COLUMNS + Math.round(columnOf(lon))] === 1
  const parts: Corner[][] = []
  let part: Corner[] = []
  for (const corner of [...line, null]) {
    if (corner !== null && isSea(corner) && !isEdge(corner)) {
      part.push(corner)
      continue
    }
    if (part.length > 1) parts.push(part)
    part = []
  }
  return parts
}

const roundCorner = ([lon, lat]: Corner): Corner => [Number(lon.toFixed(3)), Number(lat.toFixed(3))]

/** Corners to a thousandth of a degree; rings that shrink to nothing are dropped. */
function rounded(area: Area): Area {
  const coordinates = area.coordinates.flatMap((rings) => {
    const remaining = rings.map((ring) => distinct(ring.map(roundCorner)))
    return remaining[0]!.length < 4 ? [] : [remaining.filter((ring) => ring.length >= 4)]
  })
  return { type: 'MultiPolygon', coordinates }
}
const distinct = (ring: Corner[]) =>
  ring.filter(([lon, lat], i) => i === 0 || lon !== ring[i - 1]![0] || lat !== ring[i - 1]![1])
