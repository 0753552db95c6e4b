import type { KnownUser } from '../../../../wire/session.ts'

/** So many names are offered. */
const MOST = 6
const BEGUN = /(?<![\p{L}\p{N}])@([\p{L}\p{N}._-]*)$/u

/** The name that is being written behind an @ at the end of a text; null where none is. */
export const nameBegun = (text: string): string | null => BEGUN.exec(text)?.[1] ?? null

/** Who may be meant by the beginning of a name: nobody who cannot be told, and not the one who writes. */
export function namesFor(begun: string, users: readonly KnownUser[], own: string | undefined): string[] {
  const asked = begun.toLowerCase()
  const names = users
    .filter(
      ({ id, status, username }) =>
        status === 'ACTIVE' && id !== own && username.toLowerCase().startsWith(asked),
    )
    .map(({ username }) => username)
  // Who wrote the whole name has chosen.
  return names.length === 1 && names[0]!.toLowerCase() === asked ? [] : names.slice(0, MOST)
}
