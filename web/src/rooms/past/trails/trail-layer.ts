import { zoneOf } from '@samudra/contract/zone-names'
import { useSettings } from '../../../kit/settings.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { now } from '../../../time/clock.ts'
import { dayCounter } from './day-of.ts'
import { followTrails } from './load-trails.ts'
import { trailPalette, type TrailPalette } from './trail-colours.ts'
import { trailFeatures } from './trail-features.ts'
import { useTrails } from './trails.store.ts'

const ID = 'trails'
/** Reckoned places move on while nothing comes. */
const REDRAW_MS = 5000

const only = (role: string): ['==', ['get', string], string] => ['==', ['get', 'role'], role]

function styled(theme: ChartTheme): Painted[] {
  const palette = trailPalette(theme.base, theme.palette)
  return [...lines(palette), ...marks(palette), ...labels(palette)]
}

const lines = ({ text, halo }: TrailPalette): Painted[] => [
  {
    id: 'trail-doubt',
    type: 'fill',
    source: ID,
    filter: only('doubt'),
    paint: { 'fill-color': text, 'fill-opacity': 0.08 },
  },
  {
    id: 'trail-doubt-edge',
    type: 'line',
    source: ID,
    filter: only('doubt'),
    paint: { 'line-color': text, 'line-width': 1, 'line-dasharray': [2, 2], 'line-opacity': 0.6 },
  },
  {
    id: 'trail-gap',
    type: 'line',
    source: ID,
    filter: only('gap'),
    paint: { 'line-color': text, 'line-width': 1.4, 'line-dasharray': [3, 3], 'line-opacity': 0.75 },
  },
  {
    id: 'trail-edge',
    type: 'line',
    source: ID,
    filter: only('line'),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': halo, 'line-width': 4, 'line-opacity': 0.55 },
  },
  {
    id: 'trail-line',
    type: 'line',
    source: ID,
    filter: only('line'),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': ['get', 'colour'], 'line-width': 2.2 },
  },
  {
    id: 'trail-reckoning',
    type: 'line',
    source: ID,
    filter: only('reckoning'),
    paint: { 'line-color': text, 'line-width': 1.4 },
  },
]

const marks = ({ text, halo }: TrailPalette): Painted[] => [
  {
    id: 'trail-day',
    type: 'circle',
    source: ID,
    filter: only('day'),
    paint: {
      'circle-radius': 4,
      'circle-color': halo,
      'circle-stroke-color': text,
      'circle-stroke-width': 1.6,
    },
  },
  {
    id: 'trail-begin',
    type: 'circle',
    source: ID,
    filter: only('begin'),
    paint: {
      'circle-radius': 2.5,
      'circle-color': text,
      'circle-stroke-color': halo,
      'circle-stroke-width': 1,
    },
  },
  {
    id: 'trail-reckoned',
    type: 'circle',
    source: ID,
    filter: only('reckoned'),
    paint: {
      'circle-radius': 6,
      'circle-color': 'rgba(0,0,0,0)',
      'circle-stroke-color': text,
      'circle-stroke-width': 1.8,
    },
  },
]

function labels({ text, halo }: TrailPalette): Painted[] {
  const labelled = { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.6 }
  const font = ['Inter SemiBold']
  return [
    {
      id: 'trail-gap-label',
      type: 'symbol',
      source: ID,
      filter: only('gap'),
      layout: {
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 11,
        'symbol-placement': 'line-center',
      },
      paint: labelled,
    },
    {
      id: 'trail-label',
      type: 'symbol',
      source: ID,
      filter: ['any', only('day'), only('begin'), only('reckoned')],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 11,
        'text-anchor': 'top',
        'text-offset': [0, 0.8],
        'text-max-width': 18,
      },
      paint: labelled,
    },
  ]
}

/** Every source of the trails, in an order that does not depend on which ship came first. */
export const sourcesOf = (trails: readonly { sources: readonly string[] }[]): string[] =>
  [...new Set(trails.flatMap((trail) => trail.sources))].sort()

export function attachTrails(chart: Chart, theme: ChartTheme): AttachedLayer {
  const layer = plainLayer(chart, ID, styled, theme)
  let palette = trailPalette(theme.base, theme.palette)
  const draw = () => {
    const { trails, ships, settings, colour } = useTrails.getState()
    const user = useSettings.getState()
    const names = new Map(ships.map((ship) => [ship.mmsi, ship.name]))
    layer.set({
      type: 'FeatureCollection',
      features: trailFeatures(trails, names, {
        palette,
        colour,
        sources: sourcesOf(trails),
        unit: user['distance.unit'],
        drHours: Number(settings.dr_hour) || 0,
        now: now(),
        dayOf: dayCounter(zoneOf(user['datetime.zone'])),
      }),
    })
  }
  const redraw = setInterval(() => {
    if (useTrails.getState().trails.length > 0) draw()
  }, REDRAW_MS)
  const stops = [
    followTrails(),
    useSettings.subscribe(draw),
    useTrails.subscribe((state, before) => {
      if (
        state.trails !== before.trails ||
        state.colour !== before.colour ||
        state.settings !== before.settings
      )
        draw()
    }),
    () => clearInterval(redraw),
  ]
  draw()
  return {
    ...layer,
    dress: (next) => {
      palette = trailPalette(next.base, next.palette)
      layer.dress(next)
      draw()
    },
    remove: () => {
      for (const stop of stops) stop()
      layer.remove()
    },
  }
}
