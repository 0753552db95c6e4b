import { exerciseKind, ttxOverlay, type Exercise, type ExerciseClock } from '@samudra/contract/exercises'
import { trackKind, type ManualTrack } from '@samudra/contract/manual-tracks'
import { create } from 'zustand'
import { declareStore } from '../../../stored/stores.ts'
import { addEntry, entryOf } from '../../../store/cache.ts'
import { keepStore } from '../../../store/saved-stores.ts'
import { call } from '../../../wire/call.ts'

/** The entry of the specification's cache. */
const CACHED = 'manualTracks'

/** Real manual tracks, and the exercises this user plays in or leads. */
export const tracks = declareStore(trackKind, {
  cached: {
    get: async () => {
      const entry: { tracks?: ManualTrack[] | Map<string, ManualTrack> } | undefined = entryOf(CACHED)
      // An earlier version stored them by their ids.
      return entry?.tracks === undefined ? undefined : [...entry.tracks.values()]
    },
    put: (rows) => addEntry(CACHED, { tracks: [...rows] }),
  },
})
export const exercises = declareStore(exerciseKind, { isOfNow: true })

type Overlay = { exercise: Exercise; objects: ManualTrack[]; clock: ExerciseClock }
type State = {
  /** The exercise whose overlay is shown, and what of it. */
  exerciseId: string | null
  overlay: Overlay | null
  /** The track whose details are open. */
  opened: string | null
}
export const useTracks = create<State>(() => ({ exerciseId: null, overlay: null, opened: null }))

keepStore(useTracks, {
  name: 'planning.exercise',
  of: 'tab',
  read: ({ exerciseId }) => ({ exerciseId }),
  restore: ({ exerciseId }) => ({ exerciseId: typeof exerciseId === 'string' ? exerciseId : null }),
})

keepStore(useTracks, {
  name: 'cards.manual_track',
  of: 'tab',
  read: ({ opened }) => (opened === null ? null : { opened }),
  restore: ({ opened }) => ({ opened: String(opened) }),
})

/** The track of an id, real or of the exercise shown. */
export function trackOf(id: string | null): ManualTrack | undefined {
  if (id === null) return undefined
  const { overlay } = useTracks.getState()
  return tracks.use.getState().byId.get(id) ?? overlay?.objects.find((one) => one.id === id)
}

/** The track whose details are open, as long as there is one. */
export function useOpened(): ManualTrack | undefined {
  const { opened, overlay } = useTracks()
  const real = tracks.use(({ byId }) => (opened === null ? undefined : byId.get(opened)))
  return real ?? overlay?.objects.find((one) => one.id === opened)
}

/** Shows the overlay of an exercise, or none. */
export async function showExercise(exerciseId: string | null): Promise<void> {
  useTracks.setState({ exerciseId, overlay: null })
  if (exerciseId !== null) await readOverlay()
}

/** Reads the shown overlay again. Throws when it is no longer visible to the user. */
export async function readOverlay(): Promise<void> {
  const { exerciseId } = useTracks.getState()
  if (exerciseId === null) return
  const { exercise, objects, clock } = await call(ttxOverlay, { exercise_id: exerciseId })
  if (useTracks.getState().exerciseId === exerciseId)
    useTracks.setState({ overlay: { exercise, objects, clock } })
}
