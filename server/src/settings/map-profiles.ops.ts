import {
  addMapProfile,
  changeMapProfile,
  deleteMapProfile,
  getMapProfiles,
  updateMapProfile,
  type MapProfile,
} from '@samudra/contract/settings'
import { ulid } from 'ulid'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import {
  changeProfile,
  chooseProfile,
  insertProfile,
  readActive,
  readProfile,
  readProfiles,
  removeProfile,
  type ProfileFields,
  type ProfileRow,
  type ShownProfile,
} from './map-profiles.sql.ts'
import { pageOf } from '../kernel/pages.ts'

type Needs = { db: Db; clock: Clock }
/** Who asks, as far as profiles go. */
type Viewer = Pick<Caller, 'userId' | 'groups' | 'isAdmin'>
/** The default a user starts with is the nearest: their own, then their group's, then the centre's. */
const NEAREST = ['PRIVATE', 'GROUP', 'CENTRE'] as const

export const mapProfileOps = (needs: Needs): Handled[] => [
  list(needs),
  add(needs),
  update(needs),
  remove(needs),
  choose(needs),
]

/** The profile a user's map opens with: the one chosen, else the nearest default; null when there is none. */
export async function activeProfile(db: Db, viewer: Viewer): Promise<MapProfile | null> {
  const rows = await readProfiles(db, viewer.userId, viewer.groups)
  const row = activeAmong(rows, await readActive(db, viewer.userId), viewer)
  return row === undefined ? null : present(row, viewer)
}

function activeAmong(rows: ShownProfile[], chosen: string | null, { userId }: Viewer) {
  const own = (row: ShownProfile) => row.scope !== 'PRIVATE' || row.owner_id === userId
  return (
    rows.find((row) => row.id === chosen) ??
    NEAREST.flatMap(
      (scope) => rows.find((row) => row.scope === scope && row.is_default && own(row)) ?? [],
    ).at(0)
  )
}

const mayWrite = (row: ProfileRow, viewer: Viewer) =>
  row.scope === 'CENTRE' ? viewer.isAdmin : viewer.isAdmin || row.owner_id === viewer.userId

const present = (row: ShownProfile, viewer: Viewer): MapProfile => ({
  ...row.fields,
  id: row.id,
  name: row.name,
  scope: row.scope,
  is_default: row.is_default,
  owner_id: row.owner_id,
  owner: row.owner ?? '',
  mine: mayWrite(row, viewer),
  version: row.version,
  updated_at: row.updated_at.toISOString(),
})

const list = ({ db, clock }: Needs) =>
  handle(getMapProfiles, async ({ input, caller }) => {
    const rows = await readProfiles(db, caller.userId, caller.groups)
    const active = activeAmong(rows, await readActive(db, caller.userId), caller)
    const shown = rows.filter((row) => input.scope === undefined || row.scope === input.scope)
    return {
      ...pageOf(
        shown.map((row) => present(row, caller)),
        input,
        clock.now(),
      ),
      active_id: active?.id ?? null,
    }
  })

const add = ({ db, clock }: Needs) =>
  handle(addMapProfile, async ({ input, caller, record }) => {
    checkScope(input.scope, caller)
    const at = new Date(clock.now())
    const { name, scope, is_default, ...fields } = input
    const row: ProfileRow = {
      id: ulid(clock.now()),
      version: 1,
      owner_id: caller.userId,
      name,
      scope,
      group_ids: scope === 'GROUP' ? caller.groups : [],
      is_default,
      fields,
      created_at: at,
      updated_at: at,
    }
    await insertProfile(db, row)
    const made = present({ ...row, owner: caller.username }, caller)
    record({ objectType: 'map_profile', objectId: row.id, after: made })
    return made
  })

