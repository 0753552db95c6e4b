import { NAMES_ZOOM } from '../../../map/chart/names-zoom.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { now, onInstant } from '../../../time/clock.store.ts'
import { keyOf } from './playback-link.ts'
import { usePlayback, type PlottedTrack } from './playback.store.ts'
import { shipInks } from './ship-inks.ts'
import { trackEventFeatures, instantFeatures, trackFeatures } from './track-features.ts'

const ID = 'plotted'
const NOW = 'plotted-now'
/** Minimum zoom at which single fixes can be distinguished. */
const FIX_ZOOM = 9
const FONT = ['Inter SemiBold']

const only = (role: string): ['==', ['get', string], string] => ['==', ['get', 'role'], role]
const text = ({ base, palette }: ChartTheme) =>
  base === 'BRIGHT' && palette !== 'night'
    ? { 'text-color': '#1a2730', 'text-halo-color': '#f4f9fb', 'text-halo-width': 1.6 }
    : {
        'text-color': palette === 'night' ? '#c99468' : '#dfe9f0',
        'text-halo-color': '#060b10',
        'text-halo-width': 1.6,
      }

const trackStyle = (theme: ChartTheme): Painted[] => {
  const halo = text(theme)['text-halo-color']
  const colour: ['get', string] = ['get', 'colour']
  return [
    {
      id: 'plotted-edge',
      type: 'line',
      source: ID,
      filter: only('line'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': halo, 'line-width': 5, 'line-opacity': 0.5 },
    },
    {
      id: 'plotted-line',
      type: 'line',
      source: ID,
      filter: only('line'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': 2.4 },
    },
    {
      id: 'plotted-gap',
      type: 'line',
      source: ID,
      filter: only('gap'),
      paint: { 'line-color': colour, 'line-width': 1.6, 'line-dasharray': [3, 3], 'line-opacity': 0.8 },
    },
    {
      id: 'plotted-fix',
      type: 'circle',
      source: ID,
      filter: only('fix'),
      minzoom: FIX_ZOOM,
      paint: {
        'circle-radius': 2.6,
        'circle-color': ['case', ['==', ['get', 'doubt'], 1], 'rgba(0,0,0,0)', colour],
        'circle-stroke-color': colour,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'plotted-event',
      type: 'circle',
      source: ID,
      filter: only('event'),
      paint: {
        'circle-radius': 4.5,
        'circle-color': halo,
        'circle-stroke-color': colour,
        'circle-stroke-width': 1.8,
      },
    },
    labelled('plotted-gap-label', ID, only('gap'), theme, { 'symbol-placement': 'line-center' }),
    labelled('plotted-begin', ID, only('begin'), theme, {
      // Near to, the picture writes the name at the ship.
      'text-field': ['step', ['zoom'], ['get', 'name'], NAMES_ZOOM, ['get', 'label']],
      'text-anchor': 'top',
      'text-offset': [0, 0.7],
    }),
  ]
}

const labelled = (
  id: string,
  source: string,
  filter: ReturnType<typeof only>,
  theme: ChartTheme,
  layout: Extract<Painted, { type: 'symbol' }>['layout'],
): Painted => ({
  id,
  type: 'symbol',
  source,
  filter,
  layout: {
    'text-field': ['get', 'label'],
    'text-font': FONT,
    'text-size': 11,
    'text-max-width': 18,
    ...layout,
  },
  paint: text(theme),
})

const nowStyle = (theme: ChartTheme): Painted[] => [
  {
    id: 'plotted-now-ring',
    type: 'circle',
    source: NOW,
    paint: {
      'circle-radius': 8,
      'circle-color': 'rgba(0,0,0,0)',
      'circle-stroke-color': text(theme)['text-halo-color'],
      'circle-stroke-width': 4.5,
      'circle-stroke-opacity': 0.7,
    },
  },
  {
    id: 'plotted-now-mark',
    type: 'circle',
    source: NOW,
    paint: {
      'circle-radius': 8,
      'circle-color': ['get', 'colour'],
      'circle-opacity': 0.25,
      'circle-stroke-color': ['get', 'colour'],
      'circle-stroke-width': 2.4,
    },
  },
]

/** The plotted tracks in the order of the address. */
export function tracksInOrder(): PlottedTrack[] {
  const { query: request, tracks } = usePlayback.getState()
  return (request?.ships ?? []).flatMap((ship) => tracks[keyOf(ship)] ?? [])
}

/** The tracks, and where each ship is at the instant of the clock. */
export function attachTracks(chart: Chart, theme: ChartTheme): AttachedLayer {
  const lines = plainLayer(chart, ID, trackStyle, theme)
  const marks = plainLayer(chart, NOW, nowStyle, theme)
  let worn = theme
  const inks = () => shipInks(worn.palette, worn.base)
  const drawNow = () =>
    marks.set({ type: 'FeatureCollection', features: instantFeatures(tracksInOrder(), now(), inks()) })
  const draw = () => {
    const colours = inks()
    const { happenings } = usePlayback.getState()
    const tracks = tracksInOrder().flatMap((track, i) =>
      trackFeatures(track, colours[i % colours.length]!, i === 0),
    )
    lines.set({
      type: 'FeatureCollection',
      features: [...tracks, ...trackEventFeatures(happenings, colours[0]!)],
    })
    drawNow()
  }
  const stops = [onInstant(drawNow), usePlayback.subscribe(draw)]
  draw()
  return {
    ids: () => [...lines.ids(), ...marks.ids()],
    show: (isVisible, opacity) => {
      lines.show(isVisible, opacity)
      marks.show(isVisible, opacity)
    },
    dress: (next) => {
      worn = next
      lines.dress(next)
      marks.dress(next)
      draw()
    },
    remove: () => {
      for (const stop of stops) stop()
      lines.remove()
      marks.remove()
    },
  }
}
