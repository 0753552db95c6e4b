// Rooms: events
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPng } from '../../server/testing/samples/pictures.ts'
import { centreOfFile } from './a-file.ts'
import { drawBar, expectNoOverflow } from './a-user.ts'

// A refused save is what one journey is about.
const centre = centreOfFile(/409/)

const MIDDLE = { x: 640, y: 360 }
const TABLE = {
  name: 'sightings.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('what,lat,lon\nskiff,9.5,74\nmother ship,9.2,75\nnonsense,99,0\n'),
}
const PAGE = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<html><script>alert(1)</script>'),
}

const PICTURE = { name: 'skiff.png', mimeType: 'image/png', buffer: aPng(1200, 800) }

async function showEvents(page: Page) {
  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByRole('switch', { name: 'Vessel events and disasters', checked: true }).waitFor()
}

/** The chart draws an event a moment after the legend counts it. */
async function openEvent(page: Page, title: string) {
  const card = page.getByRole('dialog', { name: title, exact: true })
  const open = async () => {
    await page.locator('.maplibregl-canvas').click({ position: MIDDLE })
    return card.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(open, { timeout: 20_000 }).toBe(true)
}

test('an event with a file is reported, confirmed on another screen, and removed with a reason', async () => {
  const [page, other] = [await centre.page(), await centre.page()]
  for (const one of [page, other]) {
    await centre.signIn(one)
  }
  await showEvents(other)
  await other.getByText('0 events').waitFor()

  await page.locator('.maplibregl-canvas').click({ button: 'right', position: MIDDLE })
  await page.getByRole('menuitem', { name: 'Vessel event here' }).click()
  const form = page.getByRole('dialog', { name: 'Vessel event' })
  await form.getByLabel('Title').fill('Skiffs near a bulk carrier')
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Attack or boarding' }).click()
  expect(await form.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Piracy and armed robbery')
  await form.locator('input[type=file]').setInputFiles(PAGE)
  await form.getByText(/photo.png is blocked/).waitFor()
  await form.locator('input[type=file]').setInputFiles(TABLE)
  await form.getByText('CSV: 3 rows, 1 with errors').waitFor()
  await form.getByRole('cell', { name: 'mother ship' }).waitFor()
  await form.locator('input[type=file]').setInputFiles(PICTURE)
  await form.getByText('skiff.png').waitFor()
  await expectNoOverflow(page)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const popup = (one: Page) => one.getByRole('dialog', { name: 'Skiffs near a bulk carrier', exact: true })
  await popup(page).getByText('Reported, not confirmed').waitFor()

  await other.getByText('1 event;').waitFor()
  await other.keyboard.press('Escape')
  await openEvent(other, 'Skiffs near a bulk carrier')
  await popup(other).getByRole('button', { name: 'Confirm' }).click()
  await popup(page).getByText('Confirmed').waitFor()
  const small = popup(other).getByRole('img', { name: 'skiff.png' })
  await expect
    .poll(() => small.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(320)
  await popup(other).getByRole('button', { name: 'Show sightings.csv on the map' }).click()
  await other.getByText('sightings.csv: 2 rows on the map').waitFor()
  await other.getByRole('button', { name: 'Clear from map' }).click()

  await popup(page).getByRole('button', { name: 'Late data…' }).click()
  await page.getByRole('textbox', { name: /^Late information/ }).fill('The master says they were fishermen')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await popup(page).getByText('Revised by late data').waitFor()

  await popup(page).getByRole('button', { name: 'Remove…' }).click()
  await page.getByLabel('Reason').fill('Fishermen, confirmed by phone')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await popup(page).waitFor({ state: 'detached' })
  await showEventsPanel(other)
  await other.getByText('0 events').waitFor()
  await page.close()
  await other.close()
})

test('of two users who change an event neither loses: the second sees both versions', async () => {
  const [page, other] = [await centre.page(), await centre.page()]
  for (const one of [page, other]) {
    await centre.signIn(one)
  }
  await page.locator('.maplibregl-canvas').click({ button: 'right', position: MIDDLE })
  await page.getByRole('menuitem', { name: 'Vessel event here' }).click()
  await page.getByLabel('Title').fill('Collision')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog', { name: 'Collision', exact: true }).waitFor()
  await showEvents(other)
  await other.getByText('1 event;').waitFor()
  await other.keyboard.press('Escape')
  await openEvent(other, 'Collision')
  for (const [one, title] of [
    [page, 'Collision of two'],
    [other, 'Grounding'],
  ] as const) {
    await one.getByRole('button', { name: 'Change' }).click()
    await one.getByLabel('Title').fill(title)
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Collision of two', exact: true }).waitFor()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = other.getByRole('dialog', { name: 'admin changed this event while you edited it' })
  const row = conflict.getByRole('row').filter({ hasText: 'Title' })
  await row.waitFor()
  expect(await row.textContent()).toBe('TitleGroundingCollision of two')
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await page.getByRole('dialog', { name: 'Grounding', exact: true }).waitFor()
  await page.close()
  await other.close()
})

test('the shape of an event is drawn on the map while its form waits', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  const canvas = page.locator('.maplibregl-canvas')
  await canvas.click({ button: 'right', position: MIDDLE })
  await page.getByRole('menuitem', { name: 'Vessel event here' }).click()
  const form = page.getByRole('dialog', { name: 'Vessel event' })
  await form.getByLabel('Title').fill('Oil on the water')
  await form.getByRole('button', { name: 'Draw an area' }).click()
  await form.waitFor({ state: 'hidden' })
  await drawBar(page).waitFor()
  for (const [x, y] of [
    [500, 300],
    [620, 300],
    [620, 420],
    [500, 420],
  ] as const) {
    await canvas.click({ position: { x, y } })
    await page.waitForTimeout(350)
  }
  await canvas.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use this shape' }).click()
  await form.waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe('Oil on the water')
  expect(await form.getByRole('combobox', { name: 'Where' }).inputValue()).toBe('As drawn')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Oil on the water', exact: true })
    .getByText('Reported, not confirmed')
    .waitFor()
  await page.close()
})

const showEventsPanel = (page: Page) => page.getByRole('button', { name: 'Layers' }).click()
