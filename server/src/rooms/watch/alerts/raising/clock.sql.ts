import type { AlertRow } from '../alert.ts'
import { READ, type Client } from '../alerts.sql.ts'

/** Locks alerts due to escalate, to be shown again or to clear; alerts under change wait for the next turn. */
export async function lockDue(client: Client, now: number, limit: number): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(
    `select ${READ} from alerts t
     where (t.next_escalation_at is not null and t.next_escalation_at <= $1)
       or (t.shelved_until is not null and t.shelved_until <= $1) or (t.clears_at is not null and t.clears_at <= $1)
     order by t.known_at, t.id limit $2 for update skip locked`,
    [new Date(now), limit],
  )
  return rows
}

/** Alerts something is to come of in time that were changed later than an instant, epoch ms; locked as others are: by id. */
export async function lockChangedAfter(client: Client, after: number, limit: number): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(
    `select ${READ} from alerts t
     where (t.next_escalation_at is not null or t.shelved_until is not null or t.clears_at is not null)
       and t.changed_at > $1
     order by t.id limit $2 for update`,
    [new Date(after), limit],
  )
  return rows
}

/** Returns alerts that were escalated and that wait for their next step, the oldest first. */
export async function escalatedWaiting(client: Client, limit: number): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(
    `select ${READ} from alerts t where t.escalation_level > 0 and t.next_escalation_at is not null
     order by t.known_at, t.id limit $1`,
    [limit],
  )
  return rows
}
