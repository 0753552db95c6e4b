import { Map as Chart } from 'maplibre-gl'
import { applyTheme, MAX_ZOOM } from './chart.ts'
import { chartStyle, type ChartTheme } from './chart-style.ts'
import { FRAME_PX } from './keep-in-frame.ts'
import { onTheme, pageTheme } from './theme.ts'

type Options = {
  label?: string
  /** Maximum zoom. */
  maxZoom?: number
  /** Called when the page has another palette, so that what is drawn on the chart follows. */
  dress?: (theme: ChartTheme) => void
}

/**
 * Creates a small chart in a page, on the base of its palette. It stores nothing and stays at the place it shows.
 * `box`: west, south, east, north in degrees.
 */
export function createSmallChart(
  container: HTMLElement,
  box: [number, number, number, number],
  { label, maxZoom = 11, dress }: Options = {},
): Chart {
  const chart = new Chart({
    container,
    style: chartStyle(pageTheme()),
    bounds: box,
    fitBoundsOptions: { padding: FRAME_PX, maxZoom },
    maxZoom: MAX_ZOOM,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    fadeDuration: 0,
    cooperativeGestures: true,
    refreshExpiredTiles: false,
  })
  chart.touchZoomRotate.disableRotation()
  chart.keyboard.disableRotation()
  if (label !== undefined) chart.getCanvas().setAttribute('aria-label', label)
  const stop = onTheme(() => {
    applyTheme(chart, pageTheme())
    dress?.(pageTheme())
  })
  chart.once('remove', stop)
  return chart
}
