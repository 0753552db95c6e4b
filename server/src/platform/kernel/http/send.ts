import type { Push } from '@samudra/contract/kernel'
import { isAddressed, type Audience, type MayKnow } from './audience.ts'
import type { Caller } from './caller.ts'

/**
 * Part of a payload with its own audience. Other users receive `otherwise` in place of the field, or a list without
 * the entry; for a payload that is itself a list no field is named.
 */
export type Cut =
  | ({ field: string; to: Audience } & ({ otherwise: unknown } | { entry: unknown }))
  | { to: Audience; entry: unknown }

/** Push to screens, as plain data that lasts: stored for screens whose socket was away, and sent to other processes. */
export type Pushed = {
  wire: string
  payload: unknown
  audience: Audience
  cuts?: readonly Cut[]
  /** Subject of a complete message: of several missed ones only the last is sent. */
  about?: string
  /** True for a push to the screens that listen now only. */
  isFleeting?: true
}

/** Function that pushes to the open screens, and to those that come back. */
export type Send = <Payload>(
  push: Push<Payload>,
  payload: Payload,
  audience: Audience,
  more?: Pick<Pushed, 'cuts' | 'about'>,
) => void

/** The payload as one caller may see it; the same object for all who see the same of it. */
export function payloadFor({ payload, cuts = [] }: Pushed, caller: Caller, mayKnow: MayKnow): unknown {
  const hidden = cuts.flatMap(({ to }, i) => (isAddressed(to, caller, mayKnow) ? [] : [i]))
  if (hidden.length === 0) return payload
  const made = seen.get(cuts) ?? { places: placesOf(payload, cuts), payloads: new Map<string, unknown>() }
  seen.set(cuts, made)
  const known = made.payloads.get(hidden.join()) ?? cutPayload(payload, cuts, hidden, made.places)
  made.payloads.set(hidden.join(), known)
  return known
}

/**
 * Positions of restricted entries within the lists of a push, and the payload remaining for each combination of
 * hidden ones.
 */
type Seen = { places: readonly (readonly number[])[]; payloads: Map<string, unknown> }
const seen = new WeakMap<readonly Cut[], Seen>()

const listOf = (payload: unknown, cut: Cut): readonly unknown[] =>
  ('field' in cut ? (payload as Record<string, unknown>)[cut.field] : payload) as readonly unknown[]

/** Entries are plain data, and as they were when the push was made: what is written alike is the same. */
function placesOf(payload: unknown, cuts: readonly Cut[]): number[][] {
  const lists = new Map<readonly unknown[], Map<string, number[]>>()
  return cuts.map((cut) => {
    if (!('entry' in cut)) return []
    const list = listOf(payload, cut)
    const places = lists.get(list) ?? placesByText(list)
    lists.set(list, places)
    return places.get(JSON.stringify(cut.entry)) ?? []
  })
}
function placesByText(list: readonly unknown[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [i, entry] of list.entries()) {
    const text = JSON.stringify(entry)
    places.set(text, [...(places.get(text) ?? []), i])
  }
  return places
}

function cutPayload(
  payload: unknown,
  cuts: readonly Cut[],
  hidden: readonly number[],
  places: Seen['places'],
): unknown {
  const without = (list: readonly unknown[], ofThese: readonly number[]) => {
    const out = new Set(ofThese.flatMap((i) => places[i]!))
    return list.filter((_, i) => !out.has(i))
  }
  if (Array.isArray(payload)) return without(payload, hidden)
  const cut = { ...(payload as Record<string, unknown>) }
  const fields = new Set(hidden.map((i) => (cuts[i] as { field: string }).field))
  for (const field of fields) {
    const ofThese = hidden.filter((i) => (cuts[i] as { field: string }).field === field)
    const instead = ofThese.map((i) => cuts[i]!).find((one) => 'otherwise' in one)
    cut[field] = instead === undefined ? without(cut[field] as unknown[], ofThese) : instead.otherwise
  }
  return cut
}
