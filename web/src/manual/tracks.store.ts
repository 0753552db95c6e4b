import { ttxOverlay, type Exercise, type ExerciseClock } from '@samudra/contract/exercises'
import { getManualTracks, type ManualTrack } from '@samudra/contract/manual-tracks'
import { create } from 'zustand'
import { addEntry, entryOf } from '../store/cache.ts'
import { keepStore } from '../store/keep.ts'
import { askedAsOf } from '../time/clock.store.ts'
import { call } from '../wire/call.ts'

type Overlay = { exercise: Exercise; objects: ManualTrack[]; clock: ExerciseClock }
type State = {
  /** Real manual tracks by id. */
  tracks: ReadonlyMap<string, ManualTrack>
  isHeld: boolean
  /** Why they could not be read; empty when they could. */
  fault: string
  /** The exercise whose overlay is shown, and what of it. */
  exerciseId: string | null
  overlay: Overlay | null
  /** The track whose details are open. */
  opened: string | null
}

/** The entry of the cache: drawn until they are read anew. */
const CACHED = 'manualTracks'

/** Manual tracks and the overlay of an exercise, as the screen holds them. */
export const useTracks = create<State>(() => ({
  tracks: (entryOf(CACHED) as Pick<State, 'tracks'> | undefined)?.tracks ?? new Map(),
  isHeld: false,
  fault: '',
  exerciseId: null,
  overlay: null,
  opened: null,
}))

useTracks.subscribe(({ tracks, isHeld }, before) => {
  if (tracks !== before.tracks && isHeld && askedAsOf().as_of === undefined) addEntry(CACHED, { tracks })
})
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

/** Pushes that came while the list was being fetched count over what it says. */
let fetching: Map<string, ManualTrack | null> | null = null

/** Reads all of them anew. */
export async function readTracks(): Promise<void> {
  const heard = new Map<string, ManualTrack | null>()
  const asOf = askedAsOf()
  fetching = heard
  try {
    const tracks = new Map<string, ManualTrack>()
    for (let cursor: string | undefined, isMore = true; isMore;) {
      const page = await call(getManualTracks, {
        domain: 'REAL',
        limit: 500,
        ...asOf,
        ...(cursor === undefined ? {} : { cursor }),
      })
      for (const track of page.items) tracks.set(track.id, track)
      isMore = page.next !== null
      cursor = page.next ?? undefined
    }
    if (asOf.as_of === undefined) for (const [id, track] of heard) apply(tracks, id, track)
    if (fetching === heard) useTracks.setState({ tracks, isHeld: true, fault: '' })
  } catch (error) {
    useTracks.setState({ fault: (error as Error).message })
  } finally {
    if (fetching === heard) fetching = null
  }
}

/** Takes a track as it is now; null when it has gone. */
export function takeTrack(id: string, track: ManualTrack | null) {
  // The past does not change by what is plotted now.
  if (askedAsOf().as_of !== undefined) return
  fetching?.set(id, track)
  const tracks = new Map(useTracks.getState().tracks)
  apply(tracks, id, track)
  useTracks.setState((state) => ({
    tracks,
    opened: track === null && state.opened === id ? null : state.opened,
  }))
}

function apply(tracks: Map<string, ManualTrack>, id: string, track: ManualTrack | null) {
  const held = tracks.get(id)
  if (track === null) tracks.delete(id)
  else if (held === undefined || held.version <= track.version) tracks.set(id, track)
}

/** The track of an id, real or of the exercise shown. */
export const trackOf = (state: State, id: string | null): ManualTrack | undefined =>
  id === null ? undefined : (state.tracks.get(id) ?? state.overlay?.objects.find((one) => one.id === id))

/** Shows the overlay of an exercise, or none. */
export async function showExercise(exerciseId: string | null): Promise<void> {
  useTracks.setState({ exerciseId, overlay: null })
  if (exerciseId !== null) await readOverlay()
}

/** Reads the overlay that is shown anew. Throws when it may not be seen any more. */
export async function readOverlay(): Promise<void> {
  const { exerciseId } = useTracks.getState()
  if (exerciseId === null) return
  const { exercise, objects, clock } = await call(ttxOverlay, { exercise_id: exerciseId })
  if (useTracks.getState().exerciseId === exerciseId)
    useTracks.setState({ overlay: { exercise, objects, clock } })
}
