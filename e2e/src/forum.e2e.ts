// Rooms: forum
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createForumTopic, getForumCategories } from '@samudra/contract/forum-calls'
import { addForumPosts } from '@samudra/contract/forum-posts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeSettings } from '../../server/testing/mail/mail-server.ts'
import { aPng } from '../../server/testing/samples/pictures.ts'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { centreOfFile } from './a-file.ts'
import { createUser, expectAccessible, expectNoOverflow } from './a-user.ts'

const centre = centreOfFile()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FORUM = '/home/collaboration/forum'
const PICTURE = { name: 'skiff.png', mimeType: 'image/png', buffer: aPng(600, 400) }

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const topic = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const shoot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })

test('two users start a topic, post a file, reply, quote, like, edit, mark the answer, search', async () => {
  const ben = await createUser(centre, 'ben.rao')
  const [host, other] = [await centre.page(), await centre.page(390, 844)]
  for (const page of [host, other]) page.setDefaultTimeout(20_000)
  await centre.signIn(host, FORUM)
  await centre.signIn(other, FORUM, ben)
  await host.getByRole('heading', { name: 'Forum', exact: true }).waitFor()
  await shoot(host, 'forum-list')
  await expectAccessible(host, axe)

  await host.getByRole('button', { name: 'New topic' }).click()
  const dialog = host.getByRole('dialog', { name: 'New topic' })
  await dialog.getByLabel('Title').fill('Skiffs off Kochi at night')
  await dialog.getByLabel('Category').click()
  await host.getByRole('option', { name: 'Watch floor' }).click()
  await dialog
    .getByRole('textbox', { name: 'First post' })
    .fill('Three skiffs **without lights** near the anchorage.')
  await dialog.locator('input[type=file]').setInputFiles(PICTURE)
  await dialog.getByText('Draft saved').waitFor()
  await expectAccessible(host, axe)
  await shoot(host, 'forum-new')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await post(host, 'Three skiffs').getByRole('button', { name: 'Show skiff.png' }).waitFor()

  // The other sees it new, opens it, and replies; both follow each other.
  await other.getByRole('button', { name: '1 new row' }).click()
  await topic(other, 'Skiffs off Kochi').getByText('new', { exact: true }).waitFor()
  await shoot(other, 'forum-list-phone')
  await topic(other, 'Skiffs off Kochi').getByRole('link').first().click()
  await post(other, 'Three skiffs').getByRole('button', { name: 'Like' }).click()
  await post(host, 'Three skiffs').getByText('1', { exact: true }).waitFor()
  await post(other, 'Three skiffs').getByRole('button', { name: 'Reply' }).click()
  await other
    .getByRole('textbox', { name: 'Reply', exact: true })
    .pressSequentially('@admin I saw two of them')
  await host.getByText('ben.rao is writing…').waitFor()
  await other.keyboard.press('Control+Enter')
  await post(host, 'I saw two of them')
    .getByRole('button', { name: /^Reply to #1/ })
    .waitFor()
  await expectNoOverflow(other)
  await expectAccessible(other, axe)
  await shoot(other, 'forum-topic-phone')

  await post(host, 'I saw two of them').getByRole('button', { name: 'Quote' }).click()
  await expect
    .poll(() => host.getByRole('textbox', { name: 'New post' }).inputValue())
    .toContain('> @admin I saw two')
  await host.getByRole('textbox', { name: 'New post' }).press('Control+End')
  await host.keyboard.type('They are fishers.')
  await host.keyboard.press('Control+Enter')
  await post(host, 'They are fishers').waitFor()
  await post(host, 'They are fishers')
    .getByRole('button', { name: /^More about/ })
    .click()
  await host.getByRole('menuitem', { name: 'Mark as the answer' }).click()
  await post(other, 'They are fishers').getByText('Answer', { exact: true }).waitFor()

  await post(host, 'They are fishers')
    .getByRole('button', { name: /^More about/ })
    .click()
  await host.getByRole('menuitem', { name: 'Edit' }).click()
  await host.getByRole('textbox', { name: 'Edit' }).press('Control+End')
  await host.keyboard.type(' Confirmed by Kochi.')
  await host.keyboard.press('Control+Enter')
  await post(host, 'Confirmed by Kochi').getByRole('button', { name: 'edited' }).click()
  await host.getByRole('dialog').locator('ins').filter({ hasText: 'Confirmed' }).waitFor()
  await shoot(host, 'forum-edits')
  await host.keyboard.press('Escape')
  await host.getByRole('dialog').waitFor({ state: 'detached' })
  await expectAccessible(host, axe)
  await expectNoOverflow(host)
  await shoot(host, 'forum-topic')

  await host.goto(`${centre.base}${FORUM}?q=${encodeURIComponent('fishers from:admin is:answered')}`)
  await host.getByRole('link', { name: /Skiffs off Kochi/ }).click()
  await post(host, 'They are fishers').waitFor()
  await host.close()
  await other.close()
})

test('a link to a post of a long topic opens at it, and read posts stay while others load above', async () => {
  const admin = await callerOf(centre.base)
  await changeSettings({ call: admin }, { 'forum.posts_per_minute': 1000 })
  const category = (await admin(getForumCategories, {})).find(({ name }) => name === 'Watch floor')!
  const long = { category_id: category.id, title: 'Log of the night', body: 'Entry 1' }
  const { id } = await admin(createForumTopic, long)
  const cids: string[] = []
  for (let n = 2; n <= 130; n++) cids.push((await admin(addForumPosts, { id, body: `Entry ${n}` })).cid)
  const page = await centre.page()
  page.setDefaultTimeout(20_000)
  await centre.signIn(page, `/home/collaboration/forumCommentsReplies/${id}/log/${cids[63]!}`)
  const wanted = page.getByRole('article', { name: /^#65,/ })
  const offset = async () => (await wanted.boundingBox())?.y ?? null
  await wanted.waitFor()
  const isInSight = async () => {
    const y = await offset()
    return y !== null && y > 100 && y < 700
  }
  await expect.poll(isInSight).toBe(true)
  // Posts load above once the list is near its upper edge, and the one that is read stays.
  const list = page.getByRole('log')
  const upper = page.getByRole('article', { name: /^#52,/ })
  await list.evaluate((box) => (box.scrollTop = 500))
  await expect.poll(() => list.evaluate((box) => box.scrollHeight)).toBeGreaterThan(5000)
  await upper.waitFor()
  expect((await upper.boundingBox())!.y).toBeLessThan(768)
  await page.close()
})
