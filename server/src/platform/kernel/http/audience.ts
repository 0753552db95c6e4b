import type { EventGeometry } from '@samudra/contract/events'
import type { Visibility } from '@samudra/contract/objects'
import type { Caller } from './caller.ts'
import { isGeometryVisible } from './caller-visibility.ts'

/** Roles of users; duties of the watch are added as soon as a user has one. */
export type Role = 'ADMIN' | 'USER'

/** Audience of a message as plain data: stored, compared, and evaluated by another process. */
export type Audience =
  | { to: 'everyone' }
  /** Users without any restriction. */
  | { to: 'unconfined' }
  /** By id; by name where a program knows no more. */
  | { to: 'users'; ids: readonly string[]; names?: readonly string[] }
  | { to: 'groups'; ids: readonly string[] }
  | { to: 'roles'; roles: readonly Role[] }
  /**
   * Users who see an object, by the columns of one version. With `where` a user restricted to zones sees it when it
   * intersects them; owner and administrators always do.
   */
  | ({ to: 'object'; where?: EventGeometry } & Visible)
  /** Users who may see part of a position or shape. */
  | { to: 'place'; where: EventGeometry }
  | { to: 'source'; code: string }
  /** Users with the same visibility as one user had at the push. */
  | { to: 'sight'; mark: string }
  /** Users who may see a vessel, by the picture of the moment. */
  | { to: 'ship'; mmsi: number }
  /** Members of a thing by its table, evaluated when it is delivered; see `audience-members.ts`. */
  | { to: 'members'; of: string; id: string }
  | { to: 'any' | 'all'; of: readonly Audience[] }
  | { to: 'not'; those: Audience }

/** Columns that decide the visibility of an object. */
export type Visible = { visibility: Visibility; owner_id: string; group_ids: readonly string[] }
/** User to test against an audience; without visibility no position or source is theirs. */
export type Addressee = Pick<Caller, 'userId' | 'groups' | 'isAdmin'> &
  Partial<Pick<Caller, 'username' | 'visibility'>>
/** Returns whether a user may see a vessel: one hidden from them on the picture is not named. */
export type MayKnow = (mmsi: number, caller: Caller) => boolean

export const EVERYONE: Audience = { to: 'everyone' }
/** Users whose sources and zones are not restricted. */
export const UNCONFINED: Audience = { to: 'unconfined' }
export const EMPTY_AUDIENCE: Audience = { to: 'any', of: [] }
export const ADMINISTRATORS: Audience = { to: 'roles', roles: ['ADMIN'] }
export const users = (...ids: string[]): Audience => ({ to: 'users', ids })
/** Members of a thing, as its table names them at the moment of delivery. */
export const members = (of: string, id: string): Audience => ({ to: 'members', of, id })
export const anyOf = (...of: Audience[]): Audience => ({ to: 'any', of })
export const allOf = (...of: Audience[]): Audience => ({ to: 'all', of })
export const except = (some: Audience, those: Audience): Audience => allOf(some, { to: 'not', those })
/** Returns the users who see an object by its columns. */
export const audienceOf = (
  { visibility, owner_id, group_ids }: Visible,
  where?: EventGeometry,
): Audience => ({
  to: 'object',
  visibility,
  owner_id,
  group_ids,
  ...(where === undefined ? {} : { where }),
})
/** Its owner, and administrators. */
export const ownerAndAdministrators = ({ owner_id }: Pick<Visible, 'owner_id'>): Audience =>
  anyOf(ADMINISTRATORS, users(owner_id))

/** Private to its owner, of a group to the group, else to all; an administrator sees everything. */
export const isVisible = (
  { visibility, owner_id, group_ids }: Visible,
  { userId, groups, isAdmin }: Addressee,
): boolean =>
  isAdmin ||
  owner_id === userId ||
  visibility === 'CENTRE' ||
  visibility === 'RELEASED' ||
  (visibility === 'GROUP' && group_ids.some((one) => groups.includes(one)))

const WIDTH: Record<Visibility, number> = { PRIVATE: 0, GROUP: 1, CENTRE: 2, RELEASED: 3 }
/** Returns whether an object has a smaller audience than another, by the columns of both. */
export const isShownToFewer = (
  one: Pick<Visible, 'visibility' | 'group_ids'>,
  than: Pick<Visible, 'visibility' | 'group_ids'>,
): boolean =>
  WIDTH[one.visibility] < WIDTH[than.visibility] ||
  (one.visibility === 'GROUP' &&
    than.visibility === 'GROUP' &&
    than.group_ids.some((group) => !one.group_ids.includes(group)))

/**
 * Decides, as the only place, whether a caller belongs to an audience. No caller knows vessels unless `mayKnow` allows
 * it.
 */
export function isAddressed<One extends Addressee>(
  audience: Audience,
  caller: One,
  mayKnow?: (mmsi: number, caller: One) => boolean,
): boolean {
  switch (audience.to) {
    case 'everyone':
      return true
    case 'unconfined':
      return caller.visibility?.all ?? false
    case 'users':
      return audience.ids.includes(caller.userId) || isNamed(audience.names, caller.username)
    case 'groups':
      return audience.ids.some((one) => caller.groups.includes(one))
    case 'roles':
      return audience.roles.includes(caller.isAdmin ? 'ADMIN' : 'USER')
    case 'object':
      return (
        isVisible(audience, caller) &&
        (audience.where === undefined ||
          caller.isAdmin ||
          audience.owner_id === caller.userId ||
          isIn(caller, audience.where))
      )
    case 'place':
      return isIn(caller, audience.where)
    case 'source':
      return caller.visibility?.source(audience.code) ?? false
    case 'sight':
      return caller.visibility?.mark() === audience.mark
    case 'ship':
      return mayKnow?.(audience.mmsi, caller) ?? false
    case 'members':
      throw new Error(`The members of ${audience.of} are not resolved.`)
    case 'any':
      return audience.of.some((one) => isAddressed(one, caller, mayKnow))
    case 'all':
      return audience.of.every((one) => isAddressed(one, caller, mayKnow))
    case 'not':
      return !isAddressed(audience.those, caller, mayKnow)
  }
}

const isNamed = (names: readonly string[] | undefined, name: string | undefined) =>
  name !== undefined && names !== undefined && names.includes(name)
const isIn = ({ visibility }: Addressee, where: EventGeometry) =>
  visibility !== undefined && isGeometryVisible(where, visibility)
