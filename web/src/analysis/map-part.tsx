import { getSourceCoveredRegions } from '@samudra/contract/feeds'
import { getAisIndicative } from '@samudra/contract/picture'
import type { ExpressionSpecification } from 'maplibre-gl'
import type { ChartTheme } from '../map/chart-style.ts'
import type { Chart } from '../map/chart.ts'
import type { MapPart } from '../map/part.ts'
import type { Painted } from '../map/plain-layer.ts'
import { call } from '../wire/call.ts'
import { liveLayer } from './live-layer.ts'
import { CoverageLegend, HeatLegend } from './Legends.tsx'
import { coverageColours, heatColours } from './ramps.ts'

const HEAT = 'heat_map'
const COVERAGE = 'source_coverage'
const HEAT_EVERY_MS = 10_000
const COVERAGE_EVERY_MS = 300_000
/** Cells of a quarter of a degree, of the last 30 days (contract: getSourceCoveredRegions). */
const COVERAGE_ASKED = { days: 30, cell_deg: 0.5 }

const heatStyle = (theme: ChartTheme): Painted[] => {
  const colours = heatColours(theme)
  return [
    {
      id: HEAT,
      type: 'heatmap',
      source: HEAT,
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
  ]
}

const coverageStyle = (theme: ChartTheme): Painted[] => {
  const [expected, heard] = coverageColours(theme)
  return [
    {
      id: COVERAGE,
      type: 'fill',
      source: COVERAGE,
      paint: {
        'fill-color': ['case', ['get', 'expected'], expected, heard],
        'fill-opacity': [
          'interpolate',
          ['linear'],
          ['log10', ['+', 1, ['get', 'msgs_per_h']]],
          0,
          0.1,
          3,
          0.4,
        ],
        'fill-antialias': false,
      },
    },
  ]
}

/** Where ships are thick now. */
async function readHeat(chart: Chart) {
  const bounds = chart.getBounds()
  const isWorld = bounds.getEast() - bounds.getWest() >= 360
  const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180
  const { cells } = await call(getAisIndicative, {
    bbox: isWorld
      ? [-180, -85, 180, 85]
      : [wrapped(bounds.getWest()), bounds.getSouth(), wrapped(bounds.getEast()), bounds.getNorth()],
    // Finer than one cell a hand's breadth, and never single ships.
    zoom: Math.min(5.9, chart.getZoom() + 1),
  })
  return {
    type: 'FeatureCollection' as const,
    features: cells.map(({ lon, lat, count }) => ({
      type: 'Feature' as const,
      properties: { count },
      geometry: { type: 'Point' as const, coordinates: [lon, lat] },
    })),
  }
}

/** What the picture says beyond single ships: how thick they are, and where anybody would be heard. */
export const analysisPart: MapPart = {
  layers: [
    {
      id: COVERAGE,
      label: 'Source coverage',
      group: 'Analysis',
      note: 'Where reports came from in the last 30 days',
      isOn: false,
      opacity: 1,
      attach: (chart, theme) =>
        liveLayer(chart, theme, {
          id: COVERAGE,
          styled: coverageStyle,
          fetch: () => call(getSourceCoveredRegions, COVERAGE_ASKED),
          everyMs: COVERAGE_EVERY_MS,
          follows: false,
        }),
      Legend: CoverageLegend,
    },
    {
      id: HEAT,
      label: 'Heat map',
      group: 'Analysis',
      note: 'How thick the contacts are now',
      isOn: false,
      opacity: 1,
      attach: (chart, theme) =>
        liveLayer(chart, theme, {
          id: HEAT,
          styled: heatStyle,
          fetch: readHeat,
          everyMs: HEAT_EVERY_MS,
          follows: true,
        }),
      Legend: HeatLegend,
    },
  ],
}
