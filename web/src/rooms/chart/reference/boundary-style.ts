import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { Painted } from '../../../map/chart/plain-layer.ts'
import type { ShownKind } from './boundaries.store.ts'

/** One colour for all boundaries, so that none claims more than another; they differ by their strokes. */
export function boundaryColour({ base, palette }: Pick<ChartTheme, 'base' | 'palette'>): string {
  if (palette === 'night') return '#8f774f'
  return base === 'BRIGHT' ? '#33628a' : base === 'DARK' ? '#7fabcc' : '#d4e4f0'
}
export const STROKES: Record<ShownKind, { width: number; dash: [number, number] }> = {
  EEZ: { width: 1.8, dash: [6, 2.5] },
  '24NM': { width: 1.2, dash: [3, 3] },
  '12NM': { width: 1.2, dash: [1.2, 2.2] },
}
const WORD: Record<ShownKind, string> = { EEZ: 'EEZ ', '24NM': '24 NM ', '12NM': '12 NM ' }

export const sourceOf = (kind: ShownKind) => `boundary-${kind}`

/** Computed limits are broken lines; what administrators brought is drawn through. */
export const boundaryStyle =
  (kind: ShownKind) =>
  (theme: ChartTheme): Painted[] => {
    const color = boundaryColour(theme)
    const source = sourceOf(kind)
    const { width, dash } = STROKES[kind]
    return [
      {
        id: `${source}-computed`,
        type: 'line',
        source,
        filter: ['get', 'approx'],
        paint: { 'line-color': color, 'line-width': width, 'line-dasharray': dash },
      },
      {
        id: `${source}-brought`,
        type: 'line',
        source,
        filter: ['!', ['get', 'approx']],
        paint: { 'line-color': color, 'line-width': width },
      },
      {
        id: `${source}-name`,
        type: 'symbol',
        source,
        minzoom: kind === 'EEZ' ? 4 : 7,
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 420,
          'text-field': ['concat', WORD[kind], ['get', 'name']],
          'text-font': ['Inter Regular'],
          'text-size': 10.5,
          'text-offset': [0, 0.9],
          'text-max-angle': 30,
        },
        paint: {
          'text-color': color,
          'text-halo-color': chartColours(theme.base, theme.palette).halo,
          'text-halo-width': 1.4,
        },
      },
    ]
  }
