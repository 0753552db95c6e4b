// Rooms: picture
import { expect, test } from 'vitest'
import { centreOfFile } from './a-file.ts'
import { drawBar } from './a-user.ts'

const centre = centreOfFile()

test('the map is worked by keys alone: menu, panel and drawing, and the focus is never lost', async () => {
  const page = await centre.page()
  page.setDefaultTimeout(10_000)
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  const canvas = page.locator('canvas.maplibregl-canvas')
  const hasFocus = () => canvas.and(page.locator(':focus')).waitFor()
  await canvas.focus()
  // Lower than the menu is long: it stays inside the window, scrolls in itself and moves neither page nor chart.
  await page.setViewportSize({ width: 1366, height: 360 })
  await expect.poll(async () => (await canvas.boundingBox())!.height).toBeLessThan(360)
  const middle = () => page.getByLabel('Cursor position').textContent()
  const before = await middle()
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key)
    await page.getByRole('menuitem', { name: 'Copy position' }).and(page.locator(':focus')).waitFor()
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowDown')
    const { y, height } = (await page.getByRole('menu').boundingBox())!
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(360)
    expect((await page.locator('.topbar').boundingBox())!.y).toBe(0)
    expect(await middle()).toBe(before)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await hasFocus()
  }
  await page.keyboard.press('m')
  await page.getByRole('region', { name: 'Measure' }).waitFor()
  await page.keyboard.press('Escape')
  await hasFocus()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Polygon', exact: true }).press('Enter')
  await drawBar(page).waitFor()
  await hasFocus()
  await page.close()
})
