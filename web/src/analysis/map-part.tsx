import { getSourceCoveredRegions } from '@samudra/contract/feeds'
import type { ChartTheme } from '../map/chart-style.ts'
import type { MapPart } from '../map/part.ts'
import type { Painted } from '../map/plain-layer.ts'
import { call } from '../wire/call.ts'
import { attachHeat, HEAT } from './heat-layer.ts'
import { HeatLegend } from './HeatLegend.tsx'
import { CoverageLegend } from './Legends.tsx'
import { liveLayer } from './live-layer.ts'
import { coverageColours } from './ramps.ts'

const COVERAGE = 'source_coverage'
const COVERAGE_EVERY_MS = 300_000
/** Cells of a quarter of a degree, of the last 30 days (contract: getSourceCoveredRegions). */
const COVERAGE_ASKED = { days: 30, cell_deg: 0.5 }

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
        }),
      Legend: CoverageLegend,
    },
    {
      id: HEAT,
      label: 'Heat map',
      group: 'Analysis',
      note: 'How much goes on where, now or in a period',
      isOn: false,
      opacity: 1,
      attach: attachHeat,
      Legend: HeatLegend,
    },
  ],
}
