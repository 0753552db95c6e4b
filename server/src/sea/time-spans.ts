/** Time from one instant to another, epoch ms. */
export type TimeSpan = { from: number; to: number }

/** Returns the union of some times, in order and apart. */
export function unionOf(spans: readonly TimeSpan[]): TimeSpan[] {
  const union: TimeSpan[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = union.at(-1)
    if (last === undefined || from > last.to) union.push({ from, to })
    else last.to = Math.max(last.to, to)
  }
  return union
}

/** Returns the length of times that lie apart, ms. */
export const lengthOf = (union: readonly TimeSpan[]): number =>
  union.reduce((sum, { from, to }) => sum + to - from, 0)
