import { DUTY_HANDLES, groupHandle, mentionsIn } from '@samudra/contract/roster'
import type { DutyOfUser } from '../../../sea/topics.ts'
import type { GroupRow } from './groups.sql.ts'
import type { Known } from './sessions.ts'

export type MentionSubjects = {
  users: readonly Known[]
  groups: readonly Pick<GroupRow, 'id' | 'name'>[]
  duties: readonly DutyOfUser[]
}

/** Returns users whom a text mentions by name, group or duty, without its author. */
export function mentionedUsers(
  text: string,
  author: string,
  { users, groups, duties }: MentionSubjects,
): Known[] {
  const names = mentionsIn(text)
  if (names.size === 0) return []
  const groupIds = groups.filter(({ name }) => names.has(groupHandle(name))).map(({ id }) => id)
  const roles = [...DUTY_HANDLES].flatMap(([handle, role]) => (names.has(handle) ? [role] : []))
  const onDuty = new Set(duties.filter(({ role }) => roles.includes(role)).map(({ userId }) => userId))
  return users.filter(
    ({ userId, username, groups: own }) =>
      userId !== author &&
      (names.has(username.toLowerCase()) || onDuty.has(userId) || groupIds.some((id) => own.includes(id))),
  )
}
