import { forumFlagsChanged } from '@samudra/contract/forum'
import {
  decideForumFlag,
  flagForumPost,
  getForumFlags,
  type ForumFlag,
} from '@samudra/contract/forum-moderation'
import { users } from '../../../../platform/kernel/http/audience.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { livePostFor, writeCursor } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { changed, timeCursor } from '../posts/post-changes.ops.ts'
import { deletePost } from '../posts/post-changes.sql.ts'
import { presentPosts } from '../posts/present-post.ts'
import { usersOfCategory } from '../push-forum.ts'
import { moderatorsOf } from '../sees.sql.ts'
import {
  countOpenFlags,
  decideFlags,
  insertFlag,
  listFlags,
  moderatedFlag,
  type FlagRow,
} from './flags.sql.ts'

const USUAL_PAGE = 50
const REASONS: Record<ForumFlag['reason'], string> = {
  OFF_TOPIC: 'off topic',
  INAPPROPRIATE: 'inappropriate',
  SENSITIVE: 'not for this audience',
  SPAM: 'spam',
  OTHER: 'another reason',
}

export const flagOps = (room: ForumRoom): Handled[] => [flag(room), list(room), decide(room)]

const flag = (room: ForumRoom) =>
  handle(flagForumPost, async ({ input, caller, record }) => {
    const id = ulid(room.clock.now())
    record({ objectType: 'forum_post', objectId: input.cid, after: { flag: id, reason: input.reason } })
    const { post, topic } = await livePostFor(room, caller, input.cid)
    const isNew = await insertFlag(room.db, {
      id,
      postId: post.id,
      userId: caller.userId,
      reason: input.reason,
      note: input.note ?? '',
      at: now(room),
    })
    if (!isNew)
      throw new OperationError('DUPLICATE', 'You flagged this post already. Moderators will review it.')
    const moderators = (await moderatorsOf(room.db, topic.category_id)).filter((one) => one !== caller.userId)
    if (moderators.length > 0)
      room.notify({
        kind: 'FORUM_FLAG',
        severity: 'WARNING',
        text: `${caller.username} flagged a post of ${post.author_name} in “${topic.title}”: ${REASONS[input.reason]}.`,
        link: { kind: 'screen', path: '/home/collaboration/forum/flags' },
        audience: usersOfCategory(topic, moderators),
      })
    await pushFlags(room, topic.category_id)
    return { id }
  })

const list = (room: ForumRoom) =>
  handle(getForumFlags, async ({ input, caller }) => {
    const { limit = USUAL_PAGE, state = 'OPEN', category_id = null } = input
    const rows = await listFlags(room.db, caller, {
      state,
      categoryId: category_id,
      after: timeCursor(input.cursor),
      limit,
    })
    const last = rows.at(-1)
    return {
      items: await presentFlags(room, rows),
      total: await countOpenFlags(room.db, caller),
      next:
        rows.length < limit || last === undefined
          ? null
          : writeCursor(last.flagged_at.getTime(), last.flag_id),
      as_of: now(room).toISOString(),
    }
  })

const decide = (room: ForumRoom) =>
  handle(decideForumFlag, async ({ input, caller, record }) => {
    record({ objectType: 'forum_flag', objectId: input.id, after: { state: input.state } })
    const flag = await moderatedFlag(room.db, caller, input.id)
    if (flag === undefined) throw new OperationError('NOT_FOUND', 'This flag does not exist any more.')
    record({ after: { state: input.state, cid: flag.id, topic: flag.topic_id } })
    const decision = { state: input.state, by: caller.userId, at: now(room), note: input.note ?? '' }
    if ((await decideFlags(room.db, flag.id, decision)) === 0)
      throw new OperationError(
        'IN_USE',
        `${flag.decided_by ?? 'Another moderator'} has already decided this flag.`,
      )
    if (
      input.state === 'UPHELD' &&
      input.delete_post === true &&
      flag.number > 1 &&
      flag.deleted_at === null
    ) {
      await deletePost(room.db, caller, flag.id, { reason: input.note ?? 'Flagged', at: now(room) })
      await changed(room, caller, flag.id)
    }
    await pushFlags(room, flag.category_id)
    const after = await moderatedFlag(room.db, caller, input.id)
    return (await presentFlags(room, [after ?? flag]))[0]!
  })

const now = ({ clock }: Pick<ForumRoom, 'clock'>) => new Date(clock.now())

/** Pushes the number of open flags to each moderator of a category. */
async function pushFlags(room: ForumRoom, categoryId: string): Promise<void> {
  const ids = new Set(await moderatorsOf(room.db, categoryId))
  const everyone = (await room.identity.everyone()).filter(({ userId }) => ids.has(userId))
  for (const { userId, groups, isAdmin } of everyone)
    room.send(
      forumFlagsChanged,
      { open: await countOpenFlags(room.db, { userId, groups, isAdmin }) },
      users(userId),
      { about: `forum-flags:${userId}` },
    )
}

async function presentFlags(room: ForumRoom, rows: readonly FlagRow[]): Promise<ForumFlag[]> {
  const posts = await presentPosts(room, rows, { isModerator: true })
  return rows.map((row, i) => ({
    id: row.flag_id,
    post: posts[i]!,
    topic_title: row.topic_title,
    category_id: row.category_id,
    by: { id: row.flagger_id, username: row.flagger_name },
    reason: row.reason,
    note: row.note,
    at: row.flagged_at.toISOString(),
    state: row.state,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_note: row.decision_note,
  }))
}
