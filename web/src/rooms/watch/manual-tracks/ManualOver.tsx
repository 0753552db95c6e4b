import { useEffect } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { later } from '../../../kit/pages/later.tsx'
import { toast } from '../../../kit/toasts.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { PANEL, useDrafts } from './draft.store.ts'
import { EXERCISES } from './exercise-words.ts'
import { exercises, readOverlay, showExercise, tracks, useOpened, useTracks } from './tracks.store.ts'
import { Watermark } from './Watermark.tsx'
import './manual.css'

const DrawTrack = later(() => import('./DrawTrack.tsx').then((code) => code.DrawTrack))
const TrackPopup = later(() => import('./TrackPopup.tsx').then((code) => code.TrackPopup), {
  isWanted: () => useOpened() !== undefined,
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
  const exerciseId = useTracks((state) => state.exerciseId)
  useStored(tracks)
  const { byId, isRead } = useStored(exercises, exerciseId !== null)
  const exercise = exerciseId === null || !isRead ? undefined : (byId.get(exerciseId) ?? null)
  useEffect(() => {
    if (exercise !== undefined) void follow()
  }, [exercise])
}

/** Reads the overlay again; one that ended leaves the screen. */
async function follow() {
  try {
    await readOverlay()
  } catch {
    await showExercise(null)
    toast('The exercise is no longer shown to you; its overlay is removed.')
    return
  }
  const { overlay } = useTracks.getState()
  if (overlay === null || overlay.clock.state === 'RUNNING' || overlay.clock.state === 'PAUSED') return
  if (overlay.clock.state === 'PLANNED') return
  await showExercise(null)
  toast(`${overlay.exercise.name} has ended; its overlay is removed.`)
}
