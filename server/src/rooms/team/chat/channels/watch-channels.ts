import { CHAT_BODIES } from '@samudra/contract/chat'
import { ON_WATCH } from '@samudra/contract/duties'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf } from '../chat-ids.ts'
import { authorOf, createPost } from '../posts/posting.ts'
import { presentChannel } from '../presented.ts'
import { ChatError } from '../v4/chat-error.ts'
import { post, type ChatRoute } from '../v4/serve.ts'
import { openNew, type ChannelWanted } from './channel-changes.ts'
import { channelByName, joinChannel, type ChannelRow } from './channels.sql.ts'

const emptyWatch = () =>
  new ChatError(400, 'api.watch.empty.app_error', 'No one is on watch now. Write to the watch floor instead.')

/** Routes of the product beside those of the model: a channel of the watch or of an area, and a question to the watch. */
export const watchChannelRoutes = (chat: Chat): ChatRoute[] => [
  post('/extensions/watch-channel', async ({ caller }) => ({
    status: 201,
    json: presentChannel(await watchChannel(chat, caller), chat.team),
  })),
  post('/extensions/area-channel', async ({ caller, body }) => ({
    status: 201,
    json: presentChannel(
      await areaChannel(chat, caller, (await body(CHAT_BODIES.areaChannel)).area_id),
      chat.team,
    ),
  })),
  post('/extensions/ask-watch', async ({ caller, body }) => ({
    status: 201,
    json: await askWatch(chat, caller, (await body(CHAT_BODIES.askWatch)).message),
  })),
]

/** Returns the channel of the present duty period, with all users on watch in it. Throws 400 without one. */
async function watchChannel(chat: Chat, caller: Caller): Promise<ChannelRow> {
  const onWatch = (await chat.duties()).filter(({ role }) => ON_WATCH.includes(role))
  if (onWatch.length === 0) throw emptyWatch()
  const since = new Date(Math.min(...onWatch.map((one) => one.since))).toISOString()
  const [day, time] = [since.slice(0, 10), since.slice(11, 16)]
  return opened(
    chat,
    caller,
    onWatch.map(({ userId }) => userId),
    {
      name: `watch-${day}-${time.replace(':', '')}`,
      display_name: `Watch of ${day} ${time} UTC`,
      type: 'O',
      purpose: 'The watch that started then',
    },
  )
}

/** Returns the channel of an area that the caller sees; a private one for an area that not everybody sees. */
async function areaChannel(chat: Chat, caller: Caller, areaId: string): Promise<ChannelRow> {
  const area = chat.areaOf(areaId, caller)
  return opened(chat, caller, [], {
    name: `area-${area.id.toLowerCase()}`,
    display_name: area.name.slice(0, 64),
    type: area.isPublic ? 'O' : 'P',
    purpose: 'About this area',
    props: { area_id: area.id },
  })
}

/** Posts a question in the private channel of the caller and the users on duty now. Throws 400 without one. */
async function askWatch(chat: Chat, caller: Caller, message: string) {
  const onDuty = (await chat.duties()).map(({ userId }) => userId)
  if (onDuty.length === 0) throw emptyWatch()
  const channel = await opened(chat, caller, onDuty, {
    name: `ask-watch-${chatIdOf(caller.userId)}`,
    display_name: `${caller.username} and the watch`.slice(0, 64),
    type: 'P',
    purpose: 'Questions to the users on watch',
  })
  const names = (await chat.identity.accountsById(onDuty)).map(({ username }) => `@${username.toLowerCase()}`)
  const others = names.filter((name) => name !== `@${caller.username.toLowerCase()}`)
  return createPost(chat, authorOf(caller), {
    channel_id: channel.id,
    message: [...others, message].join(' '),
    root_id: '',
    pending_post_id: '',
  })
}

/** Returns a channel by name, opened where it does not exist, with the caller and some users as members. */
async function opened(
  chat: Chat,
  caller: Caller,
  userIds: readonly string[],
  wanted: ChannelWanted,
): Promise<ChannelRow> {
  const before = await channelByName(chat.db, wanted.name)
  const channel = before ?? (await openNew(chat, authorOf(caller), wanted))
  const members = [...new Set([caller.userId, ...userIds])].map(chatIdOf)
  for (const user_id of await joinChannel(chat.db, channel.id, members, chat.clock.now()))
    chat.publish({ event: 'user_added', data: { user_id, team_id: chat.team }, channel: channel.id })
  return channel
}
