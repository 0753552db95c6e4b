import type { JobKind } from '../../../../platform/needs/jobs.ts'
import type { ForumRoom } from '../forum.ts'
import { deleteTopicsBefore } from './forum-retention.sql.ts'

const DAY_MS = 24 * 3_600_000

/** Deletes topics past their retention, every night, except under a legal hold. */
export const forumRetention = ({ db, clock, settings, identity, files }: ForumRoom): JobKind => ({
  name: 'forum.retention',
  does: 'Deletes topics of the forum past their retention',
  when: { cron: '35 3 * * *', zone: 'UTC' },
  work: async ({ signal }) => {
    const days = settings.number('forum.retention_days')
    if (days === 0) return
    const held = await identity.heldUsers()
    for (let isLast = false; !isLast;) {
      signal.throwIfAborted()
      const lot = await deleteTopicsBefore(db, new Date(clock.now() - days * DAY_MS), held)
      await files.forget(lot.files)
      isLast = lot.isLast
    }
  },
})
