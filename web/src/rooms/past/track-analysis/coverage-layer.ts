import { getSourceCoveredRegions } from '@samudra/contract/feeds'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { Painted } from '../../../map/chart/plain-layer.ts'
import { call } from '../../../wire/call.ts'
import { COVERAGE } from './analysis-layer-ids.ts'
import { liveLayer } from './live-layer.ts'
import { coverageColours } from './ramps.ts'

const COVERAGE_EVERY_MS = 300_000
/** Cells of a quarter of a degree, of the last 30 days (contract: getSourceCoveredRegions). */
const COVERAGE_QUERY = { days: 30, cell_deg: 0.5 }

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

export const attachCoverage = (chart: Chart, theme: ChartTheme) =>
  liveLayer(chart, theme, {
    id: COVERAGE,
    styled: coverageStyle,
    fetch: () => call(getSourceCoveredRegions, COVERAGE_QUERY),
    everyMs: COVERAGE_EVERY_MS,
  })
