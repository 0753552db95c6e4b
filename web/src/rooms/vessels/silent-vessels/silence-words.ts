import type { SilenceConfidence, SilentVessel } from '@samudra/contract/silent-vessels'
import { countWords } from '../../../kit/text/quantity-text.ts'

export const CONFIDENCE_WORDS: Record<SilenceConfidence, string> = {
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  NOT_JUDGED: 'Not assessed',
}

/** Duration in words of a watch: `25 min`, `3 h 10 min`, `2 d 4 h`. */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Interval in the unit that reads best. */
export const intervalText = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : durationText(Math.round(seconds / 60))

const percent = (share: number) => `${Math.round(share * 100)} %`

type Judged = Pick<SilentVessel, 'confidence' | 'basis' | 'source'>

/** Reasons for the confidence, one sentence each; `timeOf` writes an instant for the user. */
export function confidenceReasons(
  { confidence, basis, source }: Judged,
  now: string,
  timeOf: (iso: string) => string,
): string[] {
  const reasons: string[] = []
  if (basis.receiving_since === null) {
    const down = basis.down_sources.length > 0 ? basis.down_sources : [source]
    return [`${sourcesText(down)} down: not assessed.`]
  }
  const watchedMin = Math.max(0, Math.floor((Date.parse(now) - Date.parse(basis.receiving_since)) / 60_000))
  if (confidence === 'NOT_JUDGED')
    reasons.push(`${source} receives again since ${timeOf(basis.receiving_since)}, too recent to assess.`)
  if (basis.learned_share !== null)
    reasons.push(
      `Coverage here is learned from ${countWords(basis.learned_days, 'day')}: vessels are received ${percent(basis.learned_share)} of the time.`,
    )
  else if (basis.learned_days > 0)
    reasons.push('Coverage here is not learned: too few vessels were received here.')
  else reasons.push(`Coverage is not learned yet: ${durationText(watchedMin)} of data.`)
  reasons.push(
    basis.near_total === 0
      ? 'No other vessel was received near the last position in the last 6 h.'
      : `Of ${countWords(basis.near_total, 'other vessel')} near the last position, ${percent(basis.near_received / basis.near_total)} are still received.`,
  )
  if (basis.down_sources.length > 0) reasons.push(`${sourcesText(basis.down_sources)} down.`)
  return reasons
}

const sourcesText = (sources: readonly string[]) =>
  `${sources.length === 1 ? 'Source' : 'Sources'} ${sources.join(', ')} ${sources.length === 1 ? 'is' : 'are'}`
