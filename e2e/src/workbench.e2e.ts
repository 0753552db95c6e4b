// Rooms: picture, areas, weather, search
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fileOfRun, OLD_RUN } from '../../server/testing/seas/gfs-file.ts'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { Centre } from './a-centre.ts'
import { search } from './a-file.ts'
import { drawBar, expectAccessible, expectNoOverflow, openMenu } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FIELDS = fileOfRun(OLD_RUN)
let centre: Centre
let receiver: Awaited<ReturnType<typeof aReceiver>>
const forecasts = http.createServer((request, reply) => {
  if (request.url?.endsWith('/000') === true) reply.end(FIELDS)
  else reply.writeHead(404).end()
})

/** Ships around the middle of the first view, 8°N 76°E. */
const SHIPS = [
  [419000001, 'MATSYA', 8, 76, 12, 90, 70],
  [419000002, 'SAGAR KANYA', 8.02, 76.05, 4, 270, 80],
  [563000003, 'EVER LUCKY', 8.6, 77, 15, 180, 80],
  [417000004, 'NOORANI', 5, 72, 6, 10, 30],
] as const
const sendShips = () =>
  receiver.send(
    SHIPS.flatMap(([mmsi, name, lat, lon, sog, cog, shipType], n) => [
      ...encodePosition({ mmsi, lat, lon, sog, cog, navStatus: 0, second: 5 + n }),
      ...encodeStaticVoyage({ mmsi, name, callSign: `VT${n}`, shipType, destination: 'COLOMBO' }),
    ]),
  )

beforeAll(async () => {
  await new Promise<void>((resolve) => forecasts.listen(0, '127.0.0.1', resolve))
  const { port } = forecasts.address() as { port: number }
  receiver = await aReceiver()
  centre = new Centre([
    '--sim',
    'none',
    '--feed',
    `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`,
    '--weather',
    `http://127.0.0.1:${port}/{date}/{run}/{hour}`,
  ])
  await centre.start()
})
afterAll(async () => {
  await centre.close()
  receiver.close()
  forecasts.close()
})
afterEach(() => {
  // A refused save is what one journey is about.
  expect(centre.complaints.splice(0).filter((one) => !one.includes('409'))).toEqual([])
})

async function aMap(width?: number, height?: number): Promise<Page> {
  const page = await centre.page(width, height)
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  await expect
    .poll(async () => {
      sendShips()
      return inView(page)
    })
    .toBe(4)
  return page
}
/** Returns the number of contacts in the view, as the strip shows it. */
const inView = async (page: Page) =>
  Number(
    /Contacts\s*([\d,]+)/.exec((await page.locator('.strip').textContent()) ?? '')?.[1]?.replaceAll(',', ''),
  )
const panel = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
/** The chart, in pixels of the window. */
async function chartBox(page: Page) {
  const box = await page.locator('.maplibregl-canvas').boundingBox()
  return box!
}
async function clickChart(page: Page, dx: number, dy: number, button: 'left' | 'right' = 'left') {
  const { x, y, width, height } = await chartBox(page)
  const [atX, atY] = [x + width / 2 + dx, y + height / 2 + dy]
  await page.mouse.move(atX - 3, atY - 3)
  await page.mouse.move(atX, atY)
  await page.mouse.click(atX, atY, { button })
}

