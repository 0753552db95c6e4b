import {
  deleteAisFilter,
  filterKind,
  getAisFilters,
  saveAisFilter,
  type AisFilter,
  type SavedFilter,
} from '@samudra/contract/filter'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { findObjects } from '../../../sea/name-search.ts'
import {
  byName,
  pageOfObjects,
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../platform/kernel/objects/object-calls.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { MOST_BYTES_OF_OUTLINES } from '../../../platform/kernel/objects/object-rules.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { ReferenceAnswer } from '../../../platform/kernel/objects/references.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'

type Body = { name: string; filter: AisFilter }
type Filter = Held<Body>
type Needs = { filters: Objects<Body>; clock: Clock; send: Send }

/** Filters people keep under a name, for themselves or for others. */
export async function savedFilters(needs: { db: Db; clock: Clock }): Promise<Objects<Body>> {
  const filters = await openObjects<Body>(needs, {
    type: 'ais_filter',
    noun: 'filter',
    mostBytes: MOST_BYTES_OF_OUTLINES,
  })
  return filters
}

export const filterOps = (needs: Needs): Handled[] => [list(needs), save(needs), remove(needs)]

/** Returns the saved filters visible to a caller that use a vessel list. */
export const filtersUsing =
  (filters: Objects<Body>): ReferenceAnswer =>
  ({ kind, ids }, caller) => {
    const named = new Map<string, string[]>()
    if (kind !== 'list') return named
    for (const { body } of filters.list(caller))
      for (const id of body.filter.lists ?? [])
        if (ids.includes(id)) named.set(id, [...(named.get(id) ?? []), `Saved filter: ${body.name}`])
    return named
  }

/** Saved filters by their names. */
export const findFilters = (filters: Objects<Body>) =>
  findObjects(filters, {
    kind: 'filter',
    namesOf: ({ name }) => [name],
    show: ({ body }) => ({ label: body.name, detail: 'Saved filter', bbox: null }),
  })

const present = ({ filters }: Needs, filter: Filter, caller: Caller): SavedFilter => ({
  ...columnsOf(filter, filters.isChangedBy(filter, caller)),
  ...filter.body,
})

const list = (needs: Needs) =>
  handle(getAisFilters, ({ input, caller }) =>
    pageOfObjects(
      { ...needs, objects: needs.filters },
      { input, caller },
      {
        order: byName,
        show: (filters) => filters.map((filter) => present(needs, filter, caller)),
      },
    ),
  )

const save = (needs: Needs) =>
  handle(saveAisFilter, async ({ input, caller, record }) => {
    const { name, visibility, filter } = input
    const draft = { visibility, bodyOf: () => ({ name, filter }) }
    return present(needs, await saveObject(pushed(needs), { caller, record }, input, draft), caller)
  })

const remove = (needs: Needs) =>
  handle(deleteAisFilter, ({ input, caller, record }) =>
    removeObject(pushed(needs), { caller, record }, input),
  )

const pushed = (needs: Needs): PushedObjects<Body> => ({
  objects: needs.filters,
  kind: filterKind,
  send: needs.send,
  show: (filter, caller) => present(needs, filter, caller),
})
