// Rooms: picture, areas
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../server/testing/servers/caller-of.ts'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, hasMatsya, isLive, search } from './a-file.ts'
import { aGate } from './a-gate.ts'
import { createUser, logIn, openMenu } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast), { expected: /ERR_CONNECTION|WebSocket/ })

const contacts = (page: Page) => page.locator('.strip').textContent()
const scale = (page: Page) => page.locator('.scale-bar').textContent()

async function aMap(): Promise<Page> {
  const page = await centre.page()
  await centre.signIn(page)
  await hasMatsya(page, receiver)
  return page
}

/** Returns the state in the browser's database, as another page would read it. */
const stateOf = (page: Page) =>
  page.evaluate<Record<string, Record<string, unknown>>>(`(async () => {
    const db = await new Promise((resolve) => { const asked = indexedDB.open('ifc_ior_db'); asked.onsuccess = () => resolve(asked.result) })
    const record = await new Promise((resolve) => {
      const asked = db.transaction('reduxStore').objectStore('reduxStore').get('store')
      asked.onsuccess = () => resolve(asked.result)
    })
    db.close()
    return JSON.parse(JSON.stringify(record.payload.state))
  })()`)

/** Returns the names of the stored shapes. */
const shapesOf = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const db = await new Promise((resolve) => { const asked = indexedDB.open('ifc_ior_db'); asked.onsuccess = () => resolve(asked.result) })
    const asked = db.transaction('geojson').objectStore('geojson').getAllKeys()
    const names = await new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result) })
    db.close()
    return names
  })()`)

test('the view is restored after a reload, in each tab its own', async () => {
  const page = await aMap()
  await selectShip(page)
  await expect.poll(() => scale(page)).toBe('2 NM')
  await page.locator('.cursor-position').click()
  await page.getByRole('button', { name: 'Legend' }).click()
  await page.getByRole('button', { name: 'AIS filter', exact: true }).first().click()
  await page.getByLabel('Destination contains').fill('colombo')
  await expect.poll(() => page.url()).toContain('filter=')

  const second = await page.context().newPage()
  await second.goto(`${centre.base}/home/main/map`)
  await isLive(second)
  // A filter hides ships: a new tab has none, and begins with what was looked at last.
  expect(second.url()).not.toContain('filter=')
  await second.getByRole('heading', { name: 'MATSYA' }).waitFor()
  await second.getByRole('button', { name: 'Layers', exact: true }).first().click()
  await second.getByRole('button', { name: 'Reset layers' }).waitFor()
  await expect.poll(async () => (await stateOf(page))['ui']?.['drawer']).toMatchObject({ panel: 'layers' })

  for (const one of [page, second]) await one.reload()
  for (const one of [page, second]) await isLive(one)
  await page.getByLabel('Matching contacts').waitFor()
  expect(page.url()).toContain('filter=')
  await second.getByRole('button', { name: 'Reset layers' }).waitFor()
  expect(second.url()).not.toContain('filter=')
  for (const one of [page, second]) {
    await one.getByRole('heading', { name: 'MATSYA' }).waitFor()
    expect(await scale(one)).toBe('2 NM')
    expect(await one.locator('.cursor-position b').textContent()).not.toBe('DM')
    expect(await one.getByRole('button', { name: 'Legend' }).getAttribute('aria-expanded')).toBe('false')
  }
  await second.close()
  await page.close()
})

test('the state bears the names of the specification', async () => {
  const page = await aMap()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Find nearby vessels' }).press('Enter')
  await page.getByLabel('Radius, NM').fill('7')
  await page.getByRole('button', { name: 'Analysis', exact: true }).first().click()
  await page.getByLabel('Source coverage', { exact: true }).waitFor()
  await expect
    .poll(async () => (await stateOf(page))['ui']?.['drawer'])
    .toMatchObject({ open: true, isAnalytics: true })
  await expect
    .poll(async () => (await stateOf(page))['planning']?.['ais_path_settings'])
    .toMatchObject({ open: true, radius: '12.964KM', time: null })
  const state = await stateOf(page)
  expect(Object.keys(state['user']!)).toEqual(
    expect.arrayContaining(
      (
        'id username email role isLoggedIn tokenData sources zone_access allUsersList forumUser userSettings ' +
        'mapProfile adminSettings isDefaultPassword chat_details'
      ).split(' '),
    ),
  )
  expect(state['user']).not.toHaveProperty('password')
  expect(state['user']!['tokenData']).toMatchObject({ exp: expect.any(Number) as number })
  expect(state['user']!['allUsersList']).toMatchObject([{ username: 'admin', status: 'ACTIVE' }])
  expect(Object.keys(state['ui']!)).toEqual(expect.arrayContaining(['drawer', 'style']))
  await page.reload()
  await expect.poll(() => page.getByLabel('Radius, NM').inputValue()).toBe('7')
  await page.close()
})

test('the last picture stands, as old as it is, while there is no way to the socket', async () => {
  const gate = await aGate(centre.port)
  const page = await centre.page()
  await page.goto(`${gate.base}/login`)
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await hasMatsya(page, receiver)
  // Leaving the map keeps the picture.
  await page.getByRole('link', { name: 'System', exact: true }).first().click()
  await page.waitForURL('**/system')
  await expect.poll(async () => (await stateOf(page))['cache']?.['entries']).toHaveProperty('aisData')
  gate.close(/socket\.io/)
  await page.getByText('Failed to establish Web Socket Connection:').waitFor()
  await page.goto(`${gate.base}/home/main/map`)
  await page.getByText(/This picture is not live; it is .* old\./).waitFor()
  expect(await contacts(page)).toMatch(/Contacts\s*1/)
  gate.open()
  await isLive(page)
  await page.close()
  await gate.end()
})

/** Selects the ship, so that its card is open. */
async function selectShip(page: Page) {
  await search(page, 'matsya')
  await page
    .getByRole('option')
    .filter({ hasText: /MATSYA/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'MATSYA' }).waitFor()
}

async function logOut(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
  await page.waitForURL(`${centre.base}/`)
}

test('after a logout no sea data are left; the same user resumes, another user begins afresh', async () => {
  const { password } = await createUser(centre, 'binu')
  const page = await aMap()
  await selectShip(page)
  await expect
    .poll(async () => (await stateOf(page))['cards']?.['vessel'])
    .toMatchObject({ mmsi: '419000001' })
  await expect.poll(() => shapesOf(page)).toContain('areas of interest')
  await logOut(page, 'admin')
  expect(await stateOf(page)).not.toHaveProperty('user')
  expect(await stateOf(page)).not.toHaveProperty('cache')
  expect(await shapesOf(page)).toEqual([])
  await logIn(centre, page, 'admin', PASSWORD)
  await page.getByRole('heading', { name: 'MATSYA' }).waitFor()
  await logOut(page, 'admin')
  await logIn(centre, page, 'binu', password)
  await isLive(page)
  expect(await page.getByRole('heading', { name: 'MATSYA' }).count()).toBe(0)
  await expect.poll(async () => (await stateOf(page))['user']?.['username']).toBe('binu')
  expect((await stateOf(page))['cards'] ?? {}).toEqual({})
  await page.close()
})