const update = ({ db, clock }: Needs) =>
  handle(updateMapProfile, async ({ input, caller, record }) => {
    const row = await writable(db, input.id, caller)
    const scope = input.scope ?? row.scope
    if (scope !== row.scope) checkScope(scope, caller)
    const isOwner = row.owner_id === caller.userId
    const changed: ProfileRow = {
      ...row,
      version: input.expected_version,
      name: input.name ?? row.name,
      scope,
      // Shared with the groups of its owner; what an administrator changes keeps them.
      group_ids: scope !== 'GROUP' ? [] : isOwner || row.scope !== 'GROUP' ? caller.groups : row.group_ids,
      is_default: input.is_default ?? row.is_default,
      fields: fieldsOf(input, row.fields),
      updated_at: new Date(clock.now()),
    }
    const before = present(row, caller)
    record({ objectType: 'map_profile', objectId: row.id, before })
    if (!(await changeProfile(db, changed)))
      throw new Refusal('VERSION_CONFLICT', 'This map profile was changed meanwhile; look at it again.', {
        data: present(await visible(db, row.id, caller), caller),
      })
    const after = present((await readProfile(db, row.id))!, caller)
    record({ after })
    return after
  })

const fieldsOf = (
  input: { [Field in keyof ProfileFields]?: ProfileFields[Field] | undefined },
  before: ProfileFields,
): ProfileFields => ({
  base: input.base ?? before.base,
  center: input.center ?? before.center,
  zoom: input.zoom ?? before.zoom,
  rotation: input.rotation ?? before.rotation,
  layers: input.layers ?? before.layers,
  view: input.view ?? before.view,
})

const remove = ({ db }: Needs) =>
  handle(deleteMapProfile, async ({ input, caller, record }) => {
    const row = await writable(db, input.id, caller)
    record({ objectType: 'map_profile', objectId: row.id, before: present(row, caller) })
    await removeProfile(db, row.id)
    return { id: row.id, new_active_id: (await activeProfile(db, caller))?.id ?? null }
  })

const choose = ({ db, clock }: Needs) =>
  handle(changeMapProfile, async ({ input, caller, record }) => {
    const usable = await readProfiles(db, caller.userId, caller.groups)
    if (input.id !== null && !usable.some(({ id }) => id === input.id)) throw gone()
    record({
      objectType: 'map_profile',
      objectId: input.id ?? '',
      before: { active_id: await readActive(db, caller.userId) },
      after: { active_id: input.id },
    })
    await chooseProfile(db, caller.userId, input.id, new Date(clock.now()))
    return { mapProfile: await activeProfile(db, caller) }
  })

function checkScope(scope: MapProfile['scope'], caller: Caller) {
  if (scope === 'CENTRE' && !caller.isAdmin)
    throw new Refusal(
      'FORBIDDEN',
      'Only an administrator may share a map profile with the whole centre; share it with your group.',
    )
  if (scope === 'GROUP' && caller.groups.length === 0) {
    const why = 'you belong to no group; keep it private'
    throw new Refusal('VALIDATION', `Check scope: ${why}.`, { fields: [{ field: 'scope', why }] })
  }
}

const gone = () => new Refusal('NOT_FOUND', 'This map profile does not exist any more.')

/** A profile the caller may see; another's private one does not exist for anybody else. */
async function visible(db: Db, id: string, viewer: Viewer): Promise<ShownProfile> {
  const row = await readProfile(db, id)
  const isShared =
    row?.scope === 'CENTRE' ||
    (row?.scope === 'GROUP' && (viewer.isAdmin || row.group_ids.some((one) => viewer.groups.includes(one))))
  if (row === undefined || !(isShared || row.owner_id === viewer.userId)) throw gone()
  return row
}

async function writable(db: Db, id: string, caller: Caller): Promise<ShownProfile> {
  const row = await visible(db, id, caller)
  if (!mayWrite(row, caller))
    throw new Refusal(
      'FORBIDDEN',
      'Only its owner or an administrator may change this map profile; make a copy.',
    )
  return row
}
