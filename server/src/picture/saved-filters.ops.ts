import {
  deleteAisFilter,
  getAisFilters,
  saveAisFilter,
  type AisFilter,
  type SavedFilter,
} from '@samudra/contract/filter'
import type { Caller } from '../kernel/caller.ts'
import { findObjects } from '../sea/name-search.ts'
import { removeObject, saveObject, type Told } from '../kernel/object-calls.ts'
import { columnsOf, type Held } from '../kernel/object-rules.ts'
import { Objects } from '../kernel/objects.ts'
import { pageOf } from '../kernel/pages.ts'
import { handle, type Handled } from '../kernel/handle.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'

type Body = { name: string; filter: AisFilter }
type Filter = Held<Body>
type Needs = { filters: Objects<Body>; clock: Clock; send: Send }

/** Filters people keep under a name, for themselves or for others. */
export async function savedFilters(needs: { db: Db; clock: Clock }): Promise<Objects<Body>> {
  const filters = new Objects<Body>(needs, { type: 'ais_filter', noun: 'filter' })
  await filters.load()
  return filters
}

export const filterOps = (needs: Needs): Handled[] => [list(needs), save(needs), remove(needs)]

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
  handle(getAisFilters, async ({ input, caller }) => {
    const { filters, clock } = needs
    const at = input.as_of === undefined ? null : new Date(input.as_of)
    const seen = at === null ? filters.list(caller) : await filters.asOf(at, caller)
    const sorted = seen.sort((a, b) => a.body.name.localeCompare(b.body.name, 'en'))
    const page = pageOf(sorted, input, at?.getTime() ?? clock.now())
    return { ...page, items: page.items.map((filter) => present(needs, filter, caller)) }
  })

const save = (needs: Needs) =>
  handle(saveAisFilter, async ({ input, caller, record }) => {
    const { name, visibility, filter } = input
    const draft = { visibility, bodyOf: () => ({ name, filter }) }
    return present(needs, await saveObject(told(needs), { caller, record }, input, draft), caller)
  })

const remove = (needs: Needs) =>
  handle(deleteAisFilter, ({ input, caller, record }) => removeObject(told(needs), { caller, record }, input))

const told = (needs: Needs): Told<Body> => ({
  objects: needs.filters,
  table: 'ais_filters',
  send: needs.send,
  show: (filter, caller) => present(needs, filter, caller),
})
