import { forumLike } from '@samudra/contract/forum'
import { Collected } from '../../../../platform/kernel/cluster/collected.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { audienceOfCategory } from '../push-forum.ts'
import { likesOfPosts } from './likes.sql.ts'

/** Pushes the likes of posts to the screens of those who see them, some at once. */
export const likePushes = ({ db, send, log }: { db: Db; send: Send; log: Log }) =>
  new Collected(log, 'likes could not be pushed', async (ids) => {
    for (const row of await likesOfPosts(db, ids))
      send(
        forumLike,
        { topic_id: row.topic_id, cid: row.id, like_count: row.like_count },
        audienceOfCategory(row),
        {
          about: `forum-like:${row.id}`,
        },
      )
  })
