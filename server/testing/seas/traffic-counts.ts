import type { Db } from '../../src/platform/needs/database.ts'
import { storeCounts, type Span } from '../../src/rooms/past/traffic/traffic.sql.ts'

export type PlainCount = { kind: string; country: string; sources?: number[]; vessels: number; area?: number }

/** Stores counts of an hour or a day as if they had been counted, with the rows of all kinds and all countries. */
export async function storedCounts(db: Db, span: Span, at: number, plain: readonly PlainCount[], now = at) {
  const rows = new Map<
    string,
    { area: number; kind: string; country: string; sources: number[]; vessels: number; fixes: number[] }
  >()
  for (const { kind, country, sources = [1], vessels, area = 0 } of plain)
    for (const level of [
      { kind, country },
      { kind: '*', country },
      { kind, country: '*' },
      { kind: '*', country: '*' },
    ]) {
      const key = JSON.stringify([area, level, sources])
      const row = rows.get(key) ?? { area, ...level, sources, vessels: 0, fixes: sources.map(() => 0) }
      row.vessels += vessels
      row.fixes = row.fixes.map((fixes) => fixes + 10 * vessels)
      rows.set(key, row)
    }
  const counted = [...rows.values()]
  await storeCounts(db, { span, at, rows: counted, now: () => now, touch: null })
}
