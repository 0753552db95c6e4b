import {
  MOST_COUNTED,
  MOST_FOUND,
  RISK_LEVELS,
  type ListedVessel,
  type PictureOrder,
  type Vessel,
} from '@samudra/contract/vessels'
import type { AisRecord } from '@samudra/contract/picture'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { plain } from '@samudra/contract/near-text'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { queryOf } from '../../../sea/name-search.ts'
import { anomaliesOf } from './details.ts'
import { findNamed, headsWanted, presentFound } from './register-list.ts'
import type { Register } from './register.ts'
import { riskOf } from './risk.ts'
import { conflictsOf, flagsOf } from './visible-claims.ts'
import type { Wanted } from './vessels.sql.ts'

/** Values of the picture for the list, prepared for one caller. */
export type Now = {
  find(mmsi: number, split: number | undefined): AisRecord | null
  /** Areas of interest around a position, or the nearest port. */
  place(lat: number, lon: number): string | null
  /** MMSIs of the vessels on it. */
  mmsis(): number[]
}

/** Vessels with their last position and risk. */
export async function listed(
  register: Register,
  caller: Caller,
  vessels: readonly Vessel[],
  now: Now,
): Promise<ListedVessel[]> {
  const claims = await register.claimsOf(
    vessels.map(({ id }) => Number(id)),
    caller,
  )
  const at = register.needs.clock.now()
  const items: ListedVessel[] = []
  let began = performance.now()
  for (const vessel of vessels) {
    const record = recordOf(vessel, now)
    const visible = claims.get(Number(vessel.id)) ?? []
    const risk = riskOf(
      {
        anomalies: record === null ? [] : anomaliesOf(record),
        found: record?.found ?? [],
        conflicts: conflictsOf(visible),
        flag_history: flagsOf(visible),
      },
      at,
    )
    items.push({ ...vessel, latest: record === null ? null : latestOf(record, now), risk_level: risk.level })
    began = await breathe(began)
  }
  return items
}

const latestOf = ({ latitude, longitude, rec_time, nav_status }: AisRecord, now: Now) => ({
  latitude,
  longitude,
  rec_time,
  nav_status,
  place: now.place(latitude, longitude),
})

type Key = string | number | null
const VALUES: Record<Exclude<PictureOrder, 'risk'>, (record: AisRecord, now: Now) => Key> = {
  position: ({ latitude }) => latitude,
  received: ({ rec_time }) => rec_time,
  place: ({ latitude, longitude }, now) => now.place(latitude, longitude),
  status: ({ nav_status }) => nav_status,
}

/** Vessels with what they are sorted by. */
async function keyed(
  register: Register,
  caller: Caller,
  vessels: readonly Vessel[],
  now: Now,
  by: PictureOrder,
): Promise<{ vessel: Vessel; key: Key }[]> {
  if (by === 'risk')
    return (await listed(register, caller, vessels, now)).map((vessel) => ({
      vessel,
      key: RISK_LEVELS.indexOf(vessel.risk_level),
    }))
  const rows: { vessel: Vessel; key: Key }[] = []
  let began = performance.now()
  for (const vessel of vessels) {
    const record = recordOf(vessel, now)
    rows.push({ vessel, key: record === null ? null : VALUES[by](record, now) })
    began = await breathe(began)
  }
  return rows
}

const recordOf = ({ mmsi, split_id }: Vessel, now: Now) =>
  mmsi === null ? null : now.find(Number(mmsi), split_id ?? undefined)

/** Returns a page of vessels in an order known only to the picture. */
export async function pageByPicture(
  register: Register,
  caller: Caller,
  { q, wanted, by, isDown }: { q: string | undefined; wanted: Wanted; by: PictureOrder; isDown: boolean },
  now: Now,
  paging: { limit?: number | undefined; cursor?: string | undefined },
) {
  const { heads, isAll } =
    q === undefined ? await wantedOf(register, caller, wanted, now) : await named(register, caller, q, wanted)
  const typed = q === undefined ? '' : plain(queryOf(q).text)
  const found = (await presentFound(register, caller, heads, wanted, typed)).filter((one) => one !== null)
  const rows = await keyed(register, caller, found, now, by)
  const way = isDown ? -1 : 1
  rows.sort(({ key: one, vessel: a }, { key: other, vessel: b }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one === other ? Number(a.id) - Number(b.id) : one < other ? -way : way
  })
  const page = pageOf(rows, paging, register.needs.clock.now())
  const shown = page.items.map(({ vessel }) => vessel)
  return {
    ...page,
    items: await listed(register, caller, shown, now),
    total_is: isAll ? ('EXACT' as const) : ('AT_LEAST' as const),
  }
}

async function wantedOf(register: Register, caller: Caller, wanted: Wanted, now: Now) {
  const all = await headsWanted(register, caller, wanted, MOST_COUNTED + 1)
  if (all.length <= MOST_COUNTED) return { heads: all.map((head_id) => ({ head_id })), isAll: true }
  const mmsis = wanted.mmsis ?? now.mmsis()
  const some = await headsWanted(register, caller, { ...wanted, mmsis }, MOST_COUNTED)
  return { heads: some.map((head_id) => ({ head_id })), isAll: false }
}

async function named(register: Register, caller: Caller, q: string, wanted: Wanted) {
  const heads = await findNamed(register, caller, q, wanted, MOST_FOUND)
  return { heads, isAll: heads.length < MOST_FOUND }
}
