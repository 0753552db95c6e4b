import {
  createForumCategory,
  createForumTopic,
  deleteForumCategory,
  getForumCategories,
  updateForumTopic,
} from '@samudra/contract/forum-calls'
import { mergeForumTopic } from '@samudra/contract/forum-moderation'
import { addForumPosts, getForumPosts, updateForumPost, uploadForumFile } from '@samudra/contract/forum-posts'
import { markForumRead } from '@samudra/contract/forum-reading'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import {
  aSecondUser,
  centreOfFile,
  gone,
  openScreen,
  part,
  rowWith,
  signIn,
} from '../../../../../testing/a-screen.tsx'
import { useServer } from '../../../../../testing/page-worker.ts'
import { call } from '../../../../wire/call.ts'
import { FORUM, postLink, topicLink } from '../forum-links.ts'
import { useWritings } from '../write/writing.store.ts'

const centre = centreOfFile()
let [admin, asha]: Call[] = []
let category = { id: '' }
beforeAll(async () => {
  admin = await callerOf(centre.base)
  const { version } = await admin(getAdminSettings, {})
  await admin(updateAdminSettings, {
    changes: { 'forum.posts_per_minute': 1000 },
    expected_version: version,
  })
  asha = await aSecondUser(centre, 'asha.menon')
  category = (await asha(getForumCategories, {})).find(({ name }) => name === 'Watch floor')!
})
beforeEach(() => useWritings.setState({ byKey: {}, isLoaded: false }))

const aTopic = (title: string, by: Call = asha!) =>
  by(createForumTopic, { category_id: category.id, title, body: `Begin of ${title}.` })
const post = (name: RegExp) => screen.findByRole('article', { name })
const bodies = async (id: string) => (await admin!(getForumPosts, { id })).items.map(({ body }) => body)

test('a topic of another user is counted above the list, which shows it when the reader wants it', async () => {
  const user = openScreen(FORUM)
  await screen.findByRole('grid', { name: 'Latest' })
  await rowWith(/Welcome/)
  await aTopic('Skiffs by night')
  await user.click(await screen.findByRole('button', { name: '1 new row' }))
  await rowWith('Skiffs by night')
})

test('a topic opens at the first unread post, and is read on all devices of the reader', async () => {
  const topic = await aTopic('Convoy')
  for (const body of ['Passed the line', 'Passed the buoy'])
    await asha!(addForumPosts, { id: topic.id, body })
  await admin!(markForumRead, { id: topic.id, number: 2 })
  openScreen(topicLink(topic))
  const rows = [...(await post(/Passed the buoy/)).closest('.message-rows')!.children]
  const line = rows.findIndex((row) => row.querySelector('[role=separator].unread-line') !== null)
  expect(rows[line + 1]!.textContent).toContain('Passed the buoy')

  await asha!(addForumPosts, { id: topic.id, body: 'At anchor' })
  openScreen(`${FORUM}?list=latest`)
  within(await rowWith('Convoy')).getByTitle(/unread posts?$/)
  await admin!(markForumRead, { id: topic.id, number: 4 })
  await gone(() => screen.queryByTitle(/unread posts?$/))
})

