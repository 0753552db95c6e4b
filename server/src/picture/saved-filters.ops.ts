import {
  deleteAisFilter,
  getAisFilters,
  saveAisFilter,
  type AisFilter,
  type SavedFilter,
} from '@samudra/contract/filter'
import { tableUpdate } from '@samudra/contract/settings'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { columnsOf, Objects, type Held } from '../kernel/objects.ts'
import { pageOf } from '../kernel/pages.ts'
import { handle, type Handled } from '../kernel/room.ts'
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
    const { filters } = needs
    const { id, expected_version, name, visibility, filter } = input
    const body = { name, filter }
    record({ objectType: 'ais_filter', ...(id === undefined ? {} : { objectId: id }) })
    if (id !== undefined && expected_version === undefined) {
      const why = 'say which version you looked at'
      throw new Refusal('VALIDATION', `Check expected_version: ${why}.`, {
        fields: [{ field: 'expected_version', why }],
      })
    }
    const before = id === undefined ? undefined : filters.get(id, caller)
    if (before !== undefined) record({ before: present(needs, before, caller) })
    const after =
      before === undefined
        ? await filters.add(caller, { body, visibility })
        : await filters.change(
            caller,
            { id: before.id, expected_version: expected_version ?? 0 },
            { body, visibility },
            (current) => present(needs, current, caller),
          )
    const saved = present(needs, after, caller)
    record({ objectId: after.id, after: saved })
    tell(needs, before === undefined ? 'add' : 'update', after, before)
    return saved
  })

const remove = (needs: Needs) =>
  handle(deleteAisFilter, async ({ input, caller, record }) => {
    const { filters } = needs
    const reason = input.reason ?? ''
    record({ objectType: 'ais_filter', objectId: input.id, reason })
    const before = filters.writable(input.id, caller)
    record({ before: present(needs, before, caller) })
    tell(needs, 'delete', await filters.remove(caller, input.id, reason), before)
    return { id: input.id }
  })

/** Those who see it now, and those who saw it before: for these it has gone. */
const tell = ({ filters, send }: Needs, op: 'add' | 'update' | 'delete', now: Filter, before?: Filter) =>
  send(
    tableUpdate,
    { table: 'ais_filters', op, ids: [now.id], version: now.version },
    filters.audience(now, before),
  )
