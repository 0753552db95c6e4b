import { useEffect, useState } from 'react'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import { shownAs } from '../../../map/chart/layer-host.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { wallNow } from '../../../time/clock.ts'
import { exerciseInk } from './exercise-ink.ts'
import { clockText, STATE_LABELS } from './exercise-words.ts'
import { OVERLAY } from './map-layers.ts'
import { useTracks } from './tracks.store.ts'

/** Number of rows of words on the chart. */
const ROWS = 5

/**
 * Marks a shown exercise so that it cannot be mistaken for the real sea: words across the whole chart, and its clock.
 */
export function Watermark() {
  const overlay = useTracks((state) => state.overlay)
  const isShown = useWorkbench((state) => shownAs(OVERLAY, state.layers[OVERLAY.id]).visible)
  const base = useChart((state) => state.base)
  const palette = usePalette((state) => state.palette)
  const time = useSecond(overlay !== null)
  if (overlay === null || !isShown) return null
  const { exercise } = overlay
  const message = exercise.injects.findLast(({ kind, state }) => kind === 'MESSAGE' && state === 'DONE')
  return (
    <>
      <div className="watermark" style={{ color: exerciseInk({ base, palette }) }} aria-hidden>
        {Array.from({ length: ROWS }, (_, i) => (
          <span key={i}>EXERCISE EXERCISE EXERCISE</span>
        ))}
      </div>
      <div className="exercise-strip" role="status">
        <b>EXERCISE EXERCISE EXERCISE</b> {exercise.name} ·{' '}
        <span className="figures">{clockText(exercise.clock, time)}</span> ·{' '}
        {STATE_LABELS[exercise.clock.state]}
        {message !== undefined && <em>{message.payload.text}</em>}
      </div>
    </>
  )
}

/** The time, again each second. */
export function useSecond(isOn: boolean): number {
  const [time, setTime] = useState(wallNow)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => setTime(wallNow()), 1000)
    return () => clearInterval(timer)
  }, [isOn])
  return time
}
