import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { FalseStay } from '../../rules/room.ts'
import { NO_MMSI, type AlertRow, type StoredAlert } from '../alert.ts'
import type { Client } from '../alerts.sql.ts'
import { lockFalseStays } from '../raising/raise.sql.ts'

/** Maximum distance within one jamming incident, as for detected crowds (decision 58: five times two miles). */
const NEAR_METRES = 10 * METRES_PER_NM
/** False positions that are no farther apart in time are of one jam. */
const APART_MS = 3_600_000
/** So many ships that are wrong alike are no faults of their own. */
const LEAST_SHIPS = 3

const PREFIX = 'jam.'
export const isPartOfJamming = (groupKey: string | null): groupKey is string =>
  groupKey?.startsWith(PREFIX) === true
/** Returns true for the alert of a jamming incident itself, not of one of its vessels. */
export const isJammingIncident = ({ mmsi, group_key }: Pick<AlertRow, 'mmsi' | 'group_key'>): boolean =>
  mmsi === NO_MMSI && isPartOfJamming(group_key)

type Jammed = { rows: StoredAlert[]; begun: readonly string[] }

/**
 * Returns the alerts, grouping new ones of vessels that reported about one position at about one time: with the alert
 * of the jamming incident, or three of them. Ungrouped earlier alerts join the group and `rows`. During an alert burst
 * no group begins; alerts of a burst group join an existing one.
 */
export async function jammed(client: Client, changed: readonly StoredAlert[], now: number): Promise<Jammed> {
  const rows = new Map(changed.map((row) => [row.id, row]))
  const fresh = changed.filter(({ version, false_stays }) => version === 1 && staysOf(false_stays).length > 0)
  if (fresh.length === 0) return { rows: [...changed], begun: [] }
  const since = Math.min(...fresh.flatMap(({ false_stays }) => staysOf(false_stays).map(({ from }) => from)))
  const known = new Map<string, StoredAlert>()
  for (const row of await lockFalseStays(client, since - APART_MS)) known.set(row.id, row)
  for (const row of changed) if (staysOf(row.false_stays).length > 0) known.set(row.id, row)
  const begun: string[] = []
  const put = (row: StoredAlert, group_key: string) => {
    const isStored = !rows.has(row.id)
    const next = { ...row, group_key, ...(isStored && { version: row.version + 1, changed_at: now }) }
    rows.set(row.id, next)
    known.set(row.id, next)
  }
  for (const { id } of fresh) {
    const one = known.get(id)!
    if (isPartOfJamming(one.group_key)) continue
    const [mate] = matesOf(one, known.values(), isPartOfJamming)
    if (mate !== undefined) put(one, mate.group_key!)
    else if (one.group_key === null) {
      const alone = [one, ...matesOf(one, known.values(), (key) => key === null)]
      if (!isJam(alone)) continue
      const key = `${PREFIX}${ulid(now)}`
      begun.push(key)
      for (const row of alone) put(row, key)
    }
  }
  return { rows: [...rows.values()], begun }
}

const staysOf = (stays: AlertRow['false_stays']): readonly FalseStay[] => stays ?? []

/** Counts vessels, as several definitions may raise alerts for one. */
function isJam(together: readonly AlertRow[]): boolean {
  const subjects = new Set(together.map(({ mmsi, split }) => `${mmsi}.${split}`))
  return subjects.size >= (together.some(({ mmsi }) => mmsi === NO_MMSI) ? 2 : LEAST_SHIPS)
}

/** Others of one's jam among those in some groups, one after the other: of thousands the first may be enough. */
function* matesOf(
  one: StoredAlert,
  others: Iterable<StoredAlert>,
  isQuery: (groupKey: string | null) => boolean,
): Generator<StoredAlert> {
  for (const other of others)
    if (other.id !== one.id && isQuery(other.group_key) && isTogether(one, other)) yield other
}

const isTogether = (one: AlertRow, other: AlertRow): boolean =>
  staysOf(one.false_stays).some((mine) => staysOf(other.false_stays).some((stay) => isNear(mine, stay)))
const isNear = (one: FalseStay, other: FalseStay): boolean =>
  Math.max(one.from - other.to, other.from - one.to) <= APART_MS &&
  metresBetween(one.lat_udeg / 1e6, one.lon_udeg / 1e6, other.lat_udeg / 1e6, other.lon_udeg / 1e6) <=
    NEAR_METRES
