// Rooms: reference, weather, ports
import { expect, test } from 'vitest'
import { centreOfFile, search } from './a-file.ts'

const centre = centreOfFile()

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

test('inshore water is as light as the shelf, and water of unknown depth has no shade', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  const shade = (lon: number, lat: number) => page.evaluate(`(${SHADE})(${lon}, ${lat})`) as Promise<number>
  const inshore = { mumbai: [72.75, 18.95], goa: [73.7, 15.45], malacca: [101, 2.9], khambhat: [72.3, 21.3] }
  for (const [lon, lat] of Object.values(inshore)) expect(await shade(lon!, lat!)).toBeGreaterThan(170)
  // The abyss south of the equator is dark.
  expect(await shade(85, -5)).toBeLessThan(60)
  await page.close()
})

test('a clicked port shows its details, the legend filters, and H leads home', async () => {
  const page = await centre.page()
  page.setDefaultTimeout(15_000)
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  const middle = () => page.getByLabel('Cursor position').textContent()
  const home = await middle()
  const fishing = page.getByRole('button', { name: /^FISHING/ })
  await fishing.click()
  await page.getByRole('button', { name: 'Clear filter' }).waitFor()
  await fishing.click()
  await page.getByRole('button', { name: 'Clear filter' }).waitFor({ state: 'detached' })
  await search(page, 'Nhava Sheva')
  await page.getByRole('option').filter({ hasText: 'Nhava Sheva' }).first().click()
  await page.getByRole('button', { name: 'Overview map' }).waitFor()
  const box = (await page.locator('.maplibregl-canvas').boundingBox())!
  const port = page.getByRole('dialog', { name: /^Port Jawaharlal Nehru/ })
  // It opens by itself for who searched it, and again for who clicks its sign.
  await port.getByRole('button', { name: 'Close' }).click()
  await expect
    .poll(async () => {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      return port.count()
    })
    .toBe(1)
  await port.getByText('India · UN/LOCODE IN NSA').waitFor()
  await port.getByText('0 contacts within 5.00 NM').waitFor()
  await port.press('Escape')
  await port.waitFor({ state: 'detached' })
  await page.mouse.move(2, 2)
  await page.keyboard.press('h')
  await expect.poll(middle).toBe(home)
  await page.close()
})
