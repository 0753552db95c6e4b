import type { ActionRole, Recipients, RuleAction } from '../rule-actions.ts'
import type { Cursor } from './cursor.ts'
import { minutes, named, oneOf, quoted, several, type Names, type Words } from './values.ts'
import { NO, Phrases, type Wording } from './wording.ts'

export const ROLE_WORDS = {
  ADMIN: 'administrators',
  USER: 'users who are not administrators',
  WATCH_OFFICER: 'the watch officer',
  SUPERVISOR: 'the supervisor',
  DUTY_OFFICER: 'the duty officer',
} satisfies Record<ActionRole, string>

const role = oneOf(ROLE_WORDS)
const user = named('user')
type Reported = { of: keyof Recipients; id: string }
/** Codec of one recipient. */
const reported: Words = {
  write: (one, names, of) => {
    const { of: kind, id } = one as Reported
    if (kind === 'roles') return role.write(id, names, of)
    return kind === 'users' ? user.write(id, names, of) : `group ${JSON.stringify(id)}`
  },
  read: (cursor, names, of) => {
    const asRole = role.read(cursor, names, of)
    if (asRole !== NO) return { of: 'roles', id: asRole }
    const asUser = user.read(cursor, names, of)
    if (asUser !== NO) return { of: 'users', id: asUser }
    if (!cursor.take('group')) return NO
    const id = quoted.read(cursor, names, of)
    return id === NO ? NO : { of: 'groups', id }
  },
}
const all = several(reported, 'and')
const KINDS = ['users', 'groups', 'roles'] as const
const to: Words = {
  // Without a recipient it can be written, but not read.
  write: (value, names, of) =>
    all.write(
      (['roles', 'users', 'groups'] as const).flatMap((kind) =>
        (value as Recipients)[kind].map((id): Reported => ({ of: kind, id })),
      ),
      names,
      of,
    ) ?? 'a recipient',
  read: (cursor, names, of) => {
    const found = all.read(cursor, names, of)
    if (found === NO) return NO
    const idsOf = (kind: (typeof KINDS)[number]) =>
      (found as Reported[]).flatMap((one) => (one.of === kind ? [one.id] : []))
    return Object.fromEntries(KINDS.map((kind) => [kind, idsOf(kind)]))
  },
}
const hours: Words = {
  write: (value, names, of) =>
    typeof value === 'number' && Number.isInteger(value) ? minutes.write(value * 60, names, of) : null,
  read: (cursor, names, of) => {
    const found = minutes.read(cursor, names, of)
    return found === NO ? NO : (found as number) / 60
  },
}

/** Wordings of actions besides alerts; a longer wording precedes its shorter variants. */
const WORDINGS: Wording[] = [
  { is: { do: 'NOTIFY', channel: 'SOUND' }, say: 'notify {to} with a sound' },
  { is: { do: 'NOTIFY', channel: 'DIGEST' }, say: 'notify {to} in the digest' },
  { is: { do: 'NOTIFY', channel: 'EMAIL' }, say: 'notify {to} by e-mail' },
  { is: { do: 'NOTIFY', channel: 'PAGE' }, say: 'notify {to}' },
  { is: { do: 'ADD_TO_LIST' }, say: 'add to {list} for {expires_h:hours}' },
  { is: { do: 'LOG' }, say: 'write to the record' },
  { is: { do: 'WEBHOOK' }, say: 'call {id:webhook}' },
]
const PHRASES = new Phrases<Names>(WORDINGS, { to, list: named('list'), hours, webhook: named('webhook') })

/** Writes an action of a hit besides its alert, like `notify administrators with a sound`. */
export const writeAction = (action: RuleAction, names: Names): string | null => PHRASES.write(action, names)
export const readAction = (cursor: Cursor, names: Names): RuleAction | typeof NO =>
  PHRASES.read(cursor, names) as RuleAction | typeof NO
