import { manualTrackUpdate } from '@samudra/contract/manual-tracks'
import { tableUpdate } from '@samudra/contract/settings'
import { useEffect } from 'react'
import { later } from '../kit/later.tsx'
import { toast } from '../kit/toasts.ts'
import type { Chart } from '../map/chart.ts'
import { useWorkbench } from '../map/workbench.store.ts'
import { onKnowledge } from '../time/clock.store.ts'
import { usePush } from '../wire/push.ts'
import { useWire } from '../wire/transport.ts'
import { PANEL, useDrafts } from './draft.store.ts'
import { EXERCISES } from './exercise-words.ts'
import { readOverlay, readTracks, showExercise, takeTrack, trackOf, useTracks } from './tracks.store.ts'
import { Watermark } from './Watermark.tsx'
import './manual.css'

const DrawTrack = later(() => import('./DrawTrack.tsx').then((code) => code.DrawTrack))
const TrackPopup = later(() => import('./TrackPopup.tsx').then((code) => code.TrackPopup), {
  isWanted: () => useTracks((state) => trackOf(state, state.opened) !== undefined),
})

/** Manual tracks and exercises over the chart; keeps what the layers draw up to date. */
export function ManualOver({ chart }: { chart: Chart }) {
  useFeed()
  const { draft, isDrawing } = useDrafts()
  const isOpen = useWorkbench(({ panel }) => panel === PANEL || panel === EXERCISES)
  return (
    <>
      <Watermark />
      <TrackPopup chart={chart} />
      {draft !== null && isDrawing && isOpen && <DrawTrack chart={chart} draft={draft} />}
    </>
  )
}

function useFeed() {
  const isLive = useWire(({ link }) => link === 'live')
  // What was pushed while the link was down is read anew.
  useEffect(() => {
    void readTracks()
    if (isLive) void follow()
  }, [isLive])
  useEffect(() => onKnowledge(() => void readTracks()), [])
  usePush(manualTrackUpdate, (update) =>
    'removed' in update ? takeTrack(update.id, null) : takeTrack(update.id, update),
  )
  usePush(tableUpdate, ({ table, ids }) => {
    const { exerciseId } = useTracks.getState()
    if (table === 'exercises' && exerciseId !== null && ids.includes(exerciseId)) void follow()
    if (table === 'zones' || table === 'users') void readTracks()
  })
}

/** Reads the overlay again; one that ended leaves the screen. */
async function follow() {
  try {
    await readOverlay()
  } catch {
    await showExercise(null)
    toast('The exercise is no longer shown to you; its overlay is gone.')
    return
  }
  const { overlay } = useTracks.getState()
  if (overlay === null || overlay.clock.state === 'RUNNING' || overlay.clock.state === 'PAUSED') return
  if (overlay.clock.state === 'PLANNED') return
  await showExercise(null)
  toast(`${overlay.exercise.name} has ended; its overlay is gone.`)
}
