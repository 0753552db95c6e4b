import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import { DUTY_HANDLES, groupHandle, type UserGroup } from '@samudra/contract/roster'
import type { KnownUser } from '../../wire/session.ts'

/** Number of offered names. */
const MOST = 8
const BEGUN = /(?<![\p{L}\p{N}])@([\p{L}\p{N}._-]*)$/u

/** Returns the name that is being written behind an @ at the end of a text; null where none is. */
export const nameBegun = (text: string): string | null => BEGUN.exec(text)?.[1] ?? null

/** A name that may be mentioned: of a user, a group with its colour, or a duty. */
export type MentionName = { name: string } & (
  | { kind: 'user'; id: string }
  | { kind: 'group'; label: string; color: string; count: number }
  | { kind: 'duty'; label: string }
)
export type MentionRoster = { users: readonly KnownUser[]; groups: readonly UserGroup[] }

/** Returns names that begin so: users who may be notified, without the author, then groups and duties. */
export function namesFor(
  begun: string,
  { users, groups }: MentionRoster,
  own: string | undefined,
): MentionName[] {
  const wanted = begun.toLowerCase()
  const all: MentionName[] = [
    ...users.flatMap(({ id, status, username }): MentionName[] =>
      status === 'ACTIVE' && id !== own ? [{ kind: 'user', name: username, id }] : [],
    ),
    ...groups.map(({ name, color, members }): MentionName => {
      return { kind: 'group', name: groupHandle(name), label: name, color, count: members.length }
    }),
    ...[...DUTY_HANDLES].map(([name, role]): MentionName => {
      return { kind: 'duty', name, label: DUTY_ROLE_LABELS[role] }
    }),
  ]
  const names = all.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  // A name that is written whole is chosen.
  return names.length === 1 && names[0]!.name.toLowerCase() === wanted ? [] : names.slice(0, MOST)
}
