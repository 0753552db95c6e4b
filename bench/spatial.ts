/**
 * Whose waters, whose areas, which port: fixes a CPU second against the computed boundaries in full detail, 2,000 areas of
 * interest and 4,000 ports, by our index and by turf's booleanPointInPolygon behind an index of the boxes of all parts (flatbush),
 * over the same places in the same process, in turns. `npm run bench -- spatial [--fixes=200000]`
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { destinationOf } from '@samudra/nautical/geodesy'
import type { Rings } from '@samudra/nautical/polygon'
import { PolygonLookup } from '@samudra/nautical/polygon-lookup'
import { circleAround, corridorAlong } from '@samudra/nautical/shapes'
import { METRES_PER_NM, place, type Place } from '@samudra/nautical/units'
import Flatbush from 'flatbush'
import { readComputed } from '../server/src/reference/computed.ts'
import { partsOf } from '../server/src/kernel/sight.ts'
import { diceOf } from './made.ts'
import { median, option, printTable, printTarget, sized, whole } from './report.ts'

const ARCHIVES = path.resolve(import.meta.dirname, '../basemap/tiles')
const FIXES = Number(option('fixes', String(sized(200_000, 2_000))))
const ROUNDS = sized(11, 2)
const AREAS = sized(2_000, 200)
const PORTS = sized(4_000, 400)
const EDITS = sized(200, 10)
const MOST_FOUND = 64
const METRES_PER_DEGREE = 60 * METRES_PER_NM

type Polygon = [number, number][][]
type Shape = { id: string; polygons: Polygon[] }

const dice = diceOf(17)
const between = (least: number, most: number) => least + dice() * (most - least)
const oneOf = <T>(some: readonly T[]): T => some[Math.floor(dice() * some.length)]!
/** Most near zero, few far. */
const near = () => (dice() + dice() + dice() - 1.5) * dice()

/** An outline as a person draws it or a harbour has it: so many corners around a place, some nearer, some further. */
function drawn(at: Place, radius: number, corners: number): [number, number][] {
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const corner = destinationOf(at, -(i * 360) / corners, radius * between(0.5, 1))
    return [corner.lon, corner.lat]
  })
  return [...ring, ring[0]!]
}

const computed = await readComputed(ARCHIVES)
const boundaries = computed.areas.map(({ id, geometry }): Shape => ({
  id,
  polygons: partsOf(geometry) as Polygon[],
}))
/** As many as a centre with every coastal state has: those that are there, and some of them once more a little aside, in all their corners. */
const BOUNDARIES = sized(300, 160)
const aside = boundaries
  .slice(0, Math.max(0, BOUNDARIES - boundaries.length))
  .map(({ id, polygons }): Shape => ({
    id: `${id} aside`,
    polygons: polygons.map((rings) =>
      rings.map((ring) => ring.map(([lon, lat]): [number, number] => [lon + 1.7, lat * 0.97])),
    ),
  }))
const coast = boundaries.flatMap(({ polygons }) => polygons.flatMap(([outline]) => outline!))
type Port = { lon: number; lat: number }
const [west, south, east, north] = computed.region
const ports = (JSON.parse(readFileSync(path.join(ARCHIVES, 'ports.json'), 'utf8')) as Port[]).filter(
  ({ lon, lat }) => lon > west && lon < east && lat > south && lat < north,
)

const atSea = () => place(between(south + 1, north - 1), between(west + 1, east - 1))
const offCoast = () => {
  const [lon, lat] = oneOf(coast)
  return place(lat + near() * 2, lon + near() * 2)
}
const offPort = (far: number) => {
  const { lat, lon } = oneOf(ports)
  return place(lat + near() * far, lon + near() * far)
}

