import {
  createForumTopic,
  getForumCategories,
  getForumTopics,
  updateForumCategory,
} from '@samudra/contract/forum-calls'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callerOf } from '../../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, choose, fill, gone, openScreen, part } from '../../../../../testing/a-screen.tsx'

const centre = centreOfFile()
const rail = async () => within(await screen.findByRole('navigation', { name: 'Categories' }))
type User = ReturnType<typeof openScreen>
async function fromMenu(user: User, item: string) {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('an administrator creates a category, sees who changed it meanwhile, moves its topics, and restores it', async () => {
  const other = await callerOf(centre.base)
  const user = openScreen('/home/collaboration/forum')
  await fromMenu(user, 'New category')
  const form = await part('form', 'New category')
  await fill(user, form.getByLabelText('Name'), 'Night watch')
  await user.click(form.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name: 'Night watch' })
  const category = (await other(getForumCategories, {})).find(({ name }) => name === 'Night watch')!
  await other(createForumTopic, { category_id: category.id, title: 'Skiffs', body: 'Three.' })

  await fromMenu(user, 'Change the category')
  const change = await part('form', 'Change Night watch')
  await other(updateForumCategory, {
    id: category.id,
    description: 'From 20:00',
    expected_version: category.version,
  })
  await fill(user, change.getByLabelText('Name'), 'Night')
  await user.click(change.getByRole('button', { name: 'Save' }))
  const conflict = await part('dialog', 'Another user changed this category while you edited it')
  conflict.getByText('From 20:00')
  await user.click(conflict.getByRole('button', { name: 'Overwrite with mine' }))
  await screen.findByRole('heading', { name: 'Night' })

  await fromMenu(user, 'Delete the category')
  const question = await part('dialog', 'Delete Night?')
  await choose(user, question.getByRole('combobox', { name: 'Its 1 topic' }), 'Move to Watch floor')
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Night is deleted, 1 topic moved.')
  await gone(() => screen.queryByRole('link', { name: /^Night/ }))
  const watch = (await other(getForumCategories, {})).find(({ name }) => name === 'Watch floor')!
  const { items } = await other(getForumTopics, { category_id: watch.id })
  expect(items.map(({ title }) => title)).toContain('Skiffs')

  await fromMenu(user, 'Deleted categories')
  await user.click(await screen.findByRole('button', { name: 'Restore Night' }))
  await (await rail()).findByRole('link', { name: 'Night' })
})

test('the level of a category is chosen from its head and shown in the rail', async () => {
  const admin = await callerOf(centre.base)
  const { id } = (await admin(getForumCategories, {})).find(({ name }) => name === 'Knowledge')!
  const user = openScreen(`/home/collaboration/forumDetails/${id}/knowledge`)
  await user.click(await screen.findByRole('button', { name: /^Following:/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Watching/ }))
  await screen.findByRole('button', { name: 'Following: Watching' })
  await (await rail()).findByLabelText('Watching')
})
