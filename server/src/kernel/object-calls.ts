import { tableUpdate } from '@samudra/contract/settings'
import type { Visibility } from '@samudra/contract/objects'
import { Refusal } from './errors.ts'
import type { Held } from './object-rules.ts'
import type { Objects } from './objects.ts'
import type { Call } from './handle.ts'
import type { Send } from './send.ts'

/** Objects of a kind as operations change them: each change is recorded and told to those whose screens it concerns. */
export type Told<Body> = {
  objects: Objects<Body>
  /** The name screens know them by. */
  table: string
  send: Send
  show: (object: Held<Body>, caller: Call<unknown>['caller']) => unknown
}
type Who = Pick<Call<unknown>, 'caller' | 'record'>

/** Adds an object, or makes the next version of the one of `id`, of which the caller says which version was looked at. */
export async function saveObject<Body>(
  told: Told<Body>,
  { caller, record }: Who,
  { id, expected_version }: { id?: string | undefined; expected_version?: number | undefined },
  draft: { visibility: Visibility; bodyOf: (before: Body | undefined) => Body },
): Promise<Held<Body>> {
  const { objects, show } = told
  const { visibility, bodyOf } = draft
  record({ objectType: objects.kind.type, ...(id === undefined ? {} : { objectId: id }) })
  if (id === undefined) {
    const added = await objects.add(caller, { body: bodyOf(undefined), visibility })
    record({ objectId: added.id, after: show(added, caller) })
    tell(told, 'add', added)
    return added
  }
  if (expected_version === undefined) {
    const why = 'say which version you looked at'
    throw new Refusal('VALIDATION', `Check expected_version: ${why}.`, {
      fields: [{ field: 'expected_version', why }],
    })
  }
  const before = objects.get(id, caller)
  record({ before: show(before, caller) })
  const change = { body: bodyOf(before.body), visibility }
  const after = await objects.change(caller, { id, expected_version }, change, (now) => show(now, caller))
  record({ after: show(after, caller) })
  tell(told, 'update', after, before)
  return after
}

/** Removes an object; its versions stay. */
export async function removeObject<Body>(
  told: Told<Body>,
  { caller, record }: Who,
  { id, reason = '' }: { id: string; reason?: string | undefined },
): Promise<{ id: string }> {
  const { objects, show } = told
  record({ objectType: objects.kind.type, objectId: id, reason })
  const before = objects.writable(id, caller)
  record({ before: show(before, caller) })
  tell(told, 'delete', await objects.remove(caller, id, reason), before)
  return { id }
}

/** Those who see it now, and those who saw it before: for these it has gone. */
const tell = <Body>(
  { objects, table, send }: Told<Body>,
  op: 'add' | 'update' | 'delete',
  now: Held<Body>,
  before?: Held<Body>,
) => send(tableUpdate, { table, op, ids: [now.id], version: now.version }, objects.audience(now, before))
