import {
  addZone,
  deleteZone,
  getZones,
  updateZone,
  type Zone,
  type ZoneGeometry,
} from '@samudra/contract/zones'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { polygonsIn } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  changeZone,
  idsConfinedTo,
  insertZone,
  readZones,
  removeZone,
  usersOf,
  type ZoneRow,
} from './zones.sql.ts'

/** Change of a zone; `confined`: ids of users whose rights name it. */
export type ZoneChange = {
  op: 'add' | 'update' | 'delete'
  id: string
  version: number
  confined: readonly string[]
}
type Reload = (change: Omit<ZoneChange, 'confined'>) => Promise<void>

type Needs = {
  db: Db
  clock: Clock
  zones: Zones
  /** Called after a change, so that what callers may see is compiled again. */
  zonesChanged: (change: ZoneChange) => void
}

/** The areas users may be confined to. Few and small, so all are held. */
export class Zones {
  readonly #db: Db
  readonly #held = new Map<string, ZoneGeometry>()
  /** Differs when the zones do, and is the same in every process. */
  mark = ''
  constructor(db: Db) {
    this.#db = db
  }

  async load(): Promise<void> {
    const rows = await readZones(this.#db)
    this.#held.clear()
    for (const row of rows) this.#held.set(row.id, row.geometry)
    this.mark = rows
      .map(({ id, version }) => `${id}.${version}`)
      .sort()
      .join()
  }
  ids(): string[] {
    return [...this.#held.keys()]
  }
  /** Shapes of the zones named; one that does not exist any more has none. */
  shapesOf(ids: readonly string[]): ZoneGeometry[] {
    return ids.flatMap((id) => this.#held.get(id) ?? [])
  }
}

export function zoneOps(needs: Needs): Handled[] {
  const reload: Reload = async (change) => {
    await needs.zones.load()
    needs.zonesChanged({ ...change, confined: await idsConfinedTo(needs.db, change.id) })
  }
  return [list(needs), add(needs, reload), update(needs, reload), remove(needs, reload)]
}

/** Returns a zone for a caller: shape and users are for administrators; a user confined to the zone sees its shape. */
function present(
  { id, name, geometry, users, version, created_at, updated_at }: ZoneRow,
  caller: Caller,
): Zone {
  const isVisible = caller.isAdmin || caller.zones.includes(id)
  return {
    id,
    name,
    ...(isVisible ? { geometry } : {}),
    ...(caller.isAdmin ? { users } : {}),
    version,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

async function find(db: Db, id: string): Promise<ZoneRow> {
  const row = (await readZones(db)).find((one) => one.id === id)
  if (row === undefined) throw new OperationError('NOT_FOUND', 'This zone no longer exists.')
  return row
}

const taken = (name: string) =>
  new OperationError('DUPLICATE', `There is a zone called ${name}; choose another name.`, {
    fields: [{ field: 'name', why: 'is taken' }],
  })

/** Rings must be closed (RFC 7946 section 3.1.6). */
function checkRings(geometry: ZoneGeometry) {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  for (const ring of rings) {
    const [first, last] = [ring[0]!, ring.at(-1)!]
    if (first[0] !== last[0] || first[1] !== last[1]) throw unfit('Every ring must end where it begins.')
  }
  try {
    polygonsIn(geometry)
  } catch (error) {
    throw unfit(`This shape is not a valid zone: ${sentenceOf(error)}.`)
  }
}
const unfit = (why: string) => new OperationError('VALIDATION', why, { fields: [{ field: 'geometry', why }] })

const list = ({ db, clock }: Needs): Handled =>
  handle(getZones, async ({ input, caller }) => {
    const words = input.q?.toLowerCase() ?? ''
    const rows = (await readZones(db)).filter(
      (row) =>
        row.name.toLowerCase().includes(words) &&
        (caller.isAdmin || caller.zones.includes('*') || caller.zones.includes(row.id)),
    )
    const from = Number(input.cursor ?? 0)
    const items = rows.slice(from, from + (input.limit ?? 500))
    const next = from + items.length < rows.length ? String(from + items.length) : null
    return {
      items: items.map((row) => present(row, caller)),
      total: rows.length,
      next,
      as_of: new Date(clock.now()).toISOString(),
    }
  })

const add = ({ db, clock }: Needs, reload: Reload): Handled =>
  handle(addZone, async ({ input, caller, record }) => {
    checkRings(input.geometry)
    const at = new Date(clock.now())
    const row = { id: ulid(clock.now()), ...input, version: 1, created_at: at, updated_at: at }
    record({ objectType: 'zone', objectId: row.id })
    if (!(await insertZone(db, row))) throw taken(input.name)
    await reload({ op: 'add', id: row.id, version: row.version })
    const added = present({ ...row, users: 0 }, caller)
    record({ after: added })
    return added
  })

const update = ({ db, clock }: Needs, reload: Reload): Handled =>
  handle(updateZone, async ({ input, caller, record }) => {
    record({ objectType: 'zone', objectId: input.id })
    const before = await find(db, input.id)
    record({ before: present(before, caller) })
    const to = { name: input.name ?? before.name, geometry: input.geometry ?? before.geometry }
    checkRings(to.geometry)
    const others = await readZones(db)
    if (others.some((one) => one.id !== input.id && one.name.toLowerCase() === to.name.toLowerCase()))
      throw taken(to.name)
    if (!(await changeZone(db, input.id, input.expected_version, to, new Date(clock.now()))))
      throw new OperationError(
        'VERSION_CONFLICT',
        'Another user changed this zone. Reload it and try again.',
        {
          data: present(before, caller),
        },
      )
    await reload({ op: 'update', id: input.id, version: input.expected_version + 1 })
    const after = present(await find(db, input.id), caller)
    record({ after })
    return after
  })

const remove = ({ db }: Needs, reload: Reload): Handled =>
  handle(deleteZone, async ({ input, caller, record }) => {
    record({ objectType: 'zone', objectId: input.id, reason: input.reason ?? '' })
    record({ before: present(await find(db, input.id), caller) })
    const used_by = await usersOf(db, input.id)
    if (used_by.length > 0)
      throw new OperationError(
        'IN_USE',
        `Users are restricted to this zone: ${used_by.slice(0, 5).join(', ')}.`,
        {
          data: { used_by },
        },
      )
    await removeZone(db, input.id)
    await reload({ op: 'delete', id: input.id, version: 0 })
    return { id: input.id }
  })
