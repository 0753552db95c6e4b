import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { MEMBER_COLUMNS, type MemberRow } from './channel-members.sql.ts'

/** Marks a channel as unread from a time on, and counts the posts and mentions of others since. */
export async function markUnread(
  db: Db,
  channelId: string,
  userId: string,
  { from, isDirect, now }: { from: number; isDirect: boolean; now: number },
): Promise<MemberRow> {
  const mentions = isDirect ? sql`true` : sql`${userId} = any(p.mentions)`
  const { rows } = await sql<MemberRow>`
    with since as (
      select count(*) as posts, count(*) filter (where p.root_id = '') as roots,
        count(*) filter (where p.user_id <> ${userId} and ${mentions}) as mentions,
        count(*) filter (where p.user_id <> ${userId} and p.root_id = '' and ${mentions}) as root_mentions,
        count(*) filter (where p.user_id <> ${userId} and p.priority = 'urgent' and ${mentions}) as urgent
      from chat_posts p where p.channel_id = ${channelId} and p.create_at >= ${from} and p.delete_at = 0
        and not starts_with(p.type, 'system_')
    )
    update chat_members m set last_viewed_at = ${from - 1}, last_update_at = ${now},
      msg_count = c.total_msg_count - s.posts, msg_count_root = c.total_msg_count_root - s.roots,
      mention_count = s.mentions, mention_count_root = s.root_mentions, urgent_mention_count = s.urgent
    from chat_channels c, since s
    where c.id = m.channel_id and m.channel_id = ${channelId} and m.user_id = ${userId}
    returning ${MEMBER_COLUMNS}`.execute(query(db))
  return rows[0]!
}
