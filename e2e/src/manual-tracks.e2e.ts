// Rooms: manual-tracks
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Centre } from './a-centre.ts'
import { createUser, drawBar, expectNoOverflow, open } from './a-user.ts'

let centre: Centre
let asha: Page
let binu: Page
beforeAll(async () => {
  centre = new Centre(['--sim', 'none'])
  await centre.start()
  const user = await createUser(centre, 'binu')
  asha = await centre.page()
  await centre.signIn(asha)
  binu = await centre.page()
  await centre.signIn(binu, '/home/main/map', user)
  for (const page of [asha, binu]) {
    page.setDefaultTimeout(15_000)
    await page.locator('.strip [data-link=live]').waitFor()
  }
})
afterAll(() => centre.close())
afterEach(() => {
  // A save that came too late is refused on purpose; the browser notes the answer.
  const conflicts = /409/
  expect(centre.complaints.splice(0).filter((one) => !conflicts.test(one))).toEqual([])
})

const panel = (page: Page, name: string) => page.locator('.map-panel').filter({ hasText: name })
const chart = (page: Page) => page.locator('canvas.maplibregl-canvas')
async function openTool(page: Page, name: string) {
  const tool = page.getByRole('button', { name, exact: true }).first()
  if ((await tool.getAttribute('aria-expanded')) !== 'true') await tool.click()
  await panel(page, name).waitFor()
}
const entry = (page: Page, name: string) => panel(page, 'Manual tracks').getByRole('button', { name })

