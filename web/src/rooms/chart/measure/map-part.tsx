import { IconCircles, IconRuler2, IconRulerMeasure, IconShip } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import { useSettings } from '../../../kit/settings.ts'
import { toast } from '../../../kit/toasts.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { MapPart, MenuPlace } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { openPanel } from '../../../map/workbench/workbench.store.ts'
import { addMeasure, featuresOf, measureNext, useMeasures, MEASURE } from './measures.ts'
import './measure.css'
import { Moving, readMover } from './Moving.tsx'

const MeasurePanel = later(() => import('./MeasurePanel.tsx').then((code) => code.MeasurePanel))
const Measuring = later(() => import('./Measuring.tsx').then((code) => code.Measuring), {
  isWanted: () => useMeasures(({ measuring }) => measuring !== null),
})

const ID = 'measure'

function styled(theme: ChartTheme): Painted[] {
  const { halo } = chartColours(theme.base, theme.palette)
  const colour =
    theme.base === 'BRIGHT' && theme.palette !== 'night'
      ? '#8a4b00'
      : theme.palette === 'night'
        ? '#b98a4e'
        : '#ffb547'
  return [
    {
      id: 'measure-ring',
      type: 'line',
      source: ID,
      filter: ['==', ['get', 'role'], 'ring'],
      paint: { 'line-color': colour, 'line-width': 1.2, 'line-dasharray': [3, 2] },
    },
    {
      id: 'measure-line',
      type: 'line',
      source: ID,
      filter: ['==', ['get', 'role'], 'line'],
      paint: { 'line-color': colour, 'line-width': 2 },
    },
    {
      id: 'measure-point',
      type: 'circle',
      source: ID,
      filter: ['==', ['get', 'role'], 'point'],
      paint: {
        'circle-radius': 3.5,
        'circle-color': colour,
        'circle-stroke-color': halo,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'measure-label',
      type: 'symbol',
      source: ID,
      filter: ['has', 'label'],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': ['Inter SemiBold'],
        'text-size': 12,
        'text-offset': [0, -1],
        'text-allow-overlap': false,
      },
      paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
  ]
}

function Over({ chart }: { chart: Chart }) {
  return (
    <>
      <Moving />
      <Measuring chart={chart} />
    </>
  )
}

/** Measuring on the map. */
export const measurePart: MapPart = {
  layers: [
    {
      id: ID,
      label: 'Measurements',
      group: 'Analysis',
      isOn: true,
      isAbove: true,
      attach: (chart, theme) => {
        const layer = plainLayer(chart, ID, styled, theme)
        const draw = () =>
          layer.set({
            type: 'FeatureCollection',
            features: featuresOf(useMeasures.getState().measures, useSettings.getState()['distance.unit']),
          })
        draw()
        const stops = [useMeasures.subscribe(draw), useSettings.subscribe(draw)]
        return {
          ...layer,
          remove: () => {
            for (const stop of stops) stop()
            layer.remove()
          },
        }
      },
    },
  ],
  tools: [
    { id: MEASURE, label: 'Measure', Icon: IconRulerMeasure, hotkey: 'm', order: 40, Panel: MeasurePanel },
  ],
  menu: ({ lon, lat, ship }) => [
    {
      id: 'measure',
      label: 'Measure from here',
      Icon: IconRuler2,
      section: 'Measure',
      act: () => measureNext({ kind: 'distance', from: [lon, lat] }),
    },
    {
      id: 'rings',
      label: 'Range rings here',
      Icon: IconCircles,
      section: 'Measure',
      act: () => addMeasure({ kind: 'rings', center: [lon, lat], radiiNm: useMeasures.getState().radiiNm }),
    },
    ...(ship === null
      ? []
      : [
          {
            id: 'cpa',
            label: 'Closest approach to…',
            Icon: IconShip,
            section: 'Ship' as const,
            rank: 5,
            act: () => void compare(ship),
          },
        ]),
  ],
  Over,
}

async function compare(ship: NonNullable<MenuPlace['ship']>) {
  openPanel(MEASURE)
  try {
    measureNext({ kind: 'cpa', first: await readMover(ship) })
  } catch (error) {
    toast((error as Error).message, 'bad')
  }
}
