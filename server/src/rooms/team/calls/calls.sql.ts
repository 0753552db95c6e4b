import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import type { StoredCall, StoredParticipant } from './call-rules.ts'

const PARTICIPANTS = `(
  select json_agg(json_build_object(
    'userId', p.user_id, 'username', p.username, 'state', p.state, 'peerId', p.peer_id, 'muted', p.muted,
    'camera', p.camera, 'screen', p.screen, 'reportedAt', extract(epoch from p.reported_at) * 1000,
    'ringsUntil', extract(epoch from p.rings_until) * 1000, 'joinedAt', extract(epoch from p.joined_at) * 1000,
    'leftAt', extract(epoch from p.left_at) * 1000, 'isUnseen', p.is_unseen)
    order by p.user_id <> c.host_id, p.rings_until, p.user_id)
  from call_participants p where p.room_name = c.room_name)`
const COLUMNS = `c.room_name, c.kind, c.state, c.host_id, c.host_name, c.channel_id, c.subject, c.started_at,
  c.answered_at, c.expires_at, c.ended_at, c.cause, c.version, ${PARTICIPANTS} as participants`

type CallRow = {
  room_name: string
  kind: StoredCall['kind']
  state: StoredCall['state']
  host_id: string
  host_name: string
  channel_id: string | null
  subject: StoredCall['subject']
  started_at: Date
  answered_at: Date | null
  expires_at: Date
  ended_at: Date | null
  cause: StoredCall['cause']
  version: number
  participants: StoredParticipant[] | null
}
const callOf = (row: CallRow): StoredCall => ({
  roomName: row.room_name,
  kind: row.kind,
  state: row.state,
  hostId: row.host_id,
  hostName: row.host_name,
  channelId: row.channel_id,
  subject: row.subject,
  startedAt: row.started_at.getTime(),
  answeredAt: row.answered_at?.getTime() ?? null,
  expiresAt: row.expires_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
  cause: row.cause,
  version: row.version,
  participants: row.participants ?? [],
})

const at = (ms: number | null) => (ms === null ? null : new Date(ms))
const UNIQUE_VIOLATION = '23505'
/** A participant takes part in another call. */
export class InAnotherCall extends Error {}

async function storeCall(client: pg.PoolClient, call: StoredCall): Promise<void> {
  await client.query(
    `insert into calls (room_name, kind, state, host_id, host_name, channel_id, subject, started_at, answered_at,
       expires_at, ended_at, cause, version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (room_name) do update set state = excluded.state, answered_at = excluded.answered_at,
       ended_at = excluded.ended_at, cause = excluded.cause, version = excluded.version`,
    [
      call.roomName,
      call.kind,
      call.state,
      call.hostId,
      call.hostName,
      call.channelId,
      call.subject === null ? null : JSON.stringify(call.subject),
      at(call.startedAt),
      at(call.answeredAt),
      at(call.expiresAt),
      at(call.endedAt),
      call.cause,
      call.version,
    ],
  )
}

const VALUES = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14'
async function storeParticipant(
  client: pg.PoolClient,
  call: StoredCall,
  one: StoredParticipant,
): Promise<void> {
  await client.query(
    `insert into call_participants (room_name, user_id, username, state, peer_id, muted, camera, screen, reported_at,
       rings_until, joined_at, left_at, started_at, is_unseen) values (${VALUES})
     on conflict (room_name, user_id) do update set state = excluded.state, peer_id = excluded.peer_id,
       muted = excluded.muted, camera = excluded.camera, screen = excluded.screen, reported_at = excluded.reported_at,
       rings_until = excluded.rings_until, joined_at = excluded.joined_at, left_at = excluded.left_at,
       is_unseen = excluded.is_unseen`,
    [
      call.roomName,
      one.userId,
      one.username,
      one.state,
      one.peerId,
      one.muted,
      one.camera,
      one.screen,
      at(one.reportedAt),
      at(one.ringsUntil),
      at(one.joinedAt),
      at(one.leftAt),
      at(call.startedAt),
      one.isUnseen,
    ],
  )
}

