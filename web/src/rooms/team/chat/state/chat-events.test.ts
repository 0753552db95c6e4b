import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { Post } from '@mattermost/types/posts'
import { beforeEach, expect, test } from 'vitest'
import { unreadOf } from './chat-counts.ts'
import { afterEvent } from './chat-events.ts'
import { chatNow, closeChat, useChat } from './chat.store.ts'
import { isNotified, levelOf } from './message-alert.ts'

const post = (id: string, more: Partial<Post> = {}) =>
  ({
    id,
    channel_id: 'c',
    user_id: 'ben',
    create_at: 200,
    update_at: 200,
    delete_at: 0,
    type: '',
    root_id: '',
    message: id,
    reply_count: 0,
    props: {},
    metadata: {},
    ...more,
  }) as Post
const take = (event: string, data: Record<string, unknown>, channelId = 'c') =>
  useChat.setState((state) =>
    afterEvent(state, { event, data, broadcast: { channel_id: channelId, user_id: '' } }, 1000),
  )
const posted = (one: Post, mentions?: string[]) =>
  take('posted', {
    post: JSON.stringify(one),
    ...(mentions === undefined ? {} : { mentions: JSON.stringify(mentions) }),
  })

beforeEach(() => {
  closeChat()
  const channel = (id: string, type: string) =>
    ({ id, type, name: id, total_msg_count: 1, last_post_at: 100 }) as ServerChannel
  const member = (id: string) =>
    ({
      channel_id: id,
      msg_count: 1,
      mention_count: 0,
      last_viewed_at: 100,
      notify_props: {},
    }) as ChannelMembership
  useChat.setState({
    me: 'ana',
    channels: { c: channel('c', 'O'), d: channel('d', 'D') },
    members: { c: member('c'), d: member('d') },
    conversations: {
      c: { window: { ids: ['root'], hasOlder: false, hasNewer: false }, unreadFrom: null, fault: null },
    },
    posts: { root: post('root', { create_at: 90, update_at: 90 }) },
  })
})

test('a new message stands in its conversation, once, and begins the unread line', () => {
  posted(post('p'))
  posted(post('p'))
  const { channels, members, conversations } = chatNow()
  expect(conversations['c']).toMatchObject({ window: { ids: ['root', 'p'] }, unreadFrom: 'p' })
  expect(unreadOf(channels['c']!, members['c'])).toBe(1)
})

test('only the named are mentioned in a channel; in a direct one every message is a mention', () => {
  posted(post('p'), ['chen'])
  posted(post('q'), ['ana'])
  posted(post('r', { channel_id: 'd' }))
  expect([chatNow().members['c']?.mention_count, chatNow().members['d']?.mention_count]).toEqual([1, 1])
})

test('a deleted message leaves its place, and takes its unread mention with it', () => {
  posted(post('q', { channel_id: 'd' }))
  take('post_deleted', { post: JSON.stringify(post('q', { channel_id: 'd', delete_at: 300 })) })
  expect(chatNow().posts['q']).toMatchObject({ state: 'DELETED', message: '', delete_at: 300 })
  expect(chatNow().members['d']?.mention_count).toBe(0)
})

test('a deleted mention by name is taken back, a deleted message without one is not', () => {
  useChat.setState({ users: { ana: { username: 'ana.rao' } } as never })
  const named = post('p', { message: 'look, @ana.rao.' })
  posted(named, ['ana'])
  posted(post('q', { message: 'x@ana.rao' }))
  take('post_deleted', { post: JSON.stringify(post('q', { delete_at: 300 })) })
  expect(chatNow().members['c']?.mention_count).toBe(1)
  take('post_deleted', { post: JSON.stringify({ ...named, delete_at: 300 }) })
  expect(chatNow().members['c']?.mention_count).toBe(0)
})

test('viewing on another device clears the counts here', () => {
  posted(post('p'), ['ana'])
  take('multiple_channels_viewed', { channel_times: { c: 900 } })
  const { channels, members } = chatNow()
  expect([unreadOf(channels['c']!, members['c']), members['c']?.mention_count]).toEqual([0, 0])
})

test('a reaction is added once and taken back', () => {
  const reaction = JSON.stringify({ post_id: 'root', user_id: 'ben', emoji_name: 'eyes', create_at: 1 })
  take('reaction_added', { reaction })
  take('reaction_added', { reaction })
  expect(chatNow().posts['root']?.metadata.reactions).toHaveLength(1)
  take('reaction_removed', { reaction })
  expect(chatNow().posts['root']?.metadata.reactions).toEqual([])
})

test('a reply counts at its root, and an older version of a message changes nothing', () => {
  posted(post('p', { root_id: 'root' }))
  expect(chatNow().posts['root']).toMatchObject({ reply_count: 1, last_reply_at: 200 })
  take('post_edited', { post: JSON.stringify(post('p', { update_at: 150, message: 'old' })) })
  expect(chatNow().posts['p']?.message).toBe('p')
})

test('typing ends with the message, and the own typing is not shown', () => {
  take('typing', { parent_id: '', user_id: 'ben' })
  take('typing', { parent_id: '', user_id: 'ana' })
  expect(chatNow().typists['c']).toEqual([{ userId: 'ben', until: 6000 }])
  posted(post('p'))
  expect(chatNow().typists['c']).toEqual([])
})

test('leaving a channel takes it from the list, another member leaving does not', () => {
  take('user_removed', { user_id: 'ben', remover_id: 'ben' })
  expect(chatNow().channels['c']).toBeDefined()
  take('user_removed', { channel_id: 'c', user_id: 'ana', remover_id: 'ben' }, '')
  expect(chatNow().channels['c']).toBeUndefined()
})

test('a channel notifies of mentions, a direct one of all, muted ones and own messages of none', () => {
  expect([levelOf(chatNow(), 'c'), levelOf(chatNow(), 'd')]).toEqual(['mention', 'all'])
  const notified = (one: Post, isNamed = false) => isNotified(chatNow(), one, isNamed)
  expect([notified(post('p')), notified(post('p'), true), notified(post('q', { channel_id: 'd' }))]).toEqual([
    false,
    true,
    true,
  ])
  expect(notified(post('q', { channel_id: 'd', user_id: 'ana' }))).toBe(false)
  const { members } = chatNow()
  useChat.setState({
    members: { ...members, d: { ...members['d']!, notify_props: { mark_unread: 'mention' } } },
  })
  expect(notified(post('q', { channel_id: 'd' }))).toBe(false)
})

test('do not disturb keeps all but urgent messages quiet', () => {
  useChat.setState({ statuses: { ana: 'dnd' } })
  const urgent = { metadata: { priority: { priority: 'urgent' } } } as Partial<Post>
  expect(isNotified(chatNow(), post('q', { channel_id: 'd' }), false)).toBe(false)
  expect(isNotified(chatNow(), post('q', { channel_id: 'd', ...urgent }), false)).toBe(true)
})
