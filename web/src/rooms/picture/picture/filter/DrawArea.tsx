import { useEffect } from 'react'
import type { Chart } from '../../../../map/chart/chart.ts'
import { DRAW_HINTS, DrawBar } from '../../../../map/draw/DrawBar.tsx'
import { useDrawing } from '../../../../map/draw/use-drawing.ts'
import { changeFilter, useFilter } from '../../../../map/filter.store.ts'

/** Draws the area whose contacts are shown. */
export function DrawArea({
  chart,
  kind,
}: {
  chart: Chart
  kind: 'rectangle' | 'polygon' | 'circle' | 'lasso'
}) {
  const { drawing, state } = useDrawing(chart, { colour: '#3b9ddb', ready: (made) => made.begin(kind) })
  const end = () => useFilter.setState({ drawing: null })
  const geometry = state.features[0]?.geometry
  const isOver = geometry?.type === 'Polygon' && state.kind === null
  useEffect(() => {
    if (!isOver) return
    changeFilter({ area: geometry })
    useFilter.setState({ drawing: null })
  }, [isOver, geometry])
  return <DrawBar drawing={drawing} state={state} hint={DRAW_HINTS[kind]} onCancel={end} />
}
