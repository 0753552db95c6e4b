import { addUser as addUserOp, changePassword } from '@samudra/contract/identity'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import type { Centre } from './a-centre.ts'

/** Logs in by the form, as anybody. */
export async function logIn(centre: Centre, page: Page, username: string, password: string) {
  await page.goto(`${centre.base}/login`)
  await page.getByLabel('User name or e-mail').fill(username)
  await page.locator('input[type=password]').first().fill(password)
  await page.keyboard.press('Enter')
}

const OWN_PASSWORD = 'Sagar-2-Mala-Watch'
/** Creates an operator by API who has replaced the first password. Returns what `Centre.signIn` takes. */
export async function createUser(centre: Centre, username: string, rights: { zone_access?: string[] } = {}) {
  const administrator = await callerOf(centre.base)
  const { temporary_password: old_password } = await administrator(addUserOp, {
    username,
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
    ...rights,
  })
  const user = await callerOf(centre.base, username, old_password)
  await user(changePassword, { old_password, new_password: OWN_PASSWORD })
  return { username, password: OWN_PASSWORD }
}

/** Adds an operator, or an administrator, as an administrator does; returns the password for the first login. */
export async function addUser(page: Page, name: string, role?: 'Administrator'): Promise<string> {
  await open(page, 'User management')
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByLabel('User name').fill(name)
  if (role !== undefined) {
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: role }).click()
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  return (await page.locator('.factor-secret').textContent()) ?? ''
}

/** Replaces a password that another person chose. */
export async function choosePassword(page: Page, present: string, next: string) {
  await page.getByText('Set your own password').waitFor()
  await page.getByLabel('Current password').fill(present)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Repeat new password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('**/home/main/map*')
}

/** An administrator puts ships on the blacklist, from a file. */
export async function blacklist(centre: Centre, page: Page, ships: readonly number[]) {
  await page.goto(`${centre.base}/home/main/dashboard/vesselLists/blacklist`)
  await page.getByRole('button', { name: 'Add vessels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add vessels to a list' })
  const csv = Buffer.from(`MMSI\n${ships.join('\n')}\n`)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'ships.csv', mimeType: 'text/csv', buffer: csv })
  await dialog.getByText(`${ships.length} vessels`).first().waitFor()
  await dialog.getByLabel('Reason').fill('Seen without lights')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Opens a screen the way a keyboard does: Ctrl-K, its name, Enter. */
export async function open(page: Page, screen: string) {
  await page.locator('.topbar').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search screens, objects and actions').fill(screen)
  await page.getByRole('button', { name: screen }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor()
  // It fades away.
  await page.getByLabel('Search screens, objects and actions').waitFor({ state: 'detached' })
}

/** The bar over the chart, once what is drawn with is there: a click before that is not the drawing's. */
export const drawBar = (page: Page) => page.locator('[role=toolbar][aria-label=Drawing][aria-busy=false]')

/** Expects no serious fault for users with other vision, hearing or ways to work (axe-core, WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page, axe: string) {
  await page.evaluate(axe)
  const serious = await page.evaluate(async () => {
    type Found = {
      violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
    }
    const found = await (
      globalThis as unknown as { axe: { run: (options: object) => Promise<Found> } }
    ).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`,
      )
  })
  expect(serious).toEqual([])
}

/** Nothing hangs over the edge of the window. */
export async function expectNoOverflow(page: Page) {
  const over = await page.evaluate(
    `[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]`,
  )
  expect(Math.max(...(over as number[]))).toBeLessThanOrEqual(0)
  // A table as high as its rows draws them all, and requests all there are.
  const tall = await page.evaluate(
    `[...document.querySelectorAll('.table:not([data-in-text])')].filter((one) => one.clientHeight > innerHeight).length`,
  )
  expect(tall).toBe(0)
}

/** Opens the menu of the middle of the chart by its key, with everything there is in it. */
export async function openMenu(page: Page) {
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem').first().waitFor()
  const more = page.getByRole('menuitem', { name: 'More' })
  if ((await more.count()) > 0) await more.press('Enter')
}
