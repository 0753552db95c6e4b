import {
  createForumCategory,
  createForumTopic,
  deleteForumCategory,
  getForumCategories,
} from '@samudra/contract/forum-calls'
import { addForumPosts, uploadForumFile } from '@samudra/contract/forum-posts'
import { getForumDrafts, saveForumDraft } from '@samudra/contract/forum-reading'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, choose, fill, gone, openScreen, part } from '../../../../../testing/a-screen.tsx'
import { call } from '../../../../wire/call.ts'
import { FORUM, topicLink } from '../forum-links.ts'
import { useWritings } from './writing.store.ts'

const centre = centreOfFile()
/** The same user on another device. */
let phone: Call
let category = { id: '' }
beforeAll(async () => {
  phone = await callerOf(centre.base)
  category = (await phone(getForumCategories, {})).find(({ name }) => name === 'Watch floor')!
})
beforeEach(() => useWritings.setState({ byKey: {}, isLoaded: false }))

const openTopic = async (title: string) => {
  const topic = await phone(createForumTopic, { category_id: category.id, title, body: 'Here.' })
  const user = openScreen(topicLink(topic))
  const field = await screen.findByRole('textbox', { name: 'New post' })
  const draft = (body: string, expected_version: number, more: object = {}) =>
    phone(saveForumDraft, { key: `topic:${topic.id}`, body, device: 'phone', expected_version, ...more })
  return { topic, user, field, draft }
}
const shows = (field: HTMLElement, text: string) => waitFor(() => expect(field).toHaveProperty('value', text))

test('an empty field follows the draft of another device with its files, and is empty once that one posts it', async () => {
  const { topic, field, draft } = await openTopic('Drafts')
  const { id } = await call(uploadForumFile, { name: 'skiff.txt' }, { bytes: new Blob(['three']) })
  await draft('From the phone', 0, { file_ids: [id] })
  await shows(field, 'From the phone')
  screen.getByText('skiff.txt')
  await phone(addForumPosts, {
    id: topic.id,
    body: 'From the phone',
    file_ids: [id],
    draft_key: `topic:${topic.id}`,
  })
  await shows(field, '')
  await gone(() => screen.queryByText('skiff.txt', { selector: '.attachment *' }))
})

test.each([
  ['Use the other text', 'Phone two'],
  ['Keep this text', 'Desk two'],
])('of drafts that two devices wrote at once the user chooses: %s', async (choice, text) => {
  const { topic, user, field, draft } = await openTopic(choice)
  await draft('Phone', 0)
  await shows(field, 'Phone')
  // One change: a field that is empty in between would delete the draft.
  fireEvent.change(field, { target: { value: 'Desk two' } })
  await draft('Phone two', 1)
  await user.click(await screen.findByRole('button', { name: choice }))
  await shows(field, text)
  await waitFor(async () =>
    expect((await phone(getForumDrafts, {})).items.find(({ key }) => key === `topic:${topic.id}`)?.body).toBe(
      text,
    ),
  )
})

test('a draft under a category that is deleted keeps its text, and takes another category', async () => {
  const desk = await phone(createForumCategory, { name: 'Desk' })
  const user = openScreen(FORUM)
  await user.click(await screen.findByRole('button', { name: 'New topic' }))
  const dialog = await part('dialog', 'New topic')
  await fill(user, dialog.getByLabelText('Title'), 'Lessons of the night')
  await choose(user, dialog.getByRole('combobox', { name: 'Category' }), 'Desk')
  await fill(user, dialog.getByRole('textbox', { name: 'First post' }), 'Text that stays.')
  await phone(deleteForumCategory, { id: desk.id })
  await dialog.findByText(/does not exist any more/)
  expect(dialog.getByRole('textbox', { name: 'First post' })).toHaveProperty('value', 'Text that stays.')
  await choose(user, dialog.getByRole('combobox', { name: 'Category' }), 'Watch floor')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await screen.findByRole('article', { name: /Text that stays/ })
})
