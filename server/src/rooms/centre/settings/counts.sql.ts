import { sql } from 'kysely'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Counts of what a change of the settings would affect. */
export type Counts = {
  /** Counts open sessions without use for so many minutes. */
  sessionsIdleFor(minutes: number): Promise<number>
  /** Open sessions that began more than so many hours ago. */
  sessionsOlderThan(hours: number): Promise<number>
  /** Active users whose password is older than so many days. */
  passwordsOlderThan(days: number): Promise<number>
  /** Active users, of administrators or of all, without a second factor. */
  usersWithoutSecondFactor(of: 'administrators' | 'everyone'): Promise<number>
}

export function countsOf(db: Db, clock: Clock): Counts {
  const before = (ms: number) => new Date(clock.now() - ms)
  const count = async (rows: ReturnType<typeof sql<{ n: string }>>) =>
    Number((await rows.execute(query(db))).rows[0]!.n)
  const isActive = () => sql`status = 'ACTIVE' and (expires_at is null or expires_at > ${before(0)})`
  return {
    sessionsIdleFor: (minutes) =>
      count(sql`select count(*) as n from sessions where ended_at is null and expires_at > ${before(0)}
        and last_seen_at <= ${before(minutes * MINUTE_MS)}`),
    sessionsOlderThan: (hours) =>
      count(sql`select count(*) as n from sessions where ended_at is null and expires_at > ${before(0)}
        and issued_at <= ${before(hours * HOUR_MS)}`),
    passwordsOlderThan: (days) =>
      count(sql`select count(*) as n from users where ${isActive()}
        and password_changed_at <= ${before(days * DAY_MS)}`),
    usersWithoutSecondFactor: (of) =>
      count(sql`select count(*) as n from users where ${isActive()} and (role = 1 or ${of === 'everyone'})
        and not exists(select from user_totp t where t.user_id = users.id and t.secret is not null)
        and not exists(select from user_passkeys k where k.user_id = users.id)`),
  }
}
