import { isAddressed, type Addressee } from '../../../platform/kernel/http/audience.ts'
import { oncePerThing, withMembers, type MembersOf } from '../../../platform/kernel/http/audience-members.ts'
import type { SamudraQueries } from '../../../sea/topics.ts'
import type { NotificationRow } from './notifications.sql.ts'

/** Returns the members of things as their rooms know them now, each read once. */
export const membersIn = (queries: SamudraQueries): MembersOf =>
  oncePerThing(async (of, id) => (await queries.request('members', of, id)).flat())

/** Returns notifications with the members of the moment in their audiences. */
export async function withMembersNow<Row extends Pick<NotificationRow, 'audience' | 'seers'>>(
  rows: readonly Row[],
  queries: SamudraQueries,
): Promise<Row[]> {
  const membersOf = membersIn(queries)
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      audience: await withMembers(row.audience, membersOf),
      seers: row.seers === null ? null : await withMembers(row.seers, membersOf),
    })),
  )
}

/** Returns true if a user may still see a notification: as a recipient, and as one who sees what it names. */
export const maySee = (
  { audience, seers }: Pick<NotificationRow, 'audience' | 'seers'>,
  who: Addressee,
): boolean => isAddressed(audience, who) && (seers === null || isAddressed(seers, who))

export const unreadOf = <Row extends Pick<NotificationRow, 'read_at'>>(rows: readonly Row[]) =>
  rows.filter(({ read_at }) => read_at === null)
