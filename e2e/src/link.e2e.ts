// Rooms: picture
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCoast, type Centre, type Receiver } from './a-centre.ts'
import { expectNoComplaint, hasMatsya, isLive } from './a-file.ts'
import { aGate } from './a-gate.ts'
import { open } from './a-user.ts'

let centre: Centre
let receiver: Receiver
let gate: Awaited<ReturnType<typeof aGate>>
beforeAll(async () => {
  ;({ centre, receiver } = await aCoast())
  gate = await aGate(centre.port)
})
afterAll(async () => {
  await gate.end()
  await centre.close()
  receiver.close()
})
afterEach(() => {
  expectNoComplaint(centre, /ERR_|WebSocket|Failed to load/)
})

const strip = (page: Page) => page.locator('.strip').textContent()

/** Opens a screen with one vessel, 8°N 76°E, that has all of its own page stored. */
async function aWatch(): Promise<Page> {
  const page = await centre.page(1366, 768, { serviceWorkers: 'allow' })
  await centre.signIn(page, `${gate.base}/home/main/map`)
  await hasMatsya(page, receiver)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
  return page
}

test('a dead link shows within five seconds, held data still answer, and a restored link resumes', async () => {
  const page = await aWatch()
  gate.die()
  await page.locator('.strip [data-link=lost]').waitFor({ timeout: 10_000 })
  expect(await strip(page)).toMatch(/NOT LIVE picture \d+ s old.*Feeds not known/)
  expect(await page.locator('.strip [data-state=UP]').count()).toBe(0)
  const search = page.getByLabel('Search contacts')
  await search.fill('mats')
  await page.getByText('Not connected. Search finds only').waitFor()
  await search.press('Enter')
  const card = page.getByLabel('Vessel card')
  await card.getByRole('heading', { name: 'MATSYA' }).waitFor()
  await card.getByText('Only data loaded in this page').waitFor()
  expect(await card.locator('dl').textContent()).toContain('CARGO')
  gate.revive()
  await isLive(page)
  await card.getByText('Call sign').first().waitFor()

  // The picture is saved when the map is left.
  await open(page, 'System')
  await page.goBack()
  await isLive(page)
  gate.close(/^/)
  await page.reload()
  await expect.poll(() => strip(page)).toMatch(/NOT LIVE picture \d+ (s|min) oldContacts 1/)
  await page.getByText('This picture is not live').waitFor()
  await card.getByText('Not connected').waitFor()
  gate.open()
  await isLive(page)

  // The browser stores the page and no received data about anything, before and after the logout.
  const stored = await page.evaluate<string[]>(`(async () => {
    const all = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname)
    return all
  })()`)
  expect(stored).toContain('/index.html')
  expect(stored.filter((one) => !/^\/(assets\/[\w.-]+|index\.html|logo\.svg)$/.test(one))).toEqual([])
  gate.close(/^/)
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByText('Log out', { exact: true }).click()
  await page.getByText('The picture is not available').waitFor()
  await page.goto(`${gate.base}/home/main/map`)
  await page.getByText('The picture is not available').waitFor()
  expect(await page.getByText('MATSYA').count()).toBe(0)
  gate.open()
  await page.close()
})

test('a screen or panel whose code is missing reports it in place, and opens at the next request', async () => {
  const page = await centre.page()
  await page.route(/\/assets\/Home-.*\.js/, (route) => route.fulfill({ status: 404 }))
  await centre.addSession(page)
  await page.goto(`${centre.base}/home/main/map`)
  await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await page.unrouteAll()
  await page.route(/\/assets\/MeasurePanel-.*\.js/, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await isLive(page)
  expect(new URL(page.url()).pathname).toBe('/home/main/map')
  await page.keyboard.press('m')
  const panel = page.getByRole('region', { name: 'Measure' })
  await panel.getByText('Loading').waitFor()
  await panel.getByText('This part could not be loaded').waitFor()
  await page.unrouteAll()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByRole('button', { name: 'Distance and bearing' }).waitFor()
  await page.close()
})
