import { IconPlayerTrackPrev } from '@tabler/icons-react'
import type { MapPart } from '../map/part.ts'
import { ReplayPanel } from './ReplayPanel.tsx'

/** Record and replay, from any map. */
export const replayPart: MapPart = {
  tools: [
    {
      id: 'replay',
      label: 'Record and replay',
      Icon: IconPlayerTrackPrev,
      hotkey: 'r',
      order: 70,
      Panel: ReplayPanel,
    },
  ],
}
