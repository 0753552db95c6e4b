import { addEez, deleteEez, getEez, updateEez, type Eez } from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import type { Bbox } from '@samudra/contract/kernel'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { pushObject } from '../../../platform/kernel/objects/object-calls.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Uses } from '../../../platform/kernel/objects/references.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Boundaries } from './boundaries.ts'
import { areaKm2, presentComputed, presentOwn, settled, simpler, type EezBody, type OwnEez } from './eez.ts'

export type EezNeeds = { boundaries: Boundaries; clock: Clock; send: Send; uses: Uses }

export const eezOps = (needs: EezNeeds): Handled[] => [add, list, update, remove].map((make) => make(needs))

/** Returns a boundary without its outline: records hold its description, versions hold the outline. */
export const bare = (one: OwnEez): Omit<Eez, 'geometry'> => {
  const { geometry: _, ...rest } = presentOwn(one, true)
  return rest
}

/** Pushes a change of boundaries to all users, because all may see them. */
function pushChange({ boundaries, send }: EezNeeds, op: 'add' | 'update' | 'delete', now: OwnEez) {
  pushObject({ objects: boundaries.own, kind: { table: 'eez' }, send }, op, now)
}

const add = (needs: EezNeeds) =>
  handle(addEez, async ({ input, caller, record }) => {
    record({ objectType: 'eez' })
    const geometry = settled(input.geometry)
    const body: EezBody = { ...input, geometry, area_km2: areaKm2(geometry), mrgid: null }
    const one = await needs.boundaries.own.add(caller, { body, visibility: 'CENTRE' })
    record({ objectId: one.id, after: bare(one) })
    pushChange(needs, 'add', one)
    return presentOwn(one, true)
  })

const list = (needs: EezNeeds) =>
  handle(getEez, async ({ input, caller }) => {
    const { boundaries, clock } = needs
    const { own, computed } = boundaries
    const at = input.as_of === undefined ? null : new Date(input.as_of)
    const brought = at === null ? own.list(caller) : await own.asOf(at, caller)
    const began = new Date(0).toISOString()
    const replacing = ({ kind, country }: { kind: string; country: string }) =>
      brought.flatMap(({ id, body }) => (body.kind === kind && body.country === country ? [id] : []))
    const all = [
      ...brought.map((one) => presentOwn(one, own.isChangedBy(one, caller))),
      ...computed.areas.map((one) => presentComputed(one, replacing(one), began)),
    ]
    const ids = input.ids === undefined ? null : new Set(input.ids)
    const found = all.filter(
      (one) =>
        (ids === null || [one.id, ...one.replaced_by].some((id) => ids.has(id))) &&
        (input.kind === undefined || one.kind === input.kind) &&
        (input.country === undefined || one.country === input.country) &&
        (input.bbox === undefined || meets(one.geometry, input.bbox)),
    )
    const page = pageOf(found.sort(byName), input, at?.getTime() ?? clock.now())
    const items = page.items.map(({ geometry, ...one }): Eez =>
      input.geometry === false ? one : { ...one, geometry: simpler(geometry, input.simplify) },
    )
    return { ...page, items }
  })
/** Compares boundaries by name; imported ones come before computed ones. */
const byName = (a: Eez, b: Eez) =>
  a.name.localeCompare(b.name, 'en') || a.kind.localeCompare(b.kind) || Number(a.approx) - Number(b.approx)

function meets(geometry: ZoneGeometry, [west, south, east, north]: Bbox): boolean {
  return partsOf(geometry).some(([outer]) => {
    const [lons, lats] = [outer!.map(([lon]) => lon), outer!.map(([, lat]) => lat)]
    const low = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
    const high = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
    if (high(lats) < south || low(lats) > north) return false
    if (west <= east) return high(lons) >= west && low(lons) <= east
    return high(lons) >= west || low(lons) <= east
  })
}

const update = (needs: EezNeeds) =>
  handle(updateEez, async ({ input, caller, record }) => {
    const { own } = needs.boundaries
    record({ objectType: 'eez', objectId: input.id })
    checkIsOwn(needs, input.id)
    const before = own.writable(input.id, caller)
    record({ before: bare(before) })
    const { id: _, expected_version: __, geometry: drawn, ...fields } = input
    const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const geometry = drawn === undefined ? before.body.geometry : settled(drawn)
    const body: EezBody = { ...before.body, ...changed, geometry, area_km2: areaKm2(geometry) }
    const after = await own.change(caller, input, { body }, (current) => presentOwn(current, true))
    record({ after: bare(after) })
    pushChange(needs, 'update', after)
    return presentOwn(after, true)
  })

const remove = (needs: EezNeeds) =>
  handle(deleteEez, async ({ input, caller, record }) => {
    const { own } = needs.boundaries
    const reason = input.reason ?? ''
    record({ objectType: 'eez', objectId: input.id, reason })
    checkIsOwn(needs, input.id)
    record({ before: bare(own.writable(input.id, caller)) })
    await needs.uses.refuseUsed({ kind: 'boundary', id: input.id }, caller, 'used_by')
    pushChange(needs, 'delete', await own.remove(caller, input.id, reason))
    return { id: input.id }
  })

function checkIsOwn({ boundaries }: EezNeeds, id: string) {
  if (boundaries.computed.areas.some((one) => one.id === id))
    throw new OperationError(
      'VALIDATION',
      'This boundary was computed; add one of your own to take its place.',
      {
        fields: [{ field: 'id', why: 'is a computed boundary' }],
      },
    )
}
