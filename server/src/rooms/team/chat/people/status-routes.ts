import { CHAT_BODIES } from '@samudra/contract/chat'
import type { Status } from '../../presence/room.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf, userIdOf } from '../chat-ids.ts'
import { forbidden } from '../v4/chat-error.ts'
import { get, post, put, type ChatRoute } from '../v4/serve.ts'

/** Returns a status as clients of the chat server read it. */
export const presentStatus = ({ userId, status, isManual, lastActivityAt, dndEndsAt }: Status) => ({
  user_id: chatIdOf(userId),
  status,
  manual: isManual,
  last_activity_at: lastActivityAt,
  active_channel: '',
  dnd_end_time: Math.round(dndEndsAt / 1000),
})

export const statusRoutes = (chat: Chat): ChatRoute[] => [
  get('/users/:u/status', async ({ params }) => {
    const [status] = await chat.presence.statuses([userIdOf(params['u']!)])
    return { json: presentStatus(status!) }
  }),
  put('/users/:u/status', async ({ params, me, caller, body }) => {
    const { user_id, status, dnd_end_time = 0 } = await body(CHAT_BODIES.status)
    if (params['u'] !== me || user_id !== me) throw forbidden('You may set your own status only.')
    return {
      json: presentStatus(
        await chat.presence.setStatus(caller.userId, { status, dndEndsAt: dnd_end_time * 1000 }),
      ),
    }
  }),
  post('/users/status/ids', async ({ body }) => {
    const ids = await body(CHAT_BODIES.ids)
    return { json: (await chat.presence.statuses(ids.map(userIdOf))).map(presentStatus) }
  }),
]
