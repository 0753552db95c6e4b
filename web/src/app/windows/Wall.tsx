import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSettings } from '../../kit/settings.ts'
import { dim, isNight, takeDown } from '../../kit/theme/wall.ts'
import { openPanel } from '../../map/workbench/workbench.store.ts'
import { whenText } from '../../kit/text/when-text.ts'
import { wallNow } from '../../time/clock.ts'
import { MAP } from '../screens.ts'
import './wall.css'
import { stayAwake } from '../../kit/stay-awake.ts'

const LOOK_EVERY_MS = 30_000
/** Time for which a pointer movement near the display shows the button to leave it. */
const SHOWN_MS = 4000

/** Turns the map into a wall display that stays awake, dims by night and is left by Escape or a button. */
export function Wall() {
  const zone = useSettings((settings) => settings['datetime.zone'])
  const isMoved = useMoved()
  const navigate = useNavigate()
  useEffect(() => {
    openPanel(null)
    void navigate(MAP)
  }, [navigate])
  useEffect(() => {
    const look = () => {
      const hour = whenText(wallNow(), { 'datetime.format': 'DD-MM-YYYY HH:mm:ss', 'datetime.zone': zone })
      dim(isNight(Number(hour.slice(11, 13))))
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [zone])
  useEffect(stayAwake, [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A key that is leaned on does nothing.
      event.stopImmediatePropagation()
      if (event.key === 'Escape') takeDown()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
  if (!isMoved) return null
  return (
    <button type="button" className="wall-leave" onClick={takeDown}>
      Exit wall display (Esc)
    </button>
  )
}

/** True for a moment after pointer or finger moved, and at first. */
function useMoved(): boolean {
  const [isMoved, setMoved] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const move = () => {
      clearTimeout(timer)
      setMoved(true)
      timer = setTimeout(() => setMoved(false), SHOWN_MS)
    }
    timer = setTimeout(() => setMoved(false), SHOWN_MS)
    for (const type of ['pointermove', 'pointerdown'] as const) window.addEventListener(type, move)
    return () => {
      clearTimeout(timer)
      for (const type of ['pointermove', 'pointerdown'] as const) window.removeEventListener(type, move)
    }
  }, [])
  return isMoved
}
