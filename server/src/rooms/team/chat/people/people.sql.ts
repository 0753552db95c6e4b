import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Texts that a user shows in chat, and the user's settings there. */
export type PersonRow = {
  user_id: string
  nickname: string
  props: Record<string, string>
  notify_props: Record<string, string>
}

export async function peopleOf(db: Db, userIds: readonly string[]): Promise<Map<string, PersonRow>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<PersonRow>`select user_id, nickname, props, notify_props from chat_people
    where user_id = any(${userIds}::text[])`.execute(query(db))
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Changes what is named of a person; a prop that is set to null is removed. */
export async function changePerson(
  db: Db,
  userId: string,
  change: {
    nickname?: string | undefined
    props?: Record<string, string | null> | undefined
    notify_props?: Record<string, string> | undefined
  },
  now: number,
): Promise<void> {
  const { nickname = null, props = {}, notify_props = {} } = change
  const [shown, notify] = [JSON.stringify(props), JSON.stringify(notify_props)]
  await sql`insert into chat_people (user_id, nickname, props, notify_props, update_at)
    values (${userId}, coalesce(${nickname}, ''), jsonb_strip_nulls(${shown}::jsonb), ${notify}::jsonb, ${now})
    on conflict (user_id) do update set nickname = coalesce(${nickname}, chat_people.nickname),
      props = jsonb_strip_nulls(chat_people.props || ${shown}::jsonb),
      notify_props = chat_people.notify_props || ${notify}::jsonb, update_at = ${now}`.execute(query(db))
}
