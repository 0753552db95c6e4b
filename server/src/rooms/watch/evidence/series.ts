import { MOST_POSITIONS } from '@samudra/contract/evidence'
import type { Fix } from '@samudra/contract/history'
import { metresBetween } from '@samudra/nautical/geodesy'
import { positionText } from '@samudra/nautical/position-text'
import { knotsFromMetresPerSecond, nmFromMetres } from '@samudra/nautical/units'
import type { HistoryInterface } from '../../past/history/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { RuleEvidence } from '../rules/room.ts'
import { fewer } from './fewer.ts'
import { copyFix, fixBatch, NO_PLACE, type FixBatch } from '../../../sea/fix-batch.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'

/** Way from the position before of the same MMSI, in order of time; the speed is null where both have the same time. */
export type Leg = { distance_nm: number; seconds: number; required_kn: number | null }
export type EvidencePosition = Fix & {
  /** Place in the list, from 1. */
  number: number
  /** True when the rule names the position as its reason. */
  named: boolean
  position: string | null
  /** Null for the first position of an MMSI, and where one of the two has no place. */
  from_previous: Leg | null
}
export type Series = {
  positions: EvidencePosition[]
  /** Stored fix of each position, by its place in `positions`. */
  rows: readonly { batch: FixBatch; i: number }[]
  /** One sentence for each thing that is left out. */
  left_out: string[]
}
/** Vessels, the time around a finding in epoch ms, and the fixes that its rule names. */
export type SeriesQuery = {
  /** A split of null stands for every vessel under the MMSI. */
  vessels: readonly { mmsi: number; split: number | null }[]
  /** `isCut` is true where the behaviour lasted longer. */
  window: { from: number; to: number; isCut: boolean } | null
  named: readonly number[]
}
type Needs = {
  history: Pick<HistoryInterface, 'reader' | 'flush' | 'present'>
  rules: RuleEvidence
  names: SourceNames
}

/** Fixes read for one file at most. */
const MOST_READ = 100_000

/** Returns the positions of some vessels around a finding, by MMSI and time, as far as a caller may see them. */
export async function seriesOf(needs: Needs, query: SeriesQuery, caller: Caller): Promise<Series> {
  await needs.history.flush()
  const named = new Set(query.named)
  const found = new Map<number, { batch: FixBatch; i: number }>()
  const left_out: string[] = []
  const mmsis = [...new Set(query.vessels.map(({ mmsi }) => mmsi))]
  const seen = seenBy(needs.names, caller)
  const ofRule = mmsis.length === 0 ? null : await needs.rules.fixes(mmsis, query.named)
  for (let i = 0; ofRule !== null && i < ofRule.count; i++)
    if (seen(ofRule, i)) found.set(ofRule.fixId[i]!, { batch: ofRule, i })
  if (!(await readWindow(needs, query, { caller, seen, found })))
    left_out.push(
      `The vessels sent more than ${MOST_READ} reports in this time; the last of them are left out.`,
    )
  if (query.window?.isCut === true)
    left_out.push(
      `The behaviour is longer than the period of this file; positions after ${new Date(query.window.to).toISOString().slice(0, 19).replace('T', ' ')} UTC are left out, but for those that the rule names.`,
    )
  const missing = [...named].filter((id) => !found.has(id)).length
  if (missing > 0)
    left_out.unshift(
      `${missing} of the ${named.size} positions that the rule names are not in this file: they are no longer stored, or the user may not see them.`,
    )
  const rows = [...found.values()].sort(byMmsiAndTime)
  const remaining = fewer(rows, MOST_POSITIONS, {
    vessel: ({ batch, i }) => `${batch.mmsi[i]} ${batch.split[i]}`,
    stays: ({ batch, i }) => named.has(batch.fixId[i]!),
  })
  if (remaining.length < rows.length)
    left_out.push(
      `${rows.length - remaining.length} of ${rows.length} positions are left out evenly, none that the rule names; a leg spans those between.`,
    )
  const fixes = await presented(needs, remaining, caller)
  return { positions: withLegs(fixes, named), rows: remaining, left_out }
}

type Found = Map<number, { batch: FixBatch; i: number }>
type Seen = (batch: FixBatch, i: number) => boolean

