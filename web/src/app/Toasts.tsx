import { useEffect, useState, type ComponentType } from 'react'
import { useToasts } from '../kit/toasts.ts'

const AGAIN_MS = 2000
/** Fetched soon after the frame, too: what has to be told when the server is away has a host by then. */
export const fetchToastHost = () => import('../kit/ToastHost.tsx')

/** Loads the toast host with the first toast, and keeps it from then on; what cannot be shown yet waits. */
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
  return Host === null ? null : <Host />
}
