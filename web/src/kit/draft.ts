import { useCallback, useState } from 'react'

const PREFIX = 'samudra.draft.'

/**
 * What was typed into a form and not sent yet; it survives a reload and a new login in this tab. Never for secrets.
 * `clear` forgets it, once it was sent or given up.
 */
export function useDraft<Draft extends object>(name: string, empty: Draft) {
  const key = PREFIX + name
  const [draft, setDraft] = useState<Draft>(() => {
    const text = sessionStorage.getItem(key)
    try {
      return text === null ? empty : { ...empty, ...(JSON.parse(text) as Draft) }
    } catch {
      return empty
    }
  })
  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((before) => {
        const next = { ...before, ...part }
        sessionStorage.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  const clear = useCallback(
    (next: Draft) => {
      sessionStorage.removeItem(key)
      setDraft(next)
    },
    [key],
  )
  return { draft, change, clear }
}
