import type { Figure } from '@samudra/contract/figures'

/** Standard deviations from which a value is outside of what is usual. */
const UNUSUAL_SD = 2

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
    return { text: `${signed(total - previous.total)} on the period before`, isUnusual: false }
  const usual = baseline?.total
  if (usual == null) return null
  const sd = Math.max(usual.sd, 1)
  const deviation = (total - usual.mean) / sd
  const mean = Math.round(usual.mean).toLocaleString('en')
  if (Math.abs(deviation) < UNUSUAL_SD) return { text: `usual: ${mean}`, isUnusual: false }
  return { text: `${deviation > 0 ? 'more' : 'fewer'} than usual: ${mean}`, isUnusual: true }
}
const signed = (value: number) => (value > 0 ? `+${value.toLocaleString('en')}` : value.toLocaleString('en'))
