import { useEffect, useRef, useState } from 'react'
import { fetchCode } from '../../kit/pages/fetch-code.ts'
import { toast } from '../../kit/toasts.ts'
import type { Chart } from '../chart/chart.ts'
import type { Drawing, DrawKind } from './drawing.ts'
import type { DrawnFeature } from './shapes.ts'
import type { Position } from './shapes.ts'

const unfetched = (error: Error) => toast(error.message, 'bad')

/** The state of a drawing as a component shows it. */
export type DrawState = {
  features: DrawnFeature[]
  kind: DrawKind | null
  /** Reason why it cannot be saved in its present state; null when it can. */
  fault: string | null
  canUndo: boolean
  canRedo: boolean
}
const EMPTY: DrawState = {
  features: [],
  kind: null,
  fault: 'Loading drawing tools…',
  canUndo: false,
  canRedo: false,
}

/**
 * A drawing for as long as a component is shown. The engine is fetched when it is first needed; `ready` is called once
 * it can draw. The pointer is the drawing's until the component goes.
 */
export function useDrawing(
  chart: Chart,
  options: { colour: string; ready: (drawing: Drawing) => void; snapTo?: () => readonly Position[] },
): { drawing: Drawing | null; state: DrawState } {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [state, setState] = useState(EMPTY)
  const given = useRef(options)
  useEffect(() => {
    given.current = options
  })
  useEffect(() => {
    let made: Drawing | null = null
    let isOver = false
    fetchCode(() => import('./drawing.ts')).then((engine) => {
      if (isOver) return
      made = new engine.Drawing(chart, {
        colour: given.current.colour,
        snapTo: () => given.current.snapTo?.() ?? [],
        changed: () => {
          if (made === null || isOver) return
          const { features, kind, fault, canUndo, canRedo } = made
          setState({ features, kind, fault, canUndo, canRedo })
        },
      })
      setDrawing(made)
      given.current.ready(made)
    }, unfetched)
    return () => {
      isOver = true
      made?.end()
    }
  }, [chart])
  return { drawing, state }
}
