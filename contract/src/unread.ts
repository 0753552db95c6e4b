import { z } from 'zod'
import { op, push } from './kernel.ts'

/** Rooms that count what a user has not read or taken up. Notices repeat what other rooms count, so no sum has them. */
export const UNREAD_ROOMS = ['alerts', 'chat', 'mail', 'forum', 'calls', 'notices'] as const
export type UnreadRoom = (typeof UNREAD_ROOMS)[number]

const Unread = z.object({ room: z.enum(UNREAD_ROOMS), count: z.number().int().min(0) })
export type Unread = z.output<typeof Unread>

/** Returns what the caller has not read, by room. */
export const getUnread = op({
  name: 'getUnread',
  route: 'GET /v2/unread',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(Unread), total: z.number() }),
})

/** Changed count of one room for this user. Alerts and notices are counted by the screen from their own pushes. */
export const unreadChanged = push({ wire: 'unread', payload: Unread })