/** Stores what a change made of a call. Throws InAnotherCall when a participant joined while in another call. */
async function store(client: pg.PoolClient, before: StoredCall | null, after: StoredCall): Promise<void> {
  try {
    await storeCall(client, after)
    const known = new Set(before?.participants)
    // Participants who left free their place before others join.
    for (const one of after.participants) if (!known.has(one)) await storeParticipant(client, after, one)
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw new InAnotherCall('In another call')
    throw error
  }
}

/** Stores a new call. Throws InAnotherCall when its host takes part in another one. */
export const insertCall = (db: Db, call: StoredCall): Promise<void> =>
  inTransaction(db, (client) => store(client, null, call))

const nextVersion = (before: StoredCall, after: StoredCall): StoredCall =>
  after === before ? before : { ...after, version: before.version + 1 }

export type CallChange = { before: StoredCall; after: StoredCall }

/** Changes a call, one at a time; null when there is none. `change` returns the same call for no change, or throws. */
export const changeCall = (
  db: Db,
  roomName: string,
  change: (call: StoredCall) => StoredCall,
): Promise<CallChange | null> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<CallRow>('select from calls where room_name = $1 for update', [
      roomName,
    ])
    if (rows.length === 0) return null
    const before = (await callsIn(client, 'c.room_name = any($1)', [[roomName]]))[0]!
    const after = nextVersion(before, change(before))
    if (after !== before) await store(client, before, after)
    return { before, after }
  })

async function callsIn(client: pg.PoolClient, where: string, values: unknown[]): Promise<StoredCall[]> {
  const { rows } = await client.query<CallRow>(`select ${COLUMNS} from calls c where ${where}`, values)
  return rows.map(callOf)
}

/** Changes every call that goes on; a call that another process changes at the moment is left to it. Returns those that changed. */
export const changeOpenCalls = (
  db: Db,
  change: (call: StoredCall, barred: ReadonlySet<string>) => StoredCall,
): Promise<CallChange[]> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<{ room_name: string }>(
      'select room_name from calls where ended_at is null order by started_at limit 500 for update skip locked',
    )
    if (rows.length === 0) return []
    const open = await callsIn(client, 'c.room_name = any($1)', [rows.map((row) => row.room_name)])
    const barred = await barredAmong(client, [
      ...new Set(open.flatMap(({ participants }) => participants.map(({ userId }) => userId))),
    ])
    const changes = open.map((before) => ({ before, after: change(before, barred) }))
    const real = changes
      .filter(({ before, after }) => isDifferent(before, after))
      .map(({ before, after }) => ({ before, after: nextVersion(before, after) }))
    for (const { before, after } of real) await store(client, before, after)
    return real
  })

const isDifferent = (before: StoredCall, after: StoredCall) =>
  before.state !== after.state || before.participants.some((one, i) => after.participants[i] !== one)

const MAY_LOG_IN = `u.status = 'ACTIVE' and u.deleted_at is null and (u.expires_at is null or u.expires_at > now())`

/** Users among some who may not log in. */
async function barredAmong(client: pg.PoolClient, userIds: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select ids.id from unnest($1::text[]) ids (id)
     where not exists (select from users u where u.id = ids.id and ${MAY_LOG_IN})`,
    [userIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Names of users among some who may log in. */
export async function namesOf(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; username: string }[]> {
  const { rows } = await sql<{ userId: string; username: string }>`
    select u.id as "userId", u.username from users u
    where u.id = any(${userIds}::text[]) and ${sql.raw(MAY_LOG_IN)}`.execute(query(db))
  return rows
}

/** Users among some who take part in a call. */
export async function busyAmong(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from call_participants
    where user_id = any(${userIds}::text[]) and state in ('ACTIVE', 'RECONNECTING')`.execute(query(db))
  return new Set(rows.map((row) => row.user_id))
}

/** Counts the people a user called since an instant. */
export async function ringsOf(db: Db, hostId: string, since: number): Promise<number> {
  const { rows } = await sql<{ rings: number }>`
    select count(*)::int as rings from calls c join call_participants p using (room_name)
    where c.host_id = ${hostId} and p.user_id <> ${hostId}
      and c.started_at > ${new Date(since - 3_600_000)} and p.rings_until > ${new Date(since)}`.execute(
    query(db),
  )
  return rows[0]!.rings
}

