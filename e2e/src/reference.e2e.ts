// Rooms: reference
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { centreOfFile } from './a-file.ts'
import { expectNoOverflow } from './a-user.ts'

const centre = centreOfFile()

const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 4, south],
    [west + 4, south + 4],
    [west, south + 4],
    [west, south],
  ],
]
const feature = (properties: object, coordinates: unknown) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates },
})
const FILE = {
  name: 'eez_v12.geojson',
  mimeType: 'application/geo+json',
  buffer: Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        feature(
          { MRGID: 8480, GEONAME: 'Indian EEZ of the file', POL_TYPE: '200NM', ISO_TER1: 'IND' },
          square(70, 8),
        ),
        feature({ MRGID: 1, GEONAME: 'Odd', POL_TYPE: 'Fishing ground', ISO_TER1: 'IND' }, square(60, 0)),
        feature({ MRGID: 2, GEONAME: 'Broken', POL_TYPE: '200NM', ISO_TER1: 'LKA' }, [
          [
            [0, 0],
            [1, 99],
            [0, 0],
            [0, 0],
          ],
        ]),
      ],
    }),
  ),
}

async function shown(page: Page, layer: string) {
  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByRole('switch', { name: layer, exact: true }).focus()
  await page.keyboard.press('Space')
}

test('boundaries are drawn with an honest label, and a place shows whose waters it lies in', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  for (const layer of ['EEZ', '24 NM', '12 NM']) {
    await shown(page, layer)
    await page.getByText('Approximate, computed from coastline; no legal standing').first().waitFor()
    await page.keyboard.press('Escape')
  }
  // The middle of the first view lies in the channel between the Maldives and Minicoy.
  await page.locator('.maplibregl-canvas').click({ button: 'right', position: { x: 640, y: 360 } })
  await page.getByRole('menuitem', { name: 'Show waters here' }).click()
  const popup = page.getByRole('dialog', { name: 'Waters at this position' })
  await popup.getByText('Exclusive economic zone').waitFor()
  await popup
    .getByText(/no legal standing/)
    .first()
    .waitFor()
  await expectNoOverflow(page)
  await popup.press('Escape')
  await popup.waitFor({ state: 'detached' })
  await page.close()
})

test('a Marine Regions file is dry run, committed, pushed to the other screen at once and undone', async () => {
  const [page, other] = [await centre.page(), await centre.page()]
  for (const one of [page, other]) {
    await centre.signIn(one, '/home/main/eez')
    await one.getByLabel('Search boundaries').fill('ind')
    await one
      .getByRole('row')
      .filter({ hasText: /^India/ })
      .first()
      .waitFor()
    await one.getByLabel('Search boundaries').fill('')
    // Some three hundred rows, of which those in sight are drawn.
    await expectNoOverflow(one)
    // However quickly it is typed.
    await one.getByLabel('Search boundaries').pressSequentially('ind')
  }
  // The query is part of the address, so that it can be sent; columns are sorted by their content.
  await page.waitForURL(/[?&]q=ind/)
  await page.getByRole('columnheader', { name: 'Area (km²)' }).getByRole('button').click()
  await page.locator('[role=columnheader][aria-sort=ascending]').filter({ hasText: 'Area' }).waitFor()
  await page.getByRole('button', { name: 'Import boundaries' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import boundaries' })
  await drawer.locator('input[type=file]').setInputFiles(FILE)
  await drawer.getByRole('button', { name: 'Preview import' }).click()
  await drawer.getByText('GeoJSON: 1 to add, 0 to change, 1 skipped, 1 with errors.').waitFor()
  await drawer.getByText('"Fishing ground" in POL_TYPE is not a boundary kind').waitFor()
  await drawer.getByText(/off the globe/).waitFor()
  expect(await other.getByText('Indian EEZ of the file').count()).toBe(0)
  await expectNoOverflow(page)
  await drawer.getByRole('button', { name: 'Import: add 1, change 0' }).click()
  // The list has it before the drawer, which shows it too, is gone.
  await drawer.waitFor({ state: 'detached' })
  for (const one of [page, other])
    await one.getByRole('row').filter({ hasText: 'Indian EEZ of the file' }).waitFor()
  await other
    .getByRole('row')
    .filter({ hasText: /^India/ })
    .filter({ hasText: 'Replaced' })
    .waitFor()

  // Both change it; the second is shown what the first made.
  for (const one of [page, other])
    await one.getByRole('row').filter({ hasText: 'Indian EEZ of the file' }).click()
  for (const [i, one] of [page, other].entries()) {
    const form = one.getByRole('dialog', { name: 'Indian EEZ of the file' })
    await form.getByLabel('Edition').fill(`v1${3 + i}`)
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = other.getByRole('dialog', { name: 'admin changed this boundary while you edited it' })
  await conflict.getByRole('row').filter({ hasText: 'Edition' }).waitFor()
  expect(await conflict.getByRole('row').filter({ hasText: 'Edition' }).textContent()).toBe('Editionv14v13')
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await page.getByRole('row').filter({ hasText: 'v14' }).waitFor()

  await page.getByRole('row').filter({ hasText: 'Indian EEZ of the file' }).click()
  await page.getByRole('button', { name: 'Delete this boundary…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await other.getByRole('row').filter({ hasText: 'Indian EEZ of the file' }).waitFor({ state: 'detached' })
  centre.complaints.splice(
    0,
    centre.complaints.length,
    ...centre.complaints.filter((one) => !one.includes('409')),
  )
  await page.close()
  await other.close()
})
