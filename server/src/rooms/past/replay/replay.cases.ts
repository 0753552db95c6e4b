import {
  deleteRecording,
  deleteReplayBookmark,
  getPicture,
  getRecordings,
  getReplayBookmarks,
  getReplayChunk,
  getReplayTracks,
  saveRecording,
  saveReplayBookmark,
} from '@samudra/contract/replay'
import { changing, PERIOD } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, type Sea } from '../../../../testing/parameters/sea.ts'

const MARK = { title: 'Here', at: noon(0), link: '/home/map/replay', visibility: 'CENTRE' } as const
const RECORDING = { name: 'Watch', from: noon(-20), to: noon(20), visibility: 'CENTRE' } as const
const replayed = { ...PERIOD, knowledge: 'AS_KNOWN' } as const
const opened = async ({ call }: Sea) => ({ id: (await call(getReplayTracks, replayed)).replay_id, n: 0 })

export const CASES = [
  parameterCase(getReplayBookmarks, {
    base: async ({ call }) => (
      await call(saveReplayBookmark, MARK),
      await call(saveReplayBookmark, MARK),
      {}
    ),
  }),
  parameterCase(saveReplayBookmark, {
    base: changing(async ({ call }) => (await call(saveReplayBookmark, MARK)).id, MARK),
    other: { link: '/home/map/replay?x=1' },
  }),
  parameterCase(deleteReplayBookmark, {
    base: async ({ call }) => ({ id: (await call(saveReplayBookmark, MARK)).id }),
  }),
  parameterCase(getRecordings, {
    base: async ({ call }) => (
      await call(saveRecording, RECORDING),
      await call(saveRecording, RECORDING),
      {}
    ),
  }),
  parameterCase(saveRecording, {
    base: changing(async ({ call }) => (await call(saveRecording, RECORDING)).id, RECORDING),
  }),
  parameterCase(deleteRecording, {
    base: async ({ call }) => ({ id: (await call(saveRecording, RECORDING)).id }),
  }),
  parameterCase(getReplayTracks, { base: () => replayed }),
  parameterCase(getReplayChunk, { base: opened }),
  parameterCase(getPicture, { base: () => ({ at: noon(1.75), knowledge: 'AS_KNOWN' }) }),
]
