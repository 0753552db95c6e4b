import { sentenceOf } from '../http/errors.ts'
import { scanGif } from './gif-scan.ts'

/** The longer side of a small picture, in pixels. */
const SIDE = 320
const QUALITY = 75
/** Maximum of pixels of a picture that gets a small one; the largest cameras make a third more. */
const MOST_PIXELS = 64_000_000

export const THUMBNAIL_TYPE = 'image/webp'
/** Pictures there are small ones of. */
export const isPicture = (type: string) =>
  ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(type)

const BROKEN = 'This picture is damaged or not a picture. Save it again and resend it.'
const TOO_LARGE = 'This picture is too large to check after unpacking. Save it smaller and send it again.'

/** Size of a picture in pixels, and why it is refused; `why` is null once it decodes. */
export type CheckedPicture = { why: string | null; width: number; height: number }

/** Decodes a picture and measures it. For the reader. */
export async function checkPicture(bytes: Buffer, type: string): Promise<CheckedPicture> {
  if (type === 'image/gif') {
    const outcome = scanGif(bytes)
    const why = outcome === 'DECODES' ? null : outcome === 'TOO_LARGE' ? TOO_LARGE : BROKEN
    return { why, width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  const { Transformer } = await import('@napi-rs/image')
  try {
    const { width, height } = await new Transformer(bytes).metadata()
    return { why: null, width, height }
  } catch (error) {
    return { why: /memory limit/i.test(sentenceOf(error)) ? TOO_LARGE : BROKEN, width: 0, height: 0 }
  }
}

/** A small picture of a picture, the right way up; null of what is no picture or too large. For the reader. */
export async function makeThumbnail(bytes: Uint8Array): Promise<Uint8Array | null> {
  // Loaded when there is a picture: other files are read without it.
  const { ResizeFit, Transformer } = await import('@napi-rs/image')
  try {
    const picture = new Transformer(bytes)
    const { width, height } = await picture.metadata(true)
    if (width * height > MOST_PIXELS || width === 0 || height === 0) return null
    const side = Math.min(SIDE, Math.max(width, height))
    const small = picture.rotate().resize({ width: side, height: side, fit: ResizeFit.Inside })
    return await small.webp(QUALITY)
  } catch {
    return null
  }
}
