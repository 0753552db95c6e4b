import type { ForumFlag } from '@samudra/contract/forum-moderation'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { postColumns, POST_JOINS, type PostRow } from '../posts/post-rows.sql.ts'
import { moderatesCategory, nameOf, rowsOf, seesCategory, type Viewer } from '../sees.sql.ts'

export type FlagRow = PostRow & {
  flag_id: string
  flagger_id: string
  flagger_name: string
  reason: ForumFlag['reason']
  note: string
  flagged_at: Date
  state: ForumFlag['state']
  decided_by: string | null
  decided_at: Date | null
  decision_note: string
}

/** Inserts a flag of a post; false when the user flagged it before. */
export const insertFlag = async (
  db: Db,
  flag: { id: string; postId: string; userId: string; reason: string; note: string; at: Date },
): Promise<boolean> =>
  (
    await rowsOf(
      db,
      sql`insert into forum_flags (id, post_id, user_id, reason, note, at)
        values (${flag.id}, ${flag.postId}, ${flag.userId}, ${flag.reason}, ${flag.note}, ${flag.at})
        on conflict do nothing returning id`,
    )
  ).length > 0

const FLAG = sql`f.id as flag_id, f.user_id as flagger_id, ${nameOf(sql`f.user_id`)} as flagger_name, f.reason, f.note,
  f.at as flagged_at, f.state, ${nameOf(sql`f.decided_by`)} as decided_by, f.decided_at, f.decision_note`

type FlagList = {
  state: ForumFlag['state']
  categoryId: string | null
  after: { at: Date; id: string } | null
  limit: number
}
/** Returns flags of the categories that a user moderates: open ones the oldest first, decided ones the latest first. */
export const listFlags = (
  db: Db,
  viewer: Viewer,
  { state, categoryId, after, limit }: FlagList,
): Promise<FlagRow[]> => {
  const [order, beyond] = state === 'OPEN' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  return rowsOf(
    db,
    sql<FlagRow>`
      select ${postColumns(viewer)}, ${FLAG} from forum_flags f join (${POST_JOINS}) on p.id = f.post_id
      where ${seesCategory(viewer)} and ${moderatesCategory(viewer)} and t.deleted_at is null
        and f.state = ${state}
        ${categoryId === null ? sql`` : sql`and c.id = ${categoryId}`}
        ${after === null ? sql`` : sql`and (f.at, f.id) ${beyond} (${after.at}, ${after.id})`}
      order by f.at ${order}, f.id ${order} limit ${limit}`,
  )
}
/** Returns a flag that a user moderates. */
export const moderatedFlag = async (db: Db, viewer: Viewer, id: string): Promise<FlagRow | undefined> =>
  (
    await rowsOf(
      db,
      sql<FlagRow>`
        select ${postColumns(viewer)}, ${FLAG} from forum_flags f join (${POST_JOINS}) on p.id = f.post_id
        where f.id = ${id} and ${seesCategory(viewer)} and ${moderatesCategory(viewer)}`,
    )
  )[0]

/** Counts the open flags of the categories that a user moderates. */
export const countOpenFlags = async (db: Db, viewer: Viewer): Promise<number> =>
  (
    await rowsOf(
      db,
      sql<{ n: number }>`select count(*)::int as n from forum_flags f join (${POST_JOINS}) on p.id = f.post_id
        where f.state = 'OPEN' and ${seesCategory(viewer)} and ${moderatesCategory(viewer)} and t.deleted_at is null`,
    )
  )[0]!.n

/** Decides all open flags of a post; returns how many. */
export const decideFlags = async (
  db: Db,
  postId: string,
  { state, by, at, note }: { state: string; by: string; at: Date; note: string },
): Promise<number> =>
  (
    await rowsOf(
      db,
      sql`update forum_flags set state = ${state}, decided_by = ${by}, decided_at = ${at}, decision_note = ${note}
        where post_id = ${postId} and state = 'OPEN' returning id`,
    )
  ).length
