import type { StateRow, Watch } from './states.sql.ts'

/** What is remembered of later than this after now was so by a clock that was wrong, as of positions. */
const FUTURE_MS = 60_000

/** Of ships those that are remembered of no later than now, epoch ms. */
export const vesselsByClock = (rows: readonly StateRow[], now: number): StateRow[] =>
  rows.filter(({ state }) => state.at <= now + FUTURE_MS)

/** The same of what is kept beside ships. */
export function watchByClock(watch: Watch | null, now: number): Watch | null {
  if (watch === null) return null
  const mostAt = now + FUTURE_MS
  const { uptoFixId, pairs, areas, around, sources } = watch
  const isBy = ({ at }: { at: number }) => at <= mostAt
  return {
    uptoFixId,
    pairs: pairs.filter(isBy),
    areas: areas.filter(isBy),
    around: around !== null && around.upto > mostAt ? null : around,
    sources: sources !== null && sources.upto > mostAt ? null : sources,
  }
}
