import { IconFlag2, IconMapPinPlus, IconSwords } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import { lookAtBox } from '../../../map/chart/chart.store.ts'
import { chooseLayer } from '../../../map/workbench/workbench.store.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { beginTrack, PANEL, pointAt } from './draft.store.ts'
import { EXERCISES } from './exercise-words.ts'
import { ManualOver } from './ManualOver.tsx'
import { OVERLAY, TRACKS } from './map-layers.ts'
import { useTracks } from './tracks.store.ts'

const TracksPanel = later(() => import('./TracksPanel.tsx').then((code) => code.TracksPanel))
const ExercisePanel = later(() => import('./ExercisePanel.tsx').then((code) => code.ExercisePanel))

function ExerciseBadge() {
  return useTracks((state) => state.exerciseId) === null ? null : <span className="tool-badge">EX</span>
}

/** Map part of manual tracks and exercises. */
export const manualPart: MapPart = {
  layers: [TRACKS, OVERLAY],
  tools: [
    { id: PANEL, label: 'Manual tracks', Icon: IconFlag2, hotkey: 'k', order: 50, Panel: TracksPanel },
    {
      id: EXERCISES,
      label: 'Exercises',
      Icon: IconSwords,
      order: 60,
      Panel: ExercisePanel,
      Badge: ExerciseBadge,
    },
  ],
  opens: {
    track: ({ id, bbox }) => {
      chooseLayer(TRACKS.id, { visible: true, opacity: 1 })
      if (bbox !== null) lookAtBox(bbox)
      useTracks.setState({ opened: id })
    },
  },
  menu: ({ lon, lat, ship }) => [
    {
      id: 'manual-track',
      label: 'Manual track here',
      Icon: IconMapPinPlus,
      section: 'Place',
      act: () =>
        beginTrack({
          points: [pointAt(lon, lat, false)],
          linked_mmsi: ship?.mmsi ?? null,
          name: ship?.name ?? '',
        }),
    },
  ],
  Over: ManualOver,
}
