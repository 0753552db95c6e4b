import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf, isChatId, userIdOf } from '../chat-ids.ts'
import { ChatError, forbidden, invalidBody } from '../v4/chat-error.ts'
import { accessTo } from '../channels/channel-access.ts'
import type { ChatAction } from './chat-hub.ts'

const MOST_STATUSES = 1000
const STATUSES = ['online', 'away', 'dnd', 'offline'] as const
type StatusName = (typeof STATUSES)[number]
const isStatus = (text: unknown): text is StatusName => STATUSES.includes(text as StatusName)

/** Answers an action of a client on its socket. Throws ChatError for one that is refused. */
export async function act(
  chat: Chat,
  { action, data }: ChatAction,
  { me, caller }: { me: string; caller: Caller },
): Promise<object> {
  switch (action) {
    case 'get_statuses':
    case 'get_statuses_by_ids':
      return statusesOf(chat, idsIn(data))
    case 'user_typing': {
      const { channel_id, parent_id = '' } = data
      if (typeof channel_id !== 'string' || typeof parent_id !== 'string')
        throw invalidBody('channel_id must be an id.')
      await accessTo(chat, channel_id, me)
      chat.publish({
        event: 'typing',
        data: { parent_id, user_id: me },
        channel: channel_id,
        omit: [me],
        isFleeting: true,
      })
      return {}
    }
    case 'status_change': {
      const { status, user_id } = data
      if (user_id !== me) throw forbidden('You may set your own status only.')
      if (!isStatus(status)) throw invalidBody(`status must be one of ${STATUSES.join(', ')}.`)
      await chat.presence.setStatus(caller.userId, { status })
      return {}
    }
    case 'user_update_active_status':
    case 'presence':
    case 'posted_notify_ack':
      return {}
    default:
      throw new ChatError(
        400,
        'api.web_socket_router.bad_action.app_error',
        `The action ${action.slice(0, 64)} does not exist.`,
      )
  }
}

/** Returns the user ids of a request; null for all. */
function idsIn(data: unknown): string[] | null {
  const list = Array.isArray(data) ? data : (data as { user_ids?: unknown }).user_ids
  if (list === undefined) return null
  if (
    !Array.isArray(list) ||
    list.length > MOST_STATUSES ||
    !list.every((one) => typeof one === 'string' && isChatId(one))
  )
    throw invalidBody(`user_ids must be a list of at most ${MOST_STATUSES} ids.`)
  return list as string[]
}

/** Returns the statuses of users by chat id; of all who are not offline without ids. */
async function statusesOf(
  { identity, presence }: Chat,
  ids: readonly string[] | null,
): Promise<Record<string, string>> {
  const wanted = ids?.map(userIdOf) ?? (await identity.everyone()).map(({ userId }) => userId)
  const statuses = await presence.statuses(wanted)
  const shown = ids === null ? statuses.filter(({ status }) => status !== 'offline') : statuses
  return Object.fromEntries(shown.map(({ userId, status }) => [chatIdOf(userId), status]))
}
