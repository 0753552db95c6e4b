import { unreadChanged } from '@samudra/contract/unread'
import { Collected } from '../../../../platform/kernel/cluster/collected.ts'
import { users } from '../../../../platform/kernel/http/audience.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { mentionsOfUsers } from '../channels/channel-members.sql.ts'
import { userIdOf } from '../chat-ids.ts'

/** Pushes the mentions that wait for users, by chat id, to their screens, some at once. */
export const unreadPushes = ({ db, send, log }: { db: Db; send: Send; log: Log }) =>
  new Collected(log, 'unread mentions could not be pushed', async (ids) => {
    const counts = await mentionsOfUsers(db, ids)
    for (const id of ids)
      send(unreadChanged, { room: 'chat', count: counts.get(id) ?? 0 }, users(userIdOf(id)), {
        about: `unread:chat:${id}`,
      })
  })
