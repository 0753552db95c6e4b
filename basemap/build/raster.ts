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
 * Value without shade: land, and water the picture does not show. It has the lightest tone, like the shallowest water.
 */
const UNKNOWN = 255
/** Water this near to what is not water is mixed with it in the picture, pixels of the picture. */
const MIXED_PX = 2

/**
 * Returns the shallowness of water, 0 deep to 255 shallow, for each pixel of the picture. Blue Marble shades the sea
 * by depth, but the values are not depths. Water coloured by mud is not distinguished from land, and coasts are mixed
 * with it: both have no shade.
 */
function shades({ data, width, height, channels }: Picture): Picture {
  const isWater = new Uint8Array(width * height)
  const shade = Buffer.alloc(width * height * 3, UNKNOWN)
  for (let at = 0; at < isWater.length; at++)
    isWater[at] = data[at * channels + 2]! > data[at * channels]! * 1.25 ? 1 : 0
  for (let y = MIXED_PX; y < height - MIXED_PX; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (!isAmongWater(isWater, width, x, y)) continue
      const [green, blue] = [data[at * channels + 1]!, data[at * channels + 2]!]
      shade.fill(Math.round(Math.min(1, (green * 0.6 + blue * 0.4) / 110) * 255), at * 3, at * 3 + 3)
    }
  return { data: shade, width, height, channels: 3 }
}

function isAmongWater(isWater: Uint8Array, width: number, x: number, y: number): boolean {
  for (let dy = -MIXED_PX; dy <= MIXED_PX; dy++)
    for (let dx = -MIXED_PX; dx <= MIXED_PX; dx++)
      if (isWater[(y + dy) * width + ((x + dx + width) % width)] === 0) return false
  return true
}

function paint(
  picture: Picture,
  shade: Picture,
  z: number,
  x: number,
  y: number,
): { colour: Buffer; tint: Buffer } {
  const colour = Buffer.alloc(TILE * TILE * 3)
  const tint = Buffer.alloc(TILE * TILE)
  const pixel = [0, 0, 0]
  const side = 2 ** z
  for (let j = 0; j < TILE; j++) {
    const down = (y + (j + 0.5) / TILE) / side
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI
    for (let i = 0; i < TILE; i++) {
      const across = (x + (i + 0.5) / TILE) / side
      const at = j * TILE + i
      sample(picture, across, lat, pixel)
      colour.set(pixel, at * 3)
      sample(shade, across, lat, pixel)
      tint[at] = Math.round(pixel[0]!)
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
  const shade = shades(picture)
  const imagery: TileBlob[] = []
  const tint: TileBlob[] = []
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let y = 0; y < 2 ** z; y++) {
      for (let x = 0; x < 2 ** z; x++) {
        const painted = paint(picture, shade, z, x, y)
        const id = tileId(z, x, y)
        imagery.push({ id, data: await webp(painted.colour, 3, 78) })
        tint.push({ id, data: await webp(painted.tint, 1, 80) })
      }
    }
  }
  const head = { kind: 'webp', maxZoom: MAX_ZOOM, bounds: [-180, -85, 180, 85], metadata: {} } as const
  return [writeArchive(imageryFile, imagery, head), writeArchive(tintFile, tint, head)]
}
