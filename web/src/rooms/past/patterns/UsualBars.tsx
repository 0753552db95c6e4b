import type { CountedValue } from '@samudra/contract/patterns'
import { agoText } from '../../../kit/text/when-text.ts'
import { CountBars } from './CountBars.tsx'

const COMPASS = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
]
const hourText = (at: number) => String(at).padStart(2, '0')

/** Shows the baseline: times, speeds, courses and reception intervals. */
export function UsualBars({ usual, hours }: { usual: CountedValue; hours: string }) {
  const last = usual.speeds.length - 1
  return (
    <div className="usual-bars">
      <CountBars label={hours} counts={usual.hours} wordsOf={hourText} every={6} />
      <CountBars
        label="Speed under way, kn"
        counts={usual.speeds}
        wordsOf={(at) => (at === last ? `${at}+` : String(at))}
        every={5}
      />
      <CountBars
        label="Course under way"
        counts={usual.courses}
        wordsOf={(at) => COMPASS[at] ?? ''}
        every={4}
      />
      <CountBars
        label="Time between reports"
        counts={usual.intervals}
        wordsOf={(at) => `<${agoText(2 ** at)}`}
        every={4}
      />
    </div>
  )
}
