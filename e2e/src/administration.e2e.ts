// Rooms: identity, settings
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { addUser } from '@samudra/contract/identity'
import { addZone } from '@samudra/contract/zones'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PASSWORD, callerOf } from '../../server/testing/servers/caller-of.ts'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { Centre } from './a-centre.ts'
import { choosePassword, expectAccessible, expectNoOverflow, logIn, open } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ASHA = 'Sagar-2-Mala-Watch'
let centre: Centre
let receiver: Awaited<ReturnType<typeof aReceiver>>
let first = ''

beforeAll(async () => {
  receiver = await aReceiver()
  centre = new Centre(['--sim', 'none', '--feed', `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`], {
    firstPassword: null,
  })
  first = await centre.start()
})
afterAll(async () => {
  await centre.close()
  receiver.close()
})
afterEach(() => {
  // A refused login is an answer with status 401, which the browser writes to its console.
  expect(centre.complaints.splice(0).filter((one) => !/401|423/.test(one))).toEqual([])
})

const lines = () =>
  SHIPS.flatMap(({ mmsi, name, lat, lon }) => [
    ...encodePosition({ mmsi, lat, lon, sog: 10, cog: 90, navStatus: 0, second: 10 }),
    ...encodeStaticVoyage({ mmsi, name, callSign: 'VT', imo: '9074729', shipType: 70, destination: 'INCOK' }),
  ])
const SHIPS = [
  { mmsi: 419000001, name: 'INSIDE', lat: 10, lon: 72 },
  { mmsi: 419000002, name: 'OUTSIDE', lat: -10, lon: 85 },
]
const shownShips = (page: Page) => page.locator('.strip').textContent()

test('a first printed password leads to a second user who works with one zone', async () => {
  const page = await centre.page()
  await logIn(centre, page, 'admin', first)
  await choosePassword(page, first, PASSWORD)
  receiver.send(lines())
  const call = await callerOf(centre.base)
  const zone = await call(addZone, { name: 'Arabian Sea', geometry: polygonOfBox([68, 5, 80, 15]) })
  const { temporary_password: temporary } = await call(addUser, {
    username: 'asha',
    role: '2',
    sources: ['*'],
    zone_access: [zone.id],
  })

  const other = await centre.page()
  await logIn(centre, other, 'asha', temporary)
  await choosePassword(other, temporary, ASHA)
  await other.locator('.strip [data-link=live]').waitFor()
  await expect.poll(() => shownShips(other), { timeout: 10_000 }).toMatch(/Contacts\s*1\s*\/\s*1/)
  expect(await other.getByRole('link', { name: 'User management' }).count()).toBe(0)
  await other.goto(`${centre.base}/home/security/userManagement`)
  await other.waitForURL('**/login')
  await other.getByText('for administrators').waitFor()
  await other.getByRole('link', { name: 'Go to the map' }).click()
  await other.waitForURL('**/home/main/map*')
  await other.close()
  await page.close()
})

test('an ended session logs its user out within five seconds; typed text returns after login', async () => {
  const admin = await centre.page()
  await logIn(centre, admin, 'admin', PASSWORD)
  await admin.waitForURL('**/home/main/map*')
  const second = await centre.page()
  await logIn(centre, second, 'admin', PASSWORD)
  await second.waitForURL('**/home/main/map*')
  await open(second, 'User management')
  await second.getByRole('button', { name: 'Add user' }).click()
  await second.getByLabel('User name').fill('half-typed')

  await open(admin, 'My account')
  await admin.getByRole('button', { name: 'End', exact: true }).first().click()
  const began = Date.now()
  await second.waitForURL(`${centre.base}/`)
  expect(Date.now() - began).toBeLessThan(5000)
  await logIn(centre, second, 'admin', PASSWORD)
  await second.waitForURL('**/home/main/map*')
  await open(second, 'User management')
  await second.getByRole('button', { name: 'Add user' }).click()
  expect(await second.getByLabel('User name').inputValue()).toBe('half-typed')
  await second.close()
  await admin.close()
})

test.each([
  [1366, 768],
  [2560, 1440],
] as const)(
  'every screen works by keyboard alone, fits a window of %i by %i, and passes axe',
  async (width, height) => {
    const page = await centre.page(width, height)
    await page.goto(centre.base)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, axe)
    await logIn(centre, page, 'admin', PASSWORD)
    await page.waitForURL('**/home/main/map*')
    await page.locator('.strip [data-link=live]').waitFor()
    await expectAccessible(page, axe)
    for (const screen of SCREENS) {
      await open(page, screen)
      await page.waitForTimeout(400)
      await expectNoOverflow(page)
      await expectAccessible(page, axe)
    }
    await page.close()
  },
)
const SCREENS = [
  'User management',
  'User activity',
  'Zones',
  'System',
  'Administration',
  'Map profiles',
  'Release notes',
  'Help',
  'My account',
]
