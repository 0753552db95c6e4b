// Rooms: all
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Locator, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { centreOfFile } from './a-file.ts'
import { expectAccessible, expectNoOverflow } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Telephones, the window of a desk at 200 %, a tablet, and desks. */
const SIZES = [
  [360, 740],
  [390, 844],
  [683, 384],
  [820, 1180],
  [1024, 768],
  [1366, 768],
  [2560, 1440],
] as const
const centre = centreOfFile()

/** All of it is in the window, once what it stands in is scrolled to it. */
async function expectReached(page: Page, what: Locator) {
  await what.scrollIntoViewIfNeeded()
  await what.click({ trial: true })
  const { x, y, width, height } = (await what.boundingBox())!
  const window = page.viewportSize()!
  expect([x >= 0, y >= 0, x + width <= window.width, y + height <= window.height]).toEqual(
    Array.from({ length: 4 }, () => true),
  )
}

test('where the browser draws bars to scroll by they are thin, of the colours of the palette, and cover no screen of the rail', async () => {
  const launched = JSON.parse(process.env['SAMUDRA_BROWSER']!) as object
  const browser = await chromium.launch({ ...launched, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage({ viewport: { width: 1366, height: 600 } })
  await centre.signIn(page, '/home/main/dashboard/alerts/definitions')
  await page.getByRole('row').filter({ hasText: 'Spoofing' }).waitFor()
  const bars = () =>
    page.evaluate(`(() => {
      const of = (name) => document.querySelector(name)
      const widthOf = (one) => one.offsetWidth - one.clientWidth
      const isScrolled = (one) => one.scrollHeight > one.clientHeight
      return {
        rail: [isScrolled(of('.rail-screens')), widthOf(of('.rail-screens'))],
        isTableWhole: of('.table').scrollWidth <= of('.table').clientWidth,
        isTableThin: isScrolled(of('.table')) && widthOf(of('.table')) > 2 && widthOf(of('.table')) < 14,
        colour: getComputedStyle(of('.table')).scrollbarColor,
      }
    })()`) as Promise<{ rail: unknown; isTableThin: boolean; colour: string }>
  const colours = new Set<string>()
  for (const palette of ['Day', 'Dusk', 'Night']) {
    await page.getByRole('button', { name: new RegExp(`^${palette}$`, 'i') }).click()
    await expect.poll(bars).toMatchObject({ rail: [true, 0], isTableThin: true, isTableWhole: true })
    colours.add((await bars()).colour)
  }
  expect([colours.size, colours.has('auto')]).toEqual([3, false])
  await browser.close()
})

test('tools, feeds, clock, user and the way out are reached at every width from a telephone to a wall', async () => {
  // Widths that are odd are odd only where a point is a point.
  const page = await centre.page(1366, 768, { deviceScaleFactor: 1 })
  page.setDefaultTimeout(10_000)
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(async () => (await page.locator('.maplibregl-canvas').boundingBox())!.width)
      .toBe(width - 48)
    for (const tool of await page.locator('.tool-rail button').all()) await expectReached(page, tool)
    for (const told of await page.locator('.strip-feeds').all()) await expectReached(page, told)
    for (const clock of await page.locator('.strip-clocks .figures').all()) await expectReached(page, clock)
    await expectReached(page, page.getByRole('link', { name: 'Help' }))
    await page.getByRole('button', { name: /^admin/ }).click()
    await expectReached(page, page.getByRole('menuitem', { name: 'Log out' }))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expectNoOverflow(page)
    if (width === 683) await expectAccessible(page, axe)
  }
  await page.close()
})
