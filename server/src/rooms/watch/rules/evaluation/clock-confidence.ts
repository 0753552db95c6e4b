import type { StateRow, Watch } from './states.sql.ts'

/** Margin in ms; state later than this after now came from a wrong clock, as for positions. */
const FUTURE_MS = 60_000

/** Returns vessels whose state is no later than now, epoch ms. */
export const vesselsByClock = (rows: readonly StateRow[], now: number): StateRow[] =>
  rows.filter(({ state }) => state.at <= now + FUTURE_MS)

/** Applies the same limit to state that belongs to no single vessel. */
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
