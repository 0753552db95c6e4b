import { usePalette } from '../kit/palette.ts'
import { operatorBase, useChart } from './chart.store.ts'
import type { ChartTheme } from './chart-style.ts'
import { isShown } from './chart-part.tsx'
import { useWorkbench } from './workbench.store.ts'

/** The theme as the stores have it now. */
export function themeNow(): ChartTheme {
  const chart = useChart.getState()
  return {
    base: chart.base,
    palette: usePalette.getState().palette,
    operatorBase: operatorBase(chart) !== null,
    gridShown: isShown('grid'),
    gridStep: chart.gridStep,
    portsShown: isShown('ports'),
  }
}

/** Calls back when the theme may have changed; returns the end of it. */
export function onTheme(changed: () => void): () => void {
  const stops = [usePalette.subscribe(changed), useChart.subscribe(changed), useWorkbench.subscribe(changed)]
  return () => {
    for (const stop of stops) stop()
  }
}
