// Rooms: picture, measure
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { Centre } from './a-centre.ts'
import { drawBar } from './a-user.ts'
import { Fingers } from './fingers.ts'

let centre: Centre
let receiver: Awaited<ReturnType<typeof aReceiver>>
beforeAll(async () => {
  receiver = await aReceiver()
  centre = new Centre(['--sim', 'none', '--feed', `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`])
  await centre.start()
})
afterAll(async () => {
  await centre.close()
  receiver.close()
})
afterEach(() => {
  expect(centre.complaints.splice(0)).toEqual([])
})

/** A tablet on the map, a ship in the middle of the first view. */
async function aTablet() {
  const page = await centre.page(1366, 768, { hasTouch: true })
  page.setDefaultTimeout(10_000)
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  await expect
    .poll(async () => {
      receiver.send([
        ...encodePosition({ mmsi: 419000001, lat: 8, lon: 76, sog: 0, cog: 0, navStatus: 1, second: 5 }),
        ...encodeStaticVoyage({ mmsi: 419000001, name: 'MATSYA', shipType: 70 }),
      ])
      return page.locator('.strip').textContent()
    })
    .toMatch(/Contacts\s*1\b/)
  const box = (await page.locator('.maplibregl-canvas').boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return {
    page,
    fingers: await Fingers.on(page),
    at: (dx: number, dy: number) => ({ x: middle.x + dx, y: middle.y + dy }),
  }
}
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().tap()
const middleOf = (page: Page) => page.getByLabel('Cursor position').textContent()
const scaleOf = (page: Page) => page.locator('.scale-bar').textContent()

test('a finger moves the chart, two fingers enlarge it, a tap opens a ship', async () => {
  const { page, fingers, at } = await aTablet()
  await fingers.tap(at(0, 0))
  await page.getByRole('heading', { name: 'MATSYA' }).waitFor()
  await page.getByRole('button', { name: 'Close card' }).tap()
  const [before, scale] = [await middleOf(page), await scaleOf(page)]
  await fingers.drag(at(0, 0), at(-160, 90))
  await expect.poll(() => middleOf(page)).not.toBe(before)
  await fingers.pinch(at(0, 0), 60, 260)
  await expect.poll(() => scaleOf(page)).not.toBe(scale)
  await page.close()
})

test('a long press opens the menu of a place and of a ship, a short one does not', async () => {
  const { page, fingers, at } = await aTablet()
  await fingers.hold(at(150, 120))
  await page.getByRole('menuitem', { name: 'Copy position' }).waitFor()
  await page.waitForTimeout(400)
  expect(await page.getByRole('menuitem', { name: 'Copy position' }).count()).toBe(1)
  await fingers.tap(at(-200, -150))
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await fingers.tap(at(150, 120))
  expect(await page.getByRole('menu').count()).toBe(0)
  await fingers.hold(at(0, 0))
  await page.getByText('MATSYA').first().waitFor()
  expect(await page.getByRole('menuitem').count()).toBe(6)
  await page.getByRole('menuitem', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Find nearby vessels' }).tap()
  await page.getByLabel('Radius, NM').waitFor()
  await page.close()
})

async function begin(page: Page, shape: string) {
  await tool(page, 'Areas of interest')
  await page.getByRole('group', { name: 'New area' }).getByRole('button', { name: shape }).tap()
  await drawBar(page).waitFor()
}
async function save(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  const button = page.getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => button.isEnabled()).toBe(true)
  await button.tap()
  await page.locator('.area-list').getByText(name).waitFor()
}
/** Returns the stored shape, as its card shows it. */
const row = (page: Page, name: string) => page.locator('.area-list li').filter({ hasText: name })

test('areas of every shape are drawn by finger, and a corner is moved', async () => {
  const { page, fingers, at } = await aTablet()
  await begin(page, 'Polygon')
  for (const [dx, dy] of [
    [-60, 60],
    [140, 60],
    [140, 200],
  ] as const)
    await fingers.tap(at(dx, dy))
  await page.getByRole('button', { name: 'Finish' }).tap()
  await save(page, 'By polygon')
  await tool(page, 'Areas of interest')
  await begin(page, 'Rectangle')
  await fingers.drag(at(-20, -200), at(120, -100))
  await save(page, 'By rectangle')
  await tool(page, 'Areas of interest')
  await begin(page, 'Circle')
  await fingers.tap(at(250, 0))
  await fingers.tap(at(300, 0))
  expect(Number(await page.getByLabel('Radius, NM').inputValue())).toBeGreaterThan(20)
  await save(page, 'By circle')
  await tool(page, 'Areas of interest')
  await begin(page, 'Corridor')
  await fingers.tap(at(60, 240))
  await fingers.tap(at(300, 260))
  await page.getByRole('button', { name: 'Finish' }).tap()
  await save(page, 'By corridor')
  const before = await row(page, 'By polygon').textContent()
  await page.getByRole('button', { name: 'Edit By polygon' }).tap()
  await drawBar(page).waitFor()
  // The chart goes to the area; its south-eastern corner rests here.
  await page.waitForTimeout(2500)
  await fingers.drag(at(203, 142), at(130, 90))
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true)
  await save(page, 'By polygon')
  await expect.poll(() => row(page, 'By polygon').textContent()).not.toBe(before)
  await page.getByRole('button', { name: 'Edit By polygon' }).tap()
  await page.locator('.corners summary').tap()
  await page.getByRole('button', { name: 'Add corner after 1' }).tap()
  await page.getByText('4 corners').waitFor()
  await page.getByRole('button', { name: 'Remove corner 2' }).tap()
  await page.getByText('3 corners').waitFor()
  await page.close()
})

test('distances are measured by finger', async () => {
  const { page, fingers, at } = await aTablet()
  await fingers.hold(at(120, 120))
  await page.getByRole('menuitem', { name: 'Measure from here' }).tap()
  await drawBar(page).waitFor()
  await fingers.tap(at(240, 120))
  await page.getByRole('button', { name: 'Finish' }).tap()
  await drawBar(page).waitFor({ state: 'detached' })
  await tool(page, 'Measure')
  await page.locator('.measure-list li').filter({ hasText: 'bearing 09' }).waitFor()
  await page.close()
})
