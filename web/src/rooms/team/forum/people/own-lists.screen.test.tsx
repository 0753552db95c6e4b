import { FORUM_LIMITS } from '@samudra/contract/forum'
import { createForumTopic, getForumCategories } from '@samudra/contract/forum-calls'
import { addForumPosts, bookmarkForumPost } from '@samudra/contract/forum-posts'
import { getForumDrafts, saveForumDraft } from '@samudra/contract/forum-reading'
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import {
  aSecondUser,
  centreOfFile,
  gone,
  openScreen,
  part,
  rowWith,
  showPart,
} from '../../../../../testing/a-screen.tsx'
import { Counted } from './ForumUserScreen.tsx'
import { useWritings } from '../write/writing.store.ts'

const centre = centreOfFile()
let [admin, asha]: Call[] = []
let topic = { id: '', cid: '' }
beforeAll(async () => {
  admin = await callerOf(centre.base)
  asha = await aSecondUser(centre, 'asha.menon')
  const category = (await asha(getForumCategories, {})).find(({ name }) => name === 'Watch floor')!
  const { id } = await asha(createForumTopic, { category_id: category.id, title: 'Skiffs', body: 'Three.' })
  const { cid } = await asha(addForumPosts, { id, body: 'They are fishers.' })
  topic = { id, cid }
})
beforeEach(() => useWritings.setState({ byKey: {}, isLoaded: false }))

test('an author leads to counts and posts, and an administrator mutes the user and allows posts again', async () => {
  const user = openScreen(`/home/collaboration/forumDetails/${topic.id}/skiffs`)
  await user.click((await screen.findAllByRole('link', { name: /asha\.menon/ }))[0]!)
  await screen.findByRole('heading', { name: 'asha.menon' })
  await rowWith(/They are fishers/)
  await user.click(screen.getByRole('button', { name: 'Mute' }))
  const form = await part('form', 'Mute asha.menon')
  await user.click(form.getByRole('button', { name: 'Mute' }))
  await screen.findByText(/^Muted until/)
  await user.click(screen.getByRole('button', { name: 'Allow posts again' }))
  await gone(() => screen.queryByText(/^Muted until/))
})

test('counts of a profile that stop at the latest posts say so', async () => {
  showPart(<Counted count={23_456} of={FORUM_LIMITS.counted} />)
  expect(await screen.findByTitle('The latest 10,000 are counted.')).toHaveProperty('textContent', '23,456+')
  showPart(<Counted count={9_999} of={9_999} />)
  await screen.findByText('9,999')
})

test('a bookmarked post is in the list of bookmarks and opens in its topic', async () => {
  await admin!(bookmarkForumPost, { cid: topic.cid, bookmarked: true })
  const user = openScreen('/home/collaboration/forum?list=bookmarks')
  await user.click(await screen.findByRole('link', { name: /^Skiffs/ }))
  await screen.findByRole('article', { name: /They are fishers/ })
})

test('drafts open where they were written, and are discarded', async () => {
  const draft = { body: 'Not by night', device: 'other', expected_version: 0 }
  await admin!(saveForumDraft, { ...draft, key: `reply:${topic.cid}` })
  await admin!(saveForumDraft, { ...draft, key: 'new', title: 'Lessons', body: 'Of the night' })
  const user = openScreen('/home/collaboration/forum?list=drafts')
  await user.click(await rowWith('Not by night'))
  expect(await screen.findByRole('textbox', { name: 'Reply' })).toHaveProperty('value', 'Not by night')

  const again = openScreen('/home/collaboration/forum?list=drafts')
  await again.click(await rowWith('Lessons'))
  const dialog = await part('dialog', 'New topic')
  expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'Lessons')
  await again.click(dialog.getByRole('button', { name: 'Close' }))
  await again.click(await screen.findByRole('button', { name: 'Discard Lessons' }))
  await gone(() => screen.queryByText('Lessons'))
  expect((await admin!(getForumDrafts, {})).items.map(({ key }) => key)).toEqual([`reply:${topic.cid}`])
})
