import { wholeMinute } from '../../../kit/text/time-text.ts'
import { getHeatmapData } from '@samudra/contract/heat'
import { getAisIndicative } from '@samudra/contract/picture'
import type { ExpressionSpecification } from 'maplibre-gl'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { now, useClock } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'
import { cellFeatures, fittingCell } from './heat-cells.ts'
import { HEAT } from './analysis-layer-ids.ts'
import { HeatReading } from './heat-reading.ts'
import { useHeat, type HeatQuery } from './heat.store.ts'
import { cellColours, heatColours } from './ramps.ts'

const CELLS = 'heat_cells'
const HOUR_MS = 3_600_000

const heatStyle = (theme: ChartTheme): Painted[] => {
  const colours = heatColours(theme)
  const [least, ...more] = cellColours(theme)
  const classes = more.flatMap((colour, i) => [i + 1, colour])
  return [
    {
      id: HEAT,
      type: 'heatmap',
      source: HEAT,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'heatmap-weight': ['interpolate', ['linear'], ['log10', ['+', 1, ['get', 'count']]], 0, 0, 3, 1],
        'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 2, 1.6, 9, 3],
        'heatmap-radius': ['interpolate', ['linear'], ['zoom'], 2, 14, 6, 30, 10, 46],
        'heatmap-color': [
          'interpolate',
          ['linear'],
          ['heatmap-density'],
          0,
          'rgba(0,0,0,0)',
          ...colours.flatMap((colour, i) => [0.12 + i * 0.22, colour]),
        ] as ExpressionSpecification,
        'heatmap-opacity': 0.8,
      },
    },
    {
      id: CELLS,
      type: 'fill',
      source: HEAT,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: {
        'fill-color': ['step', ['get', 'step'], least, ...classes] as ExpressionSpecification,
        'fill-opacity': 0.7,
        'fill-antialias': false,
      },
    },
  ]
}

type Data = Parameters<ReturnType<typeof plainLayer>['set']>[0]
type Box = [number, number, number, number]

function boxOf(chart: Chart): Box {
  const bounds = chart.getBounds()
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())]
  if (bounds.getEast() - bounds.getWest() >= 360) return [-180, south, 180, north]
  const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180
  return [wrapped(bounds.getWest()), south, wrapped(bounds.getEast()), north]
}

/** Where ships are thick now. */
async function readNow(chart: Chart, signal: AbortSignal): Promise<Data> {
  // Finer than one cell a hand's breadth, and never single ships.
  const zoom = Math.min(5.9, chart.getZoom() + 1)
  const { cells } = await call(getAisIndicative, { bbox: boxOf(chart), zoom }, { signal })
  return {
    type: 'FeatureCollection',
    features: cells.map(({ lon, lat, count }) => ({
      type: 'Feature',
      properties: { count },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  }
}

/** The period in epoch ms; it ends at the instant of the clock and begins with a whole hour. */
export function periodOf({ period, from, to }: HeatQuery): { from: number; to: number } {
  if (period === 'custom') return { from, to }
  const end = wholeMinute(now())
  return { from: Math.floor((end - Number(period) * HOUR_MS) / HOUR_MS) * HOUR_MS, to: end }
}

async function readPeriod(chart: Chart, request: HeatQuery, signal: AbortSignal): Promise<Data> {
  const { from, to } = periodOf(request)
  const reported = await call(
    getHeatmapData,
    {
      bbox: boxOf(chart),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      cell_deg: request.cellDeg ?? fittingCell(chart.getZoom()),
      metric: request.metric,
      ...(request.filterId === null ? {} : { filter_id: request.filterId }),
    },
    { signal },
  )
  if (!signal.aborted) useHeat.setState({ cells: reported })
  return { type: 'FeatureCollection', features: cellFeatures(reported) }
}

/** Attaches the heat layer: the density of vessels now, or the activity in cells during a period. */
export function attachHeat(chart: Chart, theme: ChartTheme): AttachedLayer {
  const layer = plainLayer(chart, HEAT, heatStyle, theme)
  const reading = new HeatReading<Data>(
    (request, signal) =>
      request.period === 'now' ? readNow(chart, signal) : readPeriod(chart, request, signal),
    (data) => layer.set(data),
  )
  const follow = () => reading.soon()
  chart.on('moveend', follow)
  const stops = [
    useHeat.subscribe((state, before) => {
      if (state.query !== before.query) reading.soon(50)
    }),
    useClock.subscribe((state, before) => {
      if (useHeat.getState().query.period === 'now') return
      if (state.mode !== before.mode || state.mode === 'FIXED') reading.soon()
    }),
  ]
  return {
    ...layer,
    show: (isVisible, opacity) => {
      layer.show(isVisible, opacity)
      reading.show(isVisible)
    },
    remove: () => {
      reading.show(false)
      chart.off('moveend', follow)
      for (const stop of stops) stop()
      layer.remove()
    },
  }
}
