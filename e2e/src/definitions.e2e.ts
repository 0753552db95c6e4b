import { encodePosition } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { blacklist, expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast), { expected: /409|VERSION_CONFLICT/ })

const DEFINITIONS = '/home/main/dashboard/alerts/definitions'
async function open(page: Page, path: string, heading: string) {
  await page.goto(`${centre.base}${path}`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const detailsOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const formOf = (page: Page, name: string) => page.getByRole('form', { name })

test('a definition is made, changed by two hands at once, disabled with a reason, and deleted', async () => {
  const [page, other] = [await centre.page(), await centre.page()]
  for (const one of [page, other]) {
    await centre.signIn(one)
    await open(one, DEFINITIONS, 'Alert definitions')
    await rowOf(one, 'Spoofing').waitFor()
  }
  await page.getByRole('button', { name: 'New definition' }).click()
  const form = formOf(page, 'New alert definition')
  await form.getByLabel('Name', { exact: true }).fill('Ships of the coast')
  await form.getByLabel('Same alert for, min').fill('30')
  await form.getByLabel('Only at some hours').check()
  await form.getByLabel('From', { exact: true }).fill('25:00')
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByText('Write a time of day like 06:30.').waitFor()
  await form.getByLabel('From', { exact: true }).fill('06:00')
  await expectNoOverflow(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await form.waitFor({ state: 'detached' })
  const details = detailsOf(page, 'Ships of the coast')
  await details.getByText('every day 06:00 to 24:00 UTC').waitFor()

  // Both look at the same version; who is second is shown what the first wrote.
  await rowOf(other, 'Ships of the coast').click()
  for (const one of [page, other])
    await detailsOf(one, 'Ships of the coast').getByRole('button', { name: 'Change', exact: true }).click()
  const [mine, theirs] = [page, other].map((one) => formOf(one, 'Change Ships of the coast'))
  await mine!.getByLabel('Grace, min').fill('15')
  await theirs!.getByLabel('Description').fill('Seen from the tower')
  await mine!.getByRole('button', { name: 'Save' }).click()
  await mine!.waitFor({ state: 'detached' })
  await theirs!.getByRole('button', { name: 'Save' }).click()
  const conflict = other.getByRole('dialog', { name: 'admin changed this alert definition meanwhile' })
  await conflict.getByText('15 min without it').waitFor()
  await conflict.getByRole('button', { name: 'Save mine over it' }).click()
  await theirs!.waitFor({ state: 'detached' })
  await details.getByText('Seen from the tower').first().waitFor()

  await details.getByRole('button', { name: 'Disable' }).click()
  const ask = details.getByRole('form', { name: 'Disable' })
  await ask.getByLabel('Why').fill('An exercise')
  await page.keyboard.press('Control+Enter')
  await detailsOf(other, 'Ships of the coast').getByText('Disabled', { exact: true }).waitFor()
  await details.getByRole('region', { name: 'Versions' }).getByText('An exercise').waitFor()

  await details.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Ships of the coast?' })
  await dialog.getByLabel('Reason').fill('Not needed')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await rowOf(other, 'Ships of the coast').waitFor({ state: 'detached' })
  await page.close()
  await other.close()
})

test('what was raised is counted beside its definition and in the figures, and a change comes filled in', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await open(page, '/home/main/dashboard/alerts/figures', 'Nuisance of alerts')
  await page.getByText('No alert came in this time').waitFor()
  await open(page, `${DEFINITIONS}?open=default-ILLEGAL_MMSI`, 'Alert definitions')
  const details = detailsOf(page, 'Illegal MMSI')
  await details.getByText('No alert in 7 days.').waitFor()
  receiver.send(
    encodePosition({ mmsi: 100000001, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
  )
  await details.getByText(/^1 alert/).waitFor()
  await rowOf(page, 'Illegal MMSI').getByRole('gridcell', { name: '1', exact: true }).waitFor()

  await open(page, '/home/main/dashboard/alerts/figures?hours=8', 'Nuisance of alerts')
  await page.getByText(/an hour for each watch officer: an officer can look at each of them/).waitFor()
  await rowOf(page, 'Illegal MMSI').getByText('100000001 · 100 %').waitFor()
  await expectNoOverflow(page)

  const fill = encodeURIComponent(JSON.stringify({ grace_min: 20 }))
  await open(page, `${DEFINITIONS}?change=default-ILLEGAL_MMSI&fill=${fill}`, 'Alert definitions')
  const form = formOf(page, 'Change Illegal MMSI')
  expect(await form.getByLabel('Grace, min').inputValue()).toBe('20')
  await form.getByRole('button', { name: 'Save' }).click()
  await details.getByText('20 min without it', { exact: true }).waitFor()
  await page.close()
})

/** More than nothing is said of fewer. */
const IN_PORT = Array.from({ length: 10 }, (_, i) => 419000401 + i)

test('where a definition disturbs from ports alone it is suggested to leave them out, and one press fills that in', async () => {
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
  await open(page, '/home/main/dashboard/alerts/figures?hours=8', 'Nuisance of alerts')
  const suggested = page.getByRole('listitem').filter({ hasText: 'Blacklist' })
  await suggested
    .getByText('100 % were found in ports. Leave out ports? 10 of 10 would not have been raised.')
    .waitFor()
  await expectNoOverflow(page)
  await suggested.getByRole('link', { name: 'Open with this change' }).click()
  const form = formOf(page, 'Change Blacklist')
  expect(await form.getByLabel('Leave out what is found in ports').isChecked()).toBe(true)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await details.getByRole('region', { name: 'Versions' }).getByText('In ports: No').waitFor()
  await page.close()
})

test('it is said that nobody is on watch until somebody is put on duty, and again when his duty is ended', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await open(page, '/home/main/dashboard/alerts/duties', 'On watch')
  await page.getByText('Nobody is on watch.').waitFor()
  const form = formOf(page, 'Put somebody on duty')
  await form.getByLabel('Who').fill('admin')
  await page.getByRole('option', { name: 'admin' }).click()
  await form.getByRole('button', { name: 'Put on duty' }).click()
  const now = page.getByRole('region', { name: 'Now', exact: true })
  await now.getByRole('row').filter({ hasText: 'Watch officer' }).waitFor()
  await page.getByText(/^From .* nobody is on watch/).waitFor()
  await expectNoOverflow(page)
  await now.getByRole('button', { name: 'End' }).click()
  const dialog = page.getByRole('dialog', { name: 'End the duty of admin?' })
  await dialog.getByLabel('Reason').fill('Ill')
  await dialog.getByRole('button', { name: 'End it' }).click()
  await page.getByText('Nobody is on watch.').waitFor()
  await page
    .getByRole('region', { name: 'Over in the last day' })
    .getByText('admin, ended by admin')
    .waitFor()
  await page.close()
})
