// Rooms: rule-actions, webhooks, rules
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { readFile } from 'node:fs/promises'
import { createVesselList } from '@samudra/contract/vessel-lists'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { Outside, signatureOf } from '../../server/testing/servers/outside.ts'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { createRule, lookBack, switchOn } from './a-rule.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast), { expected: /400/ })
let outside: Outside
beforeAll(async () => {
  outside = await Outside.open()
})
afterAll(() => outside.close())

const SECRET = 'a secret of many signs and words'
const MMSI = 419000621
const drift = () =>
  receiver.send([
    ...encodeStaticVoyage({ mmsi: MMSI, name: 'SLOW TRADER', shipType: 70 }),
    ...encodePosition({ mmsi: MMSI, lat: 9, lon: 68, sog: 0.4, cog: 90, navStatus: 0, second: 7 }),
  ])

/** Declares an address on this machine as an administrator, after one rejection because it was not marked as local. */
async function declare(page: Page) {
  await page.getByRole('button', { name: 'Add webhook', exact: true }).click()
  const form = page.getByRole('form', { name: 'Add webhook' })
  await form.getByLabel('Name').fill('Coast guard')
  await form.getByLabel('Address', { exact: true }).fill(outside.url)
  await form.getByLabel('Secret').fill(SECRET)
  await form.getByRole('button', { name: 'Add' }).click()
  await form
    .getByText(/marked as local/)
    .first()
    .waitFor()
  // The message is at the field, where the keyboard is then, and not shown a second time.
  expect(await form.getByText(/marked as local/).count()).toBe(1)
  await form
    .locator('input:focus')
    .and(form.getByLabel('Address', { exact: true }))
    .waitFor()
  await form.getByLabel(/on this machine/).check()
  await form.getByRole('button', { name: 'Add' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Coast guard' }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText(/^Coast guard answered in /).waitFor()
  expect(JSON.parse(outside.got.splice(0)[0]!.body)).toMatchObject({ type: 'test' })
}

const openPart = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Part of the rule' }).getByText(name, { exact: true }).click()
async function openRule(page: Page, name: string) {
  await centre.signIn(page, '/home/main/dashboard/rules')
  await page.getByRole('row').filter({ hasText: name }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}
/** Adds an action with the keyboard; answers what stands of it. */
async function add(page: Page, label: string) {
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  const item = page.getByRole('menuitem', { name: label })
  await item.waitFor()
  await item.press('Enter')
  return page.getByRole('list', { name: 'Actions' }).getByRole('listitem', { name: label })
}

test('an administrator declares an address on this machine, once marked as local, and tries it', async () => {
  const page = await centre.page()
  await centre.signIn(page, '/home/settings/system')
  await declare(page)
  await expectNoOverflow(page)
  await page.close()
})

test('rule actions for a hit are written by keyboard, and stand in the sentence of the rule', async () => {
  const page = await centre.page()
  await centre.signIn(page, '/home/main/dashboard/rules')
  const call = await callerOf(centre.base)
  const list = { name: 'Watched', kind: 'STATIC', color: '#1565c0', visibility: 'PRIVATE' } as const
  await call(createVesselList, list)
  await createRule(centre, page, 'When a vessel has SOG below 2 kn: HIGH hit "Slow"')
  await openPart(page, 'Actions')
  await page.getByText('No actions.').waitFor()
  await add(page, 'Write to the audit record')
  const notifies = await add(page, 'Notify users')
  await notifies.getByRole('combobox', { name: 'Recipients' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Administrators' }).click()
  await page.keyboard.press('Escape')
  const lists = await add(page, 'Add to a list')
  await lists.getByRole('combobox', { name: 'Vessel list' }).click()
  await page.getByRole('option', { name: 'Watched' }).click()
  const calls = await add(page, 'Call a webhook')
  await calls.getByRole('combobox', { name: 'Webhook' }).focus()
  await page.keyboard.type('coast')
  await page.locator('[role=option][data-combobox-selected]').filter({ hasText: 'Coast guard' }).waitFor()
  await page.keyboard.press('Enter')
  await add(page, 'Raise an alert')
  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words.getByText(/HIGH alert "Slow"/).waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Not saved yet').waitFor({ state: 'detached' })
  await page.close()
})

test('the alert, notification, list, record and webhook of a hit show the actions of its rule', async () => {
  const page = await centre.page()
  await openRule(page, 'Slow')
  await lookBack(page)
  await page.getByText('Would not have alerted').waitFor()
  await switchOn(page, 'Slow')

  await openPart(page, 'Results')
  drift()
  // A toast, which goes by itself.
  await page.getByText(`Slow (MMSI ${MMSI}): `).first().waitFor()
  const live = page.getByRole('region', { name: 'Found live' })
  await live
    .getByRole('row')
    .filter({ hasText: String(MMSI) })
    .click()
  const hit = live.getByRole('region', { name: `Hit, ${MMSI}` })
  await hit.getByText(/Done: .*webhook "Coast guard".*taken/).waitFor()
  await hit.getByText(/Done: .*list "Watched"/).waitFor()
  await hit.getByRole('link', { name: 'Its alert' }).waitFor()
  await expectNoOverflow(page)
  const [got] = outside.got
  expect(outside.got).toHaveLength(1)
  expect(got!.headers['webhook-signature']).toBe(signatureOf(got!, SECRET))
  expect(JSON.parse(got!.body)).toMatchObject({
    type: 'rule.hit',
    rule: { name: 'Slow' },
    ships: [{ mmsi: String(MMSI) }],
  })
  await page.goto(`${centre.base}/home/main/dashboard/vesselLists`)
  await page.getByRole('row').filter({ hasText: 'Watched' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: String(MMSI) })
    .getByText('Found by the rule Slow')
    .waitFor()
  await page.goto(`${centre.base}/home/settings/system`)
  await page.getByRole('row').filter({ hasText: 'Coast guard' }).click()
  const found = page.getByRole('region', { name: 'Webhook Coast guard' })
  await found.getByRole('row').filter({ hasText: 'rule.hit' }).getByText('Delivered').waitFor()
  await expectNoOverflow(page)
  await page.close()
})

test('a rule with all its actions is exported and imported, and missing objects are named', async () => {
  const page = await centre.page()
  await openRule(page, 'Slow')
  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words.getByText(/list "Watched" .*webhook "Coast guard"$/).waitFor()
  const sentence = (await words.textContent())!
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  const { rules } = JSON.parse(saved) as { rules: { name: string; actions: { do: string }[] }[] }
  const [rule] = rules
  expect(rule!.actions.map((action) => action.do).toSorted()).toEqual(
    ['ALERT', 'ADD_TO_LIST', 'LOG', 'NOTIFY', 'WEBHOOK'].toSorted(),
  )
  const gone = { ...rule, name: 'Gone', actions: [{ do: 'WEBHOOK', id: 'gone' }] }
  const file = JSON.stringify({ rules: [{ ...rule, name: 'Again' }, gone] })

  await page.getByRole('link', { name: 'All rules' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import rules' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'rules.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await dialog.getByRole('button', { name: 'Import 2 rules' }).click()
  const became = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await became('Again').getByText('Saved as a draft', { exact: true }).waitFor()
  await became('Gone').getByText('it calls a webhook that does not exist; choose another').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('row').filter({ hasText: 'Again' }).click()
  await words.getByText(sentence.replace('"Slow"', '"Again"'), { exact: true }).waitFor()
  await page.close()
})
