import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

/** Channel as it is stored; times are epoch ms. */
export type ChannelRow = {
  id: string
  type: 'O' | 'P' | 'D' | 'G'
  name: string
  display_name: string
  header: string
  purpose: string
  creator_id: string
  props: Record<string, unknown>
  create_at: number
  update_at: number
  delete_at: number
  last_post_at: number
  last_root_post_at: number
  total_msg_count: number
  total_msg_count_root: number
}

/** Columns of a channel for `select`; epoch times and counts as numbers. */
export const CHANNEL = `c.id, c.type, c.name, c.display_name, c.header, c.purpose, c.creator_id, c.props,
  c.create_at::float8 as create_at, c.update_at::float8 as update_at, c.delete_at::float8 as delete_at,
  c.last_post_at::float8 as last_post_at, c.last_root_post_at::float8 as last_root_post_at,
  c.total_msg_count::float8 as total_msg_count, c.total_msg_count_root::float8 as total_msg_count_root`
const COLUMNS = sql.raw(CHANNEL)

export async function channelById(db: Db, id: string): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`select ${COLUMNS} from chat_channels c where id = ${id}`.execute(
    query(db),
  )
  return rows[0]
}
export async function channelByName(db: Db, name: string): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`select ${COLUMNS} from chat_channels c where name = ${name}`.execute(
    query(db),
  )
  return rows[0]
}
export async function channelsById(db: Db, ids: readonly string[]): Promise<ChannelRow[]> {
  const { rows } =
    await sql<ChannelRow>`select ${COLUMNS} from chat_channels c where id = any(${ids}::text[])`.execute(
      query(db),
    )
  return rows
}

/** Returns the channels of a user that are not archived, or also those; changed since, epoch ms. */
export async function channelsOf(
  db: Db,
  userId: string,
  { withArchived = false, since = 0 }: { withArchived?: boolean; since?: number } = {},
): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select ${COLUMNS} from chat_channels c join chat_members m on m.channel_id = c.id and m.user_id = ${userId}
    where ${withArchived ? sql`true` : sql`c.delete_at = 0`} and c.update_at >= ${since}
    order by c.display_name, c.id`.execute(query(db))
  return rows
}

/** Returns a page of open channels by name, archived ones left out. `term`: in the name or display name. */
export async function openChannels(
  db: Db,
  { offset, limit, term = '' }: { offset: number; limit: number; term?: string },
): Promise<ChannelRow[]> {
  const like = `%${term.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ChannelRow>`
    select ${COLUMNS} from chat_channels c where type = 'O' and delete_at = 0
      ${term === '' ? sql`` : sql`and (lower(name) like ${like} or lower(display_name) like ${like})`}
    order by display_name, id limit ${limit} offset ${offset}`.execute(query(db))
  return rows
}

export type NewChannelRow = Pick<
  ChannelRow,
  'id' | 'type' | 'name' | 'display_name' | 'header' | 'purpose' | 'creator_id' | 'props'
>

/** Stores a channel with its first members; returns null when the name is taken. `at`: epoch ms. */
export const insertChannel = (
  db: Db,
  channel: NewChannelRow,
  members: readonly { userId: string; isAdmin: boolean }[],
  at: number,
): Promise<ChannelRow | null> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<ChannelRow>(
      `insert into chat_channels as c (id, type, name, display_name, header, purpose, creator_id, props, create_at, update_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (name) do nothing returning ${CHANNEL}`,
      [
        channel.id,
        channel.type,
        channel.name,
        channel.display_name,
        channel.header,
        channel.purpose,
        channel.creator_id,
        channel.props,
        at,
      ],
    )
    if (rows[0] === undefined) return null
    await addMembers(client, channel.id, members, at)
    return rows[0]
  })

/** Adds members to a channel, read up to now; returns those that were not members before. */
export async function addMembers(
  client: pg.PoolClient,
  channelId: string,
  members: readonly { userId: string; isAdmin: boolean }[],
  at: number,
): Promise<string[]> {
  const { rows } = await client.query<{ user_id: string }>(
    `insert into chat_members (channel_id, user_id, is_admin, last_viewed_at, msg_count, msg_count_root, last_update_at)
     select c.id, m.user_id, m.is_admin, c.last_post_at, c.total_msg_count, c.total_msg_count_root, $4
     from chat_channels c, unnest($2::text[], $3::boolean[]) as m (user_id, is_admin) where c.id = $1
     on conflict do nothing returning user_id`,
    [channelId, members.map(({ userId }) => userId), members.map(({ isAdmin }) => isAdmin), at],
  )
  return rows.map(({ user_id }) => user_id)
}
export const joinChannel = (
  db: Db,
  channelId: string,
  userIds: readonly string[],
  at: number,
): Promise<string[]> =>
  inTransaction(db, (client) =>
    addMembers(
      client,
      channelId,
      userIds.map((userId) => ({ userId, isAdmin: false })),
      at,
    ),
  )

type Changeable = Pick<
  ChannelRow,
  'name' | 'display_name' | 'header' | 'purpose' | 'type' | 'delete_at' | 'props'
>
export type ChannelChange = { [Name in keyof Changeable]?: Changeable[Name] | undefined }
/** Changes a channel; returns null when its new name is taken, undefined when it does not exist. */
export async function changeChannel(
  db: Db,
  id: string,
  change: ChannelChange,
  at: number,
): Promise<ChannelRow | null | undefined> {
  const set = Object.entries(change).filter(([, value]) => value !== undefined)
  try {
    return await inTransaction(db, async (client) => {
      const { rows } = await client.query<ChannelRow>(
        `update chat_channels c set update_at = $2 ${set.map(([name], i) => `, ${name} = $${i + 3}`).join('')}
         where id = $1 returning ${CHANNEL}`,
        [id, at, ...set.map(([, value]) => value)],
      )
      return rows[0]
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return null
    throw error
  }
}

/** Returns member count, pinned posts and files of a channel. */
export async function channelStats(db: Db, id: string) {
  const { rows } = await sql<{ members: number; pinned: number; files: number }>`
    select (select count(*)::float8 from chat_members where channel_id = ${id}) as members,
      (select count(*)::float8 from chat_posts where channel_id = ${id} and is_pinned and delete_at = 0) as pinned,
      (select coalesce(sum(cardinality(file_ids)), 0)::float8 from chat_posts
        where channel_id = ${id} and cardinality(file_ids) > 0 and delete_at = 0) as files`.execute(query(db))
  return rows[0]!
}
