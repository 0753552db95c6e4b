import { addUser, DEFAULT_USER_SETTINGS, getUsers, updateUser, type User } from '@samudra/contract/identity'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { NOT_THERE, type Identity } from './needs.ts'
import { randomPassword } from './passwords.ts'
import { auditViewOf, isAdministratorRow, presentUser, summaryOf } from './present-user.ts'
import { settingsOf } from './sessions.ts'
import {
  changeUser,
  countFound,
  insertUser,
  listUsers,
  listedUser,
  userByName,
  type ListedUser,
} from './users.sql.ts'

const PAGE = 100

/** The list of users, and what they are. */
export const userOps = (needs: Identity): Handled[] => [list(needs), add(needs), update(needs)]

const list = ({ db, clock, lockout }: Identity) =>
  handle(getUsers, async ({ input, caller }) => {
    const at = new Date(clock.now())
    const { q, status } = input
    // Users cannot search or sort by what they may not see.
    const search = caller.isAdmin
      ? { q, status, role: input.role, withEmail: true, sort: input.sort ?? 'username' }
      : { q, status: status === 'DELETED' ? undefined : status, withEmail: false, sort: 'username' as const }
    const limit = input.limit ?? PAGE
    const [found, total] = await Promise.all([
      listUsers(db, search, { after: readCursor(input.cursor), limit }, at),
      countFound(db, search, at),
    ])
    const rows = lockout.shown(found)
    const last = rows.at(-1)
    const present = caller.isAdmin ? presentUser : summaryOf
    return {
      items: rows.map((row) => present(row, at.getTime())),
      total,
      next: rows.length < limit || last === undefined ? null : cursorOf(last.sort_key, last.id),
      as_of: at.toISOString(),
    }
  })

const add = (needs: Identity) =>
  handle(addUser, async ({ input, record }) => {
    const { db, clock, settings } = needs
    const now = clock.now()
    const id = ulid(now)
    record({ objectType: 'user', objectId: id, after: { username: input.username } })
    checkZones(needs, input.zone_access)
    checkSources(needs, input.sources, [])
    await needs.addGroups(input.group_ids ?? [])
    if ((await userByName(db, input.username)) !== undefined) throw taken(input.username)
    const password = randomPassword(settings.number('password.min_length'))
    const isAdded = await insertUser(
      db,
      {
        id,
        username: input.username,
        email: input.email ?? '',
        password_hash: await needs.passwords.hash(password),
        is_default_password: true,
        role: Number(input.role),
        sources: input.sources,
        zone_access: input.zone_access,
        group_ids: input.group_ids ?? [],
        settings: DEFAULT_USER_SETTINGS,
        expires_at: instantOf(input.expires_at),
        takes_watch: input.takes_watch ?? null,
      },
      new Date(now),
    )
    if (!isAdded) throw taken(input.username)
    const user = await listed(needs, id)
    record({ after: auditViewOf(user, now) })
    needs.listChanged('add', id)
    return { user: presentUser(user, now), temporary_password: password }
  })

