import { IconChartHistogram, IconStack2 } from '@tabler/icons-react'
import { later } from '../../kit/pages/later.tsx'
import type { MapPart } from './part.ts'
import { ANALYTICS } from './workbench.store.ts'

/** The tools that show and hide the layers of all parts, and those that analyse by themselves. */
export function layersPart(parts: readonly MapPart[]): MapPart {
  const layers = parts.flatMap(({ layers: own = [] }) => own)
  // With what their colours mean, so that no switch moves under a pointer on its way to it.
  const LayersPanel = later(async () => {
    const legends = layers.map(({ Legend }) => Legend?.fetch?.().catch(() => undefined))
    const [code] = await Promise.all([import('./LayersPanel.tsx'), ...legends])
    return code.LayersPanel
  })
  const Panel = () => <LayersPanel layers={layers} />
  const Analysis = () => <LayersPanel layers={layers} only="Analysis" />
  return {
    tools: [
      { id: 'layers', label: 'Layers', Icon: IconStack2, hotkey: 'l', order: 10, Panel },
      { id: ANALYTICS, label: 'Analysis', Icon: IconChartHistogram, order: 15, Panel: Analysis },
    ],
  }
}
