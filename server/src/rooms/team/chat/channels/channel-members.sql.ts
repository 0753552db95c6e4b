import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Membership of a user in a channel; times are epoch ms. */
export type MemberRow = {
  channel_id: string
  user_id: string
  is_admin: boolean
  last_viewed_at: number
  delivered_at: number
  msg_count: number
  msg_count_root: number
  mention_count: number
  mention_count_root: number
  urgent_mention_count: number
  notify_props: Record<string, string>
  last_update_at: number
}
export const MEMBER_COLUMNS = sql`m.channel_id, m.user_id, m.is_admin, m.last_viewed_at::float8 as last_viewed_at,
  m.delivered_at::float8 as delivered_at, m.msg_count::float8 as msg_count, m.msg_count_root::float8 as msg_count_root,
  m.mention_count::float8 as mention_count, m.mention_count_root::float8 as mention_count_root,
  m.urgent_mention_count::float8 as urgent_mention_count, m.notify_props, m.last_update_at::float8 as last_update_at`

export async function memberOf(db: Db, channelId: string, userId: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select ${MEMBER_COLUMNS} from chat_members m where channel_id = ${channelId} and user_id = ${userId}`.execute(
    query(db),
  )
  return rows[0]
}

/** Returns members of a channel by user id, a page or those named. */
export async function membersOf(
  db: Db,
  channelId: string,
  { offset = 0, limit, ids }: { offset?: number; limit: number; ids?: readonly string[] },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${MEMBER_COLUMNS} from chat_members m where channel_id = ${channelId}
      ${ids === undefined ? sql`` : sql`and user_id = any(${ids}::text[])`}
    order by user_id limit ${limit} offset ${offset}`.execute(query(db))
  return rows
}
export async function memberIdsOf(db: Db, channelId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from chat_members where channel_id = ${channelId} order by user_id`.execute(query(db))
  return rows.map(({ user_id }) => user_id)
}

/** Returns memberships of a user in channels that are not archived, a page by channel id. */
export async function membershipsOf(
  db: Db,
  userId: string,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${MEMBER_COLUMNS} from chat_members m join chat_channels c on c.id = m.channel_id and c.delete_at = 0
    where m.user_id = ${userId} order by m.channel_id limit ${limit} offset ${offset}`.execute(query(db))
  return rows
}

/** Returns which of some users are members of each of some channels. */
export async function membersAmong(
  db: Db,
  channelIds: readonly string[],
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ channel_id: string; user_ids: string[] }>`
    select channel_id, array_agg(user_id) as user_ids from chat_members
    where channel_id = any(${channelIds}::text[]) and user_id = any(${userIds}::text[])
    group by channel_id`.execute(query(db))
  return new Map(rows.map(({ channel_id, user_ids }) => [channel_id, new Set(user_ids)]))
}

/** Marks a channel as read up to its last post, or up to `upto`; returns false for users who are not members. */
export async function markViewed(
  db: Db,
  channelId: string,
  userId: string,
  now: number,
): Promise<number | null> {
  const { rows } = await sql<{ at: number }>`
    update chat_members m set last_viewed_at = greatest(m.last_viewed_at, c.last_post_at), delivered_at = greatest(m.delivered_at, c.last_post_at),
      msg_count = c.total_msg_count, msg_count_root = c.total_msg_count_root,
      mention_count = 0, mention_count_root = 0, urgent_mention_count = 0, last_update_at = ${now}
    from chat_channels c where c.id = m.channel_id and m.channel_id = ${channelId} and m.user_id = ${userId}
    returning m.last_viewed_at::float8 as at`.execute(query(db))
  return rows[0]?.at ?? null
}

/** Notes that posts of a channel up to a time reached open screens of users. */
export async function markDelivered(
  db: Db,
  channelId: string,
  userIds: readonly string[],
  at: number,
): Promise<void> {
  await sql`update chat_members set delivered_at = ${at}
    where channel_id = ${channelId} and user_id = any(${userIds}::text[]) and delivered_at < ${at}`.execute(
    query(db),
  )
}

export async function removeMember(db: Db, channelId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from chat_members where channel_id = ${channelId} and user_id = ${userId}
    returning user_id`.execute(query(db))
  return rows.length > 0
}

/** Changes notification settings of a membership; returns undefined for users who are not members. */
export async function changeNotifyProps(
  db: Db,
  channelId: string,
  userId: string,
  props: Record<string, string | undefined>,
  now: number,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    update chat_members m set notify_props = notify_props || ${JSON.stringify(props)}::jsonb, last_update_at = ${now}
    where channel_id = ${channelId} and user_id = ${userId} returning ${MEMBER_COLUMNS}`.execute(query(db))
  return rows[0]
}
export async function changeMemberRole(
  db: Db,
  channelId: string,
  userId: string,
  isAdmin: boolean,
  now: number,
) {
  const { rows } = await sql<MemberRow>`
    update chat_members m set is_admin = ${isAdmin}, last_update_at = ${now}
    where channel_id = ${channelId} and user_id = ${userId} returning ${MEMBER_COLUMNS}`.execute(query(db))
  return rows[0]
}

/** Mentions and channels with unread posts of a user, for the badge of the product. Muted channels count mentions only. */
export async function unreadOf(db: Db, userId: string): Promise<{ mentions: number; channels: number }> {
  const { rows } = await sql<{ mentions: number; channels: number }>`
    select coalesce(sum(m.mention_count), 0)::float8 as mentions,
      count(*) filter (where c.total_msg_count > m.msg_count
        and coalesce(m.notify_props ->> 'mark_unread', 'all') <> 'mention')::float8 as channels
    from chat_members m join chat_channels c on c.id = m.channel_id and c.delete_at = 0
    where m.user_id = ${userId}`.execute(query(db))
  return rows[0]!
}

/** Returns the version of the members of each of some channels; it grows before the change is seen. */
export async function membersVersions(db: Db, channelIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, members_version::float8 as version from chat_channels where id = any(${channelIds}::text[])`.execute(
    query(db),
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Returns how many mentions wait for each of some users. */
export async function mentionsOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; mentions: number }>`
    select m.user_id, sum(m.mention_count)::float8 as mentions
    from chat_members m join chat_channels c on c.id = m.channel_id and c.delete_at = 0
    where m.user_id = any(${userIds}::text[]) group by m.user_id`.execute(query(db))
  return new Map(rows.map(({ user_id, mentions }) => [user_id, mentions]))
}

/** Makes users members of channels they are not members of; returns pairs that were added. */
export async function joinAll(db: Db, channelIds: readonly string[], userIds: readonly string[], at: number) {
  const { rows } = await sql<{ channel_id: string; user_id: string }>`
    insert into chat_members (channel_id, user_id, last_viewed_at, msg_count, msg_count_root, last_update_at)
    select c.id, u.user_id, c.last_post_at, c.total_msg_count, c.total_msg_count_root, ${at}
    from chat_channels c, unnest(${userIds}::text[]) as u (user_id) where c.id = any(${channelIds}::text[])
    on conflict do nothing returning channel_id, user_id`.execute(query(db))
  return rows
}
