// Rooms: settings, notifications
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { PASSWORD } from '../../server/testing/servers/caller-of.ts'
import { Centre } from './a-centre.ts'
import { expectAccessible, expectNoOverflow, logIn, open } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SECTIONS = ['Our Mission', 'Our Vision', 'Data Integrity Notice', 'Join Us in Our Journey']
/** Everything a visitor's browser fetches for the landing page, bytes on the wire. */
const LANDING_BYTES = 150_000
const HELP = '/home/settings/help'
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

async function aSignedInPage(at?: string): Promise<Page> {
  const page = await centre.page()
  await centre.signIn(page, at)
  return page
}
const path = (page: Page) => new URL(page.url()).pathname
/** Types words into the palette, waits for the entry, and presses Enter. */
async function palette(page: Page, words: string, entry = words) {
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search screens, objects and actions').fill(words)
  await page.getByRole('button', { name: entry }).first().waitFor()
  await page.keyboard.press('Enter')
}

test('a visitor reads the same landing page with and without scripts, and it weighs little', async () => {
  const page = await centre.page()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(centre.base, { waitUntil: 'networkidle' })
  await page.getByText('The picture is live').waitFor()
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(LANDING_BYTES)
  const bare = await page.context().browser()!.newContext({ javaScriptEnabled: false })
  const silent = await bare.newPage()
  await silent.goto(centre.base)
  for (const one of [page, silent]) {
    for (const title of SECTIONS) expect(await one.getByRole('heading', { name: title }).count()).toBe(1)
    expect(await one.locator('footer').textContent()).toBe('Vasudhaiva Kutumbakam - The World is One Family')
    expect(
      await one.locator('.landing-bar img').evaluate((logo) => [logo.clientWidth, logo.clientHeight]),
    ).toEqual([50, 50])
    expect(await one.evaluate(`getComputedStyle(document.querySelector('h1')).backgroundImage`)).toContain(
      'gradient',
    )
  }
  await silent.getByRole('link', { name: 'Login' }).last().click()
  expect(path(silent)).toBe('/login')
  await bare.close()
  for (const [width, height] of [
    [1366, 768],
    [2560, 1440],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page, axe)
  await page.close()
})

test('an address without a screen is reported, outside and inside the frame', async () => {
  const page = await centre.page()
  await page.goto(`${centre.base}/nowhere`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.goto(`${centre.base}/collaboration/nowhere?tab=track`)
  await page.waitForURL(`${centre.base}/`)
  // The login leads where one wanted to go, to the letter.
  await logIn(centre, page, 'admin', PASSWORD)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(page.url()).toBe(`${centre.base}/home/collaboration/nowhere?tab=track`)
  expect(await page.locator('.rail').count()).toBe(1)
  expect(await page.getByRole('main').count()).toBe(1)
  await expectAccessible(page, axe)
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.waitForURL('**/home/main/map*')
  await page.close()
})

test('by keyboard alone: past the frame, to a screen, through the palette and its actions', async () => {
  const page = await aSignedInPage(HELP)
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('screen')
  await open(page, 'System')
  await palette(page, 'palette night', 'Palette: night')
  expect(await page.evaluate('document.body.className + document.body.dataset.palette')).toBe('darknight')
  await palette(page, 'top bar', 'Show or hide the top bar')
  await page.locator('.topbar').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show top bar' }).press('Enter')
  await page.locator('.topbar').waitFor()
  await palette(page, 'full screen', 'Turn full screen on or off')
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true)
  await palette(page, 'full screen', 'Turn full screen on or off')
  await expect.poll(() => page.evaluate('document.fullscreenElement === null')).toBe(true)
  await page.close()
})

test('the frame is restored as left: sidebar, drawer, its height, text size, palette, unit, zone', async () => {
  const page = await aSignedInPage()
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await palette(page, 'text size wall', 'Text size: wall')
  await page.getByRole('button', { name: /Notifications/ }).click()
  const edge = page.getByRole('separator', { name: 'Drawer height' })
  await edge.press('ArrowUp')
  await edge.press('ArrowUp')
  const height = await edge.getAttribute('aria-valuenow')
  await page.getByRole('button', { name: 'day', exact: true }).click()
  await page.getByRole('button', { name: /^admin/ }).click()
  await page.locator('.menu-choice').getByText('UTC').click()
  await page.locator('.menu-choice').getByText('km').click()
  await page.keyboard.press('Escape')
  // The palette is saved with the account once the user has chosen nothing more for a moment.
  await page.waitForTimeout(2500)
  await page.reload()
  await page.locator('.topbar').waitFor()
  expect(await page.locator('.rail').getAttribute('data-open')).toBe('true')
  expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe('17.5px')
  expect(await edge.getAttribute('aria-valuenow')).toBe(height)
  const other = await aSignedInPage()
  await expect.poll(() => other.evaluate('document.body.dataset.palette')).toBe('day')
  await open(other, 'My account')
  await other.getByText(/ten nautical miles read 18\.5 km/).waitFor()
  await expect.poll(() => other.locator('.account-sample').textContent()).toContain('UTC')
  await expectAccessible(other, axe)
  await other.close()
  await page.getByRole('button', { name: 'Close drawer' }).click()
  await expectNoOverflow(page)
  await page.close()
})

test('a vessel found in the palette is on the map, and an address that names it leads to it', async () => {
  receiver.send([
    ...encodePosition({ mmsi: 419000077, lat: 9, lon: 75, sog: 8, cog: 45, navStatus: 0, second: 5 }),
    ...encodeStaticVoyage({
      mmsi: 419000077,
      name: 'MATSYA',
      callSign: 'VT',
      imo: '9074729',
      shipType: 70,
      destination: 'INCOK',
    }),
  ])
  const page = await aSignedInPage(HELP)
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Control+k')
        await page.getByLabel('Search screens, objects and actions').fill('matsya')
        const isFound = await page
          .getByRole('button', { name: /MATSYA/ })
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          )
        if (!isFound) await page.keyboard.press('Escape')
        return isFound
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map*')
  await page.getByRole('heading', { name: 'MATSYA' }).waitFor()
  // A place of the same search: the chart goes there, from any screen.
  await open(page, 'Help')
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search screens, objects and actions').fill('port blair')
  await page.getByRole('button', { name: /Port Blair/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map*')
  await page
    .getByRole('dialog', { name: 'Port Blair' })
    .getByRole('link', { name: 'Open port page' })
    .waitFor()
  await page.goto(`${centre.base}/home/main/map?mmsi=419000077&x=1`)
  await page.getByRole('heading', { name: 'MATSYA' }).waitFor()
  // The vessel and its view are in the address from now on, beside the other parameters.
  await expect.poll(() => page.url()).toMatch(/map\?(?=.*x=1)(?=.*mmsi=419000077)(?=.*at=[\d.,-]+)/)
  await page.close()
})

test('the help is written beside its preview, and of two authors neither loses anything', async () => {
  const [one, other] = [await aSignedInPage(HELP), await aSignedInPage(HELP)]
  const text = (page: Page) => page.getByLabel('Text, in Markdown')
  for (const page of [one, other]) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text(page).fill('')
  }
  await one.getByRole('button', { name: 'Heading', exact: true }).click()
  await one.keyboard.insertText('Watch at night')
  const looks = one.getByLabel('Preview')
  await looks.getByRole('heading', { name: 'Watch at night' }).waitFor()
  await expectAccessible(one, axe)
  await one.getByRole('button', { name: 'Save', exact: true }).click()
  await one.getByRole('heading', { name: 'Watch at night', level: 2 }).waitFor()

  await text(other).fill('Watch by day')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const both = other.getByRole('dialog', { name: 'admin changed this page while you edited it' })
  await both.getByText('## Watch at night').waitFor()
  await both.getByRole('button', { name: 'Overwrite with mine' }).click()
  await other.locator('.prose').getByText('Watch by day').waitFor()
  // The refused save is what it is about.
  centre.complaints.splice(
    0,
    centre.complaints.length,
    ...centre.complaints.filter((one) => !one.includes('409')),
  )
  for (const page of [one, other]) await page.close()
})
