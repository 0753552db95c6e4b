// Rooms: rules, alerts
import { encodePosition } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
/** So many that looking back over them takes a while. */
const MANY = 3000

test('a run is cancelled, resumed from there, and finds every vessel', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  receiver.send(
    Array.from({ length: MANY }, (_, i) =>
      lying(419200000 + i, 4 + (i % 60) / 10, 65 + Math.floor(i / 60) / 10),
    ).flat(),
  )
  await expect.poll(() => page.locator('.strip').textContent()).toMatch(/Contacts\s*3.?000/)
  await createRule(centre, page, 'When a vessel has SOG below 2 kn: LOW hit "Lying"')
  const run = page.getByRole('region', { name: 'Test on history', exact: true })
  const hasCancelled = async () => {
    await lookBack(page)
    const within = { timeout: 3000 }
    // One that is over before the button is reached is begun again.
    const press = run.getByRole('button', { name: 'Cancel' }).click(within)
    const come = press.then(() => run.getByText(/· Cancelled ·/).waitFor(within))
    return come.then(
      () => true,
      () => false,
    )
  }
  await expect.poll(hasCancelled, { timeout: 40_000 }).toBe(true)
  await run.getByRole('button', { name: 'Continue' }).click()
  await run.getByText(/^Would have alerted 3.?000 times, 3.?000 vessels, 0 in port$/).waitFor()
  await run.getByText(/· Done ·/).waitFor()
  // The hits of a stored run are there as soon as it is done.
  await openPart(page, 'Results')
  await page.getByRole('button', { name: 'Test and save' }).click()
  const stored = page.getByRole('region', { name: 'Hits of the historical run' })
  await stored.getByText(/· Done · stored ·/).waitFor()
  await stored.getByText(/^3.?000 hits$/).waitFor()
  await page.close()
}, 90_000)

const MMSI = 419000611

test('a hit leads to its alert, and is confirmed and disputed with a reason the record counts', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await createRule(
    centre,
    page,
    'When a vessel has SOG below 2 kn and has latitude above 20 °: HIGH alert "Drifting"',
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
  for (const [button, reason, text] of [
    ['Confirm', 'The patrol saw her', 'Confirmed by admin: The patrol saw her'],
    ['Dispute', 'She lies at a buoy', 'Disputed by admin: She lies at a buoy'],
  ] as const) {
    await hit.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${button} this hit?` })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await hit.getByText(text).waitFor()
  }
  await expectNoOverflow(page)
  await openPart(page, 'Record')
  await page.getByText('0 confirmed, 1 disputed, 0 revised by late data').waitFor()
  await openPart(page, 'In words')
  await page
    .getByLabel('The rule in words')
    .fill(
      'When a vessel has SOG below 3 kn and has latitude above 20 °, except in port: HIGH alert "Drifting"',
    )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Drifting is saved').waitFor()
  await openPart(page, 'Record')
  const versions = page.getByRole('region', { name: 'Versions', exact: true })
  await versions
    .getByText(/except in port/)
    .first()
    .waitFor()
  await versions.getByRole('button', { name: 'Compare with the current version' }).last().click()
  await page.getByRole('region', { name: 'Two versions' }).locator('mark').first().waitFor()
  await expectNoOverflow(page)
  await openPart(page, 'Results')
  await live
    .getByRole('row')
    .filter({ hasText: String(MMSI) })
    .click()
  await hit.getByRole('link', { name: 'Its alert' }).click()
  await page.getByRole('region', { name: `Drifting, ${MMSI}` }).waitFor()
  await page.close()
})