const update = (needs: Identity) =>
  handle(updateUser, async ({ input, caller, record }) => {
    const { id, expected_version, reason, userSettings, ...given } = input
    const { db, clock } = needs
    const rights = defined(given)
    record({ objectType: 'user', objectId: id, reason: reason ?? '' })
    if (!caller.isAdmin && (id !== caller.userId || Object.keys(rights).length > 0))
      throw new OperationError('FORBIDDEN', 'Only an administrator may change this.')
    const before = await listed(needs, id)
    record({ before: auditViewOf(before, clock.now()) })
    if (expected_version === undefined && Object.keys(rights).length > 0)
      throw new OperationError(
        'VALIDATION',
        'Give expected_version, the version of the user that you change.',
        {
          fields: [{ field: 'expected_version', why: 'is missing' }],
        },
      )
    checkOwn(caller, id, rights, clock.now())
    if (rights.zone_access !== undefined) checkZones(needs, rights.zone_access)
    if (rights.sources !== undefined) checkSources(needs, rights.sources, before.sources)
    if (rights.group_ids !== undefined) await needs.addGroups(rights.group_ids)
    const { role, expires_at, ...same } = rights
    const outcome = await changeUser(
      db,
      id,
      expected_version ?? before.version,
      {
        ...same,
        ...(role === undefined ? {} : { role: Number(role) }),
        ...(expires_at === undefined ? {} : { expires_at: instantOf(expires_at) }),
        ...(userSettings === undefined
          ? {}
          : { settings: { ...settingsOf(before), ...defined(userSettings) } }),
      },
      new Date(clock.now()),
      isAdministratorRow(before) && (role !== undefined || expires_at !== undefined),
    )
    if (outcome === 'taken') throw taken(rights.username ?? '')
    if (outcome === 'last') throw lastOne()
    const user = await listed(needs, id)
    if (outcome === 'changed') throw conflict(shownTo(caller, user, clock.now()))
    record({ after: auditViewOf(user, clock.now()) })
    if (expires_at !== undefined) await needs.sessions.sweep()
    if (user.username !== before.username) needs.listChanged('update', id)
    if (Object.keys(rights).length > 0) needs.rightsChanged([id])
    else needs.sessions.forget([id])
    return shownTo(caller, user, clock.now())
  })

/** Everybody may see the whole of the own account. */
const shownTo = (caller: Caller, row: ListedUser, now: number): User =>
  caller.isAdmin || caller.userId === row.id ? presentUser(row, now) : summaryOf(row, now)

/** Throws when administrators would lock themselves out: another administrator must do it. */
function checkOwn(
  caller: Caller,
  id: string,
  to: { role?: string; expires_at?: string | null },
  now: number,
) {
  if (id !== caller.userId) return
  if (to.role !== undefined && to.role !== '1' && caller.isAdmin)
    throw new OperationError(
      'FORBIDDEN',
      'You cannot remove your own administrator role. Another administrator can.',
    )
  if (typeof to.expires_at === 'string' && Date.parse(to.expires_at) <= now)
    throw new OperationError(
      'FORBIDDEN',
      'You cannot set an end for your own account. Another administrator can.',
    )
}

function checkZones({ zones }: Identity, ids: string[]) {
  const known = new Set(zones.ids())
  const missing = ids.filter((id) => id !== '*' && !known.has(id))
  if (missing.length === 0) return
  const why = `There is no zone ${missing.join(', ')}. Choose from the list of zones.`
  throw new OperationError('VALIDATION', why, { fields: [{ field: 'zone_access', why }] })
}

/** Codes given before there was a look at them may stay. */
function checkSources({ sourceCodes }: Identity, codes: string[], before: string[]) {
  const known = new Set(['*', ...sourceCodes(), ...before])
  const missing = codes.filter((code) => !known.has(code))
  if (missing.length === 0) return
  const why = `There is no source ${missing.join(', ')}. Add its feed first, or choose from the list of sources.`
  throw new OperationError('VALIDATION', why, { fields: [{ field: 'sources', why }] })
}

/** A user that is not deleted. Throws NOT_FOUND. */
export async function listed({ db, clock, lockout }: Identity, id: string): Promise<ListedUser> {
  const user = await listedUser(db, id, new Date(clock.now()))
  if (user === undefined || user.status === 'DELETED') throw NOT_THERE()
  return lockout.shown([user])[0]!
}

export const taken = (username: string) =>
  new OperationError('DUPLICATE', `There is a user called ${username}; choose another name.`, {
    fields: [{ field: 'username', why: 'is taken' }],
  })
export const lastOne = () =>
  new OperationError('FORBIDDEN', 'This is the last administrator. Add another administrator first.')
const conflict = (current: User) =>
  new OperationError('VERSION_CONFLICT', 'Another user changed this user. Reload it and try again.', {
    data: current,
  })

const instantOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : new Date(text)

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const defined = <T extends object>(given: T): Defined<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>
