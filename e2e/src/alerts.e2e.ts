// Rooms: alerts, vessel-lists, replay
import { enableDisableAlertDefinition } from '@samudra/contract/alert-definitions'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { getAlerts } from '@samudra/contract/alerts'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile, isLive, search } from './a-file.ts'
import { createUser, expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const SHIPS = [419000301, 419000302, 419000303]
const sail = (ships = SHIPS) =>
  receiver.send(
    // Who they are before where: an alert keeps the name that was known when it was raised.
    ships.flatMap((mmsi, i) => [
      ...encodeStaticVoyage({ mmsi, name: `NIGHT TRADER ${i + 1}`, shipType: 70 }),
      ...encodePosition({ mmsi, lat: 8 + i / 10, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ]),
  )

/** Chooses what an alert was, in the form that is open. */
async function judge(page: Page, verdict: string) {
  await page.getByRole('combobox', { name: 'Outcome' }).press('ArrowDown')
  await page.getByRole('option', { name: verdict, exact: true }).click()
}

async function openAlerts(page: Page) {
  await centre.signIn(page, '/home/main/dashboard/alerts')
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor()
}

test('a detector alert is handled by keyboard alone, and the other screen shows by whom', async () => {
  const [page, other] = [await centre.page(), await centre.page()]
  const call = await callerOf(centre.base)
  await call(addVesselToList, { id: 'blacklist', mmsis: SHIPS.map(String), reason: 'Seen without lights' })
  for (const one of [page, other]) await openAlerts(one)
  await page.getByText('No unassigned alerts').waitFor()
  sail()
  for (const one of [page, other]) await one.locator('#screen').getByText('3 new alerts').waitFor()
  await expect.poll(() => page.title()).toBe('(3) Samudra')

  await page.keyboard.press('j')
  const details = page.getByRole('region', { name: /^Blacklist, / })
  await details.getByRole('region', { name: 'Why' }).getByText('has anomaly Blacklist').waitFor()
  await expectNoOverflow(page)
  await page.keyboard.press('a')
  await details.getByText(/^Acknowledged, assigned to admin$/).waitFor()
  await other.locator('#screen').getByText('2 new alerts').waitFor()
  await page.keyboard.press('s')
  await details.getByText(/^In progress, assigned to admin$/).waitFor()
  await page.keyboard.press('r')
  const resolve = details.getByRole('form', { name: 'Resolve' })
  await judge(page, 'True')
  await resolve.getByLabel('Open the next alert afterwards').uncheck()
  await resolve.getByLabel('Reason').fill('The patrol boat boarded her')
  await page.keyboard.press('Control+Enter')
  await resolve.waitFor({ state: 'detached' })
  await details.getByText(/^Resolved: True/).waitFor()
  await details.getByRole('region', { name: 'History' }).getByText('The patrol boat boarded her').waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('d')
  await page.getByRole('form', { name: 'Dismiss' }).waitFor()
  // Where another screen has the same row focused, the focus moves to the next row when the vessel leaves the list.
  const [ship] = /NIGHT TRADER \d/.exec(
    (await page.locator('[role=row][aria-selected=true]').textContent())!,
  )!
  await judge(page, 'Expected')
  await other.getByRole('row').filter({ hasText: ship }).focus()
  await page.keyboard.press('Control+Enter')
  await other.locator('#screen').getByText('1 new alert', { exact: true }).waitFor()
  await other.locator('[role=row]:focus').filter({ hasText: 'NIGHT TRADER' }).waitFor()
  await details.getByText(/^Dismissed: /).waitFor()
  await page.keyboard.press('z')
  await other.locator('#screen').getByText('2 new alerts').waitFor()
  await other.getByText('Resolved 1', { exact: true }).click()
  await other.getByRole('row').filter({ hasText: 'Blacklist' }).getByText('admin').waitFor()
  await page.close()
  await other.close()
})

test('a vessel with an alert pulses on the map until a user takes it up from its card', async () => {
  const page = await centre.page()
  await openAlerts(page)
  const row = page.getByRole('row').filter({ hasText: 'NIGHT TRADER' }).first()
  const [ship] = /NIGHT TRADER \d/.exec((await row.textContent())!)!
  await page.goto(`${centre.base}/home/main/map`)
  await isLive(page)
  await search(page, ship)
  await page.getByRole('option').filter({ hasText: ship }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await alerts.getByRole('link', { name: 'Blacklist' }).waitFor()
  await page.locator('.alarm-pulse').first().waitFor({ state: 'attached' })
  await alerts.getByRole('button', { name: 'Acknowledge' }).click()
  await alerts.getByText('Acknowledged, assigned to admin').waitFor()
  // It was the wrong ship.
  await page.getByRole('button', { name: 'Undo (Z)' }).click()
  await page.getByText(/^Undone, alerts again in ten seconds: /).waitFor()
  await alerts.getByRole('button', { name: 'Acknowledge' }).waitFor()
  await page.close()
})

test('in a replay a ship has the alerts that waited at the instant shown', async () => {
  const page = await centre.page()
  const call = await callerOf(centre.base)
  const { items } = await call(getAlerts, { state: 'NEW' })
  const [alert] = items
  const [from, known] = [Date.now() - 600_000, Date.parse(alert!.known_at)]
  const iso = (at: number) => new Date(at).toISOString()
  // The picture of the past is of whole seconds.
  const replayAt = (at: number) =>
    centre.signIn(
      page,
      `/home/map/replay?from=${iso(from)}&to=${iso(Date.now())}&t=${iso(at)}&mmsi=${alert!.mmsi}`,
    )
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await replayAt(known + 1000)
  await alerts.getByRole('link', { name: 'Blacklist' }).waitFor()
  await page.locator('.alarm-pulse').first().waitFor({ state: 'attached' })
  await replayAt(known - 500)
  await page.locator('.card').waitFor()
  await alerts.waitFor({ state: 'detached' })
  await page.close()
})

test('J and K follow the alerts as listed, and K at the top takes in newly arrived ones', async () => {
  const page = await centre.page()
  await openAlerts(page)
  const names = async () =>
    (await page.getByRole('row').filter({ hasText: 'NIGHT TRADER' }).allTextContents()).map(
      (text) => /NIGHT TRADER \d/.exec(text)![0],
    )
  await expect.poll(async () => (await names()).length).toBeGreaterThan(1)
  const chosen = page.locator('[role=row][aria-selected=true]')
  const head = page.getByRole('columnheader', { name: 'Vessel' }).getByRole('button')
  // Either way round is another order than that in which they came.
  for (const order of ['ascending', 'descending']) {
    await head.click()
    await page.locator(`[role=columnheader][aria-sort=${order}]`).waitFor()
    const [first, ...rest] = await names()
    await page.getByRole('row').filter({ hasText: first! }).click()
    await chosen.filter({ hasText: first! }).waitFor()
    for (const name of rest) {
      await page.keyboard.press('j')
      await chosen.filter({ hasText: name }).waitFor()
    }
    for (const name of [first!, ...rest].toReversed().slice(1)) {
      await page.keyboard.press('k')
      await chosen.filter({ hasText: name }).waitFor()
    }
  }
  const late = [419000304]
  const call = await callerOf(centre.base)
  await call(addVesselToList, { id: 'blacklist', mmsis: late.map(String), reason: 'Seen without lights' })
  sail(late)
  await page.getByRole('button', { name: '1 new row' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'NIGHT TRADER' }).first().click()
  const before = (await names()).length
  await page.keyboard.press('k')
  await page.getByRole('button', { name: '1 new row' }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await names()).length).toBe(before + 1)
  await page.close()
})

test('a comment offers the users to notify by name as it is written', async () => {
  const page = await centre.page()
  await createUser(centre, 'ravi')
  await openAlerts(page)
  await page.getByRole('row').filter({ hasText: 'NIGHT TRADER' }).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  const form = page.getByRole('form', { name: 'Comment' })
  await form.getByLabel('Comment').pressSequentially('Is she yours, @r')
  await page.locator('[role=option][data-combobox-selected]').filter({ hasText: 'ravi' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => form.getByLabel('Comment').inputValue()).toBe('Is she yours, @ravi ')
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'History' }).getByText('Is she yours, @ravi').waitFor()
  await page.close()
})

test('an alert burst forms groups, single alerts stay in the list, and the keyboard reaches both', async () => {
  const call = await callerOf(centre.base)
  const { version } = await call(getAdminSettings, {})
  await call(updateAdminSettings, { changes: { 'alerts.flood_limit': 2 }, expected_version: version })
  await call(enableDisableAlertDefinition, {
    id: 'default-ILLEGAL_MMSI',
    enabled: true,
    reason: 'Wanted here',
  })
  const many = [419000311, 419000312, 419000313]
  await call(addVesselToList, { id: 'blacklist', mmsis: many.map(String), reason: 'Seen together' })
  const page = await centre.page()
  await openAlerts(page)
  // No country has the digits of the last.
  sail([...many, 100000314])
  const groups = page.getByRole('region', { name: 'Groups' })
  await groups.getByText('in 1 group,').waitFor()
  await groups.getByRole('button', { name: 'Blacklist' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Illegal MMSI' }).waitFor()
  await page.keyboard.press('g')
  const group = page.getByRole('region', { name: 'Group', exact: true })
  await group.getByText(/of one flood, \d+ open/).waitFor()
  await page.getByRole('row').filter({ hasText: 'NIGHT TRADER' }).first().waitFor()
  // It is at hand as a whole: one key does it with all, and one takes it back.
  const whole = page.getByRole('region', { name: 'Group, Blacklist' })
  await whole.getByRole('button', { name: 'Acknowledge all' }).waitFor()
  await expectNoOverflow(page)
  await page.keyboard.press('a')
  await page.getByText(/^Acknowledged: \d+ alerts/).waitFor()
  await whole.getByRole('button', { name: 'Start all' }).waitFor()
  await page.keyboard.press('z')
  await page.getByText(/^Undone, alerts again in ten seconds: \d+ alerts/).waitFor()
  await whole.getByRole('button', { name: 'Acknowledge all' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('region', { name: /^Blacklist, / }).waitFor()
  await group.getByRole('button', { name: 'Actions for all' }).click()
  await whole.getByRole('button', { name: 'Dismiss all' }).waitFor()
  await page.keyboard.press('d')
  await judge(page, 'Expected')
  await page.keyboard.press('Control+Enter')
  await page.getByText('No alerts left in this group').waitFor()
  await page.keyboard.press('j')
  await group.waitFor({ state: 'detached' })
  await page.close()
})
