import type { Panel } from '@samudra/contract/dashboards'
import { useEffect, useRef, useState } from 'react'

type Draft = { id: string; steps: readonly (readonly Panel[])[] }

/** The panels of a dashboard while they are edited: changed, undone, given up. */
export function useDraft(stored: readonly Panel[], id: string) {
  const [draft, setDraft] = useState<Draft>({ id, steps: [] })
  // Another dashboard begins without a draft.
  const steps = draft.id === id ? draft.steps : []
  const setSteps = (change: (steps: Draft['steps']) => Draft['steps']) =>
    setDraft((before) => ({ id, steps: change(before.id === id ? before.steps : []) }))
  const panels = steps.at(-1) ?? null
  const canUndo = steps.length > 1
  const undoStep = () => setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before))
  const undo = useRef(undoStep)
  useEffect(() => {
    undo.current = undoStep
  })
  const isEditing = panels !== null
  useEffect(() => {
    if (!isEditing) return undefined
    const press = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, [contenteditable]') !== null
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return
      event.preventDefault()
      undo.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isEditing])
  return {
    panels,
    canUndo,
    undo: undoStep,
    begin: () => setSteps(() => [stored]),
    cancel: () => setSteps(() => []),
    change: (next: readonly Panel[]) => setSteps((before) => [...before.slice(-50), next]),
  }
}
