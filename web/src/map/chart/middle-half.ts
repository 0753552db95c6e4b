/** Minimum number of vessels for a baseline. */
const LEAST = 30

/** Within which bounds the middle half of what was counted lies, by the places of the counts; null of too few. */
export function middleHalf(counts: readonly number[]): [from: number, to: number] | null {
  const total = counts.reduce((all, one) => all + one, 0)
  if (total < LEAST) return null
  const at = (share: number) => {
    let seen = 0
    return counts.findIndex((one) => (seen += one) >= total * share)
  }
  return [at(0.25), at(0.75)]
}
