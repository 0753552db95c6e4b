// Rooms: rules
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'vitest'
import { centreOfFile } from './a-file.ts'
import { expectAccessible, expectNoOverflow, open } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const centre = centreOfFile()

const THRESHOLD = 'Change of speed of at least, kn'

test('an administrator changes a threshold by keyboard, on a screen that fits and passes axe', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await open(page, 'Detectors')
  const row = page.getByRole('row').filter({ hasText: 'Speed change' })
  await row.press('Enter')
  const details = page.getByRole('region', { name: 'Speed change', exact: true })
  await details.getByRole('button', { name: 'Change', exact: true }).press('Enter')
  const form = details.getByRole('form', { name: 'Change Speed change' })
  await form.getByLabel(THRESHOLD).fill('400')
  await form.getByText('From 3 to 40 kn.').waitFor()
  await form.getByLabel(THRESHOLD).fill('10')
  await form.getByLabel('Reason').fill('Pilots slow ships here')
  await expectNoOverflow(page)
  await expectAccessible(page, axe)
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await row.getByText('1 threshold').waitFor()
  await page.close()
})
