import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { Post } from '@mattermost/types/posts'
import { expect, test } from 'vitest'
import { afterDelete, afterPost, afterView, unreadOf } from './chat-counts.ts'

const channel = { id: 'c', total_msg_count: 5, last_post_at: 100 } as ServerChannel
const member = {
  channel_id: 'c',
  msg_count: 5,
  mention_count: 0,
  last_viewed_at: 100,
  notify_props: {},
} as ChannelMembership
const post = { id: 'p', user_id: 'ben', create_at: 200, type: '' } as Post
const arrive = (isMention: boolean, from = { channel, member }, by: Partial<Post> = {}) =>
  afterPost(from, { post: { ...post, ...by }, me: 'ana', isMention })

test('a message of another is unread, and a mention adds one', () => {
  const plain = arrive(false)
  expect([unreadOf(plain.channel, plain.member), plain.member.mention_count]).toEqual([1, 0])
  const named = arrive(true, plain)
  expect([unreadOf(named.channel, named.member), named.member.mention_count]).toEqual([2, 1])
})

test('an own message marks the channel as read', () => {
  const own = arrive(false, arrive(true), { user_id: 'ana' })
  expect([unreadOf(own.channel, own.member), own.member.mention_count]).toEqual([0, 0])
})

test('a message of the system is not counted', () => {
  expect(arrive(false, { channel, member }, { type: 'system_join_channel' })).toEqual({ channel, member })
})

test('deleting an unread mention takes one back, never below 0', () => {
  const { member: named } = arrive(true)
  const once = afterDelete(named, post, true)
  expect(once.mention_count).toBe(0)
  expect(afterDelete(once, post, true).mention_count).toBe(0)
})

test('deleting a mention that was read changes nothing', () => {
  const held = { ...member, mention_count: 1, last_viewed_at: 300 }
  expect(afterDelete(held, post, true)).toBe(held)
})

test('viewing clears the counts', () => {
  const named = arrive(true)
  const viewed = afterView(named, 300)
  expect([unreadOf(named.channel, viewed), viewed.mention_count, viewed.last_viewed_at]).toEqual([0, 0, 300])
})

test('a muted channel has no unread messages', () => {
  const muted = { ...member, msg_count: 0, notify_props: { mark_unread: 'mention' } } as ChannelMembership
  expect(unreadOf(channel, muted)).toBe(0)
})
