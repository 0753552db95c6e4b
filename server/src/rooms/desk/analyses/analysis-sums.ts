import type { Analysis, AnalysisGroup } from '@samudra/contract/analyses'
import { eventTypeOf } from '@samudra/contract/event-types'
import { SHIP_TYPE_LABELS } from '@samudra/contract/labels'
import { countryNameOf } from '@samudra/nautical/iso-countries'
import type { InsideVessel } from './visit-walk.ts'
import { vesselKey, type VesselIdentity } from './vessel-identities.ts'

/** A vessel with what is known of it. */
export type Analysed = {
  vessel: InsideVessel
  identity: VesselIdentity
  visits: number
}
/** An anomaly inside. */
export type FoundAnomaly = { type: string; mmsis: readonly number[] }
type Sums = Analysis['totals']

const HOUR_MS = 3_600_000
export const hoursOf = (ms: number) => Math.round(ms / (HOUR_MS / 10)) / 10
const UNKNOWN_FLAG = 'UNKNOWN'

const GROUPINGS = {
  kind: {
    keyOf: ({ identity }: Analysed): string => identity.type,
    labelOf: (key: string) => SHIP_TYPE_LABELS[key as keyof typeof SHIP_TYPE_LABELS],
  },
  flag: {
    keyOf: ({ identity }: Analysed): string => identity.flag ?? UNKNOWN_FLAG,
    labelOf: (key: string) => (key === UNKNOWN_FLAG ? 'Unknown' : countryNameOf(key)),
  },
} as const

export function sumsOf(all: readonly Analysed[]): Sums {
  const ms = all.reduce((sum, { vessel }) => sum + vessel.insideMs, 0)
  return { vessels: all.length, hours: hoursOf(ms), visits: all.reduce((sum, { visits }) => sum + visits, 0) }
}

function grouped(all: readonly Analysed[], keyOf: (one: Analysed) => string) {
  const groups = new Map<string, Analysed[]>()
  for (const one of all) {
    const known = groups.get(keyOf(one))
    if (known === undefined) groups.set(keyOf(one), [one])
    else known.push(one)
  }
  return groups
}

/**
 * Returns the groups of the period and those of the compared one that are gone, the largest first. Groups of fewer
 * vessels than `least` are left out of both periods.
 */
export function groupsOf(
  by: keyof typeof GROUPINGS,
  now: readonly Analysed[],
  before: readonly Analysed[] | null,
  least: number,
): { groups: AnalysisGroup[]; suppressed: number } {
  const { keyOf, labelOf } = GROUPINGS[by]
  const [of, was] = [grouped(now, keyOf), grouped(before ?? [], keyOf)]
  const keys = [...new Set([...of.keys(), ...was.keys()])]
  let suppressed = 0
  const cut = (count: number) => {
    if (count === 0 || count >= least) return count
    suppressed++
    return 0
  }
  const groups = keys.flatMap((key): AnalysisGroup[] => {
    const all = of.get(key) ?? []
    const vessels = cut(all.length)
    const previous = before === null ? null : cut(was.get(key)?.length ?? 0)
    if (vessels === 0 && (previous ?? 0) === 0) return []
    const sums = vessels === 0 ? { vessels: 0, hours: 0, visits: 0 } : sumsOf(all)
    return [{ key, label: labelOf(key), ...sums, previous }]
  })
  groups.sort(
    (a, b) => b.vessels - a.vessels || (b.previous ?? 0) - (a.previous ?? 0) || (a.key < b.key ? -1 : 1),
  )
  return { groups, suppressed }
}

/** Returns what was unusual: anomalies by type, vessels, flags and kinds that the compared period did not have. */
export function unusualOf(
  found: readonly FoundAnomaly[],
  compared: {
    now: readonly Analysed[]
    before: readonly Analysed[]
    flags: readonly AnalysisGroup[]
    kinds: readonly AnalysisGroup[]
  } | null,
): Analysis['unusual'] {
  const types = new Map<string, { count: number; mmsis: Set<number> }>()
  for (const { type, mmsis } of found) {
    const known = types.get(type) ?? { count: 0, mmsis: new Set<number>() }
    types.set(type, known)
    known.count++
    for (const mmsi of mmsis) known.mmsis.add(mmsi)
  }
  const anomalies = [...types]
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .map(([key, { count, mmsis }]) => ({
      kind: 'ANOMALY' as const,
      key,
      label: eventTypeOf(key)?.label ?? key,
      count,
      vessels: mmsis.size,
    }))
  if (compared === null) return anomalies
  const { now, before, flags, kinds } = compared
  const [was, is] = [keysOf(before), keysOf(now)]
  const fresh = now.filter(({ vessel }) => !was.has(vesselKey(vessel))).length
  const gone = before.filter(({ vessel }) => !is.has(vesselKey(vessel))).length
  const ofVessels = (kind: 'NEW_VESSELS' | 'GONE_VESSELS', label: string, count: number) =>
    count === 0 ? [] : [{ kind, key: kind, label, count, vessels: count }]
  const ofGroups = (kind: 'NEW_FLAG' | 'NEW_KIND', groups: readonly AnalysisGroup[]) =>
    groups
      .filter(({ vessels, previous }) => vessels > 0 && previous === 0)
      .map(({ key, label, vessels }) => ({ kind, key, label, count: vessels, vessels }))
  return [
    ...anomalies,
    ...ofVessels('NEW_VESSELS', 'New vessels', fresh),
    ...ofVessels('GONE_VESSELS', 'Vessels no longer there', gone),
    ...ofGroups('NEW_FLAG', flags),
    ...ofGroups('NEW_KIND', kinds),
  ]
}
export const keysOf = (all: readonly Analysed[]) => new Set(all.map(({ vessel }) => vesselKey(vessel)))
