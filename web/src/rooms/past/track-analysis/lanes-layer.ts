import { getLanes } from '@samudra/contract/patterns'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import type { ExpressionSpecification } from 'maplibre-gl'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { Painted } from '../../../map/chart/plain-layer.ts'
import { shipColours } from '../../../map/chart/ship-colours.ts'
import { call } from '../../../wire/call.ts'
import { LANES } from './analysis-layer-ids.ts'
import { liveLayer } from './live-layer.ts'

/** They are made once a night. */
const LANES_EVERY_MS = 3_600_000

/** Places of lanes in the colours ships of the type have on the map. */
const lanesStyle = ({ base, palette }: ChartTheme): Painted[] => {
  const { groups, other } = shipColours(base, palette, 'standard')
  const byType = [
    'match',
    ['get', 'ship_type'],
    ...SHIP_GROUPS.flatMap((group, i) => [group, groups[i]!]),
    other,
  ] as unknown as ExpressionSpecification
  return [
    {
      id: LANES,
      type: 'circle',
      source: LANES,
      paint: {
        'circle-color': byType,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 2, 9, 7],
        'circle-blur': 0.6,
        'circle-opacity': 0.35,
      },
    },
  ]
}

export const attachLanes = (chart: Chart, theme: ChartTheme) =>
  liveLayer(chart, theme, {
    id: LANES,
    styled: lanesStyle,
    fetch: () => call(getLanes, {}),
    everyMs: LANES_EVERY_MS,
  })
