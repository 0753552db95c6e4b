import type { Page } from 'playwright-core'
import type { Centre } from './a-centre.ts'

/** Keeps a rule that is written as a sentence, seen by its writer or by others too; its page is open then. */
export async function createRule(centre: Centre, page: Page, sentence: string, seenBy?: string) {
  const name = /"(.*)"$/.exec(sentence)![1]!
  await page.goto(`${centre.base}/home/main/dashboard/rules/new?part=words`)
  await page.getByLabel('The rule in words').fill(sentence)
  if (seenBy !== undefined) {
    await page.getByText('Conditions', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Seen by' }).click()
    await page.getByRole('option', { name: seenBy, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}
/** Starts a historical run of the rule of the page, as saved. */
export const lookBack = (page: Page) =>
  page.getByRole('button', { name: 'Test on history', exact: true }).first().click()
/** Switches the rule of the page on, which was looked back with. */
export async function switchOn(page: Page, name: string) {
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Enable ${name}?` })
  // A sea of some minutes is little data for a week.
  await dialog.getByText(/Data for .* of 7 d/).waitFor()
  await dialog.getByLabel('Reason').fill('Looked at the hits')
  await dialog.getByRole('button', { name: 'Enable anyway' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
}
