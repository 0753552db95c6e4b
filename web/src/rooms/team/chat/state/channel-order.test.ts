import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { UserProfile } from '@mattermost/types/users'
import { expect, test } from 'vitest'
import { channelName, neighbourOf, sectionsOf, sortChannels } from './channel-order.ts'

const channel = (id: string, type: string, last_post_at: number, name = id) =>
  ({ id, type, name, display_name: id, last_post_at, total_msg_count: 0 }) as ServerChannel
const ALL = [
  channel('direct-off', 'D', 900, 'ana__ben'),
  channel('group', 'G', 800),
  channel('open-old', 'O', 100),
  channel('private', 'P', 950),
  channel('direct-on', 'D', 200, 'ana__chen'),
  channel('open-new', 'O', 300),
]
const given = { me: 'ana', statuses: { chen: 'online', ben: 'offline' } }

test('open channels come first, then those with an online user, then the most recent', () => {
  expect(sortChannels(ALL, given).map(({ id }) => id)).toEqual([
    'open-new',
    'open-old',
    'direct-on',
    'private',
    'direct-off',
    'group',
  ])
})

test('channels and direct messages stand in sections of their own', () => {
  expect(sectionsOf(ALL, given).map(({ channels }) => channels.map(({ id }) => id))).toEqual([
    ['open-new', 'open-old', 'private'],
    ['direct-on', 'direct-off', 'group'],
  ])
})

test('a direct channel is named after the other user, marked when the account is closed', () => {
  const users = {
    ben: { username: 'ben', delete_at: 5 },
    ana: { username: 'ana', delete_at: 0 },
  } as unknown as Record<string, UserProfile>
  expect(channelName(ALL[0]!, 'ana', users)).toBe('ben (deactivated)')
  expect(channelName(channel('self', 'D', 0, 'ana__ana'), 'ana', users)).toBe('ana (you)')
  expect(channelName(ALL[2]!, 'ana', users)).toBe('open-old')
  const group = { ...channel('group', 'G', 0), display_name: 'ana, ben, chen.li' }
  expect(channelName(group, 'ana', users)).toBe('ben, chen.li')
})

test('Alt with arrows goes round, with Shift to the next unread channel', () => {
  const list = ['a', 'b', 'c'].map((id) => ({ ...channel(id, 'O', 0), total_msg_count: id === 'c' ? 2 : 0 }))
  const members = Object.fromEntries(
    list.map(({ id }) => [id, { msg_count: 0, notify_props: {} } as ChannelMembership]),
  )
  const go = (from: string | null, step: 1 | -1, isUnread = false) =>
    neighbourOf(list, members, { from, step, isUnread })?.id
  expect([go('a', 1), go('c', 1), go('a', -1)]).toEqual(['b', 'a', 'c'])
  expect([go('a', 1, true), go('c', 1, true)]).toEqual(['c', undefined])
})
