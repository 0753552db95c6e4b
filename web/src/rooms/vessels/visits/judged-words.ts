import type { Judged } from '@samudra/contract/visits'
import { countWords } from '../../../kit/text/quantity-text.ts'

const NAMED = 3

/** Sentences for a vessel without visits: what was judged since when, and what was not and why. */
export function judgedWords(
  { waters, areas }: { waters: Judged; areas: Judged },
  timeText: (at: string) => string,
): string[] {
  return [
    ...sentencesOf(waters, ['boundary of waters', 'boundaries of waters'], timeText),
    ...sentencesOf(areas, ['area of interest', 'areas of interest'], timeText),
    ...(waters.confined ? ['Only reports of your sources and zones count.'] : []),
    'Waters and areas without an outline here do not count.',
  ]
}

function sentencesOf(
  { whole, since, open, stopped }: Judged,
  [one, many]: readonly [string, string],
  timeText: (at: string) => string,
): string[] {
  const sentences: string[] = []
  if (whole > 0 && since !== null)
    sentences.push(`Received inside none of ${countWords(whole, one, many)} since ${timeText(since)}.`)
  if (open.length > 0) {
    const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : ''
    const why = stopped ? 'the computation of past visits was stopped' : 'past visits are being computed'
    sentences.push(`Not assessed yet for ${open.slice(0, NAMED).join(', ')}${more}: ${why}.`)
  }
  if (whole === 0 && open.length === 0) sentences.push(`Not assessed: there is no ${one}.`)
  return sentences
}
