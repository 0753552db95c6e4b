import sharp from 'sharp'
import { tileId, writeArchive, type TileBlob } from './pmtiles-writer.ts'

const TILE = 256
const MAX_ZOOM = 4
type Picture = { data: Buffer; width: number; height: number; channels: number }

/** Colour of an equirectangular picture at a fraction of the globe, between its four nearest pixels. */
function sample(picture: Picture, across: number, lat: number, into: number[]): void {
  const { data, width, height, channels } = picture
  const y = Math.min(height - 1.001, Math.max(0, ((90 - lat) / 180) * height - 0.5))
  const x = (across * width - 0.5 + width) % width
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const x1 = (x0 + 1) % width
  const [fx, fy] = [x - x0, y - y0]
  for (let band = 0; band < 3; band++) {
    const at = (px: number, py: number) => data[(py * width + px) * channels + band]!
    const upper = at(x0, y0) * (1 - fx) + at(x1, y0) * fx
    const lower = at(x0, y0 + 1) * (1 - fx) + at(x1, y0 + 1) * fx
    into[band] = upper * (1 - fy) + lower * fy
  }
}

/**
 * Brightness of the water, 0 deep to 255 shallow; land is 0. Blue Marble shades the sea by its depth, but
 * these are not depths.
 */
function shallowness([red, green, blue]: number[]): number {
  if (blue! <= red! * 1.25) return 0
  return Math.round(Math.min(1, (green! * 0.6 + blue! * 0.4) / 110) * 255)
}

function paint(picture: Picture, z: number, x: number, y: number): { colour: Buffer; tint: Buffer } {
  const colour = Buffer.alloc(TILE * TILE * 3)
  const tint = Buffer.alloc(TILE * TILE)
  const pixel = [0, 0, 0]
  const side = 2 ** z
  for (let j = 0; j < TILE; j++) {
    const down = (y + (j + 0.5) / TILE) / side
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI
    for (let i = 0; i < TILE; i++) {
      sample(picture, (x + (i + 0.5) / TILE) / side, lat, pixel)
      const at = j * TILE + i
      colour.set(pixel, at * 3)
      tint[at] = shallowness(pixel)
    }
  }
  return { colour, tint }
}

const webp = (pixels: Buffer, channels: 1 | 3, quality: number) =>
  sharp(pixels, { raw: { width: TILE, height: TILE, channels } })
    .webp({ quality })
    .toBuffer()

/** Writes imagery.pmtiles and tint.pmtiles from NASA's Blue Marble; returns their sizes in bytes. */
export async function buildRaster(source: string, imageryFile: string, tintFile: string): Promise<number[]> {
  const { data, info } = await sharp(source).raw().toBuffer({ resolveWithObject: true })
  const picture = { data, ...info }
  const imagery: TileBlob[] = []
  const tint: TileBlob[] = []
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let y = 0; y < 2 ** z; y++) {
      for (let x = 0; x < 2 ** z; x++) {
        const painted = paint(picture, z, x, y)
        const id = tileId(z, x, y)
        imagery.push({ id, data: await webp(painted.colour, 3, 78) })
        tint.push({ id, data: await webp(painted.tint, 1, 80) })
      }
    }
  }
  const head = { kind: 'webp', maxZoom: MAX_ZOOM, bounds: [-180, -85, 180, 85], metadata: {} } as const
  return [writeArchive(imageryFile, imagery, head), writeArchive(tintFile, tint, head)]
}