test('a user plots a report from the map menu; another sees it, and its details at its position', async () => {
  await chart(asha).click({ button: 'right', position: { x: 700, y: 380 } })
  await asha.getByRole('menuitem', { name: 'Manual track here' }).click()
  await asha.getByLabel('Name').fill('Reported skiff')
  await asha.getByRole('combobox', { name: 'Affiliation' }).click()
  await asha.getByRole('option', { name: 'Suspect' }).click()
  await asha.getByRole('textbox', { name: 'Source' }).fill('Fisherman by VHF')
  await asha.getByRole('button', { name: 'Put on the map' }).click()
  await asha.getByText('Reported skiff is on the map.').waitFor()
  await openTool(binu, 'Manual tracks')
  await entry(binu, 'Reported skiff').click()
  const popup = binu.locator('.track-popup')
  await popup.getByText('Fisherman by VHF').waitFor()
  expect(await popup.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  // The chart flies there; its symbol then stands in the middle and answers a click.
  await binu.waitForTimeout(1500)
  await popup.getByRole('button', { name: 'Close' }).click()
  const box = (await chart(binu).boundingBox())!
  await chart(binu).click({ position: { x: box.width / 2, y: box.height / 2 } })
  await popup.getByText('Suspect, vessel').waitFor()
  await expectNoOverflow(binu)
})

test('of two users who edit one track, the second sees both versions and loses nothing', async () => {
  await binu.locator('.track-popup').getByRole('button', { name: 'Edit' }).click()
  await binu.getByLabel('Name').fill('Skiff with ladder')
  await entry(asha, 'Reported skiff').click()
  await asha.locator('.track-popup').getByRole('button', { name: 'Edit' }).click()
  await asha.getByLabel('Name').fill('Blue skiff')
  await asha.getByRole('button', { name: 'Save' }).click()
  await asha.getByText('Blue skiff is changed.').waitFor()
  await binu.getByRole('button', { name: 'Save' }).click()
  const dialog = binu.getByRole('dialog', { name: /changed this track while you edited it/ })
  await dialog.getByRole('cell', { name: 'Skiff with ladder' }).waitFor()
  await dialog.getByRole('cell', { name: 'Blue skiff' }).waitFor()
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
  await entry(asha, 'Skiff with ladder').waitFor()
  expect(await entry(asha, 'Blue skiff').count()).toBe(0)
})

test('an area is drawn on the map; a track deleted with a reason leaves all screens and returns', async () => {
  await asha.getByRole('button', { name: 'New manual track' }).click()
  await asha.getByLabel('Name').fill('Fishing fleet')
  await asha.getByText('Area', { exact: true }).click()
  await asha.getByRole('button', { name: 'Draw on the map' }).click()
  await drawBar(asha).waitFor()
  for (const [x, y] of [
    [620, 420],
    [760, 400],
    [740, 520],
  ] as const)
    await chart(asha).click({ position: { x, y } })
  await asha.keyboard.press('Enter')
  await asha.getByRole('button', { name: 'Done' }).click()
  await asha.getByRole('button', { name: 'Put on the map' }).click()
  await entry(binu, 'Fishing fleet').waitFor()
  await entry(asha, 'Fishing fleet').click()
  await asha.locator('.track-popup').getByRole('button', { name: 'Delete' }).click()
  await asha.getByLabel('Reason').fill('Gone home')
  await asha.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await entry(binu, 'Fishing fleet').waitFor({ state: 'detached' })
  await asha.getByText('Fishing fleet is deleted.').getByRole('button', { name: 'Undo' }).click()
  await entry(binu, 'Fishing fleet').waitFor()
})

test('an exercise has a watermark for its player, is on no real list, and ends on every screen', async () => {
  await openTool(asha, 'Exercises')
  await asha.getByRole('button', { name: 'New exercise' }).click()
  await asha.getByLabel('Name of the exercise').fill('Monsoon Watch')
  await asha.getByRole('combobox', { name: 'Players' }).click()
  await asha.getByRole('option', { name: 'binu' }).click()
  await asha.keyboard.press('Escape')
  await asha.getByRole('button', { name: 'Set up' }).click()
  await asha.getByRole('button', { name: 'Start', exact: true }).click()
  await openTool(binu, 'Exercises')
  await panel(binu, 'Exercises').getByText('Running').waitFor()
  await binu.getByRole('button', { name: 'Show on my map' }).click()
  await binu.locator('.watermark').getByText('EXERCISE EXERCISE EXERCISE').first().waitFor()
  await asha.getByLabel('Message to the players').fill('Distress call from MV Example')
  await asha.getByRole('button', { name: 'Inject message' }).click()
  await binu.locator('.exercise-strip').getByText('Distress call from MV Example').waitFor()
  await asha.getByRole('button', { name: 'Inject object' }).click()
  await asha.getByLabel('Name', { exact: true }).fill('Red vessel')
  await asha.getByLabel('Position', { exact: true }).fill('13N 068E')
  await asha.keyboard.press('Tab')
  await asha.getByRole('button', { name: 'Put on the map' }).click()
  await panel(asha, 'Exercises').getByText('Red vessel is on the map.').waitFor()
  await openTool(binu, 'Manual tracks')
  await entry(binu, 'Fishing fleet').waitFor()
  expect(await entry(binu, 'Red vessel').count()).toBe(0)
  await asha.getByRole('button', { name: 'End', exact: true }).click()
  await asha.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await binu.getByText('Monsoon Watch has ended; its overlay is removed.').first().waitFor()
  expect(await binu.locator('.watermark').count()).toBe(0)
})

test('a report is pushed to another user on any screen, leads to the chart, and is on the board', async () => {
  await open(binu, 'Help')
  await chart(asha).click({ button: 'right', position: { x: 700, y: 380 } })
  await asha.getByRole('menuitem', { name: 'Vessel event here' }).click()
  await asha.getByLabel('Title').fill('Dhow adrift')
  await asha.getByRole('button', { name: 'Add', exact: true }).click()
  await binu.getByText('Maritime incident: Dhow adrift (admin)').waitFor()
  await binu.getByRole('button', { name: 'Show on the map' }).first().click()
  await binu.waitForURL('**/home/main/map*')
  const popup = binu.getByRole('dialog', { name: 'Dhow adrift', exact: true })
  await popup.getByText('Reported, not confirmed').waitFor()
  await popup.getByRole('button', { name: 'Close' }).click()
  await openTool(binu, 'Events')
  await binu
    .getByRole('list', { name: 'Events' })
    .getByRole('button', { name: /Dhow adrift/ })
    .click()
  await popup.waitFor()
})