/** Reads the time around a finding; false where there is more than may be read. */
async function readWindow(
  { history, names }: Needs,
  { vessels, window }: SeriesQuery,
  { caller, seen, found }: { caller: Caller; seen: Seen; found: Found },
): Promise<boolean> {
  if (window === null || vessels.length === 0) return true
  const isQuery = (batch: FixBatch, i: number) =>
    vessels.some(({ mmsi, split }) => mmsi === batch.mmsi[i] && (split === null || split === batch.split[i]))
  let read = 0
  for await (const batch of history.reader.readFixes({
    by: 'OBSERVED',
    from: window.from,
    to: window.to + 1,
    mmsis: [...new Set(vessels.map(({ mmsi }) => mmsi))],
    sources: sourcesSeen(names, caller.visibility),
    quarantined: true,
    order: 'TIME',
  }))
    for (let i = 0; i < batch.count; i++) {
      if (++read > MOST_READ) return false
      if (batch.lat[i] !== NO_PLACE && isQuery(batch, i) && seen(batch, i))
        found.set(batch.fixId[i]!, { batch, i })
    }
  return true
}

const degrees = (udeg: number) => (udeg === NO_PLACE ? null : udeg / 1e6)
const seenBy =
  (names: SourceNames, { visibility }: Caller): Seen =>
  (batch, i) =>
    visibility.row(names.sourceCode(batch.source[i]!), degrees(batch.lat[i]!), degrees(batch.lon[i]!))

const byMmsiAndTime = (a: { batch: FixBatch; i: number }, b: { batch: FixBatch; i: number }) =>
  a.batch.mmsi[a.i]! - b.batch.mmsi[b.i]! ||
  a.batch.observedAt[a.i]! - b.batch.observedAt[b.i]! ||
  a.batch.fixId[a.i]! - b.batch.fixId[b.i]!

async function presented(
  { history, names }: Needs,
  rows: readonly { batch: FixBatch; i: number }[],
  caller: Caller,
): Promise<Fix[]> {
  const fixes: Fix[] = []
  for (let from = 0; from < rows.length;) {
    const mmsi = rows[from]!.batch.mmsi[rows[from]!.i]!
    const next = rows.findIndex(({ batch, i }, at) => at > from && batch.mmsi[i] !== mmsi)
    const some = rows.slice(from, next < 0 ? rows.length : next)
    const one = fixBatch(some.length)
    for (const { batch, i } of some) copyFix(batch, i, one, one.count++)
    fixes.push(...(await history.present(one, mmsi, sourcesSeen(names, caller.visibility))))
    from += some.length
  }
  return fixes
}

/** Numbers positions and works out the leg from each position to the next of the same MMSI. */
export function withLegs(fixes: readonly Fix[], named: ReadonlySet<number>): EvidencePosition[] {
  let before: Fix | undefined
  return fixes.map((fix, i) => {
    const { latitude: lat, longitude: lon } = fix
    const from_previous = before?.mmsi === fix.mmsi ? legOf(before, fix) : null
    if (lat !== null && lon !== null) before = fix
    return {
      number: i + 1,
      named: named.has(Number(fix.id)),
      ...fix,
      position: lat === null || lon === null ? null : positionText(lat, lon),
      from_previous,
    }
  })
}

/** Returns the way between two positions; null where one of them has no place. */
export function legOf(before: Fix, fix: Fix): Leg | null {
  if (
    before.latitude === null ||
    before.longitude === null ||
    fix.latitude === null ||
    fix.longitude === null
  )
    return null
  const seconds = (Date.parse(fix.observed_at) - Date.parse(before.observed_at)) / 1000
  const metres = metresBetween(before.latitude, before.longitude, fix.latitude, fix.longitude)
  return {
    distance_nm: Number(nmFromMetres(metres).toFixed(2)),
    seconds,
    required_kn: seconds > 0 ? Number(knotsFromMetresPerSecond(metres / seconds).toFixed(1)) : null,
  }
}

/** Speed and distance above which a leg is none that one vessel made; as for detectors of jumps. */
const [IMPOSSIBLE_KN, LEAST_NM] = [60, 5]
export const isImpossible = (leg: Leg | null): boolean =>
  leg !== null && speedOf(leg) > IMPOSSIBLE_KN && leg.distance_nm >= LEAST_NM
const speedOf = ({ required_kn }: Leg) => required_kn ?? Infinity

/** Returns the two positions with the greatest required speed of all impossible legs, those that the rule names first; null without any. */
export function worstLeg(
  positions: readonly EvidencePosition[],
): { from: EvidencePosition; to: EvidencePosition; leg: Leg } | null {
  const all = positions.flatMap((to, i) =>
    isImpossible(to.from_previous) ? [{ from: placedBefore(positions, i), to, leg: to.from_previous! }] : [],
  )
  const named = all.filter(({ from, to }) => from.named || to.named)
  const query = named.length > 0 ? named : all
  return query.reduce<(typeof all)[number] | null>(
    (worst, one) => (worst === null || speedOf(one.leg) > speedOf(worst.leg) ? one : worst),
    null,
  )
}
const placedBefore = (positions: readonly EvidencePosition[], i: number) =>
  positions.slice(0, i).findLast(({ latitude }) => latitude !== null)!
