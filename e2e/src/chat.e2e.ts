// Rooms: chat
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPng } from '../../server/testing/samples/pictures.ts'
import { centreOfFile } from './a-file.ts'
import { createUser, expectAccessible, expectNoOverflow } from './a-user.ts'

const centre = centreOfFile()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const CHAT = '/home/collaboration/chat'
const PICTURE = { name: 'skiff.png', mimeType: 'image/png', buffer: aPng(1200, 800) }

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
async function write(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}
const message = (page: Page, text: string) =>
  page
    .getByRole('log', { name: /^Messages in/ })
    .getByRole('article')
    .filter({ hasText: text })

test('two users see messages, edits, reactions, typing, files and counts of each other', async () => {
  const [ana, ben] = [await centre.page(), await centre.page()]
  const user = await createUser(centre, 'ben.rao')
  await centre.signIn(ana, CHAT)
  await centre.signIn(ben, CHAT, user)
  for (const page of [ana, ben]) await field(page).waitFor()

  await write(ana, 'MATSYA 7 is **silent** since 03:40')
  await message(ben, 'MATSYA 7 is silent').waitFor()
  await field(ben).pressSequentially('on it')
  await ana.getByText('ben.rao is typing').waitFor()
  await field(ben).press('Enter')
  await message(ana, 'on it').waitFor()

  await field(ana).press('ArrowUp')
  const edit = ana.getByRole('textbox', { name: 'Message', exact: true })
  await edit.fill('MATSYA 7 is silent since 03:35')
  await edit.press('Enter')
  await message(ben, 'since 03:35').getByText('(edited)').waitFor()

  await message(ben, 'since 03:35').hover()
  await message(ben, 'since 03:35').getByRole('button', { name: 'React: white check mark' }).click()
  await ana.getByRole('button', { name: 'white check mark 1: ben.rao' }).waitFor()

  // Ben reads elsewhere: what names him is counted, and the unread line stands where he left.
  await ben.getByRole('button', { name: /^Off topic/ }).click()
  await field(ben).waitFor()
  await write(ana, '@ben.rao please confirm')
  await ben.getByRole('button', { name: 'Watch floor 1 mention' }).click()
  await message(ben, 'please confirm').waitFor()
  await ben.getByText('New', { exact: true }).waitFor()
  await ben.getByRole('button', { name: 'Watch floor', exact: true }).waitFor()

  await ana.locator('input[type=file]').setInputFiles(PICTURE)
  await ana.getByRole('button', { name: 'Remove skiff.png' }).waitFor()
  const send = ana.getByRole('button', { name: 'Send', exact: true })
  await expect.poll(() => send.isEnabled(), { timeout: 20_000 }).toBe(true)
  await write(ana, 'as seen')
  await message(ben, 'as seen').getByRole('img', { name: 'skiff.png' }).waitFor()

  await message(ben, 'as seen').hover()
  await message(ben, 'as seen').getByRole('button', { name: 'Reply' }).click()
  const reply = ben.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Same skiff as yesterday')
  await reply.press('Enter')
  await message(ana, 'as seen')
    .getByRole('button', { name: /^1 reply/ })
    .waitFor()
  // One more names him elsewhere, so that counts stand in the list.
  await ana.getByRole('button', { name: /^Off topic/ }).click()
  await ana.getByRole('log', { name: 'Messages in Off topic' }).waitFor()
  await write(ana, '@ben.rao later')
  await ben.getByRole('button', { name: 'Off topic 1 mention' }).waitFor()
  await expectAccessible(ben, axe)
  await expectNoOverflow(ben)
})