test('of two who edit one post the second sees what the first wrote, and replaces it knowingly', async () => {
  const topic = await aTopic('Report', admin)
  const user = openScreen(topicLink(topic))
  const begin = await post(/Begin of Report/)
  await user.click(within(begin).getByRole('button', { name: 'More about post 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const field = await screen.findByRole('textbox', { name: 'Edit' })
  await user.type(field, ' Seen by Kochi.')
  const other = await callerOf(centre.base)
  await other(updateForumPost, { cid: topic.first_cid, body: 'Begun at six.', expected_version: 1 })
  await user.type(field, '{Control>}{Enter}{/Control}')
  const changes = await part('dialog', 'Changes of post 1')
  await changes.findByText(/Begun at six/)
  expect(field).toHaveProperty('value', 'Begin of Report. Seen by Kochi.')
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await user.type(await screen.findByRole('textbox', { name: 'Edit' }), '{Control>}{Enter}{/Control}')
  await post(/Seen by Kochi/)
  expect(await bodies(topic.id)).toEqual(['Begin of Report. Seen by Kochi.'])
})

test('an edit that was closed without a change begins with the text as it is then', async () => {
  const topic = await aTopic('Notes', admin)
  const user = openScreen(topicLink(topic))
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'More about post 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    return screen.findByRole('textbox', { name: 'Edit' })
  }
  await edit()
  await user.click(screen.getByRole('button', { name: 'Write a new post instead' }))
  await admin!(updateForumPost, { cid: topic.first_cid, body: 'Begun at six.', expected_version: 1 })
  await post(/Begun at six/)
  expect(await edit()).toHaveProperty('value', 'Begun at six.')
})

test('an author who edits a post removes one of its files, and no other', async () => {
  const upload = async (name: string) =>
    (await call(uploadForumFile, { name }, { bytes: new Blob([`Of ${name}`]) })).id
  const file_ids = [await upload('skiffs.txt'), await upload('crew.txt')]
  const topic = await call(createForumTopic, {
    category_id: category.id,
    title: 'Boarding',
    body: 'Both lists.',
    file_ids,
  })
  const user = openScreen(topicLink(topic))
  await user.click(await screen.findByRole('button', { name: 'More about post 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.click(await screen.findByRole('button', { name: 'Remove skiffs.txt' }))
  await user.click(await screen.findByRole('button', { name: 'Keep all files' }))
  await user.click(await screen.findByRole('button', { name: 'Remove crew.txt' }))
  await screen.findByText(/^1 file of this post will be deleted/)
  await user.type(screen.getByRole('textbox', { name: 'Edit' }), '{Control>}{Enter}{/Control}')
  await gone(() => screen.queryByRole('button', { name: 'Save crew.txt' }))
  await screen.findByRole('button', { name: 'Save skiffs.txt' })
  const [first] = (await admin!(getForumPosts, { id: topic.id })).items
  expect(first!.files.map(({ name }) => name)).toEqual(['skiffs.txt'])
})

test('the question mark lists the keys of the forum, and Escape leads from a field back to the post', async () => {
  const topic = await aTopic('Keys')
  const user = openScreen(topicLink(topic))
  const begin = await post(/Begin of Keys/)
  await user.keyboard('j')
  expect(document.activeElement).toBe(begin)
  await user.keyboard('?')
  const keys = await part('dialog', 'Keyboard shortcuts')
  keys.getByText('Reply to the post, quote it')
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await waitFor(() => expect(document.activeElement).toBe(begin))
  await user.keyboard('r')
  const field = await screen.findByRole('textbox', { name: 'Reply' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('?{Escape}')
  expect(field).toHaveProperty('value', '?')
  expect(document.activeElement).toBe(begin)
})

test('a reply to a reply begins with a quote that leads back to it', async () => {
  const topic = await aTopic('Anchorage')
  const { cid } = await asha!(addForumPosts, { id: topic.id, body: 'Two at anchor' })
  const user = openScreen(topicLink(topic))
  const reply = async (to: RegExp, text: string) => {
    await user.click(within(await post(to)).getByRole('button', { name: /^Reply\d*$/ }))
    await user.type(
      await screen.findByRole('textbox', { name: 'Reply' }),
      `${text}{Control>}{Enter}{/Control}`,
    )
  }
  await reply(/Two at anchor/, 'I see three.')
  // The keys of the topic act on the post that was answered.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^#2,/))
  await reply(/I see three/, 'Four now.')
  const deeper = await post(/Four now/)
  within(deeper).getByRole('button', { name: /^Reply to #2/ })
  within(deeper).getByRole('link', { name: 'admin, #3' })
  expect((await admin!(getForumPosts, { id: topic.id })).items.at(-1)).toMatchObject({ parent_cid: cid })
})

test('an address leads to its post after the topic was renamed, and after it was merged into another', async () => {
  const [topic, other] = [await aTopic('Lights'), await aTopic('Buoys')]
  const { cid } = await asha!(addForumPosts, { id: topic.id, body: 'Light is out' })
  const address = postLink(topic, cid)
  await asha!(updateForumTopic, { id: topic.id, title: 'Lights of Kochi', expected_version: topic.version })
  openScreen(address)
  await screen.findByRole('heading', { name: 'Lights of Kochi' })
  expect((await post(/Light is out/)).dataset['focused']).toBe('true')
  await admin!(mergeForumTopic, { id: topic.id, into: other.id })
  openScreen(address)
  await screen.findByRole('heading', { name: 'Buoys' })
  expect((await post(/Light is out/)).dataset['focused']).toBe('true')
})

test('a post that is sent without a connection stays in the field, and is posted once', async () => {
  const topic = await aTopic('Harbour')
  const user = openScreen(topicLink(topic))
  const field = await screen.findByRole('textbox', { name: 'New post' })
  await user.type(field, 'Pilot on board')
  useServer('http://127.0.0.1:9')
  await user.type(field, '{Control>}{Enter}{/Control}')
  await screen.findByText(/The post was not sent/)
  expect(field).toHaveProperty('value', 'Pilot on board')
  useServer(centre.base)
  await signIn()
  await user.type(field, '{Control>}{Enter}{/Control}')
  await post(/Pilot on board/)
  expect(await bodies(topic.id)).toEqual(['Begin of Harbour.', 'Pilot on board'])
})

test('a topic whose category is deleted is closed with a sentence', async () => {
  const desk = await admin!(createForumCategory, { name: 'Desk' })
  const topic = await admin!(createForumTopic, { category_id: desk.id, title: 'Of a desk', body: 'Here.' })
  openScreen(topicLink(topic))
  await post(/Here/)
  await admin!(deleteForumCategory, { id: desk.id })
  await screen.findByText(/does not exist any more/)
  expect(screen.queryByRole('textbox', { name: 'New post' })).toBeNull()
})