function area(n: number): Shape {
  const at = oneOf([atSea, offCoast, () => offPort(2)])()
  const id = `area ${n}`
  if (n % 3 === 0) return { id, polygons: [[circleAround(at, between(2, 120) * METRES_PER_NM)]] }
  if (n % 3 === 1) {
    const legs = Array.from({ length: 2 + (n % 3) }, () => place(at.lat + near() * 4, at.lon + near() * 4))
    const corridor = corridorAlong([at, ...legs], between(2, 20) * METRES_PER_NM)
    // Of some lines that cross themselves nothing is left.
    if (corridor.length > 3) return { id, polygons: [[corridor]] }
  }
  const radius = between(5, 150) * METRES_PER_NM
  const hole = n % 4 === 0 ? [drawn(at, radius / 3, 12)] : []
  return { id, polygons: [[drawn(at, radius, 8 + Math.floor(dice() * 50)), ...hole]] }
}

const harbour = (n: number): Shape => ({
  id: `port ${n}`,
  polygons: [
    [drawn(offPort(n < ports.length ? 0.02 : 0.5), between(800, 8_000), 16 + Math.floor(dice() * 48))],
  ],
})

const areas = Array.from({ length: AREAS }, (_, n) => area(n))
const harbours = Array.from({ length: PORTS }, (_, n) => harbour(n))
const shapes = [...boundaries, ...aside, ...areas, ...harbours]

/** Ships lie in and off ports, sail along coasts, and cross the open sea. */
function someFixes() {
  const lats = new Float64Array(FIXES)
  const lons = new Float64Array(FIXES)
  for (let i = 0; i < FIXES; i++) {
    const chance = dice()
    const at = chance < 0.35 ? offPort(0.3) : chance < 0.7 ? offCoast() : atSea()
    lats[i] = Math.round(at.lat * 1e6) / 1e6
    lons[i] = Math.round(at.lon * 1e6) / 1e6
  }
  return { lats, lons }
}
type Fixes = ReturnType<typeof someFixes>

/** What was found of every fix, written by both alike. */
class Answers {
  readonly counts = new Uint8Array(FIXES)
  readonly numbers = new Int32Array(FIXES * MOST_FOUND)
  of(fix: number) {
    return this.numbers.subarray(fix * MOST_FOUND, fix * MOST_FOUND + this.counts[fix]!).toSorted()
  }
}

/** Of this process, so that other work on the machine counts for nothing. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const began = cpuMs()
const index = new PolygonLookup(shapes.map(({ id, polygons }) => [id, polygons] as const))
const builtMs = cpuMs() - began

function ours({ lats, lons }: Fixes, { counts, numbers }: Answers) {
  const { found } = index
  for (let i = 0; i < FIXES; i++) {
    const count = index.at(lats[i]!, lons[i]!)
    counts[i] = count
    for (let n = 0; n < count; n++) numbers[i * MOST_FOUND + n] = found[n]!
  }
}

const parts = shapes.flatMap(({ polygons }, number) =>
  polygons.map((coordinates) => ({ number, polygon: { type: 'Polygon' as const, coordinates } })),
)
const peerBegan = cpuMs()
const boxes = new Flatbush(parts.length)
for (const { polygon } of parts) {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of polygon.coordinates[0]!) {
    left = Math.min(left, lon)
    right = Math.max(right, lon)
    low = Math.min(low, lat)
    high = Math.max(high, lat)
  }
  boxes.add(left, low, right, high)
}
boxes.finish()
const peerBuiltMs = cpuMs() - peerBegan

function turf({ lats, lons }: Fixes, { counts, numbers }: Answers) {
  const at: [number, number] = [0, 0]
  for (let i = 0; i < FIXES; i++) {
    at[0] = lons[i]!
    at[1] = lats[i]!
    let count = 0
    const first = i * MOST_FOUND
    for (const found of boxes.search(at[0], at[1], at[0], at[1])) {
      const { number, polygon } = parts[found]!
      if (!booleanPointInPolygon(at, polygon)) continue
      if (!numbers.subarray(first, first + count).includes(number)) numbers[first + count++] = number
    }
    counts[i] = count
  }
}

/** Metres from a place to the nearest side of a shape. */
function metresFromBorder(lat: number, lon: number, { polygons }: Shape): number {
  const scale = Math.cos((lat * Math.PI) / 180)
  let least = Infinity
  for (const ring of polygons.flat())
    for (let i = 1; i < ring.length; i++) {
      const [x, y] = [(ring[i - 1]![0] - lon) * scale, ring[i - 1]![1] - lat]
      const [dx, dy] = [(ring[i]![0] - lon) * scale - x, ring[i]![1] - lat - y]
      const length = dx * dx + dy * dy
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length))
      least = Math.min(least, Math.hypot(x + t * dx, y + t * dy))
    }
  return least * METRES_PER_DEGREE
}

