import type { VesselEvent } from '@samudra/contract/events'
import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Painted } from '../../../map/chart/plain-layer.ts'
import { markOf } from './event-marks.ts'

export const EVENTS = 'events'
export const PREVIEW = 'event_preview'

/** Layers queried for features under the pointer. */
export const EVENT_LAYERS = ['events-mark', 'events-line', 'events-fill'] as const

export function eventStyle(theme: ChartTheme): Painted[] {
  const { label, halo } = chartColours(theme.base, theme.palette)
  const dim = theme.palette === 'night' ? 0.65 : 1
  return [
    {
      id: 'events-fill',
      type: 'fill',
      source: EVENTS,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.14 * dim },
    },
    {
      id: 'events-line',
      type: 'line',
      source: EVENTS,
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: { 'line-color': ['get', 'color'], 'line-width': 2, 'line-opacity': dim },
    },
    {
      id: 'events-mark',
      type: 'symbol',
      source: EVENTS,
      filter: ['has', 'mark'],
      layout: {
        'icon-image': ['get', 'mark'],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 2, 0.55, 6, 0.85, 10, 1],
        'icon-allow-overlap': true,
        'text-field': ['step', ['zoom'], '', 6, ['get', 'title']],
        'text-font': ['Inter Regular'],
        'text-size': 11.5,
        'text-offset': [0, 1.3],
        'text-anchor': 'top',
        'text-optional': true,
      },
      paint: {
        'icon-opacity': ['case', ['get', 'isOver'], 0.55 * dim, dim],
        'text-color': label,
        'text-halo-color': halo,
        'text-halo-width': 1.5,
      },
    },
  ]
}

type Feature = { type: 'Feature'; geometry: object; properties: Record<string, string | boolean> }
/** An event as it is drawn: its shape, and a mark in the middle of what is no point. */
export function featuresOf(events: Iterable<VesselEvent>, now: number): Feature[] {
  return Array.from(events).flatMap((event): Feature[] => {
    const { color } = CATEGORY_LOOKS[event.category]
    const isOver = event.end_at !== null && Date.parse(event.end_at) < now
    const shared = { id: event.id, color, title: event.title, isOver }
    const mark: Feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: middleOf(event) },
      properties: { ...shared, mark: markOf(event.category) },
    }
    if (event.geometry.type === 'Point') return [mark]
    return [{ type: 'Feature', geometry: event.geometry, properties: shared }, mark]
  })
}

/** The place an event is spoken of at. */
export function middleOf({ geometry }: Pick<VesselEvent, 'geometry'>): [number, number] {
  if (geometry.type === 'Point') return geometry.coordinates
  const places =
    geometry.type === 'LineString'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? geometry.coordinates[0]!
        : geometry.coordinates[0]![0]!
  const middle = (axis: 0 | 1) => {
    const values = places.map((place) => place[axis])
    return (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2
  }
  return [middle(0), middle(1)]
}

export function previewStyle(theme: ChartTheme): Painted[] {
  const { seaLabel, halo } = chartColours(theme.base, theme.palette)
  const color = theme.base === 'BRIGHT' && theme.palette !== 'night' ? '#5b3f9e' : seaLabel
  return [
    {
      id: `${PREVIEW}-fill`,
      type: 'fill',
      source: PREVIEW,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': color, 'fill-opacity': 0.2 },
    },
    {
      id: `${PREVIEW}-line`,
      type: 'line',
      source: PREVIEW,
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: { 'line-color': color, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: `${PREVIEW}-point`,
      type: 'circle',
      source: PREVIEW,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': color,
        'circle-stroke-color': halo,
        'circle-stroke-width': 1.5,
      },
    },
  ]
}
