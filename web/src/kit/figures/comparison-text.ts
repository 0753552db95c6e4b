import type { Figure } from '@samudra/contract/figures'

/** Standard deviations from which a value is outside of what is usual. */
const UNUSUAL_SD = 2
/** The least deviation that counts, as a share of what is usual: the running bucket is not over. */
const LEAST_SHARE = 0.05

/** Words for a value beside what it was or usually is. */
export function comparisonText({
  total,
  previous,
  baseline,
}: Pick<Figure, 'total' | 'previous' | 'baseline'>): {
  text: string
  isUnusual: boolean
} | null {
  if (previous !== null)
    return { text: `${signed(total - previous.total)} on the previous period`, isUnusual: false }
  const usual = baseline?.total
  if (usual == null) return null
  const sd = Math.max(usual.sd, 1, usual.mean * LEAST_SHARE)
  const deviation = (total - usual.mean) / sd
  const mean = Math.round(usual.mean).toLocaleString('en')
  if (Math.abs(deviation) < UNUSUAL_SD) return { text: `usual: ${mean}`, isUnusual: false }
  return { text: `${deviation > 0 ? 'more' : 'fewer'} than usual: ${mean}`, isUnusual: true }
}
const signed = (value: number) => (value > 0 ? `+${value.toLocaleString('en')}` : value.toLocaleString('en'))
