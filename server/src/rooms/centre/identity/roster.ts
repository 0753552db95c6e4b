import { tableUpdate } from '@samudra/contract/kind'
import { EVERYONE } from '../../../platform/kernel/http/audience.ts'
import type { Ground } from '../../../platform/ground.ts'
import { addMissingGroups, groupById, readGroups } from './groups.sql.ts'
import { heldUserIds, readHolds } from './legal-holds.sql.ts'
import { mentionedUsers } from './mentioned-users.ts'
import type { Known, Sessions } from './sessions.ts'

type Needs = Pick<Ground, 'db' | 'queries'> & { sessions: Pick<Sessions, 'everyone'> }

/** Returns what other rooms may know of groups, mentions and legal holds. */
export const rosterDoor = ({ db, queries, sessions }: Needs) => ({
  /** Returns whether an open legal hold forbids deletion of a user's mail and channels. */
  isHeld: async (userId: string) => (await readHolds(db, { userId, isOpen: true })).length > 0,
  /** Returns the ids of all users under an open legal hold. */
  heldUsers: () => heldUserIds(db),
  /** Returns an open legal hold; undefined where there is none. */
  openHold: async (id: string) => (await readHolds(db, { isOpen: true })).find((one) => one.id === id),
  /** Returns all groups of users with their members. */
  groups: () => readGroups(db),
  /** Returns users whom a text mentions by name, group or duty role, without its author. */
  mentionedIn: async (text: string, author: string): Promise<Known[]> => {
    if (!text.includes('@')) return []
    const [users, groups, duties] = await Promise.all([
      sessions.everyone(),
      readGroups(db),
      queries.request('duties'),
    ])
    return mentionedUsers(text, author, { users, groups, duties: duties.flat() })
  },
})

/** Answers who the members of a group are. */
export const answerGroupMembers = ({ db, queries }: Pick<Ground, 'db' | 'queries'>) =>
  queries.subscribe('members', async (of, id) =>
    of === 'group' ? ((await groupById(db, id))?.members ?? []) : [],
  )

/** Adds groups that are named and not known yet, and pushes them. */
export async function addNamedGroups(
  { db, clock, send }: Pick<Ground, 'db' | 'clock' | 'send'>,
  ids: readonly string[],
): Promise<void> {
  const added = ids.length === 0 ? [] : await addMissingGroups(db, ids, new Date(clock.now()))
  if (added.length > 0) send(tableUpdate, { table: 'groups', op: 'add', ids: added, version: 1 }, EVERYONE)
}
