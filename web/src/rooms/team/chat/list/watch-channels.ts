import type { ServerChannel } from '@mattermost/types/channels'
import type { Post } from '@mattermost/types/posts'
import { chatCall } from '../state/chat-client.ts'
import { loadChannel } from '../state/load-chat.ts'

async function opened(path: string, body: unknown): Promise<string> {
  const { id } = await chatCall<ServerChannel>(path, { method: 'post', body })
  await loadChannel(id)
  return id
}

/** Opens the channel of the current duty period; returns its id. */
export const openWatchChannel = () => opened('/extensions/watch-channel', {})

/** Opens the channel of an area of interest; returns its id. */
export const openAreaChannel = (areaId: string) => opened('/extensions/area-channel', { area_id: areaId })

/** Sends a message to the users on duty; returns the id of its channel. */
export async function sendToWatch(message: string): Promise<string> {
  const post = await chatCall<Post>('/extensions/ask-watch', { method: 'post', body: { message } })
  await loadChannel(post.channel_id)
  return post.channel_id
}
