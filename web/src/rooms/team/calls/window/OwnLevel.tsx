import { useEffect, useRef } from 'react'
import { sessionNow } from '../call-actions.ts'

/** Level of the own microphone, as a bar that is drawn without React. */
export function OwnLevel() {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      bar.current?.style.setProperty('--level', String(sessionNow()?.level ?? 0))
    }, 200)
    return () => clearInterval(timer)
  }, [])
  return <span ref={bar} className="call-level" aria-hidden />
}
