/** The longer side of a small picture, in pixels. */
const SIDE = 320
const QUALITY = 75
/** What is unpacked to look at it; the largest cameras make a third of it more and get no small picture. */
const MOST_PIXELS = 64_000_000

export const THUMBNAIL_TYPE = 'image/webp'
/** Pictures there are small ones of. */
export const isPicture = (type: string) =>
  ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(type)

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
