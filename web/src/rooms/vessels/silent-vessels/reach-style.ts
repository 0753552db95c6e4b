import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Painted } from '../../../map/chart/plain-layer.ts'

const only = (...kinds: string[]): NonNullable<Painted['filter']> => [
  'in',
  ['get', 'kind'],
  ['literal', kinds],
]

/** Layers of the reachable area over a source: circles, the way and its two ends. */
export function reachStyle(source: string): (theme: ChartTheme) => Painted[] {
  return (theme) => {
    const colours = chartColours(theme.base, theme.palette)
    const ink = theme.base === 'BRIGHT' ? '#a3400a' : '#ffb066'
    return [
      {
        id: `${source}-fill`,
        type: 'fill',
        source,
        filter: only('max', 'last'),
        paint: { 'fill-color': ink, 'fill-opacity': 0.1 },
      },
      {
        id: `${source}-max`,
        type: 'line',
        source,
        filter: only('max'),
        paint: { 'line-color': ink, 'line-width': 1.6, 'line-dasharray': [4, 3] },
      },
      {
        id: `${source}-last`,
        type: 'line',
        source,
        filter: only('last'),
        paint: { 'line-color': ink, 'line-width': 2 },
      },
      {
        id: `${source}-way`,
        type: 'line',
        source,
        filter: only('way'),
        paint: { 'line-color': ink, 'line-width': 1.4, 'line-dasharray': [2, 2] },
      },
      {
        id: `${source}-places`,
        type: 'circle',
        source,
        filter: only('from', 'expected'),
        paint: {
          'circle-color': ['match', ['get', 'kind'], 'from', ink, 'rgba(0, 0, 0, 0)'],
          'circle-radius': 5,
          'circle-stroke-color': ['match', ['get', 'kind'], 'from', colours.halo, ink],
          'circle-stroke-width': 2,
        },
      },
    ]
  }
}
