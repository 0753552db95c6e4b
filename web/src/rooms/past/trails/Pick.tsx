import { useEffect } from 'react'
import type { Chart } from '../../../map/chart/chart.ts'
import { DRAW_HINTS, DrawBar } from '../../../map/draw/DrawBar.tsx'
import { useDrawing } from '../../../map/draw/use-drawing.ts'
import { addInArea } from './load-trails.ts'
import { useTrails } from './trails.store.ts'

/** Draws the area whose ships get a trail. */
export function Pick({ chart, kind }: { chart: Chart; kind: 'rectangle' | 'lasso' }) {
  const { drawing, state } = useDrawing(chart, { colour: '#3b9ddb', ready: (made) => made.begin(kind) })
  const end = () => useTrails.setState({ picking: null })
  const geometry = state.features[0]?.geometry
  const isOver = geometry?.type === 'Polygon' && state.kind === null
  useEffect(() => {
    if (!isOver) return
    useTrails.setState({ picking: null })
    void addInArea(geometry)
  }, [isOver, geometry])
  return <DrawBar drawing={drawing} state={state} hint={DRAW_HINTS[kind]} onCancel={end} />
}
