import { lazy, Suspense, useEffect, useState } from 'react'
import { useToasts } from '../kit/toasts.ts'

const ToastHost = lazy(() => import('../kit/ToastHost.tsx'))

/** Loads the toast host with the first toast, and keeps it from then on. */
export function Toasts() {
  const wanted = useToasts((state) => state.waiting.length > 0)
  const [hosted, setHosted] = useState(wanted)
  useEffect(() => {
    if (wanted) setHosted(true)
  }, [wanted])
  if (!hosted) return null
  return (
    <Suspense fallback={null}>
      <ToastHost />
    </Suspense>
  )
}
