/** Pair of entries in two lists: equal ones, one replaced by another, or one alone. */
export type Aligned<T> = { left: T | null; right: T | null; isSame: boolean }

/** Maximum number of compared pairs; in longer lists the differing middle counts as one change. */
const MOST_COMPARED = 1_000_000

/**
 * Two lists beside each other, in their order, with as much the same as may be: the longest common subsequence of what is
 * left between what they begin and end with alike (Hunt and Szymanski 1977).
 */
export function aligned<T>(left: readonly T[], right: readonly T[], keyOf: (one: T) => string): Aligned<T>[] {
  const isSame = (i: number, j: number) => keyOf(left[i]!) === keyOf(right[j]!)
  const shorter = Math.min(left.length, right.length)
  let begin = 0
  while (begin < shorter && isSame(begin, begin)) begin++
  let end = 0
  while (end < shorter - begin && isSame(left.length - 1 - end, right.length - 1 - end)) end++
  const both = (from: number, to: number, by: number): Aligned<T>[] =>
    left.slice(from, to).map((one, i) => ({ left: one, right: right[from + by + i]!, isSame: true }))
  const [tall, wide] = [left.length - begin - end, right.length - begin - end]
  const rows: Aligned<T>[] = both(0, begin, 0)
  let [i, j] = [begin, begin]
  const differ = (toI: number, toJ: number) => {
    for (; i < toI || j < toJ; i++, j++)
      rows.push({
        left: i < toI ? left[i]! : null,
        right: j < toJ ? right[j]! : null,
        isSame: false,
      })
    ;[i, j] = [toI, toJ]
  }
  const matched =
    tall * wide > MOST_COMPARED ? [] : common(tall, wide, (a, b) => isSame(begin + a, begin + b))
  for (const [a, b] of matched) {
    differ(begin + a, begin + b)
    rows.push({ left: left[i++]!, right: right[j++]!, isSame: true })
  }
  differ(left.length - end, right.length - end)
  return [...rows, ...both(left.length - end, left.length, right.length - left.length)]
}

/** Places that are the same, as many as possible in one order. */
function common(tall: number, wide: number, isSame: (i: number, j: number) => boolean): [number, number][] {
  /** Length of the longest common subsequence from each place on, row by row. */
  const most = new Uint16Array((tall + 1) * (wide + 1))
  const at = (i: number, j: number) => i * (wide + 1) + j
  for (let i = tall - 1; i >= 0; i--)
    for (let j = wide - 1; j >= 0; j--)
      most[at(i, j)] = isSame(i, j)
        ? most[at(i + 1, j + 1)]! + 1
        : Math.max(most[at(i + 1, j)]!, most[at(i, j + 1)]!)
  const found: [number, number][] = []
  for (let [i, j] = [0, 0]; i < tall && j < wide;)
    if (isSame(i, j)) found.push([i++, j++])
    else if (most[at(i + 1, j)]! >= most[at(i, j + 1)]!) i++
    else j++
  return found
}
