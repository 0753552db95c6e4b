import type { Panel } from '@samudra/contract/dashboards'
import { useEffect, useState } from 'react'

/** The panels of a dashboard while they are edited: changed, undone, given up. */
export function useDraft(stored: readonly Panel[], id: string) {
  const [steps, setSteps] = useState<readonly (readonly Panel[])[]>([])
  // Another dashboard begins without a draft.
  useEffect(() => setSteps([]), [id])
  const panels = steps.at(-1) ?? null
  const canUndo = steps.length > 1
  const undo = () => setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before))
  const isEditing = panels !== null
  useEffect(() => {
    if (!isEditing) return undefined
    const press = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, [contenteditable]') !== null
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return
      event.preventDefault()
      undo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isEditing])
  return {
    panels,
    canUndo,
    undo,
    begin: () => setSteps([stored]),
    cancel: () => setSteps([]),
    change: (next: readonly Panel[]) => setSteps((before) => [...before.slice(-50), next]),
  }
}
