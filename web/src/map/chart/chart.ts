import { GeoJSONSource, Map as Chart, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useChart } from './chart.store.ts'
import { chartLayers, chartStyle, type ChartTheme } from './chart-style.ts'
import { gridLines, type GridStep } from './grid.ts'
import { homeView } from '../home/home-view.ts'

setWorkerUrl(workerUrl)

export type { Chart }

/** The specification's limit. */
export const MAX_ZOOM = 18
const MIN_ZOOM = 1.6

/** A north-up chart; where it was left in this tab is where it opens. */
export function createChart(container: HTMLElement, theme: ChartTheme): Chart {
  const view = useChart.getState().view ?? homeView()
  const chart = new Chart({
    container,
    style: chartStyle(theme),
    ...view,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxPitch: 0,
    dragRotate: false,
    // Shift and click keeps a popup open.
    boxZoom: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    fadeDuration: 120,
    refreshExpiredTiles: false,
    canvasContextAttributes: { antialias: false },
  })
  chart.touchZoomRotate.disableRotation()
  chart.keyboard.disableRotation()
  chart
    .getCanvas()
    .setAttribute('aria-label', 'Chart with live contacts. Use arrow keys to move, plus and minus to zoom.')
  chart.on('moveend', () => {
    const { lng, lat } = chart.getCenter().wrap()
    useChart.setState({ view: { center: [lng, lat], zoom: chart.getZoom() } })
  })
  useChart.setState({ view, wanted: null })
  const stop = useChart.subscribe(({ wanted }) => {
    if (wanted === null) return
    useChart.setState({ wanted: null })
    chart.jumpTo(wanted)
  })
  chart.once('remove', stop)
  return chart
}

/** Repaints the chart in another theme without loading anything again, so nothing moves or flashes. */
export function applyTheme(chart: Chart, theme: ChartTheme) {
  drawGrid(chart, theme.gridStep)
  const held = new Map(chart.getStyle().layers.map((layer) => [layer.id, layer]))
  for (const layer of chartLayers(theme)) {
    const before = held.get(layer.id)
    if (before === undefined) continue
    const painted = before.paint as Record<string, unknown> | undefined
    for (const [name, value] of Object.entries(layer.paint ?? {}))
      if (JSON.stringify(painted?.[name]) !== JSON.stringify(value))
        chart.setPaintProperty(layer.id, name as 'line-color', value as string)
    const visibility = layer.layout?.visibility ?? 'visible'
    if ((before.layout?.visibility ?? 'visible') !== visibility)
      chart.setLayoutProperty(layer.id, 'visibility', visibility)
  }
}

const drawn = new WeakMap<Chart, GridStep>()

function drawGrid(chart: Chart, step: GridStep) {
  if (drawn.get(chart) === step) return
  drawn.set(chart, step)
  const source = chart.getSource('grid')
  if (source instanceof GeoJSONSource) void source.setData(gridLines(step))
}
