// Rooms: rules, events, patterns
import type { Page } from 'playwright-core'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, search } from './a-file.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const TRADER = 419000200
const sail = () =>
  receiver.send([
    // A report of another second would come late, and revise what was found.
    ...encodePosition({
      mmsi: TRADER,
      lat: 8,
      lon: 76,
      sog: 12,
      cog: 90,
      navStatus: 0,
      second: new Date().getUTCSeconds(),
    }),
    ...encodeStaticVoyage({ mmsi: TRADER, name: 'NIGHT TRADER', shipType: 70 }),
  ])

async function signIn() {
  const page = await centre.page()
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  return page
}
async function openCard(page: Page) {
  await search(page, 'NIGHT TRADER')
  await page.getByRole('option').filter({ hasText: 'NIGHT TRADER' }).first().click()
  await page.getByRole('complementary', { name: 'Vessel card' }).waitFor()
}
const board = (page: Page) => page.getByRole('list', { name: 'Events' })

test('a detection is on board, map and card with its sentence; screens confirm and dispute it', async () => {
  const [page, other] = [await signIn(), await signIn()]
  sail()
  await openCard(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add to list…' }).click()
  const lists = page.getByRole('dialog', { name: 'Add NIGHT TRADER to a list' })
  await lists.getByRole('combobox', { name: 'List' }).click()
  await page.getByRole('option', { name: 'Blacklist' }).click()
  await lists.getByLabel('Reason').fill('Seen without lights')
  await lists.getByRole('button', { name: 'Add', exact: true }).click()
  await lists.waitFor({ state: 'detached' })
  // Reports carry whole seconds: one of this second is from before the vessel was listed, and would revise the hit.
  const listedIn = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(listedIn)

  await other.getByRole('button', { name: 'Events', exact: true }).click()
  await expect
    .poll(
      async () => {
        sail()
        return board(other).textContent()
      },
      { timeout: 60_000 },
    )
    .toContain('Blacklist')
  await page.getByRole('region', { name: 'Detected' }).getByText('Blacklist').waitFor()

  await board(other)
    .getByRole('button', { name: /^Blacklist/ })
    .click()
  const popup = (one: Page) => one.getByRole('dialog', { name: 'Blacklist', exact: true })
  await popup(other).getByText('The vessel has been blacklisted.').waitFor()
  const why = popup(other).getByRole('region', { name: 'Why' })
  await why.getByText('has anomaly Blacklist').waitFor()
  await why.getByText(/In 90 days once with this vessel/).waitFor()
  await why.getByRole('button', { name: 'Show the fix used' }).click()
  await why.getByRole('button', { name: /^Raw message/ }).click()
  await why.getByText(/^!AIVDM/).waitFor()
  await expectNoOverflow(other)

  await popup(other).getByRole('button', { name: 'Confirm…' }).click()
  const confirm = other.getByRole('dialog', { name: 'Confirm: Blacklist?' })
  await confirm.getByLabel('Reason').fill('The patrol saw her')
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await popup(other)
    .getByText(/^Detected and confirmed/)
    .waitFor()
  await other.getByText('Confirmed by admin: The patrol saw her').waitFor()

  await page.getByRole('region', { name: 'Detected' }).getByRole('button', { name: 'Blacklist' }).click()
  await popup(page)
    .getByText(/^Detected and confirmed/)
    .waitFor()
  await popup(page).getByRole('button', { name: 'Dispute…' }).click()
  const dispute = page.getByRole('dialog', { name: 'Dispute: Blacklist?' })
  await dispute.getByLabel('Reason').fill('Another ship of that name')
  await dispute.getByRole('button', { name: 'Dispute', exact: true }).click()
  await popup(other)
    .getByText(/^Detected, disputed/)
    .waitFor()
  await other.getByText('Disputed by admin: Another ship of that name').waitFor()
})

test('the baselines of a place and a vessel are queried; a centre that began today has none', async () => {
  const page = await signIn()
  await page.locator('.maplibregl-canvas').click({ button: 'right', position: { x: 400, y: 600 } })
  await page.getByRole('menuitem', { name: 'Show baseline here' }).click()
  const popup = page.getByRole('dialog', { name: 'Baseline here' })
  await popup.getByText(/^No baseline yet/).waitFor()
  await expectNoOverflow(page)

  await page.goto(`${centre.base}/home/vesselsDetails/${TRADER}#habits`)
  await page.getByText(/^No baseline yet/).waitFor()
  await expectNoOverflow(page)
})
