import type { Port } from '@samudra/contract/ports'
import { circleAround } from '@samudra/nautical/polygons/shapes'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Painted } from '../../../map/chart/plain-layer.ts'
import { PORT_SIGNS } from '../../../map/chart/port-signs.ts'

/** Ports stand on the map from this zoom on, and are read then. */
export const PORTS_ZOOM = 6
/** Harbours and anchorages have room from here on. */
const OUTLINES_ZOOM = 8.5
const NEAR_ZOOM = 10

/** The sign of a port, and what is drawn of it; where nothing is, the circle that stands for its harbour. */
export function featuresOf(port: Port) {
  const { id, name, locode: code, lat, lon, geometry, anchorages = [], radius_nm } = port
  const properties = { id, name, code }
  const ring = circleAround(place(lat, lon), radius_nm * METRES_PER_NM)
  const harbour = geometry ?? { type: 'Polygon' as const, coordinates: [ring] }
  const what = geometry == null ? 'circle' : 'harbour'
  return [
    { type: 'Feature' as const, properties, geometry: { type: 'Point' as const, coordinates: [lon, lat] } },
    { type: 'Feature' as const, properties: { what }, geometry: harbour },
    ...anchorages.map((one) => ({
      type: 'Feature' as const,
      properties: { what: 'anchorage', name: one.name },
      geometry: one.geometry,
    })),
  ]
}

const is = (what: string) => ['==', ['get', 'what'], what] as never
const isSign = ['==', ['geometry-type'], 'Point'] as never

/** Returns the style of ports from the source of this name. */
export const portStyle =
  (source: string) =>
  (theme: ChartTheme): Painted[] => {
    const { port: color, halo } = chartColours(theme.base, theme.palette)
    const named = { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1 }
    return [...outlines(source, color, named), ...signs(source, color, named)]
  }
type Named = { 'text-color': string; 'text-halo-color': string; 'text-halo-width': number }

function outlines(source: string, color: string, named: Named): Painted[] {
  const line = (what: string, minzoom: number, paint: object): Painted => ({
    id: `${source}-${what}`,
    type: 'line',
    source,
    minzoom,
    filter: is(what),
    paint: { 'line-color': color, ...paint },
  })
  return [
    {
      id: `${source}-fill`,
      type: 'fill',
      source,
      minzoom: OUTLINES_ZOOM,
      filter: is('harbour'),
      paint: { 'fill-color': color, 'fill-opacity': 0.12 },
    },
    line('harbour', OUTLINES_ZOOM, { 'line-width': 1.4 }),
    line('circle', NEAR_ZOOM, { 'line-width': 1, 'line-dasharray': [1, 3], 'line-opacity': 0.7 }),
    line('anchorage', OUTLINES_ZOOM, { 'line-width': 1.2, 'line-dasharray': [5, 3] }),
    {
      id: `${source}-anchorage-label`,
      type: 'symbol',
      source,
      minzoom: NEAR_ZOOM,
      filter: is('anchorage'),
      layout: { 'text-field': ['get', 'name'], 'text-font': ['Inter Regular'], 'text-size': 10 },
      paint: named,
    },
  ]
}

function signs(source: string, color: string, named: Named): Painted[] {
  return [
    {
      id: PORT_SIGNS[0],
      type: 'circle',
      source,
      minzoom: PORTS_ZOOM,
      filter: isSign,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 1.6, 10, 3.4],
        'circle-color': 'transparent',
        'circle-stroke-color': color,
        'circle-stroke-width': 1.2,
        'circle-stroke-opacity': 0.8,
      },
    },
    {
      id: PORT_SIGNS[1],
      type: 'symbol',
      source,
      minzoom: OUTLINES_ZOOM,
      filter: isSign,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Inter Regular'],
        'text-size': 10.5,
        'text-anchor': 'left',
        'text-offset': [0.8, 0],
      },
      paint: named,
    },
  ]
}
