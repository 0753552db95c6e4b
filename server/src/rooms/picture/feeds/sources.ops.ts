import {
  getSourceCoveredRegions,
  getSourceWiseAisInfo,
  getSourceWiseStatus,
  type SourceStatus,
} from '@samudra/contract/feeds'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import type { HistoryInterface } from '../../past/history/room.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { bucketQuantile } from './reading/meter.ts'
import type { SourcesInterface } from '../sources/room.ts'

const HOUR_MS = 3_600_000
const DEFAULT_DAYS = 30
const QUARTER_DEG = 0.25
/** Gap in minutes that must be rare in a cell for reception to be expected there. */
const EXPECTED_GAP_MIN = 60

type Needs = {
  sources: SourcesInterface
  /** Returns the state of each source. */
  statusOf(now: number): SourceStatus[]
  clock: Clock
  counts: HistoryInterface['counts']
  db: Db
}

export function sourceOps(needs: Needs): Handled[] {
  const { sources, statusOf, clock, counts, db } = needs
  return [
    handle(getSourceWiseStatus, async ({ caller }) =>
      statusOf(clock.now()).filter((one) => caller.visibility.source(one.source)),
    ),
    sourceInfo(needs),
    handle(getSourceCoveredRegions, async ({ input, caller }) => {
      const source = input.source === undefined ? undefined : sources.sourceOf(input.source)
      if (input.source !== undefined && (source === undefined || !caller.visibility.source(source.code)))
        throw new OperationError('NOT_FOUND', `Source ${input.source} does not exist.`)
      await counts.refresh()
      const cellsAcross = Math.max(1, Math.round((input.cell_deg ?? QUARTER_DEG) / QUARTER_DEG))
      const since = new Date(clock.now() - (input.days ?? DEFAULT_DAYS) * 24 * HOUR_MS)
      const cells = await counts.coverage(db, since, cellsAcross, source?.number ?? null)
      return {
        type: 'FeatureCollection' as const,
        features: cells
          .filter((cell) => caller.visibility.source(sources.sourceCode(cell.source_id)))
          .filter((cell) => isCellSeen(cell, cellsAcross * QUARTER_DEG, caller.visibility))
          .map((cell) =>
            coverageFeature(cell, sources.sourceCode(cell.source_id), cellsAcross * QUARTER_DEG),
          ),
      }
    }),
  ]
}

const sourceInfo = ({ sources, clock, counts, db }: Needs): Handled =>
  handle(getSourceWiseAisInfo, async ({ input, caller }) => {
    const to = input.to === undefined ? clock.now() : Date.parse(input.to)
    const from = input.from === undefined ? to - 24 * HOUR_MS : Date.parse(input.from)
    if (from > to) throw new OperationError('VALIDATION', 'The start is after the end. Swap from and to.')
    await counts.refresh()
    if (!caller.visibility.everywhere) {
      const codeOf = (number: number) => sources.sourceCode(number)
      const seen = await counts.inSight(new Date(from), new Date(to), caller.visibility, codeOf)
      const all = seen.reduce((sum, one) => sum + one.positions, 0)
      return seen.map(({ source_id, first_rec, last_rec, ...one }) => ({
        source: codeOf(source_id),
        ...one,
        first_rec: first_rec.toISOString(),
        last_rec: last_rec.toISOString(),
        share_pct: (100 * one.positions) / all,
      }))
    }
    const rows = (await counts.bySource(db, new Date(from), new Date(to))).filter((row) =>
      caller.visibility.source(sources.sourceCode(row.source_id)),
    )
    const latency = await counts.latency(db, new Date(from), new Date(to))
    const all = rows.reduce((sum, row) => sum + Number(row.positions), 0)
    return rows.map((row) => {
      const buckets = latency.get(row.source_id) ?? []
      return {
        source: sources.sourceCode(row.source_id),
        vessels: Number(row.vessels),
        positions: Number(row.positions),
        first_rec: row.first_rec.toISOString(),
        last_rec: row.last_rec.toISOString(),
        share_pct: all === 0 ? 0 : (100 * Number(row.positions)) / all,
        p50_latency_s: bucketQuantile(buckets, 0.5, 0.25),
        p95_latency_s: bucketQuantile(buckets, 0.95, 0.25),
      }
    })
  })

/** Returns true if a cell lies whole within the zones of the caller; counts of other cells include places outside. */
function isCellSeen(
  cell: { row: number; column: number },
  size: number,
  visibility: CallerVisibility,
): boolean {
  if (visibility.everywhere) return true
  const [south, west] = [cell.row * size - 90, cell.column * size - 180]
  return [south, south + size / 2, south + size].every((lat) =>
    [west, west + size / 2, west + size].every((lon) => visibility.place(lat, lon)),
  )
}

function coverageFeature(
  cell: Awaited<ReturnType<HistoryInterface['counts']['coverage']>>[number],
  source: string,
  size: number,
) {
  const west = cell.column * size - 180
  const south = cell.row * size - 90
  const [east, north] = [Math.min(180, west + size), Math.min(90, south + size)]
  const p95 = bucketQuantile(cell.gaps.map(Number), 0.95, 1)
  return {
    type: 'Feature' as const,
    geometry: polygonOfBox([west, south, east, north]),
    properties: {
      source,
      msgs_per_h: Number(cell.fixes) / Math.max(1, Number(cell.hours)),
      p95_gap_min: p95,
      expected: p95 !== null && p95 <= EXPECTED_GAP_MIN,
    },
  }
}
