import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { PreferenceType } from '@mattermost/types/preferences'
import type { UserProfile } from '@mattermost/types/users'
import { addressChat, chatApi, isNotLinked } from './chat-client.ts'
import { chatIdOf } from './chat-ids.ts'
import { chatNow, useChat } from './chat.store.ts'

const USERS_PAGE = 200
const MOST_USERS = 5000
const CHANNELS_PAGE = 200

/** Loads who and what there is: users, channels, counts, saved messages and threads. */
export async function loadChat(userId: string): Promise<void> {
  addressChat()
  useChat.setState(({ stage }) => ({ fault: null, stage: stage === 'ready' ? 'ready' : 'loading' }))
  try {
    const [team] = await chatApi.getMyTeams()
    if (team === undefined) throw new Error('Your account is in no chat team. Ask an administrator.')
    const [{ id: me }, users, channels, members, preferences] = await Promise.all([
      chatApi.getMe(),
      allUsers(team.id),
      chatApi.getMyChannels(team.id),
      allMembers(),
      // One function of the client is declared with one preference, and answers with all of them.
      chatApi.getMyPreferences() as unknown as Promise<PreferenceType[]>,
    ])
    useChat.setState({
      stage: 'ready',
      fault: null,
      me,
      isForeign: me !== chatIdOf(userId),
      teamId: team.id,
      users: byId(users),
      channels: byId(channels),
      members: byChannel(members),
      saved: savedIn(preferences),
    })
    await Promise.all([loadStatuses(Object.keys(chatNow().users)), loadThreads()])
  } catch (error) {
    useChat.setState(({ stage }) => ({
      fault: error as Error,
      stage: stage === 'ready' && !isNotLinked(error) ? 'ready' : 'failed',
    }))
    throw error
  }
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): Record<string, Row> =>
  Object.fromEntries(rows.map((row) => [row.id, row]))
const byChannel = (rows: readonly ChannelMembership[]): Record<string, ChannelMembership> =>
  Object.fromEntries(rows.map((row) => [row.channel_id, row]))

/** Category of preferences under which saved messages are stored. */
export const SAVED = 'flagged_post'
const savedIn = (preferences: readonly PreferenceType[]): Record<string, true> =>
  Object.fromEntries(
    preferences
      .filter(({ category, value }) => category === SAVED && value === 'true')
      .map(({ name }) => [name, true as const]),
  )

/** Reads every user but bots. */
async function allUsers(teamId: string): Promise<UserProfile[]> {
  const users: UserProfile[] = []
  for (let page = 0; page * USERS_PAGE < MOST_USERS; page++) {
    const next = await chatApi.getProfilesInTeam(teamId, page, USERS_PAGE)
    users.push(...next.filter(({ is_bot }) => !is_bot))
    if (next.length < USERS_PAGE) break
  }
  return users
}

async function allMembers(): Promise<ChannelMembership[]> {
  const members: ChannelMembership[] = []
  for (let page = 0; ; page++) {
    const next = await chatApi.getAllChannelsMembers('me', page, CHANNELS_PAGE)
    members.push(...next)
    if (next.length < CHANNELS_PAGE) return members
  }
}

/** Loads users that posts or channels name and that are not known. */
export async function loadUsers(ids: readonly string[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => id !== '' && chatNow().users[id] === undefined)
  if (missing.length === 0) return
  const found = await chatApi.getProfilesByIds(missing)
  useChat.setState(({ users }) => ({ users: { ...users, ...byId(found) } }))
}

const STATUSES_PAGE = 500
export async function loadStatuses(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += STATUSES_PAGE) {
    const found = await chatApi.getStatusesByIds(ids.slice(from, from + STATUSES_PAGE))
    const statuses = Object.fromEntries(found.map(({ user_id, status }) => [user_id, status]))
    useChat.setState((state) => ({ statuses: { ...state.statuses, ...statuses } }))
  }
}

/** Loads threads that the user follows. */
export async function loadThreads(): Promise<void> {
  const { me, teamId } = chatNow()
  const answer = await chatApi.getUserThreads(me, teamId, { perPage: 60, extended: false })
  const { threads, total_unread_threads, total_unread_mentions } = answer as typeof answer & {
    total_unread_threads: number
    total_unread_mentions: number
  }
  useChat.setState(({ posts }) => ({
    threads: { list: threads, total_unread_threads, total_unread_mentions },
    posts: { ...Object.fromEntries(threads.map(({ post }) => [post.id, post])), ...posts },
  }))
  await loadUsers(threads.map(({ post }) => post.user_id))
}

/** Loads a channel that the user has just joined or was added to, with its counts. */
export async function loadChannel(channelId: string): Promise<ServerChannel> {
  const [channel, member] = await Promise.all([
    chatApi.getChannel(channelId),
    chatApi.getMyChannelMember(channelId).catch(() => undefined),
  ])
  takeChannel(channel, member)
  return channel
}

/** Loads a channel that the user is not known to be a member of. */
export async function loadPreview(channelId: string): Promise<ServerChannel> {
  const channel = await chatApi.getChannel(channelId)
  takeChannel(channel)
  return channel
}

export function takeChannel(channel: ServerChannel, member?: ChannelMembership) {
  useChat.setState(({ channels, members }) => ({
    channels: { ...channels, [channel.id]: channel },
    ...(member === undefined ? {} : { members: { ...members, [channel.id]: member } }),
  }))
}
