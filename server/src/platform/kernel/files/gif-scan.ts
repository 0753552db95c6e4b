/** Maximum of pixels in a frame, which a viewer unpacks. */
const MOST_PIXELS = 64_000_000
const [EXTENSION, FRAME] = [0x21, 0x2c] as const
/** Maximum of entries in the table of LZW. */
const MOST_CODES = 4096

type Outcome = 'DECODES' | 'BROKEN' | 'TOO_LARGE'

/** Decodes the first frame of a GIF (89a), without storing its pixels. */
export function scanGif(bytes: Buffer): Outcome {
  let at = afterColours(bytes, 13, bytes[10])
  for (;;) {
    const kind = bytes[at]
    if (kind === EXTENSION) at = subBlocks(bytes, at + 2).next
    else return kind === FRAME ? scanFrame(bytes, at + 1) : 'BROKEN'
  }
}

/** Returns the place after a table of colours, which the flags before it announce. */
const afterColours = (bytes: Buffer, at: number, flags = bytes[at - 1]) =>
  flags !== undefined && (flags & 0x80) !== 0 ? at + 3 * 2 ** ((flags & 7) + 1) : at

/** Returns the data of sub-blocks and the place after them; beyond the end where they have none. */
function subBlocks(bytes: Buffer, from: number): { data: Buffer; next: number } {
  const parts: Buffer[] = []
  for (let at = from; at < bytes.length;) {
    const length = bytes[at]!
    if (length === 0) return { data: Buffer.concat(parts), next: at + 1 }
    parts.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return { data: Buffer.concat(parts), next: Infinity }
}

function scanFrame(bytes: Buffer, at: number): Outcome {
  const place = afterColours(bytes, at + 9)
  const bits = bytes[place]
  if (bits === undefined || bits < 2 || bits > 8) return 'BROKEN'
  const pixels = bytes.readUInt16LE(at + 4) * bytes.readUInt16LE(at + 6)
  if (pixels > MOST_PIXELS) return 'TOO_LARGE'
  const found = pixelsIn(subBlocks(bytes, place + 1).data, bits)
  return pixels > 0 && found >= pixels ? 'DECODES' : 'BROKEN'
}

/** Counts the pixels that codes of LZW unpack to; 0 where a code is used before it exists. */
function pixelsIn(data: Buffer, bits: number): number {
  const clear = 2 ** bits
  const lengths = new Uint32Array(MOST_CODES).fill(1, 0, clear)
  let [next, width, before, pixels] = [clear + 2, bits + 1, -1, 0]
  let [held, count] = [0, 0]
  for (const byte of data) {
    held |= byte << count
    for (count += 8; count >= width;) {
      const code = held & ((1 << width) - 1)
      held >>>= width
      count -= width
      if (code === clear + 1) return pixels
      if (code === clear) [next, width, before] = [clear + 2, bits + 1, -1]
      else {
        if (code > next || (before < 0 && code > clear)) return 0
        if (before >= 0 && next < MOST_CODES) {
          lengths[next++] = lengths[before]! + 1
          if (next === 2 ** width && width < 12) width++
        }
        pixels += lengths[code]!
        before = code
      }
    }
  }
  return pixels
}
