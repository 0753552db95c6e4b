import { AFFILIATION_WORDS } from '@samudra/contract/manual-tracks'
import { sidcFor } from '@samudra/nautical/sidc'
import { PLAIN_SYMBOL } from './symbol-choice.ts'
import { TrackSymbol } from './TrackSymbol.tsx'

const FRAMES = ['FRIEND', 'NEUTRAL', 'UNKNOWN', 'HOSTILE'] as const

/** Shows the meaning of frames and lines of manual tracks. */
export function TracksLegend() {
  return (
    <ul className="track-legend">
      {FRAMES.map((affiliation) => (
        <li key={affiliation}>
          <TrackSymbol sidc={sidcFor(PLAIN_SYMBOL, affiliation, false)} />
          {AFFILIATION_WORDS[affiliation]}
        </li>
      ))}
      <li className="track-legend-line" data-dashed>
        Predicted from the last report
      </li>
      <li className="track-legend-line">Predicted position in one hour</li>
    </ul>
  )
}
