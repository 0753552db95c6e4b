import { unreadChanged } from '@samudra/contract/unread'
import { Collected } from '../../../../platform/kernel/cluster/collected.ts'
import { users } from '../../../../platform/kernel/http/audience.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { unreadOfUsers } from './unread-topics.sql.ts'

/** Pushes the unread topics of users to their screens, some at once. */
export const unreadTopicPushes = ({ db, send, log }: { db: Db; send: Send; log: Log }) =>
  new Collected(log, 'unread topics could not be pushed', async (ids) => {
    const counts = await unreadOfUsers(db, ids)
    for (const id of ids)
      send(unreadChanged, { room: 'forum', count: counts.get(id) ?? 0 }, users(id), {
        about: `unread:forum:${id}`,
      })
  })
