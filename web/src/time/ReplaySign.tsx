import { When } from '../kit/text/When.tsx'
import { useInstant } from './clock.ts'
import { BEAT_MS, useClock } from './clock.store.ts'
import './timeline.css'

/** Marks the chart as showing the past; with its frame it cannot be mistaken for the live picture. */
export function ReplaySign() {
  const at = useInstant(BEAT_MS)
  const { mode, rate } = useClock()
  if (mode === 'LIVE') return null
  return (
    <div className="replay-sign" role="status" aria-live="off">
      <strong>REPLAY</strong>
      <When at={at} />
      <span>{mode === 'PLAYING' ? `${rate}×` : 'paused'}</span>
    </div>
  )
}
