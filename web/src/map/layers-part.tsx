import { IconStack2 } from '@tabler/icons-react'
import { LayersPanel } from './LayersPanel.tsx'
import type { MapPart } from './part.ts'

/** The tool that shows and hides the layers of all parts. */
export function layersPart(parts: readonly MapPart[]): MapPart {
  const layers = parts.flatMap(({ layers: own = [] }) => own)
  const Panel = () => <LayersPanel layers={layers} />
  return { tools: [{ id: 'layers', label: 'Layers', Icon: IconStack2, hotkey: 'l', order: 10, Panel }] }
}
