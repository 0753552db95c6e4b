// Rooms: vessel-lists, map, picture
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, search } from './a-file.ts'
import { expectNoOverflow, open } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const [PRIDE, OTHER] = [419000100, 419000101]
const sail = () =>
  receiver.send([
    ...encodePosition({ mmsi: PRIDE, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: PRIDE, name: 'SAMUDRA PRIDE', shipType: 70 }),
    ...encodePosition({ mmsi: OTHER, lat: 7, lon: 75, sog: 3, cog: 20, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: OTHER, name: 'OTHER LADY', shipType: 80 }),
  ])

async function openCard(page: Page, name: string) {
  await page.locator('.strip [data-link=live]').waitFor()
  await search(page, name)
  await page.getByRole('option').filter({ hasText: name }).first().click()
  await page.getByRole('complementary', { name: 'Vessel card' }).waitFor()
}

test('a ship is put on a new list, the other screen shows it, and the map shows the list only', async () => {
  const [page, other] = [await centre.page(), await centre.page()]
  for (const one of [page, other]) {
    await centre.signIn(one)
    await one.locator('.strip [data-link=live]').waitFor()
  }
  sail()
  await other.getByRole('button', { name: 'Vessel lists' }).click()
  await other.getByText('Only the blacklist exists.').waitFor()

  await openCard(page, 'SAMUDRA PRIDE')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add to list…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add SAMUDRA PRIDE to a list' })
  await dialog.getByLabel('Name of the list').fill('Cable watch')
  await dialog.getByLabel('Reason').fill('Slow over the cable')
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const card = page.getByRole('complementary', { name: 'Vessel card' })
  await card.locator('.card-lists').getByText('Cable watch').waitFor()

  const panel = other.getByRole('region', { name: 'Vessel lists' })
  await panel.getByText('Cable watch').click()
  await panel.getByText('Slow over the cable').waitFor()
  await panel.getByRole('button', { name: 'Show only these' }).click()
  await other.locator('.strip').getByText('1 / 2').first().waitFor()
  await expectNoOverflow(other)
  await panel.getByRole('button', { name: 'SAMUDRA PRIDE', exact: true }).click()
  await other.getByRole('complementary', { name: 'Vessel card' }).getByText('Cable watch').waitFor()

  await openCard(page, 'OTHER LADY')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add to list…' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Her companion')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await panel.getByText('Her companion').waitFor()
  await panel.getByRole('button', { name: 'Remove OTHER LADY from the list' }).click()
  await panel.getByText('OTHER LADY is off the list.').waitFor()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await panel.getByText('Her companion').waitFor()
  await panel.getByText('2 vessels').waitFor()

  await page.getByRole('button', { name: 'AIS filter' }).click()
  await page.getByRole('combobox', { name: 'Vessel lists' }).click()
  await page.getByRole('option', { name: 'Cable watch (admin)' }).click()
  await page.getByRole('status', { name: 'Matching contacts' }).getByText('2 of 2 contacts match').waitFor()
  await page.getByRole('button', { name: 'List vessels' }).click()
  const table = page.getByRole('grid', { name: 'Contacts that match the filter' })
  await table.getByText('OTHER LADY').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Contacts that match the filter.csv')

  await panel.getByRole('button', { name: 'Delete Cable watch' }).click()
  await other.getByLabel('Reason').fill('The watch is over')
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await panel.getByText('Only the blacklist exists.').waitFor()
  await page.getByRole('status', { name: 'Matching contacts' }).getByText('0 of 2 contacts match').waitFor()

  await open(page, 'Vessel lists')
  await page.getByRole('button', { name: 'New list' }).click()
  const made = page.getByRole('dialog', { name: 'New list' })
  await made.getByText('Dynamic').click()
  await made.getByText('CARGO', { exact: true }).click()
  await made.getByRole('status', { name: 'Matching vessels' }).getByText('1 contact now').waitFor()
  await expectNoOverflow(page)
  await page.close()
  await other.close()
})
