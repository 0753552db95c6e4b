// Rooms: rules, alerts
import { encodePosition } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { createRule, lookBack, switchOn } from './a-rule.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const lying = (mmsi: number, lat: number, lon: number) =>
  encodePosition({ mmsi, lat, lon, sog: 0.4, cog: 90, navStatus: 0, second: 7 })
const openPart = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Part of the rule' }).getByText(name, { exact: true }).click()
const MMSI = 419000611

test('a hit leads to its alert, and is confirmed and disputed with a reason that the record counts', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await createRule(
    centre,
    page,
    'When a ship has SOG below 2 kn and has latitude above 20 °: HIGH alert "Drifting"',
  )
  await lookBack(page)
  await page.getByText('Would not have alerted').waitFor()
  await switchOn(page, 'Drifting')
  await openPart(page, 'Results')
  receiver.send(lying(MMSI, 21, 68))
  const live = page.getByRole('region', { name: 'Found live' })
  await live
    .getByRole('row')
    .filter({ hasText: String(MMSI) })
    .click()
  const hit = live.getByRole('region', { name: `Hit, ${MMSI}` })
  for (const [button, reason, said] of [
    ['Confirm', 'The patrol saw her', 'Confirmed by admin: The patrol saw her'],
    ['Dispute', 'She lies at a buoy', 'Disputed by admin: She lies at a buoy'],
  ] as const) {
    await hit.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${button} this hit?` })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await hit.getByText(said).waitFor()
  }
  await expectNoOverflow(page)
  await openPart(page, 'Record')
  await page.getByText('0 confirmed, 1 disputed, 0 revised by late data').waitFor()
  await openPart(page, 'In words')
  await page
    .getByLabel('The rule in words')
    .fill('When a ship has SOG below 3 kn and has latitude above 20 °, except in port: HIGH alert "Drifting"')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Drifting is saved').waitFor()
  await openPart(page, 'Record')
  await page.getByRole('button', { name: 'Compare with the one now' }).first().click()
  await page.getByRole('region', { name: 'Two versions' }).locator('mark').first().waitFor()
  await expectNoOverflow(page)
  await openPart(page, 'Results')
  await live
    .getByRole('row')
    .filter({ hasText: String(MMSI) })
    .click()
  await hit.getByRole('link', { name: 'The alert it stands in' }).click()
  await page.getByRole('region', { name: `Drifting, ${MMSI}` }).waitFor()
  await page.close()
})
