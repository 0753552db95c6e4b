import { useState, type ReactNode } from 'react'
import { fetchCode, UNFETCHED_WORDS } from '../kit/pages/fetch-code.ts'
import { Plain } from './Plain.tsx'

/** Replaces a screen whose code failed to load; fetches it again or reloads the page at the same address. */
export function Refetch({ load }: { load: () => Promise<{ Component: () => ReactNode }> }) {
  const [Screen, setScreen] = useState<(() => ReactNode) | null>(null)
  const [isAsking, setAsking] = useState(false)
  if (Screen !== null) return <Screen />
  const again = async () => {
    setAsking(true)
    await fetchCode(load).then(
      ({ Component }) => setScreen(() => Component),
      () => undefined,
    )
    setAsking(false)
  }
  return (
    <Plain title={UNFETCHED_WORDS.title} text={UNFETCHED_WORDS.text} isInside>
      <p className="plain-choices">
        <button type="button" className="plain-link" disabled={isAsking} onClick={() => void again()}>
          {isAsking ? 'Asking …' : 'Try again'}
        </button>
        <button type="button" className="plain-link" onClick={() => window.location.reload()}>
          Reload
        </button>
      </p>
    </Plain>
  )
}
