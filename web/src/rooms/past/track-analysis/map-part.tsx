import { later } from '../../../kit/pages/later.tsx'
import { attachLater } from '../../../map/chart/attach-later.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import './analysis.css'
import { COVERAGE, HEAT, LANES } from './analysis-layer-ids.ts'

/** Map part of the analysis of the whole picture: vessel density, and where sources receive. */
export const analysisPart: MapPart = {
  layers: [
    {
      id: COVERAGE,
      label: 'Source coverage',
      group: 'Analysis',
      note: 'Positions received in the last 30 days, by source',
      isOn: false,
      opacity: 1,
      attach: attachLater(() => import('./coverage-layer.ts').then((code) => code.attachCoverage)),
      Legend: later(() => import('./Legends.tsx').then((code) => code.CoverageLegend)),
    },
    {
      id: LANES,
      label: 'Lanes',
      group: 'Analysis',
      note: 'Usual routes by ship type, from 90 days',
      isOn: false,
      opacity: 1,
      attach: attachLater(() => import('./lanes-layer.ts').then((code) => code.attachLanes)),
      Legend: later(() => import('./LanesLegend.tsx').then((code) => code.LanesLegend)),
    },
    {
      id: HEAT,
      label: 'Heat map',
      group: 'Analysis',
      note: 'Traffic density, now or in a period',
      isOn: false,
      opacity: 1,
      attach: attachLater(() => import('./heat-layer.ts').then((code) => code.attachHeat)),
      Legend: later(() => import('./HeatLegend.tsx').then((code) => code.HeatLegend)),
    },
  ],
}
