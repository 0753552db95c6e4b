import { room, type Ground } from '../../../platform/ground.ts'
import type { FileKind } from '../../../platform/kernel/files/file-store.ts'
import { identity } from '../../centre/identity/room.ts'
import { settings } from '../../centre/settings/room.ts'
import { notifications } from '../../watch/notifications/room.ts'
import { exportOps } from './export/forum-export.ops.ts'
import { createFirstContent } from './storage/first-content.sql.ts'
import { forumRetention } from './storage/forum-retention.ts'
import { categoryOps } from './categories/categories.ops.ts'
import type { ForumRoom } from './forum.ts'
import { FILE_KIND } from './posts/posting.sql.ts'
import { fileOps } from './posts/forum-files.ops.ts'
import { likePushes } from './posts/like-pushes.ts'
import { postChangeOps } from './posts/post-changes.ops.ts'
import { postOps } from './posts/posts.ops.ts'
import { CATEGORY_SEERS, TOPIC_READERS } from './push-forum.ts'
import { flagOps } from './moderation/flags.ops.ts'
import { moderationOps } from './moderation/moderation.ops.ts'
import { peopleOps } from './people/forum-people.ops.ts'
import { draftOps } from './reading/forum-drafts.ops.ts'
import { readingOps } from './reading/reading.ops.ts'
import { notifyDuePosts } from './reading/post-notifications.ts'
import { forgetClosed, readersOf } from './reading/reads.sql.ts'
import { unreadTopicPushes } from './reading/unread-topic-pushes.ts'
import { unreadOfUsers } from './reading/unread-topics.sql.ts'
import { searchOps } from './search/forum-search.ops.ts'
import { seersOf } from './sees.sql.ts'
import { topicOps } from './topics/topics.ops.ts'

const DAY_MS = 24 * 3_600_000
/** Files of posts; the forum gives them out by its own operations, by category. */
const FILES: FileKind = {
  name: FILE_KIND,
  largest: 200 * 1024 * 1024,
  takes: 'SHARED',
  isOfUsers: true,
  waiting: { retentionMs: 30 * DAY_MS, most: 100 },
  isSeen: () => false,
}
const OPEN_MS = 60_000
const SWEEP_MS = 20_000
const OPS = [
  categoryOps,
  topicOps,
  postOps,
  postChangeOps,
  fileOps,
  readingOps,
  draftOps,
  searchOps,
  moderationOps,
  flagOps,
  peopleOps,
  exportOps,
]

/** Forum: categories, topics, posts and replies, with rights by category. */
export const forum = room({
  name: 'forum',
  uses: { identity, settings, notifications },
  open: async (ground, { identity, settings, notifications }) => {
    const { db, clock, log, bus, files, send, assembly } = ground
    const unread = unreadTopicPushes(ground)
    const likes = likePushes(ground)
    const forumRoom: ForumRoom = {
      db,
      clock,
      log,
      identity,
      settings: settings.values,
      files: files.kind(FILES),
      send,
      notify: (notification) => bus.publish('notice', notification),
      notifyWith: notifications.notifyWith,
      unreadChanged: (ids) => unread.add(ids),
      sealKey: assembly.keys.of('forum exports'),
      likesChanged: (cids) => likes.add(cids),
    }
    answerQueries(ground)
    return {
      door: {},
      ops: OPS.flatMap((ops) => ops(forumRoom)),
      beats: [
        { everyMs: OPEN_MS, work: async () => void (await forgetClosed(db, new Date(clock.now()))) },
        { everyMs: SWEEP_MS, work: () => notifyDuePosts(forumRoom) },
      ],
      jobs: [forumRetention(forumRoom)],
      start: () => createFirstContent(db, new Date(clock.now())),
      stop: async () => {
        await likes.stop()
        await unread.stop()
      },
    }
  },
})

function answerQueries({ db, clock, queries }: Ground) {
  queries.subscribe('unread', async ({ userId }) => [
    { room: 'forum', count: (await unreadOfUsers(db, [userId])).get(userId) ?? 0 },
  ])
  queries.subscribe('members', async (of, id) =>
    of === CATEGORY_SEERS
      ? seersOf(db, id)
      : of === TOPIC_READERS
        ? readersOf(db, id, new Date(clock.now()))
        : [],
  )
}
