import { usePalette } from '../../kit/theme/colour-palette.ts'
import { operatorBase, useChart } from './chart.store.ts'
import type { ChartTheme } from './chart-style.ts'
import { isGridShown } from '../workbench/chart-part.tsx'
import { useWorkbench } from '../workbench/workbench.store.ts'

/** The theme as the stores have it now. */
export function themeNow(): ChartTheme {
  const chart = useChart.getState()
  return {
    base: chart.base,
    palette: usePalette.getState().palette,
    operatorBase: operatorBase(chart) !== null,
    gridShown: isGridShown(),
    gridStep: chart.gridStep,
  }
}

/** Returns the theme of a chart in a page; it has the base of the palette, like the page, whatever base the map has. */
export function pageTheme(): ChartTheme {
  const theme = themeNow()
  return { ...theme, base: theme.palette === 'day' ? 'BRIGHT' : 'DARK', operatorBase: false }
}

/** Calls back when the theme or the operator's base has changed; returns the end of it. */
export function onTheme(changed: () => void): () => void {
  const written = () => JSON.stringify([themeNow(), operatorBase(useChart.getState())])
  let before = written()
  // The stores report every panel and every vessel under the pointer, and restyling the chart for those would redraw it
  // needlessly.
  const look = () => {
    const next = written()
    if (next === before) return
    before = next
    changed()
  }
  const stops = [usePalette.subscribe(look), useChart.subscribe(look), useWorkbench.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
