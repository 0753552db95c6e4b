/**
 * Leaves out rows evenly for each vessel until `most` are left, in their order. Those that must stay are not left out, and
 * each vessel keeps its first row.
 */
export function fewer<Row>(
  rows: readonly Row[],
  most: number,
  of: { vessel: (row: Row) => string; stays: (row: Row) => boolean },
): readonly Row[] {
  if (rows.length <= most) return rows
  const staying = rows.filter(of.stays).length
  const room = Math.max(1, most - staying)
  const step = Math.ceil((rows.length - staying) / room)
  const counts = new Map<string, number>()
  return rows.filter((row) => {
    if (of.stays(row)) return true
    const vessel = of.vessel(row)
    const count = counts.get(vessel) ?? 0
    counts.set(vessel, count + 1)
    return count % step === 0
  })
}