/** Returns the calls that ring for a user or that the user takes part in. */
export async function openCallsOf(db: Db, userId: string): Promise<StoredCall[]> {
  const { rows } = await sql<CallRow>`
    select ${sql.raw(COLUMNS)} from calls c where c.ended_at is null and exists (
      select from call_participants p where p.room_name = c.room_name and p.user_id = ${userId}
        and p.state in ('RINGING', 'ACTIVE', 'RECONNECTING'))
    order by c.started_at`.execute(query(db))
  return rows.map(callOf)
}

type LogPage = { userId: string; otherId: string | null; isMissed: boolean; limit: number }
/** Place of a call in the log. */
export type LogPlace = { at: string; roomName: string }
// Conditions of the log stand in its statement only where they apply, so that the calls of two people are joined by index.
const MISSED = sql`and mine.state in ('MISSED', 'BUSY')`
const withOther = (otherId: string) => sql`and exists (
  select from call_participants o where o.room_name = mine.room_name and o.user_id = ${otherId})`
/** Returns calls of a user, newest first. */
export async function logOf(
  db: Db,
  { userId, otherId, isMissed, limit }: LogPage,
  after: LogPlace | null,
): Promise<StoredCall[]> {
  const { rows } = await sql<CallRow>`
    select ${sql.raw(COLUMNS)} from call_participants mine join calls c using (room_name)
    where mine.user_id = ${userId}
      and (${after?.at ?? null}::timestamptz is null
        or (mine.started_at, mine.room_name) < (${after?.at ?? null}::timestamptz, ${after?.roomName ?? ''}))
      ${isMissed ? MISSED : sql``} ${otherId === null ? sql`` : withOther(otherId)}
    order by mine.started_at desc, mine.room_name desc limit ${limit}`.execute(query(db))
  return rows.map(callOf)
}
/** Maximum that a count of the log says. */
const MOST_COUNTED = 1000
/** Counts the calls of a user that the log shows, by index, up to a thousand. */
export async function logCount(
  db: Db,
  { userId, otherId, isMissed }: Omit<LogPage, 'limit'>,
): Promise<{ total: number; isAll: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from call_participants mine where mine.user_id = ${userId}
        ${isMissed ? MISSED : sql``} ${otherId === null ? sql`` : withOther(otherId)}
      limit ${MOST_COUNTED + 1}) counted`.execute(query(db))
  const { total } = rows[0]!
  return { total: Math.min(total, MOST_COUNTED), isAll: total <= MOST_COUNTED }
}

/** Counts missed calls that each of some users has not seen; users without any are left out. */
export async function unseenOf(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*)::int as count from call_participants
    where is_unseen and user_id = any(${userIds}::text[]) group by user_id`.execute(query(db))
  return new Map(rows.map((row) => [row.user_id, row.count]))
}
/** Marks missed calls of a user as seen and returns their number. */
export async function seeCalls(db: Db, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update call_participants set is_unseen = false where user_id = ${userId} and is_unseen`.execute(query(db))
  return Number(numAffectedRows ?? 0)
}

/** Returns the windows that take part in a call. */
export async function peersOf(db: Db, roomName: string): Promise<{ user_id: string; peer_id: string }[]> {
  const { rows } = await sql<{ user_id: string; peer_id: string }>`
    select user_id, peer_id from call_participants
    where room_name = ${roomName} and state in ('ACTIVE', 'RECONNECTING') and peer_id is not null`.execute(
    query(db),
  )
  return rows
}

/** Returns calls that ended and whose line is not in the chat yet, the oldest first. */
export async function unpostedCalls(db: Db): Promise<StoredCall[]> {
  const { rows } = await sql<CallRow>`
    select ${sql.raw(COLUMNS)} from calls c where c.ended_at is not null and not c.is_posted
    order by c.ended_at limit 50`.execute(query(db))
  return rows.map(callOf)
}
export async function markPosted(db: Db, roomNames: readonly string[]): Promise<void> {
  await sql`update calls set is_posted = true where room_name = any(${roomNames}::text[])`.execute(query(db))
}

/** Deletes calls that ended before an instant, some at once; returns their number. */
export async function deleteCalls(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from calls where room_name in (
      select room_name from calls where ended_at < ${before} order by ended_at limit 1000)`.execute(query(db))
  return Number(numAffectedRows ?? 0)
}
