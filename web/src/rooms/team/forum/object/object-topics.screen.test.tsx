import { createForumTopic, getForumCategories, getForumTopicsOfObject } from '@samudra/contract/forum-calls'
import { addForumPosts, getForumPost } from '@samudra/contract/forum-posts'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import {
  aSecondUser,
  centreOfFile,
  choose,
  openScreen,
  part,
  showPart,
} from '../../../../../testing/a-screen.tsx'
import { TeamButtons } from '../../../../kit/share/TeamButtons.tsx'
import { DiscussDialog } from './DiscussDialog.tsx'

const centre = centreOfFile()
const SHIP = { type: 'vessel', id: '419000301' } as const
let call: Call
let category = { id: '' }
beforeAll(async () => {
  call = await callerOf(centre.base)
  category = (await call(getForumCategories, {})).find(({ name }) => name === 'Watch floor')!
})

test('Forum at an object lists its topics, and begins a topic that has its card', async () => {
  const links = [{ ...SHIP, label: 'SAGAR' }]
  await call(createForumTopic, { category_id: category.id, title: 'Seen', body: 'Twice.', links })
  const user = showPart(
    <>
      <TeamButtons card={{ kind: 'vessel', id: SHIP.id, label: 'SAGAR' }} />
      <DiscussDialog />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Forum' }))
  await screen.findByRole('link', { name: 'Seen' })
  await user.click(await screen.findByRole('button', { name: 'New topic about it' }))
  const dialog = await part('dialog', 'New topic')
  await choose(user, dialog.getByRole('combobox', { name: 'Category' }), 'Watch floor')
  await user.type(dialog.getByRole('textbox', { name: 'First post' }), 'Seen again.')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect((await call(getForumTopicsOfObject, SHIP)).items).toHaveLength(2))
})

test('keys open a topic from the list, like and bookmark the focused post, and lead back', async () => {
  const asha = await aSecondUser(centre, 'asha.menon')
  const topic = await asha(createForumTopic, {
    category_id: category.id,
    title: 'Skiffs by night',
    body: 'Three.',
  })
  const { cid } = await asha(addForumPosts, { id: topic.id, body: 'They are fishers.' })
  const user = openScreen('/home/collaboration/forum')
  await screen.findByRole('link', { name: 'Skiffs by night' })
  await user.keyboard('j')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Skiffs by night'))
  await user.keyboard('{Enter}')
  const post = await screen.findByRole('article', { name: /They are fishers/ })
  post.focus()
  await user.keyboard('lb')
  await waitFor(async () =>
    expect(await call(getForumPost, { cid })).toMatchObject({ liked: true, bookmarked: true }),
  )
  await user.keyboard('k')
  expect(document.activeElement?.textContent).toContain('Three.')
  await user.keyboard('u')
  await screen.findByRole('heading', { name: 'Watch floor' })
  await user.keyboard('c')
  await part('dialog', 'New topic')
})
