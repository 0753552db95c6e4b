import { IconCirclePlus, IconPolygon, IconRectangle } from '@tabler/icons-react'
import { containsPoint, preparePolygon } from '@samudra/nautical/polygons/polygon'
import type { Aoi } from '@samudra/contract/areas'
import { useStored } from '../../../stored/stores.ts'
import { later } from '../../../kit/pages/later.tsx'
import { lookAtBox } from '../../../map/chart/chart.store.ts'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { madeBy, type DrawingRecord } from '../../../map/drawing-record.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { chooseLayer, openPanel } from '../../../map/workbench/workbench.store.ts'
import './areas.css'
import { areas } from '../../../stored/shared.ts'
import { newArea, openArea, useAreas } from './areas.store.ts'
import { namePlace } from './name-place.ts'

const AreasPanel = later(() => import('./AreasPanel.tsx').then((code) => code.AreasPanel))
const AreaEditor = later(() => import('./AreaEditor.tsx').then((code) => code.AreaEditor))

const ID = 'aoi'

const styled = (theme: ChartTheme): Painted[] => {
  const { halo, label } = chartColours(theme.base, theme.palette)
  const isDim = theme.palette === 'night'
  return [
    {
      id: 'aoi-fill',
      type: 'fill',
      source: ID,
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': isDim ? 0.1 : 0.14 },
    },
    {
      id: 'aoi-line',
      type: 'line',
      source: ID,
      paint: {
        'line-color': ['get', 'color'],
        'line-width': 1.8,
        'line-opacity': ['case', ['get', 'active'], isDim ? 0.7 : 1, 0.45],
      },
    },
    {
      id: 'aoi-label',
      type: 'symbol',
      source: ID,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Inter SemiBold'],
        'text-size': 11.5,
        'text-max-width': 9,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    },
  ]
}

function Over({ chart }: { chart: Chart }) {
  const editing = useAreas((state) => state.editing)
  useStored(areas)
  if (editing === null) return null
  const { area, kind, at } = editing
  return (
    <AreaEditor
      key={`${area?.id ?? 'new'} ${kind ?? ''} ${String(at)}`}
      chart={chart}
      area={area}
      kind={kind}
      at={at}
    />
  )
}

const recordOf = (area: Aoi): DrawingRecord => ({
  name: area.name,
  type: area.type,
  area_nm2: area.area_nm2,
  valid_from: area.valid_from,
  valid_to: area.valid_to,
  notes: area.notes.slice(0, 200),
  ...madeBy(area),
})

function isInside({ geometry }: Aoi, lat: number, lon: number): boolean {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.some((rings) => containsPoint(preparePolygon(rings), lat, lon))
}

/** Areas of interest on the map. */
export const areasPart: MapPart = {
  layers: [
    {
      id: ID,
      label: 'Areas of interest',
      group: 'Zones',
      isOn: true,
      opacity: 1,
      recordOf: ({ id }) => {
        const area = areas.use.getState().byId.get(String(id))
        return area === undefined ? null : recordOf(area)
      },
      attach: (chart, theme) => {
        const layer = plainLayer(chart, ID, styled, theme)
        const draw = () => {
          const { editing } = useAreas.getState()
          // The one being edited is drawn by the editor.
          const shown = areas.use.getState().rows.filter(({ id }) => id !== editing?.area?.id)
          layer.set({
            type: 'FeatureCollection',
            features: shown.flatMap(({ id, name, color, active, geometry }) => {
              const properties = { id, name, color, active }
              // A polygon is cut by tiles, and its name would stand on each piece.
              const middle = { type: 'Point' as const, coordinates: namePlace(geometry) }
              return [
                { type: 'Feature' as const, properties, geometry },
                { type: 'Feature' as const, properties, geometry: middle },
              ]
            }),
          })
        }
        draw()
        const stops = [useAreas.subscribe(draw), areas.use.subscribe(draw)]
        return {
          ...layer,
          above: () => ['aoi-label'],
          remove: () => {
            for (const stop of stops) stop()
            layer.remove()
          },
        }
      },
    },
  ],
  tools: [
    { id: ID, label: 'Areas of interest', Icon: IconPolygon, hotkey: 'a', order: 30, Panel: AreasPanel },
  ],
  opens: {
    area: ({ bbox }) => {
      chooseLayer(ID, { visible: true, opacity: 1 })
      if (bbox !== null) lookAtBox(bbox)
    },
  },
  menu: ({ lon, lat }) => [
    {
      id: 'aoi-polygon',
      label: 'Area of interest here',
      Icon: IconRectangle,
      section: 'Place',
      act: () => startAt('polygon', [lon, lat]),
    },
    {
      id: 'aoi-circle',
      label: 'Circle of interest here',
      Icon: IconCirclePlus,
      section: 'Place',
      act: () => startAt('circle', [lon, lat]),
    },
    ...areas.use
      .getState()
      .rows.filter((area) => area.mine && isInside(area, lat, lon))
      .slice(0, 3)
      .map((area) => ({
        id: `aoi-${area.id}`,
        label: `Edit ${area.name}`,
        Icon: IconPolygon,
        section: 'Place' as const,
        act: () => openArea(area),
      })),
  ],
  Over,
}

function startAt(kind: 'polygon' | 'circle', at: [number, number]) {
  openPanel(null)
  newArea(kind, at)
}
