import { MOST_TRAFFIC_GROUPS, OTHER_GROUPS } from '@samudra/contract/traffic'
import type { CountRow } from './traffic-count.ts'
import { isRowFor, rowsFor, type Cell, type TrafficQuery } from './traffic.sql.ts'

/** Adds counts that were replaced to the cells of an answer, by the rules of the statement for current ones. */
export function addPast(cells: Cell[], query: TrafficQuery, past: { t: number; rows: readonly CountRow[] }) {
  const known = new Map<string, Cell>()
  const add = (key: string, vessels: number, fixes: number) => {
    let cell = known.get(key)
    if (cell === undefined) known.set(key, (cell = { t: past.t, key, vessels: 0, fixes: 0 }))
    cell.vessels += vessels
    cell.fixes += fixes
  }
  const rows = rowsFor(query)
  for (const row of past.rows) {
    if (!isRowFor(row, rows) || !query.areas.includes(row.area)) continue
    if (query.kinds?.includes(row.kind) === false || query.countries?.includes(row.country) === false)
      continue
    const seen = row.sources.flatMap((source, i) =>
      query.sources?.includes(source) === false ? [] : [{ source, fixes: row.fixes[i]! }],
    )
    if (seen.length === 0) continue
    if (query.by === 'source') for (const { source, fixes } of seen) add(String(source), row.vessels, fixes)
    else
      add(
        query.by === null ? '' : String(row[query.by]),
        row.vessels,
        seen.reduce((sum, { fixes }) => sum + fixes, 0),
      )
  }
  cells.push(...known.values())
}

type Sums = { vessels: number; fixes: number }
const addTo = (sums: Map<string, Sums>, key: string, { vessels, fixes }: Sums) => {
  const known = sums.get(key)
  if (known === undefined) sums.set(key, { vessels, fixes })
  else {
    known.vessels += vessels
    known.fixes += fixes
  }
}

/** Sums cells up by group and by bucket. */
export function answerOf(cells: readonly Cell[]) {
  const sums = new Map<string, Sums>()
  for (const cell of cells) addTo(sums, cell.key, cell)
  const ranked = [...sums].sort(([a, one], [b, other]) => other.vessels - one.vessels || (a < b ? -1 : 1))
  const large = new Set(ranked.slice(0, MOST_TRAFFIC_GROUPS).map(([key]) => key))
  const groups = ranked.slice(0, MOST_TRAFFIC_GROUPS).map(([key, sum]) => ({ key, ...sum }))
  const rest = new Map<string, Sums>()
  for (const [, sum] of ranked.slice(MOST_TRAFFIC_GROUPS)) addTo(rest, OTHER_GROUPS, sum)
  for (const [key, sum] of rest) groups.push({ key, ...sum })
  const series = new Map<number, Map<string, Sums>>()
  for (const cell of cells) {
    const at = series.get(cell.t) ?? new Map<string, Sums>()
    series.set(cell.t, at)
    addTo(at, large.has(cell.key) ? cell.key : OTHER_GROUPS, cell)
  }
  const total = { vessels: 0, fixes: 0 }
  for (const { vessels, fixes } of groups) {
    total.vessels += vessels
    total.fixes += fixes
  }
  return { total, groups, series }
}
