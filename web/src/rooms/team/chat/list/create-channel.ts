import { chatApi, refusedWith } from '../state/chat-client.ts'
import { chatNow } from '../state/chat.store.ts'
import { channelSlug } from './channel-slug.ts'

/**
 * Creates a channel. Its name for addresses gets a number when an archived channel has it. Throws when a channel of the
 * user is called the same.
 */
export async function createChannel(display_name: string, type: 'O' | 'P', purpose: string) {
  const { teamId, channels } = chatNow()
  const name = channelSlug(display_name, Date.now())
  const create = (slug: string) =>
    chatApi.createChannel({ team_id: teamId, name: slug, display_name, type, purpose })
  try {
    return await create(name)
  } catch (error) {
    const isTaken = Object.values(channels).some((one) => one.name === name && one.delete_at === 0)
    if (refusedWith(error) !== 400 || isTaken) throw error
    return create(`${name}-${Date.now().toString(36)}`)
  }
}
