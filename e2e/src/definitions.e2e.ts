// Rooms: alerts, vessel-lists
import { encodePosition } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { blacklist, expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const DEFINITIONS = '/home/main/dashboard/alerts/definitions'
async function open(page: Page, path: string, heading: string) {
  await page.goto(`${centre.base}${path}`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}
const detailsOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const formOf = (page: Page, name: string) => page.getByRole('form', { name })

/** Vessels in a port: fewer are no ground for a suggestion. */
const IN_PORT = Array.from({ length: 10 }, (_, i) => 419000401 + i)

test('a definition that disturbs from ports alone gets the suggestion to leave them out', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await blacklist(centre, page, IN_PORT)
  await open(page, `${DEFINITIONS}?open=default-BLACKLIST`, 'Alert definitions')
  const details = detailsOf(page, 'Blacklist')
  await details.getByText('No alert in 7 days.').waitFor()
  // In the harbour of Das Island.
  receiver.send(
    IN_PORT.flatMap((mmsi, i) =>
      encodePosition({ mmsi, lat: 25.155 + i / 2000, lon: 52.88, sog: 0, cog: 90, navStatus: 5, second: 3 }),
    ),
  )
  await details.getByText(/^10 alerts/).waitFor()
  await open(page, '/home/main/dashboard/alerts/figures?hours=8', 'Alert load')
  const suggested = page.getByRole('listitem').filter({ hasText: 'Blacklist' })
  await suggested
    .getByText('100 % were in ports. Exclude ports? 10 of 10 would not have been raised.')
    .waitFor()
  await expectNoOverflow(page)
  await suggested.getByRole('link', { name: 'Open with this change' }).click()
  const form = formOf(page, 'Change Blacklist')
  expect(await form.getByLabel('Exclude hits in ports').isChecked()).toBe(true)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await details.getByRole('region', { name: 'Versions' }).getByText('In ports: No').waitFor()

  // Every other screen about alerts fits the window, too.
  await page.getByRole('button', { name: 'New definition' }).click()
  const empty = formOf(page, 'New alert definition')
  await empty.getByLabel('Only at certain hours').check()
  await empty.getByLabel('From', { exact: true }).fill('25:00')
  await empty.getByRole('button', { name: 'Create' }).click()
  await empty.getByText('Enter a time like 06:30.').waitFor()
  await expectNoOverflow(page)
  await open(page, '/home/main/dashboard/alerts/duties', 'On watch')
  await formOf(page, 'Assign a duty').getByLabel('User').fill('admin')
  await page.getByRole('option', { name: 'admin' }).click()
  await formOf(page, 'Assign a duty').getByRole('button', { name: 'Put on duty' }).click()
  await page.getByText(/^From .* no one is on watch/).waitFor()
  await expectNoOverflow(page)
  await page.close()
})
