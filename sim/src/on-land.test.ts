import { open, type FileHandle } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anInstant, stateAt } from './motion.ts'
import { createSea } from './sea.ts'
import { isSea, NODES, PORTS } from './water.ts'

const ZOOM = 10
const SIDE = 2 ** ZOOM
const CHART = fileURLToPath(new URL('../../basemap/tiles/base.pmtiles', import.meta.url))

/** Land as the operator sees it: the polygons of the chart's own tiles. */
class ChartLand {
  readonly #archive: PMTiles
  readonly #tiles = new Map<number, { x: number; y: number }[][][]>()

  constructor(file: FileHandle) {
    this.#archive = new PMTiles({
      getKey: () => CHART,
      getBytes: async (offset, length) => {
        const bytes = new Uint8Array(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset)
        return { data: bytes.buffer.slice(0, bytesRead) }
      },
    })
  }

  async holds(lat: number, lon: number): Promise<boolean> {
    const sine = Math.sin((lat * Math.PI) / 180)
    const across = (lon / 360 + 0.5) * SIDE
    const down = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * SIDE
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const polygons = await this.#tile(column, row)
    const [x, y] = [(across - column) * 4096, (down - row) * 4096]
    return polygons.some((rings) => isInside(rings, x, y))
  }

  async #tile(column: number, row: number) {
    const key = column * SIDE + row
    const known = this.#tiles.get(key)
    if (known !== undefined) return known
    const found = await this.#archive.getZxy(ZOOM, column, row)
    const land = found && new VectorTile(new PbfReader(unzipped(new Uint8Array(found.data)))).layers['land']
    const polygons = Array.from({ length: land?.length ?? 0 }, (_, i) => land!.feature(i).loadGeometry())
    this.#tiles.set(key, polygons)
    return polygons
  }
}

const unzipped = (bytes: Uint8Array) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes)

function isInside(rings: { x: number; y: number }[][], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i]!, ring[j]!]
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    }
  }
  return inside
}

let file: FileHandle
let chart: ChartLand
beforeAll(async () => {
  file = await open(CHART)
  chart = new ChartLand(file)
})
afterAll(() => file.close())

test('the chart knows land from water', async () => {
  expect(await chart.holds(7, 80.7)).toBe(true)
  expect(await chart.holds(8, 85)).toBe(false)
  expect(isSea(7, 80.7)).toBe(false)
  expect(isSea(8, 85)).toBe(true)
})

test('every berth and every roadstead lies on the water of the chart', async () => {
  for (const { berth, roads } of PORTS) {
    for (const [lon, lat] of [NODES[berth]!, NODES[roads]!]) expect(await chart.holds(lat, lon)).toBe(false)
  }
})

test.each([1, 2])(
  'in six hours no ship of the default sea is on land, seed %i',
  { timeout: 60_000 },
  async (seed) => {
    const startAt = Date.UTC(2026, 0, 5, 10)
    const { ships } = createSea({ scenario: 'default', seed, startAt })
    const here = anInstant()
    const stranded: string[] = []
    for (let hour = 0; hour <= 6; hour += 0.5) {
      for (const { kind, index, motion } of ships) {
        if (kind === 'base') continue
        stateAt(motion, startAt + hour * 3_600_000, here)
        if (await chart.holds(here.lat, here.lon))
          stranded.push(`${index} ${motion.kind} ${here.lat} ${here.lon}`)
      }
    }
    expect(stranded).toEqual([])
  },
)
