// Rooms: picture, feeds
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../server/testing/servers/caller-of.ts'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, search } from './a-file.ts'
import { createUser } from './a-user.ts'

/** The scripts of the login page and of the map until its first picture stands, bytes as they travel. */
const SCRIPTS_BYTES = 600_000
const WITH_WORKERS_BYTES = 780_000
let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast), { query: '&priority=1' })

/** Ships off the south of India, the first of them with a name. */
function ships(lat: number, second: number) {
  const lines = Array.from({ length: 30 }, (_, n) =>
    encodePosition({
      mmsi: 419000100 + n,
      lat: lat - n * 0.2,
      lon: 70 + n * 0.4,
      sog: 12,
      cog: 90,
      navStatus: 0,
      second,
    }),
  ).flat()
  const name = encodeStaticVoyage({
    mmsi: 419000100,
    name: 'SAMUDRA PRIDE',
    callSign: 'VTXA',
    imo: '9074729',
    shipType: 80,
    toBow: 150,
    toStern: 33,
    toPort: 16,
    toStarboard: 16,
    destination: 'INCOK',
  })
  return [...lines, ...name]
}

const cell = (page: Page, column: string) => page.locator(`.card [data-column="${column}"]`)

async function open(page: Page, name: string) {
  await page.locator('.strip [data-link=live]').waitFor()
  await search(page, name)
  await page.getByRole('option').filter({ hasText: name }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.card').waitFor()
}

test('a visitor reads about the centre, logs in and sees vessels; a wrong password fails kindly', async () => {
  const page = await centre.page()
  await page.goto(centre.base)
  for (const heading of ['Our Mission', 'Our Vision', 'Data Integrity Notice', 'Join Us in Our Journey'])
    expect(await page.getByText(heading).first().isVisible()).toBe(true)
  expect(await page.getByText('Vasudhaiva Kutumbakam - The World is One Family').first().isVisible()).toBe(
    true,
  )
  await page.goto(`${centre.base}/home/main/map`)
  await page.waitForURL(`${centre.base}/`)
  await page
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('button', { name: 'Login' }))
    .first()
    .click()
  await page.waitForURL('**/login')
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.locator('input[type=password]').first().fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Wrong user name or password.').waitFor()
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map*')
  receiver.send(ships(9, 1))
  await page.locator('.strip').getByText('30', { exact: true }).first().waitFor()
  const scripts = await page.evaluate<{ name: string; bytes: number }[]>(`(() => {
    const [picture] = performance.getEntriesByName('first picture')
    return performance.getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < picture.startTime)
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))
  })()`)
  const bytesOf = (some: typeof scripts) => some.reduce((sum, { bytes }) => sum + bytes, 0)
  const ofPage = scripts.filter(({ name }) => !name.includes('worker'))
  expect(bytesOf(ofPage)).toBeGreaterThan(400_000)
  expect(bytesOf(ofPage)).toBeLessThan(SCRIPTS_BYTES)
  expect(bytesOf(scripts)).toBeLessThan(WITH_WORKERS_BYTES)
  await page.goto(centre.base)
  await page.waitForURL('**/home/main/map*')
  centre.complaints.splice(
    0,
    centre.complaints.length,
    ...centre.complaints.filter((one) => !one.includes('401')),
  )
  await page.close()
})

test('the card of a vessel shows where it is, its source, and why that fix was chosen', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  receiver.send(ships(9.001, 2))
  await page.locator('.strip').getByText('30', { exact: true }).first().waitFor()
  await open(page, 'SAMUDRA PRIDE')
  await cell(page, 'latitude').getByText("09°00.060'N").waitFor()
  for (const [column, value] of Object.entries({
    mmsi: '419000100',
    imo: '9074729',
    country: 'India',
    call_sign: 'VTXA',
    ship_type: 'TANKER',
    length: '183 m',
    beam: '32 m',
    sog: '12.0 kn',
    destination: 'INCOK',
    source: 'MSIS',
  }))
    expect(await cell(page, column).textContent()).toContain(value)
  expect(await page.locator('.card').textContent()).toContain(
    'MSIS is the only source that has reported this contact.',
  )
  await page.getByRole('button', { name: 'Raw message of MSIS' }).click()
  await page.locator('.raw-message pre').getByText(ships(9.001, 2)[0]!).waitFor()
  expect(await page.locator('.raw-message').textContent()).toContain('The lines are as received.')
  expect(await page.locator('.raw-fields').textContent()).toContain('MMSI419000100')
  await page.keyboard.press('Escape')
  await page.locator('.card').waitFor({ state: 'detached' })
  await page.close()
})

test('Enter that comes before the answer goes to the first one when it is there', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.insertText('SAMUDRA PRIDE')
  await page.keyboard.press('Enter')
  await page.locator('.card').getByRole('heading', { name: 'SAMUDRA PRIDE' }).waitFor()
  await page.close()
})

test('a ship that reports a new place is there on the open card within two seconds', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  receiver.send(ships(9.002, 3))
  await open(page, 'SAMUDRA PRIDE')
  await cell(page, 'latitude').getByText("09°00.120'N").waitFor()
  receiver.send(ships(9.003, 33))
  const began = Date.now()
  await cell(page, 'latitude').getByText("09°00.180'N").waitFor({ timeout: 5000 })
  expect(Date.now() - began).toBeLessThan(2500)
  await page.close()
})

test('without its server the screen reports it and stays; the picture is live again with it', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  receiver.send(ships(9.004, 4))
  await page.locator('.strip [data-link=live]').waitFor()
  await page.locator('.strip').getByText('30', { exact: true }).first().waitFor()
  await centre.stop('SIGKILL')
  await page.locator('.strip [data-link=lost]').waitFor()
  await page.getByRole('alert').getByText("Coludn't Connect to the server").waitFor()
  expect(await page.locator('.strip').textContent()).toContain('30')
  await centre.start()
  await page.locator('.strip [data-link=live]').waitFor({ timeout: 30_000 })
  await page.locator('.strip').getByText('30', { exact: true }).first().waitFor()
  // The browser reports the lost connection itself to the console.
  centre.complaints.splice(0)
  await page.close()
})

test.each([
  [1366, 768],
  [2560, 1440],
])('nothing overflows at %i x %i, in any palette and on any base', async (width, height) => {
  const page = await centre.page(width, height)
  await centre.signIn(page)
  receiver.send(ships(9.005, 5))
  await open(page, 'SAMUDRA PRIDE')
  for (const palette of ['Day', 'Night', 'Dusk']) {
    await page.getByRole('button', { name: new RegExp(`^${palette}$`, 'i') }).click()
    for (const base of ['WORLD IMAGERY', 'BRIGHT', 'DARK'])
      await page.getByRole('button', { name: base, exact: true }).click()
    const over = await page.evaluate<{ x: number; y: number }>(
      '({ x: document.documentElement.scrollWidth - innerWidth, y: document.documentElement.scrollHeight - innerHeight })',
    )
    expect(over).toEqual({ x: 0, y: 0 })
  }
  await page.close()
})

test('a user without waters is informed of that, and not of silent feeds', async () => {
  const newcomer = await createUser(centre, 'newcomer', { zone_access: [] })
  const page = await centre.page()
  await centre.signIn(page, '/home/main/map', newcomer)
  receiver.send(ships(9.01, 7))
  await page.getByText('You have no access to any source or zone').waitFor()
  await page.close()
})

test('a path without a screen is reported as such', async () => {
  const page = await centre.page()
  await page.goto(`${centre.base}/no/such/screen`)
  await page
    .getByText(/not found|no such|nothing here/i)
    .first()
    .waitFor()
  await page.close()
})
