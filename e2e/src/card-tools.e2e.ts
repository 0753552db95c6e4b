// Rooms: picture, history, measure
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, search } from './a-file.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

/** Where a place stands on the screen, by the address, once the chart is at rest. */
async function onScreen(page: Page, lat: number, lon: number): Promise<[x: number, y: number]> {
  const view = () => new URL(page.url()).searchParams.get('at')
  let before: string | null = null
  await expect
    .poll(
      () => {
        const isAtRest = view() !== null && view() === before
        before = view()
        return isAtRest
      },
      { interval: 600 },
    )
    .toBe(true)
  const [latNow, lonNow, zoom] = view()!.split(',').map(Number) as [number, number, number]
  const pixelsADegree = (512 * 2 ** zoom) / 360
  const box = (await page.locator('.maplibregl-canvas').boundingBox())!
  return [
    box.x + box.width / 2 + (lon - lonNow) * pixelsADegree,
    box.y + box.height / 2 - ((lat - latNow) * pixelsADegree) / Math.cos((lat * Math.PI) / 180),
  ]
}

test('a raw message is shown as received, and two vessels show how near they will come', async () => {
  const at = (mmsi: number, lon: number, cog: number) =>
    encodePosition({ mmsi, lat: 8, lon, sog: 6, cog, trueHeading: cog, navStatus: 0 })
  const page = await centre.page()
  await centre.signIn(page)
  receiver.send([
    ...at(419000100, 76, 90),
    ...encodeStaticVoyage({ mmsi: 419000100, name: 'SAMUDRA PRIDE', shipType: 70 }),
    ...at(419000101, 76.04, 270),
    ...encodeStaticVoyage({ mmsi: 419000101, name: 'MALABAR STAR', shipType: 80 }),
  ])
  await page.locator('.strip').getByText('2', { exact: true }).first().waitFor()
  await search(page, 'SAMUDRA PRIDE')
  await page.getByRole('option').filter({ hasText: 'SAMUDRA PRIDE' }).first().click()
  const card = page.getByRole('complementary', { name: 'Vessel card' })
  await card.and(page.locator(':focus')).waitFor()
  // The card is what Details opens.
  expect(await card.getByRole('button', { name: 'Details' }).count()).toBe(0)
  await card.getByRole('button', { name: 'Raw message of MSIS' }).click()
  await card.getByLabel('As received').getByText('!AIVDM').waitFor()
  // The camera stays with the vessel until Escape, which leaves its card open.
  await card.getByRole('button', { name: 'Follow vessel' }).click()
  const following = page.getByRole('toolbar', { name: 'Following a vessel' })
  await following.getByText('SAMUDRA PRIDE').waitFor()
  await page.keyboard.press('Escape')
  await following.waitFor({ state: 'detached' })
  await card.waitFor()
  // The focus goes from the card back to the search it came from, and from there to the chart.
  await page.keyboard.press('Escape')
  await page.getByLabel('Search contacts').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('canvas.maplibregl-canvas').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('m')
  const compare = page.getByRole('button', { name: 'Closest approach of two vessels' })
  const picking = page.getByRole('toolbar', { name: 'Closest approach' })
  // No user stays in this mode unaware: Escape ends it, and so does closing the panel.
  await compare.click()
  await picking.waitFor()
  await page.keyboard.press('Escape')
  await picking.waitFor({ state: 'detached' })
  await compare.click()
  await picking.waitFor()
  await page.getByRole('button', { name: 'Close Measure' }).click()
  await picking.waitFor({ state: 'detached' })
  await page.keyboard.press('m')
  await compare.click()
  const [x, y] = await onScreen(page, 8, 76)
  await page.mouse.click(x, y)
  await page.getByText('Click the vessel to compare with SAMUDRA PRIDE.').waitFor()
  const [otherX, otherY] = await onScreen(page, 8, 76.04)
  await page.mouse.click(otherX, otherY)
  const measure = page.locator('.measure-list li')
  await measure.waitFor()
  expect(await measure.innerText()).toMatch(/SAMUDRA PRIDE[^]*MALABAR STAR/)
  // Bow to bow at 6 knots each, 2.4 NM apart: they meet in twelve minutes.
  expect(await measure.innerText()).toMatch(/1[12] min/)
  await page.close()
})
