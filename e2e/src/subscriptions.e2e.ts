// Rooms: subscriptions, vessel-lists, areas, ports, map
import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, isLive, search } from './a-file.ts'
import { expectNoOverflow, open } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const TRADER = 419000300
const sail = (name: string) =>
  receiver.send([
    ...encodePosition({ mmsi: TRADER, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: TRADER, name, shipType: 70 }),
  ])

/** Accepts the offered subscription. */
async function subscribe(page: Page, of: string) {
  const dialog = page.getByRole('dialog', { name: `Notify me about ${of}` })
  await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText(`You are notified about ${of}, as you chose.`).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

test('a user who follows a vessel, a list, an area and a port is notified of a new name', async () => {
  sail('NIGHT TRADER')
  const page = await centre.page()
  // Nothing flies or fades, which is most of what such a journey waits for.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await centre.signIn(page)
  await isLive(page)
  await search(page, 'NIGHT TRADER')
  await page.getByRole('option').filter({ hasText: 'NIGHT TRADER' }).first().click()
  await page.getByRole('complementary', { name: 'Vessel card' }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Subscribe…' }).click()
  await subscribe(page, 'NIGHT TRADER')
  // A name that is not stored yet when the vessel reports another one was never reported.
  const call = await callerOf(centre.base)
  await expect
    .poll(async () => {
      const { ship_name } = await call(getAisDetailsByVessel, {
        mmsi: String(TRADER),
        as_of: new Date().toISOString(),
      })
      return ship_name
    })
    .toBe('NIGHT TRADER')
  sail('DAY TRADER')

  await page.getByRole('button', { name: 'Vessel lists' }).click()
  await page.getByRole('button', { name: 'Subscribe to Blacklist' }).click()
  await subscribe(page, 'Blacklist')
  await page.keyboard.press('a')
  await page.getByRole('group', { name: 'New area' }).getByRole('button', { name: 'Paste' }).click()
  await page.getByLabel('GeoJSON, or one position per line').fill('7 75\n7 77\n9 77\n9 75')
  await page.getByRole('button', { name: 'Draw on the map' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Watched waters')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Subscribe to Watched waters' }).click()
  await subscribe(page, 'Watched waters')
  await open(page, 'Ports')
  await page.getByLabel('Search ports').fill('LKCMB')
  await page.getByRole('row').filter({ hasText: 'Colombo' }).first().click()
  await page.getByRole('button', { name: 'Subscribe…' }).click()
  await subscribe(page, 'Colombo')

  await open(page, 'Vessel notifications')
  await page.getByText('My subscriptions').click()
  const mine = page.getByRole('grid', { name: 'My subscriptions' })
  for (const name of ['NIGHT TRADER', 'Blacklist', 'Watched waters', 'Colombo'])
    await mine.getByRole('rowheader', { name, exact: true }).waitFor()
  await expectNoOverflow(page)

  // A notification of the vessel's report covers the corner of the page meanwhile, where the choice is.
  await page.getByRole('radio', { name: 'Notices' }).press('Space')
  const found = page.getByRole('grid', { name: 'Vessel notifications' })
  const row = found.getByRole('row').filter({ hasText: 'name NIGHT TRADER, now DAY TRADER' })
  await row.filter({ hasText: 'Unread' }).waitFor()
  await page.getByText('1 notice, 1 unread').waitFor()
  await expectNoOverflow(page)
  await page.close()
})
