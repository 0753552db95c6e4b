import { open, type FileHandle } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'

const ZOOM = 10
const SIDE = 2 ** ZOOM
const EXTENT = 4096
const DEGREE_NM = 60
const CHART = fileURLToPath(new URL('../tiles/base.pmtiles', import.meta.url))

type Corner = { x: number; y: number }
type Tile = { land: Corner[][][]; coast: Corner[][] }

/** Land and coast as the operator sees them: those of the chart's own tiles, finest in the Indian Ocean. */
export class ChartLand {
  readonly #file: FileHandle
  readonly #archive: PMTiles
  readonly #tiles = new Map<number, Tile>()

  private constructor(file: FileHandle) {
    this.#file = file
    this.#archive = new PMTiles({
      getKey: () => CHART,
      getBytes: async (offset, length) => {
        const bytes = new Uint8Array(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset)
        return { data: bytes.buffer.slice(0, bytesRead) }
      },
    })
  }

  static async open(): Promise<ChartLand> {
    return new ChartLand(await open(CHART))
  }
  close(): Promise<void> {
    return this.#file.close()
  }

  /** Returns true for a position on land. */
  async holds(lat: number, lon: number): Promise<boolean> {
    const [across, down] = [columnOf(lon), rowOf(lat)]
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const { land } = await this.#tile(column, row)
    const [x, y] = [(across - column) * EXTENT, (down - row) * EXTENT]
    return land.some((rings) => isInside(rings, x, y))
  }

  /** NM to the nearest coast, of those in its tile and the eight about it; else infinity. */
  async coastNm(lat: number, lon: number): Promise<number> {
    const [across, down] = [columnOf(lon), rowOf(lat)]
    const [column, row] = [Math.floor(across), Math.floor(down)]
    // A tile is 360 / 1024 degrees of longitude wide, and as high as it is wide.
    const unitNm = ((360 / SIDE) * DEGREE_NM * Math.cos((lat * Math.PI) / 180)) / EXTENT
    let least = Infinity
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const { coast } = await this.#tile(column + dx, row + dy)
        const [x, y] = [(across - column - dx) * EXTENT, (down - row - dy) * EXTENT]
        for (const line of coast)
          for (let i = 1; i < line.length; i++) least = Math.min(least, away(line[i - 1]!, line[i]!, x, y))
      }
    return least * unitNm
  }

  async #tile(column: number, row: number): Promise<Tile> {
    const key = column * SIDE + row
    const known = this.#tiles.get(key)
    if (known !== undefined) return known
    const found = await this.#archive.getZxy(ZOOM, column, row)
    const layers = found && new VectorTile(new PbfReader(unzipped(new Uint8Array(found.data)))).layers
    const shapes = (name: string) =>
      Array.from({ length: layers?.[name]?.length ?? 0 }, (_, i) => layers![name]!.feature(i).loadGeometry())
    const tile = { land: shapes('land'), coast: shapes('coast').flat() }
    this.#tiles.set(key, tile)
    return tile
  }
}

const unzipped = (bytes: Uint8Array) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes)

const columnOf = (lon: number) => (lon / 360 + 0.5) * SIDE
function rowOf(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * SIDE
}

function away(a: Corner, b: Corner, x: number, y: number): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const along = dx === 0 && dy === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(x - a.x - t * dx, y - a.y - t * dy)
}

function isInside(rings: Corner[][], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i]!, ring[j]!]
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    }
  }
  return inside
}
