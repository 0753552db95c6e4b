import { getUsual } from '@samudra/contract/patterns'
import { agoText } from '../../kit/text/when-text.ts'
import { useAnswer } from '../../wire/use-answer.ts'
import { middleHalf } from '../chart/middle-half.ts'

/** Shows the baseline where a hit was found: how fast vessels go there and how often they are received. */
export function UsualHere({ latitude, longitude, at }: { latitude: number; longitude: number; at: string }) {
  const { data } = useAnswer(getUsual, { latitude, longitude, as_of: at })
  const speeds = middleHalf(data?.usual?.speeds ?? [])
  const intervals = middleHalf(data?.usual?.intervals ?? [])
  if (data === undefined) return null
  if (speeds === null && intervals === null) return <p className="dim">No baseline for this place yet.</p>
  return (
    <p className="dim">
      Usual here
      {speeds !== null && `: ${speeds[0]} to ${speeds[1] + 1} kn under way`}
      {intervals !== null && `${speeds === null ? ':' : ','} received within ${agoText(2 ** intervals[1])}`}
    </p>
  )
}
