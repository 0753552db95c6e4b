import interRegular from '@fontsource/inter/files/inter-latin-400-normal.woff2?url'
import interExtended from '@fontsource/inter/files/inter-latin-ext-400-normal.woff2?url'
import interSemibold from '@fontsource/inter/files/inter-latin-600-normal.woff2?url'
import type { BaseLayerId } from '@samudra/contract/map'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { Palette } from '../../kit/theme/colour-palette.ts'
import { chartColours, type ChartColours } from './chart-colours.ts'
import { gridLines, type GridStep } from './grid.ts'
import { GRID_FILTER, labelLayers } from './chart-labels.ts'
import { seaNames } from '../coordinates/seas.ts'

export type ChartTheme = {
  base: BaseLayerId
  palette: Palette
  /** True while an operator's raster tiles stand in for our own base. */
  operatorBase: boolean
  gridShown: boolean
  gridStep: GridStep
}

const LATIN = ['U+0000-00FF', 'U+0131', 'U+0152-0153', 'U+2000-206F', 'U+2122']
const EXTENDED = ['U+0100-02BA', 'U+1E00-1E9F', 'U+1EF2-1EFF']

/** Tiles come from our own server; the tile worker needs whole addresses. */
const tiles = (id: string) => [`${window.location.origin}/tiles/${id}/{z}/{y}/{x}`]
const asset = (path: string) => new URL(path, window.location.href).href

/** The style with every layer of every theme; themes differ in paint and visibility alone, so switching is calm. */
export function chartStyle(theme: ChartTheme): StyleSpecification {
  return {
    version: 8,
    'font-faces': {
      'Inter Regular': [
        { url: asset(interRegular), 'unicode-range': LATIN },
        { url: asset(interExtended), 'unicode-range': EXTENDED },
      ],
      'Inter SemiBold': [
        { url: asset(interSemibold), 'unicode-range': LATIN },
        { url: asset(interExtended), 'unicode-range': EXTENDED },
      ],
    },
    sources: {
      base: {
        type: 'vector',
        tiles: tiles('base'),
        minzoom: 0,
        maxzoom: 10,
        attribution: '© OpenStreetMap contributors (ODbL), Natural Earth, GeoNames',
      },
      tint: {
        type: 'raster-dem',
        tiles: tiles('tint'),
        tileSize: 256,
        maxzoom: 4,
        encoding: 'custom',
        redFactor: 1,
        greenFactor: 0,
        blueFactor: 0,
        baseShift: 0,
      },
      imagery: {
        type: 'raster',
        tiles: tiles('imagery'),
        tileSize: 256,
        maxzoom: 4,
        attribution: 'NASA Blue Marble',
      },
      grid: { type: 'geojson', data: gridLines(theme.gridStep) },
      seas: { type: 'geojson', data: seaNames },
    },
    layers: chartLayers(theme),
  }
}

const shown = (visible: boolean) => ({ visibility: visible ? ('visible' as const) : ('none' as const) })

/** Maximum brightness of the imagery under a palette. */
const IMAGERY_LIGHT: Record<Palette, number> = { day: 1, dusk: 0.82, night: 0.36 }

export function chartLayers(theme: ChartTheme): LayerSpecification[] {
  const colours = chartColours(theme.base, theme.palette)
  const imagery = theme.base === 'WORLD IMAGERY'
  const own = !theme.operatorBase
  return [
    // Where nothing is known of the depth there is no shade, and the lightest tone is none.
    { id: 'sea', type: 'background', paint: { 'background-color': colours.ocean[3] } },
    {
      id: 'imagery',
      type: 'raster',
      source: 'imagery',
      layout: shown(imagery && own),
      paint: {
        'raster-brightness-max': IMAGERY_LIGHT[theme.palette],
        'raster-saturation': theme.palette === 'night' ? -0.6 : -0.15,
        'raster-fade-duration': 0,
      },
    },
    tintLayer(colours, !imagery && own),
    {
      id: 'land',
      type: 'fill',
      source: 'base',
      'source-layer': 'land',
      layout: shown(!imagery && own),
      paint: { 'fill-color': colours.land, 'fill-antialias': false },
    },
    ...lineLayers(colours, imagery, own || imagery),
    {
      id: 'grid',
      type: 'line',
      source: 'grid',
      filter: GRID_FILTER,
      layout: shown(theme.gridShown),
      paint: { 'line-color': colours.grid, 'line-width': 0.6, 'line-opacity': imagery ? 0.45 : 0.8 },
    },
    ...labelLayers(colours, {
      named: own || imagery,
      gridShown: theme.gridShown,
      imagery,
      isNight: theme.palette === 'night',
    }),
  ]
}

/** Relief shading of the sea floor; its numbers are shades of a picture, never depths. */
function tintLayer(colours: ChartColours, visible: boolean): LayerSpecification {
  const [deepest, deep, shallow, shelf] = colours.ocean
  return {
    id: 'tint',
    type: 'color-relief',
    source: 'tint',
    layout: shown(visible),
    paint: {
      'color-relief-color': [
        'interpolate',
        ['linear'],
        ['elevation'],
        0,
        deepest,
        60,
        deepest,
        90,
        deep,
        130,
        shallow,
        190,
        shelf,
      ],
    },
  }
}

function lineLayers(colours: ChartColours, imagery: boolean, visible: boolean): LayerSpecification[] {
  return [
    {
      // Coast lines of their own exist from zoom 7 on; farther out the outline of the land does.
      id: 'coast-far',
      type: 'line',
      source: 'base',
      'source-layer': 'land',
      maxzoom: 7,
      layout: shown(visible),
      paint: {
        'line-color': colours.coast,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.4, 6, 0.8],
        'line-opacity': imagery ? 0.5 : 1,
      },
    },
    {
      id: 'coast-near',
      type: 'line',
      source: 'base',
      'source-layer': 'coast',
      minzoom: 7,
      layout: shown(visible),
      paint: {
        'line-color': colours.coast,
        'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.8, 12, 1.4],
        'line-opacity': imagery ? 0.7 : 1,
      },
    },
    {
      id: 'border',
      type: 'line',
      source: 'base',
      'source-layer': 'border',
      layout: shown(visible),
      paint: {
        'line-color': colours.border,
        'line-dasharray': [4, 2],
        'line-width': 0.8,
        'line-opacity': 0.7,
      },
    },
  ]
}
