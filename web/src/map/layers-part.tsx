import { IconChartHistogram, IconStack2 } from '@tabler/icons-react'
import { later } from '../kit/later.tsx'
import type { MapPart } from './part.ts'
import { ANALYTICS } from './workbench.store.ts'

const LayersPanel = later(() => import('./LayersPanel.tsx').then((code) => code.LayersPanel))

/** The tools that show and hide the layers of all parts, and those that analyse by themselves. */
export function layersPart(parts: readonly MapPart[]): MapPart {
  const layers = parts.flatMap(({ layers: own = [] }) => own)
  const Panel = () => <LayersPanel layers={layers} />
  const Analysis = () => <LayersPanel layers={layers} only="Analysis" />
  return {
    tools: [
      { id: 'layers', label: 'Layers', Icon: IconStack2, hotkey: 'l', order: 10, Panel },
      { id: ANALYTICS, label: 'Analysis', Icon: IconChartHistogram, order: 15, Panel: Analysis },
    ],
  }
}