test('layers are shown and hidden, found again after a reload, and put back as at first', async () => {
  const page = await aMap()
  await panel(page, 'Layers')
  await page.getByLabel('Source coverage', { exact: true }).check({ force: true })
  await page.getByLabel('Group/Ungroup', { exact: true }).uncheck({ force: true })
  for (const withLegend of ['Aircraft', 'Vessel events and disasters', 'Wind speed'])
    await page.getByLabel(withLegend, { exact: true }).check({ force: true })
  await page
    .getByRole('button', { name: '10°' })
    .or(page.getByText('10°', { exact: true }))
    .first()
    .click()
  await expectAccessible(page, axe)
  await expectNoOverflow(page)
  await page.reload()
  await page.locator('.strip [data-link=live]').waitFor()
  await page.getByRole('button', { name: 'Reset layers' }).waitFor()
  expect(await page.getByLabel('Source coverage', { exact: true }).isChecked()).toBe(true)
  expect(await page.getByLabel('Group/Ungroup', { exact: true }).isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Reset layers' }).click()
  expect(await page.getByLabel('Group/Ungroup', { exact: true }).isChecked()).toBe(true)
  await page.close()
})

test('an active filter is always visible: in the count, the address, and why a vessel is hidden', async () => {
  const page = await aMap()
  await panel(page, 'AIS filter')
  await page.getByText('TANKER', { exact: true }).last().click()
  await page.getByLabel('Speed, kn, from').fill('10')
  await expect.poll(() => page.getByLabel('Matching contacts').textContent()).toContain('1 of 4')
  await expect.poll(() => inView(page)).toBe(1)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Fast tankers')
  await page.locator('.filter-save').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Saved filter').first().inputValue()).toBe('Fast tankers')
  await expectAccessible(page, axe)
  const address = page.url()
  expect(address).toContain('filter=')
  const other = await aMapAt(address)
  await expect.poll(() => other.locator('.filter-chip').textContent()).toContain('1of 4')
  await search(other, 'matsia')
  await other.getByText('MATSYA', { exact: true }).first().click()
  await other.getByText('Hidden on the map by the filter.').waitFor()
  expect(await other.locator('.card-hidden').textContent()).toContain(
    'Ship type requires one of TANKER; here it is CARGO',
  )
  await other.getByRole('button', { name: 'Clear filter' }).click()
  await expect.poll(() => other.locator('.card-hidden').count()).toBe(0)
  await other.close()
  await page.close()
})
async function aMapAt(address: string): Promise<Page> {
  const page = await centre.page()
  await centre.signIn(page, address)
  await page.locator('.strip [data-link=live]').waitFor()
  return page
}

test('one box goes to a ship, a port and a position in any writing', async () => {
  const page = await aMap()
  const goTo = async (text: string, answer: RegExp) => {
    await search(page, text)
    await page.getByRole('option').filter({ hasText: answer }).first().click()
  }
  await goTo('ever luky', /EVER LUCKY/)
  await page.getByRole('heading', { name: 'EVER LUCKY' }).waitFor()
  await page.keyboard.press('Escape')
  await goTo('lkcmb', /LKCMB/)
  await expect.poll(() => page.getByLabel('Cursor position').textContent()).toMatch(/06°5.*079°5/)
  // What was typed so far is a position as well.
  await goTo('12 30.0S 096 50.0E', /12°30.*S.*096°50.*E.*Position/)
  await expect
    .poll(() => page.getByLabel('Cursor position').textContent())
    .toMatch(/12°(29|30).*S 096°(49|50)/)
  await page.locator('.cursor-position').click()
  await expect.poll(() => page.locator('.cursor-position b').textContent()).toBe('DMS')
  await page.close()
})

test('the context menu measures, draws rings and finds near vessels, by mouse and by keyboard', async () => {
  const page = await aMap()
  await clickChart(page, 120, 120, 'right')
  await page.getByRole('menuitem', { name: 'Measure from here' }).click()
  await drawBar(page).waitFor()
  await clickChart(page, 240, 120)
  await page.keyboard.press('Enter')
  await drawBar(page).waitFor({ state: 'detached' })
  await panel(page, 'Measure')
  await page.locator('.measure-list li').filter({ hasText: 'bearing 09' }).waitFor()
  await expectAccessible(page, axe)
  await page.keyboard.press('Escape')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Find nearby vessels' }).press('Enter')
  await page.getByLabel('Radius, NM').fill('20')
  await expect.poll(() => page.locator('.nearby').textContent()).toContain('SAGAR KANYA')
  expect(await page.locator('.nearby').textContent()).not.toContain('EVER LUCKY')
  await page.reload()
  await page.locator('.strip [data-link=live]').waitFor()
  await panel(page, 'Measure')
  await page.locator('.measure-list li').filter({ hasText: 'bearing 09' }).waitFor()
  await page.close()
})

test('popups stay beside their ships, several at once', async () => {
  const page = await aMap()
  const { x, y, width, height } = await chartBox(page)
  await page.keyboard.down('Shift')
  // Far out each lone ship is a dot; NOORANI lies 4 degrees west and 3 south of the middle.
  const pixels = (512 * 2 ** 4) / 360
  await page.mouse.click(x + width / 2 - 4 * pixels, y + height / 2 + 3.03 * pixels)
  await page.keyboard.up('Shift')
  const popup = page.getByRole('group', { name: 'Popup of NOORANI' })
  await popup.waitFor()
  const before = (await popup.boundingBox())!
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => ((await popup.boundingBox())?.x ?? before.x) < before.x - 40).toBe(true)
  expect(await popup.textContent()).toMatch(/Sri Lanka.*417000004/)
  await popup.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('heading', { name: 'NOORANI' }).waitFor()
  await popup.getByRole('button', { name: 'Close the popup' }).click()
  expect(await popup.count()).toBe(0)
  await page.close()
})