const apart = { far: 0, all: 0, most: 0 }
let held = 0
function compare({ lats, lons }: Fixes, one: Answers, other: Answers) {
  for (let i = 0; i < FIXES; i++) {
    held += one.counts[i]!
    const [a, b] = [one.of(i), other.of(i)]
    if (a.length === b.length && a.every((number, n) => number === b[n])) continue
    for (const number of new Set([...a, ...b])) {
      if (a.includes(number) && b.includes(number)) continue
      const metres = metresFromBorder(lats[i]!, lons[i]!, shapes[number]!)
      apart.all++
      apart.most = Math.max(apart.most, metres)
      if (metres > 1) apart.far++
    }
  }
}

const [byOurs, byTurf] = [new Answers(), new Answers()]
const times = { ours: [] as number[], turf: [] as number[] }
function timed(what: 'ours' | 'turf', run: () => void) {
  const start = cpuMs()
  run()
  times[what].push(((cpuMs() - start) * 1e6) / FIXES)
}
for (let round = 0; round < ROUNDS; round++) {
  const fixes = someFixes()
  const runs = [
    () => timed('ours', () => ours(fixes, byOurs)),
    () => timed('turf', () => turf(fixes, byTurf)),
  ]
  for (const run of round % 2 === 0 ? runs : runs.toReversed()) run()
  compare(fixes, byOurs, byTurf)
}
// The first round is for the compiler.
const [oursNs, turfNs] = [median(times.ours.slice(1)), median(times.turf.slice(1))]

const corners = (some: readonly Shape[]) =>
  some.reduce((sum, { polygons }) => sum + polygons.flat(2).length, 0)
printTable(
  `${whole(FIXES * ROUNDS)} fixes, ${(held / (FIXES * ROUNDS)).toFixed(2)} polygons hold one`,
  ['', 'polygons', 'corners'],
  [
    ['boundaries', whole(boundaries.length + aside.length), whole(corners([...boundaries, ...aside]))],
    ['areas of interest', whole(areas.length), whole(corners(areas))],
    ['ports', whole(harbours.length), whole(corners(harbours))],
  ],
)
printTable(
  'Which polygons hold a fix',
  ['', 'CPU ns a fix', 'fixes a CPU s', 'made in, ms'],
  [
    ['ours', whole(oursNs), whole(1e9 / oursNs), whole(builtMs)],
    ['turf behind flatbush', whole(turfNs), whole(1e9 / turfNs), whole(peerBuiltMs)],
  ],
)
console.log(`the index holds ${(index.bytes / 1e6).toFixed(1)} MB`)

/** CPU milliseconds to put shapes that are there in the place of others. */
function edited(what: string, some: readonly Shape[], next: (n: number) => Polygon[]) {
  const taken = some.map(({ id }, n): number => {
    const polygons: readonly Rings[] = next(n)
    const start = cpuMs()
    index.put(id, polygons)
    return cpuMs() - start
  })
  return [what, median(taken).toFixed(2), Math.max(...taken).toFixed(1)]
}
const zones = boundaries.filter(({ id }) => id.startsWith('computed-EEZ'))
printTable(
  'One polygon replaced, CPU ms',
  ['', 'median', 'most'],
  [
    edited('area of interest', areas.slice(0, EDITS), (n) => area(n).polygons),
    edited('port', harbours.slice(0, EDITS), (n) => harbour(n).polygons),
    edited('exclusive economic zone', zones, (n) => zones[n]!.polygons),
  ],
)
console.log(`after the edits it holds ${(index.bytes / 1e6).toFixed(1)} MB`)
console.log(`${apart.all} differences, at most ${apart.most.toExponential(1)} m from a border`)
printTarget('fixes a second, times turf', turfNs / oursNs, { atLeast: 20 })
printTarget('differences further than 1 m from a border', apart.far, { below: 1 })
