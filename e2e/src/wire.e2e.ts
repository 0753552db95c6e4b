// Rooms: identity, socket
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../server/testing/servers/caller-of.ts'
import { Centre, aCable } from './a-centre.ts'
import { logIn, open } from './a-user.ts'

const AHEAD_MS = 600_000
const root = path.resolve(import.meta.dirname, '../..')
let centre: Centre
/** The server's clock is ten minutes ahead of every browser here. */
beforeAll(async () => {
  centre = new Centre(['--sim', 'none'], { clockAheadMs: AHEAD_MS })
  await centre.start()
})
afterAll(() => centre.close())
afterEach(() => {
  expect(
    // A costly call under way is answered 503 when the server stops.
    centre.complaints
      .splice(0)
      .filter((one) => !/^503 |ERR_CONNECTION|ERR_EMPTY|ERR_SOCKET|WebSocket/.test(one)),
  ).toEqual([])
})

const live = (page: Page) => page.locator('.strip [data-link=live]').waitFor({ timeout: 20_000 })

test('the fixed vectors of the sealed wire come out in a browser as they do on the server', async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'contract/src/wire/seal-vectors.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'vectors',
  })
  const page = await centre.page()
  await page.goto(centre.base)
  const computed = await page.evaluate(`${outputFiles[0]!.text};vectors.computeVectors()`)
  const written = JSON.parse(
    readFileSync(path.join(root, 'contract/src/wire/seal-vectors.json'), 'utf8'),
  ) as unknown
  expect(computed).toEqual(written)
  await page.close()
})

test('a computer whose clock is ten minutes wrong logs in, sees the picture, and stays logged in', async () => {
  const page = await centre.page()
  await logIn(centre, page, 'admin', PASSWORD)
  await page.waitForURL('**/home/main/map*')
  await live(page)
  await page.reload()
  await live(page)
  await open(page, 'User activity')
  await page.getByText('Logged in').first().waitFor()
  await page.close()
})

test('data on the wire are unreadable, and the browser stores no secret in clear', async () => {
  const page = await centre.page()
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) bodies.push(request.postDataBuffer()?.toString('latin1') ?? '')
  })
  await logIn(centre, page, 'admin', PASSWORD)
  await page.waitForURL('**/home/main/map*')
  await live(page)
  await page.waitForTimeout(800)
  expect(bodies.some((body) => body.startsWith('IE'))).toBe(true)
  expect(bodies.join()).not.toContain(PASSWORD)
  const stored = await page.evaluate(`(async () => {
    const db = await new Promise((resolve, reject) => {
      const asked = indexedDB.open('ifc_ior_db')
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const record = await new Promise((resolve) => {
      const asked = db.transaction('reduxStore').objectStore('reduxStore').get('store')
      asked.onsuccess = () => resolve(asked.result)
    })
    const { lock } = record.payload
    const out = await crypto.subtle.exportKey('raw', lock).then(() => 'exported', () => 'refused')
    return { version: db.version, stores: [...db.objectStoreNames], text: JSON.stringify(record), lock: out,
      storages: JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie }
  })()`)
  const { version, stores, text, lock, storages } = stored as Record<string, string>
  expect({ version, stores, lock }).toEqual({
    version: 7,
    stores: ['geojson', 'reduxStore'],
    lock: 'refused',
  })
  expect(text).toContain('"username":"admin"')
  // A token is three parts with a JSON object in the first.
  for (const where of [text!, storages!]) expect(where).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)
  await page.close()
})

test('two tabs work side by side; logging out of one ends the other', async () => {
  const first = await centre.page()
  await logIn(centre, first, 'admin', PASSWORD)
  await first.waitForURL('**/home/main/map*')
  const second = await first.context().newPage()
  await second.goto(`${centre.base}/home/settings/system`)
  await second.getByRole('heading', { name: 'System', level: 1 }).waitFor()
  await Promise.all([first.reload(), second.reload()])
  await live(first)
  await second.getByRole('heading', { name: 'System', level: 1 }).waitFor()
  await open(second, 'My account')
  await first.locator('.user-button').click()
  await first.getByRole('menuitem', { name: 'Log out' }).click()
  await first.waitForURL(`${centre.base}/`)
  await second.waitForURL(`${centre.base}/`, { timeout: 5000 })
  await second.goto(`${centre.base}/home/main/map`)
  await second.waitForURL(`${centre.base}/`)
  await first.close()
})

test('a minute without a network is shown, the screen works on, and is live again by itself', async () => {
  const cable = await aCable(centre.port)
  const page = await centre.page(1366, 768, { fetchesAhead: true })
  // A browser's own list of what was fetched ends at 250.
  const fetched: string[] = []
  page.on('requestfinished', (request) => fetched.push(request.url()))
  await page.goto(`${cable.base}/login`)
  await page.getByLabel('User name or e-mail').fill('admin')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map*')
  await live(page)
  // The code of the other screens is fetched once the first one is there; what each of them shares comes with it.
  for (const screen of ['AccountScreen', 'SystemScreen'])
    await expect
      .poll(() => fetched.some((url) => url.includes(`/${screen}-`)), { timeout: 30_000 })
      .toBe(true)
  await page.waitForTimeout(1000)
  cable.cut()
  await page.locator('.strip [data-link=lost]').waitFor({ timeout: 40_000 })
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search screens, objects and actions').fill('My account')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
  await page.waitForTimeout(60_000)
  cable.mend()
  await open(page, 'System')
  await page.getByText('Components').waitFor()
  await page.goBack()
  await page.goBack()
  await live(page)
  await page.close()
  cable.close()
}, 240_000)

test('the server starts again in the middle: the screen goes on without a new login', async () => {
  const page = await centre.page()
  await logIn(centre, page, 'admin', PASSWORD)
  await page.waitForURL('**/home/main/map*')
  await live(page)
  await centre.stop()
  await page.locator('.strip [data-link=lost]').waitFor({ timeout: 40_000 })
  await centre.start()
  await live(page)
  await open(page, 'User activity')
  await page.getByText('Logged in').first().waitFor()
  await page.close()
})
