import { exerciseSecond } from '@samudra/contract/exercises'
import { boxOf } from '@samudra/nautical/polygons/box'
import { room } from '../../../platform/ground.ts'
import { identity } from '../../centre/identity/room.ts'
import { EMPTY_AUDIENCE } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { findObjects } from '../../../sea/name-search.ts'
import { picture } from '../../picture/picture/room.ts'
import { injectsOf } from './exercise.ts'
import { exerciseOps, pushExercise } from './exercises.ops.ts'
import { openManual, powersOver, tracksOf, type Manual } from './manual-objects.ts'
import { presentTrack } from './track.ts'
import { trackOps } from './tracks.ops.ts'

const TICK_MS = 500

/** Tracks that operators plot manually, and exercises with tracks plotted for them. */
export const manualTracks = room({
  name: 'manual-tracks',
  uses: { identity, picture },
  open: async (ground, { identity, picture }) => {
    const manual = await openManual({
      ...ground,
      mayKnow: (mmsi, caller) => picture.mayKnow(mmsi, caller),
      isUser: async (id) => (await identity.sightOfUser(id)) !== null,
    })
    const done = new Map<string, string>()
    const door = {
      /** Returns the audience of a real manual track. */
      seersOfPlotted: (id: string) => {
        const track = manual.tracks.find(id)
        return track?.domain === 'REAL' ? manual.tracks.audience(track) : EMPTY_AUDIENCE
      },
      /** Returns a real manual track as the caller sees it; null where the caller may see none. */
      plottedOf: (caller: Caller, id: string) => {
        const track = manual.tracks.find(id)
        const isVisible = track?.domain === 'REAL' && manual.tracks.isSeenBy(track, caller)
        if (!isVisible) return null
        const { linked_mmsi } = presentTrack(track, powersOver(manual, track, caller))
        return { ...track.body, linked_mmsi }
      },
      find: findObjects(manual.tracks, {
        kind: 'track',
        namesOf: ({ name }) => [name],
        show: ({ body }) => ({
          label: body.name,
          detail: 'Manual track',
          bbox: boxOf({ coordinates: body.points.map(({ lon, lat }) => [lon, lat]) }),
        }),
      }),
    }
    return {
      door,
      ops: [...trackOps(manual), ...exerciseOps(manual)],
      // One of several processes pushes to all screens.
      beats: [{ everyMs: TICK_MS, work: () => ground.lease.isOthers || pushDue(manual, done) }],
    }
  },
})

/** Pushes to members of running exercises when a planned inject appears. */
function pushDue(manual: Manual, done: Map<string, string>) {
  for (const exercise of manual.exercises.all()) {
    const { body, id } = exercise
    if (body.clock.state !== 'RUNNING') continue
    const second = exerciseSecond(body.clock, manual.clock.now())
    const up = injectsOf(body, tracksOf(manual, id), second).filter(({ state }) => state === 'DONE')
    const now = up.map((one) => one.id).join()
    const before = done.get(id)
    done.set(id, now)
    if (before !== now) pushExercise(manual, exercise)
  }
}
