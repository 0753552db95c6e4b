import { tableUpdate } from '@samudra/contract/kind'
import {
  addMapProfile,
  changeMapProfile,
  deleteMapProfile,
  getMapProfiles,
  profileKind,
  updateMapProfile,
} from '@samudra/contract/settings'
import { users } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { pushObject } from '../../../platform/kernel/objects/object-calls.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  activeProfile,
  isRival,
  presentProfile,
  usableProfiles,
  type Profile,
  type ProfileBody,
  type ProfileFields,
} from './map-profiles.ts'
import { chooseProfile, readActive } from './map-profiles.sql.ts'

type Needs = { db: Db; clock: Clock; send: Send; others: Others; profiles: Objects<ProfileBody> }

export const mapProfileOps = (needs: Needs): Handled[] => [
  list(needs),
  add(needs),
  update(needs),
  remove(needs),
  choose(needs),
]

const present = ({ profiles }: Needs, profile: Profile, caller: Caller) =>
  presentProfile(profile, profiles.isChangedBy(profile, caller))

const list = (needs: Needs) =>
  handle(getMapProfiles, async ({ input, caller }) => {
    const { profiles, clock } = needs
    const at = input.as_of === undefined ? null : new Date(input.as_of)
    const all = usableProfiles(at === null ? profiles.all() : await profiles.asOf(at, caller), caller)
    const shown = all.filter(
      ({ id, visibility }) =>
        input.ids?.includes(id) !== false && (input.scope === undefined || visibility === input.scope),
    )
    const page = pageOf(shown, input, at?.getTime() ?? clock.now())
    return {
      ...page,
      items: page.items.map((one) => present(needs, one, caller)),
      active_id: (await activeProfile(needs, caller))?.id ?? null,
    }
  })

const add = (needs: Needs) =>
  handle(addMapProfile, async ({ input, caller, record }) => {
    checkGroup(input.scope, caller)
    const { name, scope, is_default, ...fields } = input
    const body = { name, is_default, fields }
    const profile = await needs.profiles.add(caller, { body, visibility: scope })
    pushChange(needs, 'add', profile)
    await standAside(needs, profile, caller)
    const made = present(needs, profile, caller)
    record({ objectType: 'map_profile', objectId: profile.id, after: made })
    return made
  })

const update = (needs: Needs) =>
  handle(updateMapProfile, async ({ input, caller, record }) => {
    const { profiles } = needs
    const before = profiles.writable(input.id, caller)
    const { scope = before.visibility } = input
    checkGroup(scope, caller)
    record({ objectType: 'map_profile', objectId: before.id, before: present(needs, before, caller) })
    const body: ProfileBody = {
      name: input.name ?? before.body.name,
      is_default: input.is_default ?? before.body.is_default,
      fields: fieldsOf(input, before.body.fields),
    }
    const after = await profiles.change(caller, input, { body, visibility: scope }, (now) =>
      present(needs, now, caller),
    )
    pushChange(needs, 'update', after, before)
    await standAside(needs, after, caller)
    const shown = present(needs, after, caller)
    record({ after: shown })
    return shown
  })

/** One default for each user, each group and the centre: the others stand aside. */
const standAside = async (needs: Needs, now: Profile, caller: Caller) =>
  now.body.is_default && needs.others.inTurn('default map profile', () => othersAside(needs, now, caller))

async function othersAside(needs: Needs, now: Profile, caller: Caller) {
  const { profiles } = needs
  const rivals = [...profiles.all()].filter((one) => one.body.is_default && isRival(now, one))
  for (const rival of rivals) {
    await profiles.follow(caller, rival.id, `${now.body.name} became the default`, (body) => ({
      ...body,
      is_default: false,
    }))
    pushChange(needs, 'update', profiles.find(rival.id) ?? rival)
  }
}

const pushChange = (
  { profiles: objects, send }: Needs,
  op: 'add' | 'update' | 'delete',
  now: Profile,
  before?: Profile,
) => pushObject({ objects, kind: profileKind, send }, op, now, before)

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

const remove = (needs: Needs) =>
  handle(deleteMapProfile, async ({ input, caller, record }) => {
    const { profiles } = needs
    const before = profiles.writable(input.id, caller)
    record({ objectType: 'map_profile', objectId: before.id, before: present(needs, before, caller) })
    pushChange(needs, 'delete', await profiles.remove(caller, before.id, ''), before)
    return { id: before.id, new_active_id: (await activeProfile(needs, caller))?.id ?? null }
  })

const choose = (needs: Needs) =>
  handle(changeMapProfile, async ({ input, caller, record }) => {
    const { db, clock, profiles, send } = needs
    if (input.id !== null && !usableProfiles(profiles.all(), caller).some(({ id }) => id === input.id))
      throw new OperationError('NOT_FOUND', 'This map profile no longer exists.')
    const before = await readActive(db, caller.userId)
    record({
      objectType: 'map_profile',
      objectId: input.id ?? '',
      before: { active_id: before },
      after: { active_id: input.id },
    })
    await chooseProfile(db, caller.userId, input.id, new Date(clock.now()))
    // The other screens of this user learn of it by asking for either.
    const ids = [before, input.id].filter((id) => id !== null)
    const update = { table: profileKind.table, op: 'update' as const, ids, version: 0 }
    send(tableUpdate, update, users(caller.userId))
    const active = await activeProfile(needs, caller)
    return { mapProfile: active === undefined ? null : present(needs, active, caller) }
  })

function checkGroup(scope: string, { groups }: Caller) {
  if (scope !== 'GROUP' || groups.length > 0) return
  const why = 'you belong to no group. Choose PRIVATE'
  throw new OperationError('VALIDATION', `Check scope: ${why}.`, { fields: [{ field: 'scope', why }] })
}
