import type { FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { ChartColours } from './chart-colours.ts'

const REGULAR = ['Inter Regular']
const SEMIBOLD = ['Inter SemiBold']
const shown = (visible: boolean) => ({ visibility: visible ? ('visible' as const) : ('none' as const) })

type LabelOptions = { named: boolean; gridShown: boolean; imagery: boolean; isNight: boolean }

/** Lines of the grid that have room: far out only the coarse ones. */
export const GRID_FILTER: FilterSpecification = [
  '>=',
  ['get', 'step'],
  ['step', ['zoom'], 15, 2, 10, 3, 5, 5.2, 1],
]

/** Names of the chart, the most general last, since later layers win a place first. */
export function labelLayers(colours: ChartColours, options: LabelOptions): LayerSpecification[] {
  return [
    gridLabels(colours, options),
    cityLabels(colours, options),
    seaLabels(colours, options),
    countryLabels(colours, options.named),
  ]
}

function gridLabels(colours: ChartColours, options: LabelOptions): LayerSpecification {
  return {
    id: 'grid-label',
    type: 'symbol',
    source: 'grid',
    filter: GRID_FILTER,
    layout: {
      ...shown(options.gridShown),
      'symbol-placement': 'line',
      'text-field': ['get', 'label'],
      'text-font': REGULAR,
      'text-size': 10,
      'symbol-spacing': 700,
    },
    paint: {
      'text-color': colours.label,
      'text-opacity': options.isNight ? 1 : 0.55,
      'text-halo-color': colours.halo,
      'text-halo-width': 1,
    },
  }
}

function cityLabels(colours: ChartColours, { named, isNight }: LabelOptions): LayerSpecification {
  return {
    id: 'city-label',
    type: 'symbol',
    source: 'base',
    'source-layer': 'city',
    minzoom: 4.5,
    layout: {
      ...shown(named),
      'text-field': ['get', 'name'],
      'text-font': REGULAR,
      'text-size': ['interpolate', ['linear'], ['to-number', ['get', 'pop'], 0], 20_000, 10, 5_000_000, 12.5],
      'symbol-sort-key': ['-', 0, ['to-number', ['get', 'pop'], 0]],
      'text-padding': 8,
    },
    paint: {
      'text-color': colours.city,
      'text-opacity': isNight ? 1 : 0.85,
      'text-halo-color': colours.halo,
      'text-halo-width': 1.1,
    },
  }
}

function seaLabels(colours: ChartColours, options: LabelOptions): LayerSpecification {
  return {
    id: 'sea-label',
    type: 'symbol',
    source: 'seas',
    filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 4, 2, 5.5, 3, 7, 4]],
    layout: {
      ...shown(options.named),
      'text-field': ['get', 'name'],
      'text-font': REGULAR,
      'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 6, 14],
      'text-letter-spacing': 0.18,
      'text-max-width': 7,
    },
    paint: {
      'text-color': colours.seaLabel,
      'text-halo-color': colours.halo,
      'text-halo-width': options.imagery ? 1 : 0,
    },
  }
}

function countryLabels(colours: ChartColours, visible: boolean): LayerSpecification {
  return {
    id: 'country-label',
    type: 'symbol',
    source: 'base',
    'source-layer': 'country',
    filter: ['<=', ['to-number', ['get', 'rank'], 1], ['step', ['zoom'], 1, 3, 2, 4, 3, 5, 4]],
    layout: {
      ...shown(visible),
      'text-field': ['get', 'name'],
      'text-font': SEMIBOLD,
      'text-size': 10.5,
      'text-transform': 'uppercase',
      'text-letter-spacing': 0.12,
      'text-max-width': 7,
    },
    paint: { 'text-color': colours.label, 'text-halo-color': colours.halo, 'text-halo-width': 1.2 },
  }
}
