import { crc32, deflateSync } from 'node:zlib'

/** Returns a black PNG image of one bit per pixel; it has `rows` rows, whatever height it states. */
export function aPng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 1 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

/** A picture with one colour, as GIF of one frame. */
export function aGif(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from(',\0\0\0\0\0\0\0\0\0', 'latin1')
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  const pixels = Math.min(width * height, 1000)
  // Codes of three bits: a clear before every second pixel, so that none grows longer.
  const codes = Array.from({ length: pixels }, (_, i) => (i % 2 === 0 ? [4, 0] : [0])).flat()
  const bits = [...codes, 5].map((code) => [code & 1, (code >> 1) & 1, code >> 2]).flat()
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, i) => byte | (bit << i), 0),
  )
  const blocks = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(Buffer.from([block.length, ...block]))
  }
  return Buffer.concat([head, frame, Buffer.from([2]), ...blocks, Buffer.from([0, 0x3b])])
}

const transformer = async (picture: Uint8Array) => new (await import('@napi-rs/image')).Transformer(picture)
export const asJpeg = async (picture: Uint8Array) => (await transformer(picture)).jpeg(80)
export const asWebp = async (picture: Uint8Array) => (await transformer(picture)).webp(80)
