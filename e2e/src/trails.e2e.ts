// Rooms: history
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, search } from './a-file.ts'
import { drawBar, expectNoOverflow } from './a-user.ts'

const MINUTE = 60_000
let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const at = (mmsi: number, age: number, lat: number, lon: number, sog = 12) =>
  encodePosition(
    { mmsi, lat, lon, sog, cog: 90, navStatus: 0, second: Math.round(age * 7) % 60 },
    { tagBlock: { c: Math.floor((Date.now() - age * MINUTE) / 1000) } },
  )[0]!
const named = (mmsi: number, name: string) => encodeStaticVoyage({ mmsi, name, shipType: 70 })
const [PRIDE, SILENT] = [419000100, 419000101]

/**
 * Sends two vessels from the west to the middle of the first view: one received until now with a gap, one silent for
 * 20 minutes.
 */
function sail() {
  const ages = [
    ...Array.from({ length: 30 }, (_, n) => 240 - n),
    ...Array.from({ length: 60 }, (_, n) => 59 - n),
  ]
  receiver.send([
    ...ages.map((age) => at(PRIDE, age, 8, 76 - age * 0.0034)),
    ...named(PRIDE, 'SAMUDRA PRIDE'),
    ...Array.from({ length: 41 }, (_, n) => at(SILENT, 60 - n, 7, 75 + n * 0.0034)),
    ...named(SILENT, 'SILENT LADY'),
  ])
}

async function openCard(page: Page, name: string) {
  await page.locator('.strip [data-link=live]').waitFor()
  await search(page, name)
  await page.getByRole('option').filter({ hasText: name }).first().click()
  await page.getByRole('complementary', { name: 'Vessel card' }).waitFor()
}
const panel = (page: Page) => page.getByRole('region', { name: 'Trails', exact: true })

test('a trail shown from the vessel card reports its gaps and reckoning error, and grows', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  sail()
  await openCard(page, 'SAMUDRA PRIDE')
  await page.getByRole('button', { name: 'Show trail' }).click()
  await panel(page)
    .getByText(/^90 fixes · 1 gap · DR error [\d,]+ m after 1 min$/)
    .waitFor()
  await page.getByRole('button', { name: 'Remove trail', exact: true }).waitFor()
  receiver.send([at(PRIDE, -0.2, 8, 76.01)])
  await panel(page).getByText('91 fixes · 1 gap').waitFor({ timeout: 20_000 })
  await expectNoOverflow(page)
  await panel(page).getByLabel('Remove trail of SAMUDRA PRIDE').click()
  await panel(page).getByText('No trails.').waitFor()
  await page.close()
})

test('vessels in a box get their trails; lengths, intervals and colours are chosen and saved', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.locator('.strip').getByText('2', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Trails' }).click()
  expect(await panel(page).getByLabel('Trail length').inputValue()).toBe('1 day')
  expect(await panel(page).getByLabel('Dead reckoning for vessels silent up to').inputValue()).toBe('1 h')
  await panel(page).getByRole('button', { name: 'Select in a box' }).click()
  await drawBar(page).waitFor()
  const box = (await page.locator('.maplibregl-canvas').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x - 150, y - 120)
  await page.mouse.move(x + 60, y + 60, { steps: 5 })
  await page.mouse.click(x + 120, y + 120)
  await panel(page).getByText('2 vessels').waitFor()
  await panel(page).getByText('SILENT LADY').waitFor()
  await panel(page).getByText('Age', { exact: true }).click()
  await panel(page).getByText('under 3 h').waitFor()
  await panel(page).getByLabel('Trail length').click()
  await page.getByRole('option', { name: '1 hour' }).click()
  // Of what was sent within the hour nothing lies before a gap.
  await panel(page)
    .getByText(/^[56]\d fixes · DR/)
    .waitFor()
  await panel(page).getByText('Interval', { exact: true }).click()
  await panel(page).getByRole('alert').getByText('Enter the start of the interval').waitFor()
  const utc = (age: number) => new Date(Date.now() - age * MINUTE).toISOString()
  const [from, to] = [utc(300), utc(205)]
  await panel(page).getByLabel('From', { exact: true }).fill(from)
  await panel(page).getByLabel('To', { exact: true }).fill(to)
  await panel(page)
    .getByText(/^30 fixes/)
    .waitFor()
  await panel(page).getByLabel('From', { exact: true }).focus()
  const shown = await panel(page).getByLabel('To', { exact: true }).inputValue()
  // The clock of the user is that of India.
  expect(shown.slice(0, 16)).toBe(
    new Date(Date.parse(to) + 330 * MINUTE).toISOString().slice(0, 16).replace('T', ' '),
  )
  await page.reload()
  await page.locator('.strip [data-link=live]').waitFor()
  // Panel, ships and period are as they were, and the trails are read again.
  expect(await panel(page).getByLabel('To', { exact: true }).inputValue()).toBe(shown)
  await panel(page)
    .getByText(/^30 fixes/)
    .waitFor()
  await page.close()
})
