// Rooms: identity
import { expect, test } from 'vitest'
import { PASSWORD } from '../../server/testing/servers/caller-of.ts'
import { centreOfFile } from './a-file.ts'
import { logIn, open } from './a-user.ts'

const centre = centreOfFile(/401/)

test('an idle session warns before its end, staying extends it, and the end has the exact words', async () => {
  const page = await centre.page()
  await page.clock.install()
  await logIn(centre, page, 'admin', PASSWORD)
  await page.waitForURL('**/home/main/map*')
  await page.locator('.strip [data-link=live]').waitFor()
  await page.clock.fastForward('24:30')
  expect(await page.getByRole('button', { name: 'Stay logged in' }).count()).toBe(0)
  await page.clock.fastForward('01:00')
  await page.getByRole('timer').waitFor()
  expect(await page.getByRole('timer').textContent()).toMatch(/^4:\d\d$/)
  await page.getByRole('button', { name: 'Stay logged in' }).last().click()
  await page.getByRole('timer').waitFor({ state: 'detached' })
  await open(page, 'System')
  await page.clock.fastForward('26:00')
  await page.getByRole('timer').waitFor()
  // The page may receive its logout over the socket before the logout is answered.
  await page.route('**/auth/logout', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.clock.fastForward('05:00')
  await page.waitForURL(`${centre.base}/`)
  await page.getByText('Session Timeout Logging Out').waitFor()
  // A reload signs no user in again.
  await page.goto(`${centre.base}/home/main/map`)
  await page.waitForURL(`${centre.base}/`)
  await page.close()
})

test('a session that ended while the page was away is reported at startup, with the exact words', async () => {
  const page = await centre.page()
  await logIn(centre, page, 'admin', PASSWORD)
  await page.waitForURL('**/home/main/map*')
  await page.locator('.strip [data-link=live]').waitFor()
  const context = page.context()
  await page.goto(`${centre.base}/healthz`)
  await context.clearCookies({ name: 'samudra_refresh' })
  const later = await context.newPage()
  await later.clock.install({ time: Date.now() + 20 * 60_000 })
  await later.goto(`${centre.base}/home/main/map`)
  await later.getByText('Session Expired Logging Out !!!').waitFor()
  await later.waitForURL(`${centre.base}/`)
  await page.close()
})
