import type { PresenceStatus } from '@samudra/contract/presence'
import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import type { ConnectionRow } from './connection-tracker.ts'

/** Time after the last connection closed for which its user stays online. */
const GRACE_MS = 12_000
/** Age of the beat of a server beyond which its connections do not count. */
const BEAT_S = 15

export type PresenceRow = {
  user_id: string
  chosen: PresenceStatus | null
  dnd_ends_at: Date | null
  status: PresenceStatus
  is_connected: boolean
  last_activity_at: Date | null
}
const COLUMNS = sql.raw('p.user_id, p.chosen, p.dnd_ends_at, p.status, p.is_connected, p.last_activity_at')

/**
 * Renews the beat of a server by the clock of the database, and removes servers without one and rows of long closed
 * connections. Returns false when the server was not known: its rows are lost.
 */
export async function beat(db: Db, server: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into presence_servers as s (id, beat_at) values (${server}, now())
    on conflict (id) do update set beat_at = now() returning (xmax = 0) as is_new`.execute(query(db))
  await sql`delete from presence_servers where beat_at < now() - make_interval(secs => ${BEAT_S})`.execute(
    query(db),
  )
  await sql`delete from presence_connections where closed_at < ${new Date(now - 4 * GRACE_MS)}`.execute(
    query(db),
  )
  return !rows[0]!.is_new
}

const at = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Stores the connections of users at a server, and their last activity. */
export async function storeConnections(db: Db, server: string, changed: readonly ConnectionRow[]) {
  const columns = sql`unnest(${changed.map(({ userId }) => userId)}::text[],
    ${changed.map(({ activeAt }) => at(activeAt))}::timestamptz[],
    ${changed.map(({ activeUntil }) => at(activeUntil))}::timestamptz[],
    ${changed.map(({ closedAt }) => at(closedAt))}::timestamptz[]) as c (user_id, active_at, active_until, closed_at)`
  await sql`
    with connections as (
      insert into presence_connections (server, user_id, active_at, active_until, closed_at)
      select ${server}, c.* from ${columns}
      on conflict (server, user_id) do update
      set active_at = excluded.active_at, active_until = excluded.active_until, closed_at = excluded.closed_at
    )
    insert into presences as p (user_id, last_activity_at)
    select c.user_id, c.active_at from ${columns} join users u on u.id = c.user_id
    on conflict (user_id) do update
    set last_activity_at = greatest(p.last_activity_at, excluded.last_activity_at)`.execute(query(db))
}

/** Chooses a status of a user; null removes the choice. */
export async function chooseStatus(
  db: Db,
  userId: string,
  chosen: PresenceStatus | null,
  dndEndsAt: Date | null,
) {
  await sql`
    insert into presences (user_id, chosen, dnd_ends_at)
    select id, ${chosen}, ${dndEndsAt} from users where id = ${userId}
    on conflict (user_id) do update
    set chosen = excluded.chosen, dnd_ends_at = excluded.dnd_ends_at`.execute(query(db))
}

/** Statuses as they are now, of users whose stored status may differ. */
const settledAt = (now: number) => sql`
  select p.user_id,
    coalesce(c.is_there, false) as is_connected,
    case
      when p.chosen is not null and (p.chosen <> 'dnd' or p.dnd_ends_at is null or p.dnd_ends_at > ${new Date(now)}) then p.chosen
      when c.is_there and c.is_active then 'online'
      when c.is_there then 'away'
      else 'offline'
    end as status
  from presences p left join (
    select user_id, bool_or(active_until > ${new Date(now)}) as is_active, true as is_there
    from presence_connections c join presence_servers s on s.id = c.server
    where s.beat_at > now() - make_interval(secs => ${BEAT_S})
      and (c.closed_at is null or c.closed_at > ${new Date(now - GRACE_MS)})
    group by user_id
  ) c on c.user_id = p.user_id
  where p.status <> 'offline' or p.is_connected or p.chosen is not null or c.is_there`
const DIFFERS = sql.raw('p.status <> now.status or p.is_connected <> now.is_connected')

/** Returns whether any status differs from the stored one. */
export async function isUnsettled(db: Db, now: number): Promise<boolean> {
  const { rows } = await sql`select from (${settledAt(now)}) now join presences p using (user_id)
    where ${DIFFERS} limit 1`.execute(query(db))
  return rows.length > 0
}

/** Stores statuses that differ and returns them; of several processes one at a time does so. */
export async function settle(db: Db, now: number): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`
    update presences p
    set status = now.status, is_connected = now.is_connected,
      chosen = case when p.chosen = 'dnd' and p.dnd_ends_at <= ${new Date(now)} then null else p.chosen end
    from (${settledAt(now)}) now where now.user_id = p.user_id and (${DIFFERS})
    returning ${COLUMNS}`.execute(query(db))
  return rows
}

/** Returns the stored statuses of users; users who were never there have none. */
export async function statusesOf(db: Db, userIds: readonly string[]): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`
    select ${COLUMNS} from presences p where p.user_id = any(${userIds}::text[])`.execute(query(db))
  return rows
}
/** Returns the statuses of users who are there, or chose one. */
export async function presentStatuses(db: Db): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`select ${COLUMNS} from presences p
    where p.status <> 'offline' or p.is_connected or p.chosen is not null`.execute(query(db))
  return rows
}

/** Returns the statuses of all users who may log in, by name. */
export async function allStatuses(
  db: Db,
  now: Date,
): Promise<(Partial<PresenceRow> & { user_id: string; username: string })[]> {
  const { rows } = await sql<Partial<PresenceRow> & { user_id: string; username: string }>`
    select u.id as user_id, u.username, p.status, p.is_connected, p.last_activity_at
    from users u left join presences p on p.user_id = u.id
    where u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > ${now})
    order by u.username limit 5000`.execute(query(db))
  return rows
}
