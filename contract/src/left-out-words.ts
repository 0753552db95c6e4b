/** Leg of a track that no vessel can sail: distance and least speed. */
type OutOfReach = { nm: number; knots: number }

const figure = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })
/** Beyond so many legs only their number is stated. */
const MOST_NAMED = 3

/** States which legs were left out of a track and why; null where none was. */
export function leftOutWords(gaps: readonly { out_of_reach: OutOfReach | null }[]): string | null {
  const legs = gaps.flatMap(({ out_of_reach }) => out_of_reach ?? [])
  if (legs.length === 0) return null
  const named = legs.slice(0, MOST_NAMED).map(({ nm, knots }) => `${figure(nm)} NM at ${figure(knots)} kn`)
  const more = legs.length > MOST_NAMED ? `, and ${legs.length - MOST_NAMED} more` : ''
  const count = legs.length === 1 ? '1 leg is' : `${legs.length} legs are`
  return `${count} omitted, because the implied speed is too high: ${named.join(', ')}${more}.`
}
