import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import { DUTY_HANDLES, groupHandle, type UserGroup } from '@samudra/contract/roster'
import type { KnownUser } from '../../wire/session.ts'

/** Number of offered names. */
const MOST = 8
const BEGUN = /(?<![\p{L}\p{N}])@([\p{L}\p{N}._-]*)$/u

/** Returns the name that is being written behind an @ at the end of a text; null where none is. */
export const nameBegun = (text: string): string | null => BEGUN.exec(text)?.[1] ?? null

/** Name that may be mentioned: of a user, a group with its colour or a duty, or one that means everybody. */
export type MentionName = { name: string } & (
  | { kind: 'user'; id: string }
  | { kind: 'group'; label: string; color: string; count: number }
  | { kind: 'duty'; label: string }
  | { kind: 'everybody'; label: string }
)

/** Returns the names of groups and duties. */
export const rosterNames = (groups: readonly UserGroup[]): MentionName[] => [
  ...groups.map(({ name, color, members }): MentionName => {
    return { kind: 'group', name: groupHandle(name), label: name, color, count: members.length }
  }),
  ...[...DUTY_HANDLES].map(([name, role]): MentionName => {
    return { kind: 'duty', name, label: DUTY_ROLE_LABELS[role] }
  }),
]

/** Returns the names of users who may be notified, without the author. */
export const userNames = (users: readonly KnownUser[], own: string | undefined): MentionName[] =>
  users.flatMap(({ id, status, username }): MentionName[] =>
    status === 'ACTIVE' && id !== own ? [{ kind: 'user', name: username, id }] : [],
  )

/** Returns names that begin as written, or have a part that does; names that begin so come first. */
export function mentionsFor(begun: string, names: readonly MentionName[]): MentionName[] {
  const typed = begun.toLowerCase()
  const byName = names.filter(({ name }) => name.toLowerCase().startsWith(typed))
  const byPart = names.filter(
    (one) =>
      !byName.includes(one) &&
      one.name
        .toLowerCase()
        .split(/[._-]+/)
        .some((part) => part.startsWith(typed)),
  )
  const found = [...byName, ...byPart]
  // A name written in full is chosen.
  return found.length === 1 && found[0]!.name.toLowerCase() === typed ? [] : found.slice(0, MOST)
}

/** Returns the text with the name in place of what is written before the caret, and the new caret. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const begun = nameBegun(text.slice(0, caret)) ?? ''
  const before = `${text.slice(0, caret - begun.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
