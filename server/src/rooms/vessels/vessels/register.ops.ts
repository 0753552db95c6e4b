import {
  getVesselDetails,
  getVesselDetailsV2,
  getVessels,
  joinVessels,
  undoVesselJoin,
} from '@samudra/contract/vessels'
import type { AisFilter } from '@samudra/contract/filter'
import { countryNamesOf } from '@samudra/nautical/country-text'
import { shipGroup } from '@samudra/nautical/ship-types'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { v1Of, wholeOf, type Around } from './details.ts'
import { keepJoin, readJoin, turnJoin } from './joins.sql.ts'
import { isByPicture, isStored, pageInOrder, searchPage, sortOf } from './register-list.ts'
import { listed, pageByPicture, type Now } from './list-by-picture.ts'
import { seenOf, type Register } from './register.ts'
import type { Wanted } from './vessels.sql.ts'

export type RegisterOpsNeeds = {
  register: Register
  around: Around
  /** MMSIs of ships on the picture that pass a filter, as a caller sees them. */
  passing(caller: Caller, filter: AisFilter): number[]
  /** Last positions as a caller sees them. */
  now(caller: Caller): Promise<Now>
  /** MMSIs on a list that the caller sees. Throws NOT_FOUND. */
  membersOf(caller: Caller, listId: string): number[]
}

export const registerOps = (needs: RegisterOpsNeeds): Handled[] => [
  list(needs),
  handle(getVesselDetails, ({ input, caller }) => v1Of(needs.register, input.id, needs.around, caller)),
  handle(getVesselDetailsV2, ({ input, caller }) =>
    wholeOf(
      needs.register,
      input.mmsi,
      needs.around,
      caller,
      input.as_of === undefined ? null : Date.parse(input.as_of),
    ),
  ),
  join(needs),
  undo(needs),
]

const list = (needs: RegisterOpsNeeds) =>
  handle(getVessels, async ({ input, caller }) => {
    const { q, ship_type, country, anomaly, list_id, heard_from, heard_to, sort, ...paging } = input
    const named = [
      ...(anomaly === undefined ? [] : [needs.passing(caller, { anomalies: [anomaly] })]),
      ...(list_id === undefined ? [] : [needs.membersOf(caller, list_id)]),
    ]
    const [first, ...rest] = named
    const wanted: Wanted = {
      shipTypes: ship_type === undefined ? undefined : codesOf(ship_type),
      countries: country === undefined ? undefined : countryNamesOf(country),
      mmsis: first?.filter((mmsi) => rest.every((others) => others.includes(mmsi))),
    }
    const { register } = needs
    wanted.heard = heardOf(register, caller, { heard_from, heard_to })
    const now = await needs.now(caller)
    const order = sort === undefined ? null : sortOf(sort)
    if (order !== null && isByPicture(order))
      return pageByPicture(register, caller, { q, wanted, ...order }, now, paging)
    const stored = order !== null && isStored(order) ? order : null
    const page =
      q === undefined
        ? await pageInOrder(register, caller, wanted, stored ?? BY_NAME, paging)
        : await searchPage(register, caller, q, wanted, stored, paging)
    return { ...page, items: await listed(register, caller, page.items, now) }
  })

/** Throws VALIDATION for a period that ends before it begins, FORBIDDEN for a caller limited to some waters. */
function heardOf(
  { needs }: Register,
  { visibility }: Caller,
  { heard_from, heard_to }: { heard_from: string | undefined; heard_to: string | undefined },
): Wanted['heard'] {
  if (heard_from === undefined && heard_to === undefined) return undefined
  const from = heard_from === undefined ? 0 : Date.parse(heard_from)
  const to = heard_to === undefined ? needs.clock.now() : Date.parse(heard_to)
  if (to <= from) {
    const [field, why] =
      heard_to === undefined
        ? ['heard_from', 'must be in the past']
        : ['heard_to', 'must be later than heard_from']
    throw new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })
  }
  if (!visibility.everywhere)
    throw new OperationError(
      'FORBIDDEN',
      'Your account is limited to some waters, so vessels cannot be listed by when they were received.',
    )
  return { from, to, sources: seenOf(needs, visibility).sources }
}

const BY_NAME = { by: 'name', isDown: false } as const

const codesOf = (group: string) =>
  Array.from({ length: 256 }, (_, code) => code).filter((code) => shipGroup(code) === group)

const join = ({ register, around }: RegisterOpsNeeds) =>
  handle(joinVessels, async ({ input, caller, record }) => {
    const { id, other_id, reason } = input
    record({ objectType: 'vessel', objectId: id, reason })
    const one = await register.idOf(id, caller)
    const other = await register.idOf(other_id, caller)
    const by = {
      userId: caller.userId,
      username: caller.username,
      reason,
      at: new Date(register.needs.clock.now()),
    }
    if (!(await keepJoin(register.needs.db, one, other, by)))
      throw new OperationError('VALIDATION', 'These vessels are already merged. Reload the page.', {
        fields: [{ field: 'other_id', why: 'is the same vessel' }],
      })
    record({ after: { vessel_id: String(one), joined: String(other) } })
    return wholeOf(register, String(one), around, caller)
  })

const undo = ({ register, around }: RegisterOpsNeeds) =>
  handle(undoVesselJoin, async ({ input, caller, record }) => {
    const { id, reason } = input
    record({ objectType: 'vessel_join', objectId: id, reason })
    const found = /^\d{1,9}$/.test(id) ? await readJoin(register.needs.db, Number(id)) : undefined
    if (found === undefined) throw noJoin()
    // Only callers who see both vessels may decide about them.
    if (!(await register.seesEach([found.vessel_id, found.into_id], caller))) throw noJoin()
    const by = {
      userId: caller.userId,
      username: caller.username,
      reason,
      at: new Date(register.needs.clock.now()),
    }
    if (!(await turnJoin(register.needs.db, found, by)))
      throw new OperationError('VALIDATION', 'These vessels were merged again. Reload the page.', {
        fields: [{ field: 'id', why: 'has ended, and the vessels are merged by another' }],
      })
    record({
      after: {
        vessel_id: String(found.vessel_id),
        into: String(found.into_id),
        joined: found.ended_at !== null,
      },
    })
    return wholeOf(register, String(found.into_id), around, caller)
  })

const noJoin = () => new OperationError('NOT_FOUND', 'This merge does not exist. Reload the page.')
