import type { Explained } from '@samudra/rules/plans/node'
import { copyFix, fixBatch, type FixBatch } from '../../../../sea/fix-batch.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'

const MINUTE_MS = 60_000
const IDS_PER_MS = 1024
/** A fix id runs ahead of its time of arrival by less than this. */
const AHEAD_MS = MINUTE_MS
/** Arrivals closer together than this are read in one query, ms. */
const APART_MS = 10 * MINUTE_MS

/** The fixes an explanation names. */
export const idsIn = ({ fix_ids, of }: Pick<Explained, 'fix_ids' | 'of'>): number[] => [
  ...fix_ids,
  ...of.flatMap(idsIn),
]

/** When fixes with some ids arrived, epoch ms, in spells. */
function spellsOf(ids: readonly number[]): { from: number; to: number }[] {
  const spells: { from: number; to: number }[] = []
  for (const at of ids.map((id) => id / IDS_PER_MS).sort((a, b) => a - b)) {
    const last = spells.at(-1)
    if (last !== undefined && at - last.to < APART_MS) last.to = at + 1
    else spells.push({ from: at - AHEAD_MS, to: at + 1 })
  }
  return spells
}

/** Stored fixes of some ships by their ids, in the order in which they were sent; those that are not stored any more are left out. */
export async function fixesOf(
  fixes: FixReader,
  mmsis: readonly number[],
  ids: readonly number[],
): Promise<FixBatch> {
  const found = fixBatch(Math.max(1, ids.length))
  const wanted = new Set(ids)
  const rows: { batch: FixBatch; i: number }[] = []
  for (const spell of spellsOf(ids))
    for await (const batch of fixes.readFixes({ by: 'ARRIVAL', ...spell, mmsis, order: 'TIME' }))
      for (let i = 0; i < batch.count; i++) if (wanted.delete(batch.fixId[i]!)) rows.push({ batch, i })
  rows.sort((a, b) => a.batch.observedAt[a.i]! - b.batch.observedAt[b.i]!)
  for (const { batch, i } of rows) copyFix(batch, i, found, found.count++)
  return found
}
