import { IconLayoutBoard } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import type { MapPart } from '../../../map/workbench/part.ts'
import './settings.css'

/** Map profiles at the side of the map. */
export const profilesPart: MapPart = {
  tools: [
    {
      id: 'profiles',
      label: 'Map profiles',
      Icon: IconLayoutBoard,
      hotkey: 'w',
      order: 90,
      Panel: later(() => import('./ProfilesPanel.tsx').then((code) => code.ProfilesPanel)),
    },
  ],
}
