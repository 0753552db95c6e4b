import type { DetectorState } from '@samudra/contract/detectors'

type Labelled = Pick<DetectorState, 'state' | 'words'> & { label: string }

/** An empty list in words, with the detectors that did not evaluate and why; `states` is null while they are not known. */
export function notJudgedWords(none: string, states: readonly Labelled[] | null): string {
  if (states === null) return `${none} The state of the detectors is not known.`
  const unjudged = states.filter(({ state }) => state !== 'READY')
  if (unjudged.length === 0) return `${none} All detectors evaluate the reports received here.`
  const reasons = unjudged.map(
    ({ label, state, words }) => `${label} (${words.replace(/\.$/, '') || state.toLowerCase()})`,
  )
  return `${none} Not assessed, or only in part: ${reasons.join(', ')}.`
}
