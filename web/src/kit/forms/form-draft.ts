import { useCallback, useState } from 'react'
import { create } from 'zustand'
import { keepStore } from '../../store/saved-stores.ts'

type Drafts = Record<string, object>
const useDrafts = create<{ drafts: Drafts }>(() => ({ drafts: {} }))
keepStore(useDrafts, {
  name: 'planning.drafts',
  of: 'own tab',
  read: ({ drafts }) => drafts,
  restore: (drafts) => ({ drafts: drafts as Drafts }),
})

const put = (name: string, draft: object | null) =>
  useDrafts.setState(({ drafts: { [name]: _before, ...others } }) => ({
    drafts: draft === null ? others : { ...others, [name]: draft },
  }))

/**
 * Draft of a form that was not sent; in this tab it survives a reload and a new login of its user. Never for secrets.
 * `clear` removes it after sending or cancelling.
 */
export function useDraft<Draft extends object>(name: string, empty: Draft) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...useDrafts.getState().drafts[name] }))
  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((before) => {
        const next = { ...before, ...part }
        put(name, next)
        return next
      }),
    [name],
  )
  const clear = useCallback(
    (next: Draft) => {
      put(name, null)
      setDraft(next)
    },
    [name],
  )
  return { draft, change, clear }
}
