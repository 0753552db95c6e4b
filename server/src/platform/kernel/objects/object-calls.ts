import type { AuditedObject } from '@samudra/contract/audited-objects'
import { tableUpdate, type ListQuery, type Kind } from '@samudra/contract/kind'
import type { Domain, Visibility } from '@samudra/contract/objects'
import type { Clock } from '../../needs/clock.ts'
import type { Caller } from '../http/caller.ts'
import { OperationError } from '../http/errors.ts'
import type { Held, ObjectCollection } from './object-rules.ts'
import type { Objects } from './objects.ts'
import type { Call } from '../http/handle.ts'
import { bytesOfBody, pageOf } from '../http/pages.ts'
import type { Send } from '../http/send.ts'

/** Objects of a kind as operations change them: each change is recorded and pushed to the screens it concerns. */
export type PushedObjects<Body> = {
  objects: ObjectCollection<Body>
  kind: Pick<Kind<never>, 'table'>
  send: Send
  show: (object: Held<Body>, caller: Call<unknown>['caller']) => unknown
}
type Who = Pick<Call<unknown>, 'caller' | 'record'>

/** Collection that lists objects visible to a caller, now and at an earlier instant. */
export type Listed<Body> = Pick<Objects<Body>, 'list' | 'asOf'>

/**
 * Returns a page of the objects a caller sees, now or as known at `as_of`: those of `ids` if some are named, that
 * match the query, in order. `show` receives the instant of the answer.
 */
export async function pageOfObjects<Body, Item>(
  { objects, clock }: { objects: Listed<Body>; clock: Clock },
  { input, caller }: { input: ListQuery; caller: Caller },
  how: {
    domain?: Domain
    isQuery?: (one: Held<Body>) => boolean
    order?: (a: Held<Body>, b: Held<Body>) => number
    show: (ones: Held<Body>[], at: number) => Item[]
  },
) {
  const at = input.as_of === undefined ? null : new Date(input.as_of)
  const seen = at === null ? objects.list(caller, how.domain) : await objects.asOf(at, caller, how.domain)
  const ids = input.ids === undefined ? null : new Set(input.ids)
  const query = seen.filter((one) => (ids === null || ids.has(one.id)) && how.isQuery?.(one) !== false)
  const answeredAt = at?.getTime() ?? clock.now()
  const page = pageOf(how.order === undefined ? query : query.sort(how.order), input, answeredAt, bytesOfBody)
  return { ...page, items: how.show(page.items, answeredAt) }
}

/** By name; those of one name by age. */
export const byName = <One extends { id: string; body: { name: string } }>(a: One, b: One) =>
  a.body.name.localeCompare(b.body.name, 'en') || (a.id < b.id ? -1 : 1)

/** Returns the handler of a list of objects by name, as a caller sees them. */
export const pageByName =
  <Body extends { name: string }, Item>(
    needs: { objects: Listed<Body>; clock: Clock },
    show: (one: Held<Body>, caller: Call<unknown>['caller']) => Item,
  ) =>
  ({ input, caller }: Pick<Call<ListQuery>, 'input' | 'caller'>) =>
    pageOfObjects(
      needs,
      { input, caller },
      { order: byName, show: (ones) => ones.map((one) => show(one, caller)) },
    )

/** Adds an object, or makes the next version of the one of `id`, for which the caller names the version it has read. */
export async function saveObject<Body>(
  pushed: PushedObjects<Body>,
  { caller, record }: Who,
  { id, expected_version }: { id?: string | undefined; expected_version?: number | undefined },
  draft: { visibility: Visibility; reason?: string | undefined; bodyOf: (before: Body | undefined) => Body },
): Promise<Held<Body>> {
  const { objects, show } = pushed
  const { visibility, reason = '', bodyOf } = draft
  record({
    objectType: objects.kind.type as AuditedObject,
    ...(id === undefined ? {} : { objectId: id }),
    ...(reason === '' ? {} : { reason }),
  })
  if (id === undefined) {
    const added = await objects.add(caller, { body: bodyOf(undefined), visibility })
    record({ objectId: added.id, after: show(added, caller) })
    pushObject(pushed, 'add', added)
    return added
  }
  if (expected_version === undefined) {
    const why = 'give the version that you edited'
    throw new OperationError('VALIDATION', `Check expected_version: ${why}.`, {
      fields: [{ field: 'expected_version', why }],
    })
  }
  const before = await objects.read(id, caller)
  record({ before: show(before, caller) })
  const change = { body: bodyOf(before.body), visibility, reason }
  const after = await objects.change(caller, { id, expected_version }, change, (now) => show(now, caller))
  record({ after: show(after, caller) })
  pushObject(pushed, 'update', after, before)
  return after
}

/** Removes an object; its versions stay. */
export async function removeObject<Body>(
  pushed: PushedObjects<Body>,
  { caller, record }: Who,
  { id, reason = '' }: { id: string; reason?: string | undefined },
): Promise<{ id: string }> {
  const { objects, show } = pushed
  record({ objectType: objects.kind.type as AuditedObject, objectId: id, reason })
  const before = await objects.readWritable(id, caller)
  record({ before: show(before, caller) })
  pushObject(pushed, 'delete', await objects.remove(caller, id, reason), before)
  return { id }
}

/** Pushes a change to the users who see the object now, and its removal to those who no longer see it. */
export const pushObject = <Body>(
  { objects, kind: { table }, send }: Pick<PushedObjects<Body>, 'objects' | 'kind' | 'send'>,
  op: 'add' | 'update' | 'delete',
  now: Held<Body>,
  before?: Held<Body>,
) => send(tableUpdate, { table, op, ids: [now.id], version: now.version }, objects.audience(now, before))
