import { z } from 'zod'
import { DUTY_ROLES, type DutyRole } from './duties.ts'
import { Id, Instant, op, typedName } from './kernel.ts'

/** Group of users; objects, notifications and mentions are addressed to it. */
export const UserGroup = z.object({
  id: z.string(),
  name: z.string(),
  /** Colour as #rrggbb. */
  color: z.string(),
  /** Ids of the members who may log in. */
  members: z.array(z.string()),
  version: z.number(),
  created_at: Instant,
  updated_at: Instant,
})
export type UserGroup = z.output<typeof UserGroup>

const Name = typedName(60)
const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1565c0')
/** Maximum number of members that one call sets. */
const MAX_MEMBERS = 500
const Members = z.array(Id).max(MAX_MEMBERS)

/** Returns all groups with their members, by name. */
export const getGroups = op({
  name: 'getGroups',
  route: 'GET /v2/groups',
  bounded: 'CENTRE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(UserGroup), as_of: Instant }),
})

export const addGroup = op({
  name: 'addGroup',
  route: 'POST /v2/groups',
  bounded: 'BATCH',
  who: 'admin',
  leaves: 'change',
  did: 'Added a group',
  example: { name: 'Coast desk' },
  input: z.object({ name: Name, color: Color.default('#1565c0'), members: Members.default([]) }),
  output: UserGroup,
})

/** Changes a group; `members` replaces all members. */
export const updateGroup = op({
  name: 'updateGroup',
  route: 'POST /v2/groups/{id}',
  bounded: 'BATCH',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a group',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    name: Name.optional(),
    color: Color.optional(),
    members: Members.optional(),
  }),
  output: UserGroup,
})

/** Refused with IN_USE while the group has members. */
export const deleteGroup = op({
  name: 'deleteGroup',
  route: 'DELETE /v2/groups/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Deleted a group',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().trim().max(500).optional() }),
  output: z.object({ id: z.string() }),
})

/** Returns the name by which a group is mentioned: `Coast desk` is `coast-desk`. */
export const groupHandle = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
/** Returns the name by which the users of a duty are mentioned: `watch-officer`. */
export const dutyHandle = (role: DutyRole): string => role.toLowerCase().replaceAll('_', '-')
export const DUTY_HANDLES: ReadonlyMap<string, DutyRole> = new Map(
  DUTY_ROLES.map((role) => [dutyHandle(role), role]),
)

/** Maximum number of names that one text mentions. */
const MAX_MENTIONS = 20
const MENTION = /(?<![\p{L}\p{N}])@([\p{L}\p{N}._@-]+)/gu
/** Returns names after @ in a text, in lower case; a dot that ends a sentence may be no part of a name. */
export function mentionsIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(MENTION)].slice(0, MAX_MENTIONS).map(([, name = '']) => name.toLowerCase())
  return new Set(names.flatMap((name) => [name, name.replace(/[._-]+$/, '')]))
}
/** Returns the number of different names after @ in a text, which may be more than are mentioned. */
export const countMentions = (text: string): number =>
  new Set([...text.matchAll(MENTION)].map(([, name = '']) => name.toLowerCase())).size

/** Returns a text without its parts in code marks, where no user is mentioned. */
export const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')
