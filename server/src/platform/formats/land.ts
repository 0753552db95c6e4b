import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import type { LonLatBox } from '@samudra/nautical/polygons/box'
import { PbfReader } from 'pbf'
import { breathe } from '../kernel/http/breathe.ts'

/** Source of chart tiles: null where there is no tile. */
export type Tiles = { tile(z: number, x: number, y: number): Promise<{ bytes: Uint8Array } | null> }

const DEEPEST = 10
/** So many tiles are read of a box, about; a finer coast would not be seen on paper. */
const MOST_TILES = 12

/** Rings of the land of the chart in a box, degrees: of each tile its own, so that what lies in an odd number is land. */
export async function landIn(
  tiles: Tiles,
  [west, south, east, north]: LonLatBox,
): Promise<[number, number][][]> {
  const wide = east < west ? east + 360 : east
  const zoom = zoomFor(wide - west, down(south) - down(north))
  const side = 2 ** zoom
  const rings: [number, number][][] = []
  let began = performance.now()
  for (let x = Math.floor(across(west) * side); x <= Math.floor(across(wide) * side); x++)
    for (
      let y = Math.max(0, Math.floor(down(north) * side));
      y <= Math.min(side - 1, Math.floor(down(south) * side));
      y++
    ) {
      began = await breathe(began)
      rings.push(...(await ringsIn(tiles, { zoom, x: ((x % side) + side) % side, y }, Math.floor(x / side))))
    }
  return rings
}

function zoomFor(degrees: number, tall: number): number {
  let zoom = DEEPEST
  while (zoom > 0 && ((degrees / 360) * 2 ** zoom + 1) * (tall * 2 ** zoom + 1) > MOST_TILES) zoom--
  return zoom
}

type TileOf = { zoom: number; x: number; y: number }

/** The land of one tile, `turns` of the globe to the east; where the chart is coarser, of the tile it lies in. */
async function ringsIn(tiles: Tiles, { zoom, x, y }: TileOf, turns: number): Promise<[number, number][][]> {
  for (let up = 0; up <= zoom; up++) {
    const found = await tiles.tile(zoom - up, x >> up, y >> up)
    if (found === null) continue
    const plain = isPacked(found.bytes) ? gunzipSync(found.bytes) : found.bytes
    const land = new VectorTile(new PbfReader(plain)).layers['land']
    if (land === undefined) return []
    // The part of a tile that lies over its neighbours would take their land away again.
    const part = land.extent / 2 ** up
    const [left, top] = [(x - ((x >> up) << up)) * part, (y - ((y >> up) << up)) * part]
    const within = (at: number, from: number) => Math.min(from + part, Math.max(from, at)) - from
    const side = 2 ** zoom
    return Array.from({ length: land.length }, (_, i) => land.feature(i).loadGeometry())
      .flat()
      .map((ring) =>
        ring.map((at): [number, number] => [within(at.x, left) / part, within(at.y, top) / part]),
      )
      .filter(isSpread)
      .map((ring) =>
        ring.map(([right, low]) => [((x + right) / side - 0.5 + turns) * 360, latOf((y + low) / side)]),
      )
  }
  return []
}
/** Returns whether a ring has an area; one outside the tile is only a stroke along its edge. */
const isSpread = (ring: [number, number][]) =>
  [0, 1].every((side) => ring.some((at) => at[side] !== ring[0]![side]))
const isPacked = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Shares of the square world of Web Mercator, from the west and from the north. */
const across = (lon: number) => lon / 360 + 0.5
function down(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
const latOf = (share: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI
