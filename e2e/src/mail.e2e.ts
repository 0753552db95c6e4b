// Rooms: mail
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { aPng } from '../../server/testing/samples/pictures.ts'
import { centreOfFile } from './a-file.ts'
import { createUser, expectAccessible, expectNoOverflow } from './a-user.ts'

const centre = centreOfFile()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MAIL = '/home/collaboration/mail'
const PICTURE = { name: 'skiff.png', mimeType: 'image/png', buffer: aPng(600, 400) }

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const folder = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Mail folders' }).getByRole('button', { name })
const body = (page: Page) => page.frameLocator('.mail-frame').locator('body')
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the mail' })

test('two users write, read, answer, undo, move and find mails', async () => {
  const [ana, ben] = [await centre.page(), await centre.page()]
  const user = await createUser(centre, 'ben.rao')
  const admin = await callerOf(centre.base)
  const { version: expected_version } = await admin(getAdminSettings, {})
  await admin(updateAdminSettings, { changes: { 'mail.undo_s': 4 }, expected_version })
  await centre.signIn(ana, MAIL)
  await centre.signIn(ben, MAIL, user)

  // A recipient is completed, the text has form, a file is attached, and the draft is saved by itself.
  await ana.getByRole('button', { name: 'New mail' }).click()
  await ana.getByLabel('To', { exact: true }).pressSequentially('ben')
  await ana.getByRole('option', { name: /ben\.rao/ }).click()
  await ana.getByRole('textbox', { name: 'Subject' }).fill('Tugs off Kochi')
  await text(ana).click()
  await ana.keyboard.press('Control+b')
  await ana.keyboard.type('Two tugs')
  await ana.keyboard.press('Control+b')
  await ana.keyboard.type(' left at 03:40')
  await ana.locator('.mail-compose-foot input[type=file]').setInputFiles(PICTURE)
  await ana.getByText(/^Draft saved/).waitFor()
  await expectAccessible(ana, axe)
  await ana.keyboard.press('Control+Enter')
  const sent = ana.getByRole('alert').filter({ hasText: 'Mail sent' })
  await sent.getByRole('button', { name: 'Undo' }).click()
  await ana.getByRole('textbox', { name: 'Subject' }).fill('Two tugs off Kochi')
  await ana.getByRole('button', { name: 'Send', exact: true }).click()
  await sent.waitFor()

  // It arrives with a toast and a count, and is read in its frame.
  await ben.getByText('Received a new Mail').waitFor()
  await ben.getByRole('link', { name: '1 unread mail' }).waitFor()
  await row(ben, 'Two tugs off Kochi').click()
  await expect.poll(() => body(ben).innerText()).toContain('Two tugs left at 03:40')
  expect(await body(ben).locator('strong, b').innerText()).toBe('Two tugs')
  await ben.getByRole('link', { name: '1 unread mail' }).waitFor({ state: 'detached' })
  await ben.getByRole('button', { name: 'Show skiff.png' }).click()
  await ben.getByRole('dialog').getByRole('img', { name: 'skiff.png' }).waitFor()
  await ben.keyboard.press('Escape')
  await ben.getByRole('dialog').waitFor({ state: 'detached' })
  await expectAccessible(ben, axe)
  await expectNoOverflow(ben)

  // A reply with its key joins the conversation.
  await ben.keyboard.press('r')
  await text(ben).click()
  await ben.keyboard.press('Control+Home')
  await ben.keyboard.type('On it')
  await ben.getByRole('button', { name: 'Send', exact: true }).click()
  await row(ana, 'Re: Two tugs off Kochi').click()
  await expect.poll(() => body(ana).last().innerText()).toContain('On it')
  await ana.getByRole('article', { name: 'Mail from ben.rao' }).waitFor()

  // Archived with e, undone with z; dragged to Trash, found by a search, restored.
  await ben.locator('.mail-reading-body').focus()
  await ben.keyboard.press('e')
  await ben.getByText('No mail here').waitFor()
  await ben.keyboard.press('z')
  await row(ben, 'Two tugs off Kochi').waitFor()
  await row(ben, 'Two tugs off Kochi').dragTo(folder(ben, 'Trash'))
  await ben.getByText('No mail here').waitFor()
  await ben.keyboard.press('/')
  await ben.keyboard.type('in:Trash from:admin has:attachment')
  await ben.keyboard.press('Enter')
  await row(ben, 'Two tugs off Kochi').click()
  await ben.getByRole('button', { name: 'Restore' }).click()
  await folder(ben, /^Inbox/).click()
  await row(ben, 'Two tugs off Kochi').waitFor()

  // On a telephone one pane at a time.
  await ben.setViewportSize({ width: 390, height: 844 })
  await row(ben, 'Two tugs off Kochi').click()
  await ben.getByRole('button', { name: 'Back to the list' }).waitFor()
  await expectNoOverflow(ben)
  await expectAccessible(ben, axe)
  await ben.getByRole('button', { name: 'Back to the list' }).click()
  await row(ben, 'Two tugs off Kochi').waitFor()
  await expectAccessible(ben, axe)
})
