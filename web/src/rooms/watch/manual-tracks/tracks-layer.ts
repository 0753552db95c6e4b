import type { ManualTrack } from '@samudra/contract/manual-tracks'
import type { Affiliation } from '@samudra/nautical/sidc'
import type { MapMouseEvent } from 'maplibre-gl'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { now } from '../../../time/clock.ts'
import { exerciseInk, groundOf, inkUnder } from './exercise-ink.ts'
import { bringSymbols, imageOf } from './track-symbols.ts'
import { featuresOf } from './manual-track-features.ts'
import { tracks, useTracks } from './tracks.store.ts'

/** Frames of the standard, toned to be read on dark and bright charts. */
const OF_AFFILIATION: Record<'dark' | 'bright', Record<Affiliation, string>> = {
  dark: {
    PENDING: '#d8cf8a',
    UNKNOWN: '#d8cf8a',
    ASSUMED_FRIEND: '#7cc7ec',
    FRIEND: '#7cc7ec',
    NEUTRAL: '#8fd19a',
    SUSPECT: '#e59aa0',
    HOSTILE: '#e59aa0',
  },
  bright: {
    PENDING: '#6f6410',
    UNKNOWN: '#6f6410',
    ASSUMED_FRIEND: '#0b5d8f',
    FRIEND: '#0b5d8f',
    NEUTRAL: '#1f6b33',
    SUSPECT: '#9c2f3a',
    HOSTILE: '#9c2f3a',
  },
}
const MOVED_EVERY_MS = 10_000

/** The colours lines are drawn in on a chart, by affiliation. */
function inksOf(theme: ChartTheme) {
  const tones = OF_AFFILIATION[groundOf(theme)]
  const affiliations = Object.entries(tones).flatMap(([name, ink]) => [name, inkUnder(theme, ink)])
  return ['match', ['get', 'affiliation'], ...affiliations, inkUnder(theme, tones.UNKNOWN)]
}

function styleFor(id: string, isExercise: boolean) {
  return (theme: ChartTheme): Painted[] => {
    const { halo, label } = chartColours(theme.base, theme.palette)
    const ink: unknown = isExercise ? exerciseInk(theme) : inksOf(theme)
    const line = (role: string, width: number, dashes?: number[]): Painted => ({
      id: `${id}-${role}`,
      type: 'line',
      source: id,
      filter: ['==', ['get', 'role'], role],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': ink as string,
        'line-width': width,
        'line-opacity': ['case', ['==', ['get', 'closed'], 'true'], 0.5, 1],
        ...(dashes === undefined ? {} : { 'line-dasharray': dashes }),
      },
    })
    return [
      {
        id: `${id}-fill`,
        type: 'fill',
        source: id,
        filter: ['==', ['get', 'role'], 'area'],
        paint: { 'fill-color': ink as string, 'fill-opacity': 0.14 },
      },
      line('area', 2),
      line('line', 2.5),
      line('way', 1.8),
      line('carried', 1.5, [2, 2]),
      line('vector', 1.5),
      {
        id: `${id}-symbol`,
        type: 'symbol',
        source: id,
        filter: ['==', ['get', 'role'], 'symbol'],
        layout: {
          'icon-image': ['get', 'image'],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'text-field': ['get', 'name'],
          'text-font': ['Inter SemiBold'],
          'text-size': 11.5,
          'text-offset': [0, 1.7],
          'text-anchor': 'top',
          'text-optional': true,
        },
        paint: {
          'text-color': isExercise ? (ink as string) : label,
          'text-halo-color': halo,
          'text-halo-width': 1.6,
          'icon-opacity': ['case', ['==', ['get', 'closed'], 'true'], 0.55, 1],
        },
      },
    ]
  }
}

/** Draws the tracks that a function returns, whenever the store changes or moving ones move. */
export function attachTracks(
  chart: Chart,
  first: ChartTheme,
  id: string,
  reported: () => Iterable<ManualTrack>,
  isExercise: boolean,
): AttachedLayer {
  let theme = first
  let isOver = false
  const layer = plainLayer(chart, id, styleFor(id, isExercise), first)
  const draw = async () => {
    const shown = [...reported()]
    const ground = theme
    await bringSymbols(
      chart,
      shown.map(({ symbol }) => symbol),
      ground,
    )
    if (isOver || ground !== theme) return
    const features = shown.flatMap((track) => featuresOf(track, now(), (sidc) => imageOf(sidc, ground)))
    layer.set({ type: 'FeatureCollection', features })
  }
  void draw()
  const stops = [
    useTracks.subscribe((state, before) => {
      if (state.overlay !== before.overlay) void draw()
    }),
    tracks.use.subscribe((state, before) => {
      if (state.rows !== before.rows) void draw()
    }),
  ]
  const timer = setInterval(() => {
    if ([...reported()].some(({ kind }) => kind === 'MOVING')) void draw()
  }, MOVED_EVERY_MS)
  const click = (event: MapMouseEvent & { features?: { properties: Record<string, unknown> }[] }) => {
    const found = event.features?.[0]?.properties['id']
    if (useWorkbench.getState().pointerOf === null && typeof found === 'string')
      useTracks.setState({ opened: found })
  }
  const clickable = layer.ids().filter((one) => !one.endsWith('-vector'))
  chart.on('click', clickable, click)
  return {
    ...layer,
    dress: (next) => {
      theme = next
      layer.dress(next)
      void draw()
    },
    remove: () => {
      isOver = true
      for (const stop of stops) stop()
      clearInterval(timer)
      chart.off('click', clickable, click)
      layer.remove()
    },
  }
}
