import { chatApi } from '../state/chat-client.ts'
import { chatNow } from '../state/chat.store.ts'
import { loadChannel, takeChannel } from '../state/load-chat.ts'

/** Opens the direct channel with one user, or the group with several; returns its id. */
export async function openDirect(userIds: readonly string[]): Promise<string> {
  const { me } = chatNow()
  const [only = me] = userIds
  const channel =
    userIds.length > 1
      ? await chatApi.createGroupChannel([me, ...userIds])
      : await chatApi.createDirectChannel([me, only])
  takeChannel(channel)
  await loadChannel(channel.id)
  return channel.id
}