test('an area is drawn and seen on another screen, and of two who change it neither loses', async () => {
  const page = await aMap()
  const other = await aMap()
  await panel(page, 'Areas of interest')
  await page.getByRole('group', { name: 'New area' }).getByRole('button', { name: 'Polygon' }).click()
  await drawBar(page).waitFor()
  for (const [dx, dy] of [
    [-80, 60],
    [120, 60],
    [120, 200],
    [-80, 200],
  ] as const)
    await clickChart(page, dx, dy)
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Nine Degree watch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.area-list').getByText('Nine Degree watch').waitFor()
  const { x, y, width, height } = await chartBox(page)
  await page.mouse.move(x + width / 2 + 20, y + height / 2 + 130)
  const tooltip = page.locator('.drawing-tooltip')
  await tooltip.waitFor()
  const found = await tooltip.innerText()
  expect(found).toMatch(/Name\s+Nine Degree watch/)
  expect(found).toMatch(/Area nm2\s+\d+\.\d\d\s/)
  expect(found).toMatch(/Created by\s+admin\s+Created time\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  expect(found).not.toMatch(/user id|group|\bId\b/i)
  await page.mouse.move(x + width / 2 + 250, y + height / 2 - 100)
  await tooltip.waitFor({ state: 'detached' })
  await panel(other, 'Areas of interest')
  await other.locator('.area-list').getByText('Nine Degree watch').waitFor()
  await other.getByRole('button', { name: 'Edit Nine Degree watch' }).click()
  await page.getByRole('button', { name: 'Edit Nine Degree watch' }).click()
  for (const [one, name] of [
    [page, 'First name'],
    [other, 'Second name'],
  ] as const) {
    await one.getByLabel('Name', { exact: true }).fill(name)
    await expect.poll(() => one.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true)
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.area-list').getByText('First name').waitFor()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = other.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.textContent()).toMatch(/Second name.*First name/)
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
  await page.locator('.area-list').getByText('Second name').waitFor()
  await other.getByRole('button', { name: 'Delete Second name' }).click()
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.locator('.area-list').getByText('Second name').waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.locator('.area-list').getByText('Second name').waitFor()
  await other.close()
  await page.close()
})

/** The middle of the chart as it is written below it, while the pointer is elsewhere. */
const middleOf = (page: Page) => page.getByLabel('Cursor position').textContent()
/** The chart glides; where it rests is the corner. */
async function atRest(page: Page) {
  for (let last = ''; ;) {
    const now = (await middleOf(page)) ?? ''
    if (now === last) return
    last = now
    await page.waitForTimeout(400)
  }
}

test('an area is drawn by keyboard alone: arrows move the chart, Space places a corner', async () => {
  const page = await aMap()
  await page.keyboard.press('a')
  await page.getByRole('group', { name: 'New area' }).getByRole('button', { name: 'Polygon' }).press('Enter')
  await page.getByText('Click each corner').waitFor()
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('Space')
  for (const arrow of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    const before = await middleOf(page)
    await page.keyboard.press(arrow)
    // The glide begins with a frame, and those are slow where others work on the machine.
    await expect.poll(() => middleOf(page), { timeout: 15_000 }).not.toBe(before)
    await atRest(page)
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Enter')
  // The name comes next by itself.
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('By keyboard')
  const corners = page.locator('.corners summary')
  await corners.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Corner 2', { exact: true }).fill('9 00N 078 30E')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Corner 2', { exact: true }).inputValue()).toMatch(/^09°00.*078°30/)
  await page.getByRole('button', { name: 'Add corner after 2' }).press('Enter')
  await expect.poll(() => corners.textContent()).toBe('5 corners')
  await page.getByRole('button', { name: 'Remove corner 5' }).press('Enter')
  await expect.poll(() => corners.textContent()).toBe('4 corners')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => save.isEnabled()).toBe(true)
  await save.press('Enter')
  await page.locator('.area-list').getByText('By keyboard').waitFor()
  await page.close()
})

test('weather covers the map with its run and its age, and any place has its forecast', async () => {
  const page = await aMap()
  await panel(page, 'Layers')
  await page.getByLabel('Wind speed', { exact: true }).check({ force: true })
  await page
    .getByText(/NOAA GFS/)
    .first()
    .waitFor()
  await page
    .getByText(/^Outdated/)
    .first()
    .waitFor()
  await clickChart(page, 150, 100, 'right')
  await page.getByRole('menuitem', { name: 'Weather here' }).click()
  const forecast = page.getByLabel('Weather here')
  await forecast.locator('tbody tr').first().waitFor()
  expect(await forecast.textContent()).toMatch(/kn.*10\d\d/)
  await page.close()
})

test('a profile keeps base, layers and filter, and brings them back with one press', async () => {
  const page = await aMap()
  await panel(page, 'Map profiles')
  await page.getByLabel('Profile name').fill('Plain')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const plain = page.locator('.profile-choices').getByText('Plain')
  await plain.waitFor()
  await page.getByRole('button', { name: 'BRIGHT' }).click()
  await panel(page, 'AIS filter')
  await page.getByText('TANKER', { exact: true }).last().click()
  await expect.poll(() => inView(page)).toBe(2)
  await panel(page, 'Map profiles')
  await plain.click()
  await expect.poll(() => inView(page)).toBe(4)
  expect(await page.getByRole('button', { name: 'DARK', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await expectAccessible(page, axe)
  await page.close()
})

test('every tool of the map fits the window at both sizes, in every base', async () => {
  for (const [width, height] of [
    [1366, 768],
    [2560, 1440],
  ] as const) {
    const page = await aMap(width, height)
    for (const base of ['WORLD IMAGERY', 'DARK', 'BRIGHT']) {
      await page.getByRole('button', { name: base }).click()
      for (const tool of await page.locator('.tool-rail button').all()) {
        await tool.click()
        const box = await page.locator('.map-panel').boundingBox()
        if (box === null) continue
        expect(box.y + box.height).toBeLessThanOrEqual(height)
        await expectNoOverflow(page)
      }
      await page.keyboard.press('Escape')
    }
    await page.close()
  }
  // Some seventy panels are opened.
}, 240_000)
