import type { RuleExplanation, RuleResult, RuleRun } from '@samudra/contract/rule-results'
import { explanationForOthers } from '@samudra/contract/rule-words'
import type { ZoneGeometry } from '@samudra/contract/zones'
import type { VesselPosition } from '@samudra/rules/running/memory'
import type { Explained } from '@samudra/rules/plans/node'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { visibilityOf, type CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { allSeen, isPlaceSeen, pageSeen, type Paged } from '../../../sea/page-seen.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import {
  readResults,
  bareResults,
  countResults,
  NO_MMSI,
  type BareResult,
  type ResultRow,
  type ResultsQuery,
} from './findings/results.sql.ts'
import type { RunRow } from './runs/runs.sql.ts'

export type SeenNeeds = { db: Db; names: SourceNames }
type Which = Omit<ResultsQuery, 'sources' | 'ofPast' | 'box'>

/** Returns limits on results for a user: all their sources and their position must be visible (contract D8). */
export const cutFor = (
  { names }: SeenNeeds,
  visibility: CallerVisibility,
): Pick<ResultsQuery, 'sources' | 'ofPast' | 'box'> => ({
  sources: sourcesSeen(names, visibility),
  ofPast: visibility.everySource && visibility.everywhere,
  box: visibility.box,
})
const paged = (needs: SeenNeeds, which: Which, visibility: CallerVisibility): Paged<ResultRow> => {
  const query = { ...which, ...cutFor(needs, visibility) }
  return {
    ask: (page) => readResults(needs.db, query, page),
    count: () => countResults(needs.db, query),
    at: ({ first_at }) => first_at,
    noun: 'results',
  }
}

/** Limits a visibility to an area. */
export function within(visibility: CallerVisibility, area: ZoneGeometry): CallerVisibility {
  const inside = visibilityOf(['*'], [area])
  return {
    ...visibility,
    all: false,
    everywhere: false,
    box: inside.box,
    place: (lat, lon) => visibility.place(lat, lon) && inside.place(lat, lon),
  }
}

export const pageOfResults = (
  needs: SeenNeeds,
  which: Which,
  { visibility }: Pick<Caller, 'visibility'>,
  page: { limit?: number | undefined; cursor?: string | undefined },
) => pageSeen(paged(needs, which, visibility), visibility, page)

/** Counts results the caller may know. */
export async function countSeen(
  needs: SeenNeeds,
  which: Which,
  { visibility }: Pick<Caller, 'visibility'>,
): Promise<number> {
  const query = paged(needs, which, visibility)
  return visibility.everywhere ? query.count() : (await allSeen(query, visibility)).length
}

/** Returns all results the caller may know, without explanations. Throws TOO_LARGE. */
export const bareSeen = (
  needs: SeenNeeds,
  which: Which,
  { visibility }: Pick<Caller, 'visibility'>,
): Promise<BareResult[]> => {
  const query = { ...which, ...cutFor(needs, visibility) }
  const ask = ({ limit }: { limit: number }) => bareResults(needs.db, query, limit)
  return allSeen({ ask, noun: 'results' }, visibility)
}

/** Returns a result by its id if the caller may know it. */
export async function resultSeen(needs: SeenNeeds, which: Which & { id: string }, { visibility }: Caller) {
  const rows = await readResults(needs.db, { ...which, ...cutFor(needs, visibility) }, { limit: 1 })
  return rows.find((row) => isPlaceSeen(row, visibility))
}

const iso = (at: number) => new Date(at).toISOString()
const degrees = (udeg: number | null) => (udeg === null ? null : udeg / 1e6)

const presentPosition = ({ split, fix_id, at, lat, lon, ...known }: VesselPosition) => ({
  ...known,
  split_id: split,
  fix_id: String(fix_id),
  at: iso(at),
  latitude: lat,
  longitude: lon,
})
export const presentExplanation = ({
  window,
  fix_ids,
  positions,
  of,
  ...rest
}: Explained): RuleExplanation => ({
  ...rest,
  window: window === null ? null : { from: iso(window.from), to: iso(window.to) },
  fix_ids: fix_ids.map(String),
  ...(positions && { positions: positions.map(presentPosition) }),
  of: of.map(presentExplanation),
})

/** Returns the explanation a user may read: one limited to some places may not see all areas and lists in a rule. */
export const explanationFor = (
  explanation: RuleExplanation | null,
  { visibility }: Pick<Caller, 'visibility'>,
) => (explanation === null || visibility.all ? explanation : explanationForOthers(explanation))

/** Whom a result names, by MMSI and split. */
export const shipsOf = (
  row: Pick<ResultRow, 'mmsi' | 'split' | 'other_mmsi' | 'other_split' | 'ships'>,
): readonly (readonly [number, number])[] =>
  row.ships ??
  (row.mmsi === NO_MMSI
    ? []
    : [
        [row.mmsi, row.split],
        ...(row.other_mmsi === null ? [] : [[row.other_mmsi, row.other_split!] as const]),
      ])

/** Returns a result as the contract defines it for a caller, without its actions. */
export function presentResult(
  row: ResultRow,
  caller: Pick<Caller, 'visibility'>,
): Omit<RuleResult, 'alert_id' | 'deeds'> {
  const ships = shipsOf(row)
  return {
    id: row.id,
    run_id: row.run_id === '' ? null : row.run_id,
    rule_id: row.rule_id,
    rule_version: row.rule_version,
    subject: row.subject,
    mmsis: ships.map(([mmsi]) => mmsiText(mmsi)),
    split_ids: ships.map(([, split]) => split),
    source: row.source,
    icao24: row.icao24,
    first_at: iso(row.first_at),
    last_at: iso(row.last_at),
    began_at: iso(row.began_at),
    ended_at: row.ended_at === null ? null : iso(row.ended_at),
    known_at: iso(row.known_at),
    latitude: degrees(row.lat_udeg),
    longitude: degrees(row.lon_udeg),
    severity: row.severity,
    status: row.status,
    again: row.again,
    judgement: row.judgement,
    judged_by: row.judged_by,
    judged_reason: row.judged_reason,
    explanation: explanationFor(row.explanation && presentExplanation(row.explanation), caller),
  }
}

/** Presents a run with its counts for one caller. */
export const presentRun = (
  run: RunRow,
  { hits, counts_all }: Pick<RuleRun, 'hits' | 'counts_all'>,
  { names, caller }: { names: SourceNames; caller: Caller },
): RuleRun => ({
  id: run.id,
  rule_id: run.rule_id,
  rule_version: run.rule_version,
  draft: run.is_draft,
  from: iso(run.from_at),
  to: iso(run.to_at),
  knowledge: run.knowledge,
  dry_run: run.dry_run,
  state: run.state,
  progress: run.progress,
  scanned_fixes: run.scanned_fixes,
  hits,
  truncated: run.truncated,
  cost_ms: run.cost_ms,
  started_by: run.started_by,
  started_at: iso(run.started_at),
  error: run.error,
  preview: run.preview,
  coverage: run.coverage && {
    share: run.coverage.share,
    sources: run.coverage.sources
      .map(([number, share]) => ({ source: names.sourceCode(number), share }))
      .filter(({ source }) => caller.visibility.source(source)),
  },
  counts_all,
})
