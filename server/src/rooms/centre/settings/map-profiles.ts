import type { MapProfile } from '@samudra/contract/settings'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import {
  ADMINISTRATORS,
  anyOf,
  EVERYONE,
  isAddressed,
  users,
  type Audience,
} from '../../../platform/kernel/http/audience.ts'
import type { Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { MOST_BYTES_OF_OUTLINES } from '../../../platform/kernel/objects/object-rules.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { readActive } from './map-profiles.sql.ts'

/** Fields of a profile that are stored as one piece. */
export type ProfileFields = Pick<MapProfile, 'base' | 'center' | 'zoom' | 'rotation' | 'layers' | 'view'>
export type ProfileBody = { name: string; is_default: boolean; fields: ProfileFields }
export type Profile = Held<ProfileBody>
/** Caller, as far as profiles need it. */
export type Viewer = Pick<Caller, 'userId' | 'groups' | 'isAdmin'>

/** The default a user starts with is the nearest: their own, then their group's, then the centre's. */
const NEAREST = ['PRIVATE', 'GROUP', 'CENTRE'] as const

/** A private one is its owner's alone, for administrators too. */
const seers = ({ visibility, owner_id, group_ids }: Profile): Audience => {
  if (visibility === 'CENTRE') return EVERYONE
  const owner = users(owner_id)
  return visibility === 'GROUP' ? anyOf(owner, ADMINISTRATORS, { to: 'groups', ids: group_ids }) : owner
}

/** Map profiles, read from the database. */
export async function mapProfiles(needs: { db: Db; clock: Clock }): Promise<Objects<ProfileBody>> {
  const profiles = await openObjects<ProfileBody>(needs, {
    type: 'map_profile',
    noun: 'map profile',
    mostBytes: MOST_BYTES_OF_OUTLINES,
    seers,
  })
  return profiles
}

/** Profiles a user may use: their own, those shared with one of their groups, those of the centre; by name. */
export const usableProfiles = (all: Iterable<Profile>, viewer: Viewer): Profile[] =>
  [...all]
    .filter((one) => isAddressed(seers(one), { ...viewer, isAdmin: false }))
    .sort((a, b) => a.body.name.localeCompare(b.body.name, 'en') || (a.id < b.id ? -1 : 1))

/** The profile a user's map opens with: the one chosen, else the nearest default; undefined when there is none. */
export async function activeProfile(
  { db, profiles }: { db: Db; profiles: Objects<ProfileBody> },
  viewer: Viewer,
): Promise<Profile | undefined> {
  const usable = usableProfiles(profiles.all(), viewer)
  const chosen = await readActive(db, viewer.userId)
  const own = ({ visibility, owner_id }: Profile) => visibility !== 'PRIVATE' || owner_id === viewer.userId
  return (
    usable.find(({ id }) => id === chosen) ??
    NEAREST.flatMap(
      (scope) => usable.find((one) => one.visibility === scope && one.body.is_default && own(one)) ?? [],
    ).at(0)
  )
}

/** Returns whether two profiles may not both be the default: of one user, of one group, of the centre. */
export const isRival = (one: Profile, other: Profile): boolean =>
  one.id !== other.id &&
  one.visibility === other.visibility &&
  (one.visibility === 'CENTRE' ||
    (one.visibility === 'PRIVATE'
      ? one.owner_id === other.owner_id
      : one.group_ids.some((group) => other.group_ids.includes(group))))

export const presentProfile = (profile: Profile, mine: boolean): MapProfile => ({
  ...profile.body.fields,
  id: profile.id,
  name: profile.body.name,
  scope: profile.visibility as MapProfile['scope'],
  is_default: profile.body.is_default,
  owner_id: profile.owner_id,
  owner: profile.owner,
  mine,
  version: profile.version,
  updated_at: profile.known_from.toISOString(),
  updated_by: profile.updated_by,
})
