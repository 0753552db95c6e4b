import { useChart } from '../map/chart.store.ts'
import { GRID_STEPS } from '../map/grid.ts'
import { useWorkbench } from '../map/workbench.store.ts'
import type { Kept } from '../store/persist.ts'

type Held = {
  layers: Record<string, { visible: boolean; opacity: number }>
  order: string[]
  gridStep: number
}

/** Which layers are shown, how strongly and in which order: found again after a reload. */
export const LAYERS: Kept = {
  name: 'layers',
  read: (): Held => {
    const { layers, order } = useWorkbench.getState()
    return { layers, order, gridStep: useChart.getState().gridStep }
  },
  restore: (held) => {
    const { layers, order, gridStep } = held as Held
    useWorkbench.setState({ layers, order })
    useChart.setState({ gridStep: GRID_STEPS.find((step) => step === gridStep) ?? 5 })
  },
  subscribe: (changed) => {
    const stops = [
      useWorkbench.subscribe(({ layers, order }, before) => {
        if (layers !== before.layers || order !== before.order) changed()
      }),
      useChart.subscribe(({ gridStep }, before) => {
        if (gridStep !== before.gridStep) changed()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
}
