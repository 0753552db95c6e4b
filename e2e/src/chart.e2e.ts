import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Centre } from './a-centre.ts'

let centre: Centre
beforeAll(async () => {
  centre = new Centre(['--sim', 'none'])
  await centre.start()
})
afterAll(() => centre.close())
afterEach(() => {
  expect(centre.complaints.splice(0)).toEqual([])
})

/** The brightness a tile of the sea floor has at a place, 0 deep to 255 shallow. */
const SHADE = `async (lon, lat) => {
  const side = 16 * 256
  const sine = Math.sin((lat * Math.PI) / 180)
  const [x, y] = [((lon + 180) / 360) * side, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side]
  const tile = await fetch('/tiles/tint/4/' + Math.floor(y / 256) + '/' + Math.floor(x / 256))
  const picture = await createImageBitmap(await tile.blob())
  const g = new OffscreenCanvas(256, 256).getContext('2d')
  g.drawImage(picture, 0, 0)
  return g.getImageData(Math.floor(x % 256), Math.floor(y % 256), 1, 1).data[0]
}`

test('inshore water is as light as the shelf, and where nothing is known of the depth there is no shade', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  const shade = (lon: number, lat: number) => page.evaluate(`(${SHADE})(${lon}, ${lat})`) as Promise<number>
  const inshore = { mumbai: [72.75, 18.95], goa: [73.7, 15.45], malacca: [101, 2.9], khambhat: [72.3, 21.3] }
  for (const [lon, lat] of Object.values(inshore)) expect(await shade(lon!, lat!)).toBeGreaterThan(170)
  // The abyss south of the equator is dark.
  expect(await shade(85, -5)).toBeLessThan(60)
  await page.close()
})
