// Rooms: aircraft, picture
import { encodeSbs } from '@samudra/nautical/adsb/adsb-encode'
import { encodePosition } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { Centre } from './a-centre.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let coast: Awaited<ReturnType<typeof aReceiver>>
let air: Awaited<ReturnType<typeof aReceiver>>
beforeAll(async () => {
  coast = await aReceiver()
  air = await aReceiver()
  centre = new Centre([
    '--sim',
    'none',
    '--feed',
    `nmea-tcp://127.0.0.1:${coast.port}?source=MSIS&name=Coast`,
    '--feed',
    `sbs-tcp://127.0.0.1:${air.port}?source=ADSB&name=Air`,
  ])
  await centre.start()
})
afterAll(async () => {
  await centre.close()
  coast.close()
  air.close()
})
afterEach(() => {
  expect(centre.complaints.splice(0)).toEqual([])
})

const PATROL = 0x800f01
/** A patrol aircraft in the middle of the first view, a helicopter located by MLAT beside it. */
function fly(lat: number, squawk = '4417') {
  const now = new Date()
  air.send([
    encodeSbs(1, { address: PATROL, callSign: 'PATROL7' }, now),
    encodeSbs(3, { address: PATROL, lat, lon: 76, altitude: 31_000, onGround: false }, now),
    encodeSbs(4, { address: PATROL, speed: 230, track: 90, rate: -640 }, now),
    encodeSbs(6, { address: PATROL, squawk }, now),
    encodeSbs(
      3,
      { address: 0x4ca2d6, lat: lat + 2, lon: 78, altitude: 900, speed: 0, track: 0 },
      now,
      'MLAT',
    ),
  ])
}

async function showAircraft(page: Page) {
  await page.locator('.strip [data-link=live]').waitFor()
  await page.getByRole('button', { name: 'Layers' }).click()
  await page
    .getByRole('switch', { name: 'Aircraft' })
    .or(page.getByLabel('Aircraft', { exact: true }))
    .first()
    .check()
}
const cell = (page: Page, column: string) => page.locator(`.aircraft-card [data-column="${column}"]`)
/** The middle of the chart, where the first view has 76 E. */
async function middle(page: Page) {
  const box = (await page.locator('.maplibregl-canvas').boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('requested aircraft are shown with a legend, a popup and a card that follows', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  fly(8)
  await showAircraft(page)
  await page.locator('.sky-legend').getByText('2 of 2 aircraft in view').waitFor()
  await page.keyboard.press('Escape')
  const at = await middle(page)
  await page.mouse.move(at.x, at.y)
  await page.mouse.move(at.x + 1, at.y)
  await page.getByRole('tooltip').getByText('PATROL7').waitFor()
  await page.mouse.click(at.x, at.y)
  for (const [column, value] of Object.entries({
    alt_ft: '31,000 ft',
    gs_kn: '230.0 kn',
    track: '090°',
    vrate: '−640 ft/min',
    squawk: '4417',
    icao24: '800F01',
    country: 'India',
    source_type: 'ADS-B',
    source: 'ADSB',
  }))
    expect(await cell(page, column).textContent()).toContain(value)
  fly(8.01, '7700')
  await cell(page, 'lat').getByText("08°00.600'N").waitFor()
  await page.getByRole('alert').getByText('Emergency').waitFor()
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await page.locator('.aircraft-card').waitFor({ state: 'detached' })
  await page.close()
})

test('a vessel under an aircraft gets the click, and its card takes the place of the other', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  fly(8)
  await showAircraft(page)
  await page.locator('.sky-legend').getByText('2 of 2 aircraft in view').waitFor()
  await page.keyboard.press('Escape')
  const at = await middle(page)
  await page.mouse.click(at.x, at.y)
  await page.locator('.aircraft-card').waitFor()
  coast.send(encodePosition({ mmsi: 419000100, lat: 8, lon: 76, sog: 0, cog: 0, navStatus: 1, second: 1 }))
  await page.locator('.strip').getByText('1', { exact: true }).first().waitFor()
  await page.waitForTimeout(1500)
  await page.mouse.click(at.x, at.y)
  await page.getByRole('complementary', { name: 'Vessel card' }).waitFor()
  expect(await page.locator('.aircraft-card').count()).toBe(0)
  await page.close()
})

test('source types can be left out, and the layer goes with its aircraft', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  fly(8)
  await showAircraft(page)
  await page.locator('.sky-legend').getByText('2 of 2 aircraft in view').waitFor()
  await page.getByLabel('MLAT').uncheck()
  await page.locator('.sky-legend').getByText('1 of 2 aircraft in view').waitFor()
  await page.getByLabel('Aircraft', { exact: true }).first().uncheck()
  await page.locator('.sky-legend').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  const at = await middle(page)
  await page.mouse.click(at.x, at.y)
  await page.waitForTimeout(300)
  expect(await page.locator('.aircraft-card').count()).toBe(0)
  await page.close()
})
