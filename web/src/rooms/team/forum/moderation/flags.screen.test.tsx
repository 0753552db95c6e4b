import { createForumTopic, getForumCategories } from '@samudra/contract/forum-calls'
import { flagForumPost } from '@samudra/contract/forum-moderation'
import { addForumPosts } from '@samudra/contract/forum-posts'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { aSecondUser, centreOfFile, gone, openScreen } from '../../../../../testing/a-screen.tsx'

const centre = centreOfFile()
let asha: Call
beforeAll(async () => {
  asha = await aSecondUser(centre, 'asha.menon')
})

test('a moderator sees a flag as it comes, deletes the post, and finds the decision under Upheld', async () => {
  const category = (await asha(getForumCategories, {})).find(({ name }) => name === 'Watch floor')!
  const topic = await asha(createForumTopic, { category_id: category.id, title: 'Skiffs', body: 'Three.' })
  const { cid } = await asha(addForumPosts, { id: topic.id, body: 'Buy fenders' })
  const user = openScreen('/home/collaboration/forum/flags')
  await screen.findByText('No open flags')
  await asha(flagForumPost, { cid, reason: 'SPAM', note: 'Posted by mistake' })
  const card = within(await screen.findByRole('listitem', { name: 'Post 2 of Skiffs' }))
  card.getByText('Buy fenders')
  card.getByText(/Posted by mistake/)
  await within(screen.getByRole('navigation', { name: 'Categories' })).findByTitle('1 open flag')
  await user.type(card.getByLabelText('Note on the decision'), 'Advertising')
  await user.click(card.getByRole('button', { name: 'Delete the post' }))
  await gone(() => screen.queryByRole('listitem', { name: 'Post 2 of Skiffs' }))
  await gone(() => screen.queryByTitle('1 open flag'))
  await user.click(screen.getByRole('radio', { name: 'Upheld' }))
  const decided = within(await screen.findByRole('listitem', { name: 'Post 2 of Skiffs' }))
  expect(decided.getByText(/Upheld by admin.*: Advertising$/)).toBeTruthy()
  decided.getByText('Deleted by admin')
})
