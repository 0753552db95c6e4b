import { getDetectorStates, type DetectorState } from '@samudra/contract/detectors'
import { eventTypeOf } from '@samudra/contract/event-types'
import { useAnswer } from '../../wire/use-answer.ts'
import { notJudgedWords } from './not-judged-words.ts'

const labelOf = ({ id }: DetectorState) => eventTypeOf(id)?.label ?? id

/** An empty list with the detectors that judge nothing or less than usual; of an earlier instant these are not known. */
export function NotJudged({ none, asOf }: { none: string; asOf: string | undefined }) {
  const isNow = asOf === undefined
  const { data, error } = useAnswer(getDetectorStates, {}, { keep: true, enabled: isNow })
  if (isNow && data === undefined && error === null) return null
  const states = data?.items.map((one) => ({ ...one, label: labelOf(one) })) ?? null
  return <p className="dim">{notJudgedWords(none, isNow && error === null ? states : null)}</p>
}
