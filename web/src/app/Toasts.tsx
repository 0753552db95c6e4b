import { useEffect, useState, type ComponentType } from 'react'
import { useToasts } from '../kit/toasts.ts'
import '../kit/toasts.css'

const AGAIN_MS = 2000
/** Fetches the toast host soon after the frame, so that messages can be shown while the server is away. */
export const fetchToastHost = () => import('../kit/ToastHost.tsx')

/** Loads the toast host with the first toast, and keeps it from then on. Until it is loaded it shows waiting toasts itself. */
export function Toasts() {
  const isHosted = useToasts((state) => state.isHosted)
  const [Host, setHost] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isHosted || Host !== null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () =>
      void fetchToastHost().then(
        ({ default: Loaded }) => setHost(() => Loaded),
        () => (timer = setTimeout(load, AGAIN_MS)),
      )
    load()
    return () => clearTimeout(timer)
  }, [isHosted, Host])
  return Host === null ? <EarlyToasts /> : <Host />
}

/** Toasts that wait for the host, at the place and with the look that the host gives them. */
function EarlyToasts() {
  const waiting = useToasts((state) => state.waiting)
  const drop = useToasts((state) => state.drop)
  return (
    <div className="toasts early-toasts" data-position="top-right">
      {waiting.map(({ id, text, tone }) => (
        <div key={id} className="early-toast" role="alert" data-tone={tone}>
          <span>{text}</span>
          <button type="button" aria-label="Dismiss message" onClick={() => drop(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}
