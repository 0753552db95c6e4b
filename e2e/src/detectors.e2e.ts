import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { centreOfFile } from './a-file.ts'
import { expectAccessible, expectNoOverflow, open } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const centre = centreOfFile(/409|VERSION_CONFLICT/)

function speedOf(page: Page) {
  const row = page.getByRole('row').filter({ hasText: 'Speed change' })
  const details = page.getByRole('region', { name: 'Speed change', exact: true })
  return { row, details }
}
type Speed = ReturnType<typeof speedOf>
async function change({ details }: Speed, type: (form: ReturnType<Page['getByRole']>) => Promise<void>) {
  await details.getByRole('button', { name: 'Change', exact: true }).click()
  const form = details.getByRole('form', { name: 'Change Speed change' })
  await type(form)
  return form
}
const THRESHOLD = 'Change of speed of at least, kn'

test('an administrator raises a threshold with a reason, who looks sees it at once, and it goes back to the usual one', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  const other = await page.context().newPage()
  const [mine, theirs] = [speedOf(page), speedOf(other)]
  // By the keyboard here, by its address there.
  const there = other.goto(`${centre.base}/home/main/dashboard/rules/detectors?open=SPEED_CHANGE`)
  await open(page, 'Detectors')
  await mine.row.click()
  await there

  const form = await change(mine, async (it) => {
    await it.getByLabel(THRESHOLD).fill('400')
    await it.getByText('From 3 to 40 kn.').waitFor()
    await it.getByLabel(THRESHOLD).fill('10')
    await it.getByLabel('Why').fill('Pilots slow ships here')
  })
  await expectNoOverflow(page)
  await expectAccessible(page, axe)
  // Somebody else begins on the same version.
  const late = await change(theirs, async (it) => {
    await it.getByLabel('Within, min').fill('15')
    await it.getByLabel('Why').fill('Longer')
  })
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await theirs.row.getByText('1 threshold').waitFor()
  await late.getByRole('button', { name: 'Save' }).click()
  const conflict = other.getByRole('dialog', { name: 'admin changed this detector meanwhile' })
  await conflict
    .getByText(/at least 10 kn \(usually 8 kn\)/)
    .first()
    .waitFor()
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await late.getByRole('button', { name: 'Cancel' }).click()
  const versions = theirs.details.getByRole('region', { name: 'Versions' })
  await versions.getByText('Pilots slow ships here').waitFor()

  const back = await change(theirs, async (it) => {
    expect(await it.getByLabel(THRESHOLD).inputValue()).toBe('10')
    await it.getByRole('button', { name: 'Change of speed of at least: as usual' }).click()
    await it.getByLabel('Why').fill('Tried enough')
  })
  await back.getByRole('button', { name: 'Save' }).click()
  await mine.row.getByText('1 threshold').waitFor({ state: 'detached' })
  await mine.details.getByRole('region', { name: 'Versions' }).getByText('Tried enough').waitFor()

  await mine.details.getByRole('button', { name: 'Switch off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch off Speed change?' })
  await dialog.getByLabel('Reason').fill('An exercise')
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await theirs.row.getByText('Off', { exact: true }).waitFor()
  await page.close()
  await other.close()
})
