import { useEffect, useReducer } from 'react'
import { wallNow } from '../../time/server-clock.ts'
import { useSettings } from '../settings.ts'
import { agoText, whenText } from './when-text.ts'

/** Interval after which an age is computed again, milliseconds. */
const EVERY_MS = 10_000

/** Time that has passed since an instant, with the full time stamp on hover. */
export function Ago({ at, suffix = ' ago' }: { at: string | number; suffix?: string }) {
  const settings = useSettings()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const instant = new Date(at)
  return (
    <time
      className="figures"
      dateTime={instant.toISOString()}
      title={`${whenText(at, settings)} ${settings['datetime.zone']}`}
    >
      {agoText((wallNow() - instant.getTime()) / 1000)}
      {suffix}
    </time>
  )
}
