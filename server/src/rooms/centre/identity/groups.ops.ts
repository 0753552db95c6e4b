import { tableUpdate } from '@samudra/contract/kind'
import {
  addGroup,
  deleteGroup,
  DUTY_HANDLES,
  getGroups,
  groupHandle,
  updateGroup,
  type UserGroup,
} from '@samudra/contract/roster'
import { EVERYONE } from '../../../platform/kernel/http/audience.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  groupById,
  readGroups,
  removeGroup,
  storeGroup,
  unknownUsers,
  userNamed,
  type GroupRow,
} from './groups.sql.ts'

type Needs = { db: Db; clock: Clock; send: Send; rightsChanged: (userIds: string[]) => void }

const present = ({ created_at, updated_at, ...row }: GroupRow): UserGroup => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** The groups of users: everybody reads them, administrators change them. */
export const groupOps = (needs: Needs): Handled[] => [list, add, update, remove].map((make) => make(needs))

const list = ({ db, clock }: Needs) =>
  handle(getGroups, async () => ({
    items: (await readGroups(db)).map(present),
    as_of: new Date(clock.now()).toISOString(),
  }))

const add = (needs: Needs) =>
  handle(addGroup, async ({ input, record }) => {
    const { db, clock } = needs
    const id = ulid(clock.now())
    record({ objectType: 'group', objectId: id })
    await checkName(db, id, input.name)
    await checkMembers(db, input.members)
    const changed = await storeGroup(db, id, 0, input, new Date(clock.now()))
    if (changed === null) throw taken(input.name)
    const made = present((await groupById(db, id))!)
    record({ after: made })
    push(needs, 'add', made, changed)
    return made
  })

const update = (needs: Needs) =>
  handle(updateGroup, async ({ input, record }) => {
    const { db, clock } = needs
    const { id, expected_version } = input
    record({ objectType: 'group', objectId: id })
    const before = present(await find(db, id))
    record({ before })
    const to = { name: input.name ?? before.name, color: input.color ?? before.color, members: input.members }
    if (to.name !== before.name) await checkName(db, id, to.name)
    if (to.members !== undefined) await checkMembers(db, to.members)
    const changed = await storeGroup(db, id, expected_version, to, new Date(clock.now()))
    if (changed === null)
      throw new OperationError(
        'VERSION_CONFLICT',
        'Another user changed this group. Reload it and try again.',
        {
          data: present(await find(db, id)),
        },
      )
    const after = present(await find(db, id))
    record({ after })
    push(needs, 'update', after, changed)
    return after
  })

const remove = (needs: Needs) =>
  handle(deleteGroup, async ({ input: { id, reason }, record }) => {
    record({ objectType: 'group', objectId: id, reason: reason ?? '' })
    const before = present(await find(needs.db, id))
    record({ before })
    if (!(await removeGroup(needs.db, id)))
      throw new OperationError('IN_USE', 'This group has members; remove them first.', {
        data: { used_by: before.members },
      })
    push(needs, 'delete', before, [])
    return { id }
  })

function push(
  { send, rightsChanged }: Needs,
  op: 'add' | 'update' | 'delete',
  group: UserGroup,
  users: string[],
) {
  send(tableUpdate, { table: 'groups', op, ids: [group.id], version: group.version }, EVERYONE)
  if (users.length > 0) rightsChanged(users)
}

async function find(db: Db, id: string): Promise<GroupRow> {
  const row = await groupById(db, id)
  if (row === undefined) throw new OperationError('NOT_FOUND', 'This group no longer exists.')
  return row
}

const taken = (name: string) =>
  new OperationError('DUPLICATE', `${name} is the name of a group, a user or a duty; choose another name.`, {
    fields: [{ field: 'name', why: 'is taken' }],
  })
/** A mention names one group, user or duty. */
async function checkName(db: Db, id: string, name: string): Promise<void> {
  const handleOf = groupHandle(name)
  if (handleOf === '')
    throw new OperationError('VALIDATION', 'The name needs a letter or a digit.', {
      fields: [{ field: 'name', why: 'needs a letter or a digit' }],
    })
  const others = (await readGroups(db)).filter((one) => one.id !== id)
  const isTaken =
    DUTY_HANDLES.has(handleOf) ||
    others.some((one) => groupHandle(one.name) === handleOf) ||
    (await userNamed(db, handleOf))
  if (isTaken) throw taken(name)
}
async function checkMembers(db: Db, members: readonly string[]): Promise<void> {
  const missing = await unknownUsers(db, members)
  if (missing.length === 0) return
  const why = `unknown users: ${missing.slice(0, 5).join(', ')}`
  throw new OperationError('VALIDATION', `Check members: ${why}.`, { fields: [{ field: 'members', why }] })
}
