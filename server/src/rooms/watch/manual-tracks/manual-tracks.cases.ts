import { getExercises, saveExercise, ttxOverlay, ttxOverlayWrite } from '@samudra/contract/exercises'
import { deleteManualTrack, getManualTracks, insertUpdateManualTrack } from '@samudra/contract/manual-tracks'
import { changing, copied } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, type Sea } from '../../../../testing/parameters/sea.ts'

const TRACK = { name: 'Dhow', kind: 'MOVING', points: [{ t: noon(0), lat: 10, lon: 72, sog: 5, cog: 90 }] }
const SYMBOL = 'SUAP-----------'
const aTrack = async ({ call }: Sea, more: object = {}) =>
  (await call(insertUpdateManualTrack, copied({ ...TRACK, ...more }))).id
const anExercise = async ({ call }: Sea) =>
  (await call(saveExercise, copied({ name: 'Exercise', players: ['test-asha'] }))).id
const started = async (sea: Sea) => {
  const exercise_id = await anExercise(sea)
  await sea.call(ttxOverlayWrite, copied({ exercise_id, action: 'START' }))
  return exercise_id
}

export const CASES = [
  parameterCase(getManualTracks, {
    base: async (sea) => (await aTrack(sea), await aTrack(sea, { state: 'CLOSED' }), {}),
    other: { exercise_id: anExercise },
  }),
  parameterCase(insertUpdateManualTrack, {
    base: changing(aTrack, TRACK),
    other: { symbol: SYMBOL, exercise_id: anExercise },
  }),
  parameterCase(deleteManualTrack, { base: async (sea) => ({ id: await aTrack(sea) }) }),
  parameterCase(ttxOverlay, {
    base: async (sea) => {
      const exercise_id = await started(sea)
      await sea.call(ttxOverlayWrite, copied({ exercise_id, action: 'INJECT', objects: [TRACK], at: 3 }))
      sea.wait(5000)
      return { exercise_id }
    },
  }),
  parameterCase(ttxOverlayWrite, {
    base: async (sea) => ({
      exercise_id: await started(sea),
      action: 'INJECT',
      objects: [structuredClone(TRACK)],
      message: 'Look north',
      at: 100,
    }),
    other: { 'objects.0.symbol': SYMBOL },
    state: async (sea, { exercise_id }) => sea.dataOf(getManualTracks, { domain: 'EXERCISE', exercise_id }),
  }),
  parameterCase(getExercises, { base: async (sea) => (await anExercise(sea), await anExercise(sea), {}) }),
  parameterCase(saveExercise, {
    base: changing(anExercise, { name: 'Exercise', scoring: [{ text: 'Seen', points: 1 }] }),
    other: { players: ['test-asha'], leads: ['test-asha'] },
  }),
]
