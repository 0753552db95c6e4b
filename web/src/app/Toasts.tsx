import { lazy, Suspense } from 'react'
import { useToasts } from '../kit/toasts.ts'

const ToastHost = lazy(() => import('../kit/ToastHost.tsx'))

/** Loads the toast host with the first toast, and keeps it from then on. */
export function Toasts() {
  const isHosted = useToasts((state) => state.isHosted)
  if (!isHosted) return null
  return (
    <Suspense fallback={null}>
      <ToastHost />
    </Suspense>
  )
}
